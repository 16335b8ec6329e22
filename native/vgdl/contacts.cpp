// When rules apply: by time, at the edge of the screen, and to sprites that touch.
#include <algorithm>
#include <cstdlib>

#include "vgdl/engine.hpp"

namespace babalab::vgdl {

namespace {

std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

// With so many pairs of records it pays to find first which cells are taken.
constexpr std::uint32_t CROWD = 64;

}  // namespace

void Engine::time_effects(Play& play, Chance& chance) const {
    for (;;) {
        std::size_t next = play.due.size();
        for (std::size_t i = 0; i < play.due.size(); ++i) {
            const Due& due = play.due[i];
            if (due.tick == NONE || due.tick > play.head.tick) continue;
            if (next == play.due.size() || due.tick < play.due[next].tick ||
                (due.tick == play.due[next].tick && due.put > play.due[next].put))
                next = i;
        }
        if (next == play.due.size()) return;
        const TimeRule& rule = rules_.times[next];
        const auto known = static_cast<Handle>(play.sprites.size());
        const auto happen = [&](Handle h) {
            if (marked(play, h)) return;
            if (h >= 0 && play.sprites[index(h)].flags & DISABLED) return;
            execute(play, rule.effect, h, NOBODY, chance);
            play.head.score = added(play.head.score, rule.effect.score);
        };
        for (const std::int32_t type : rules_.types[at(rule.of)].family) {
            const FixedCells& fixed = fixed_of_[at(type)];
            for (std::int32_t i = fixed.first; i < fixed.end; ++i)
                if (play.has_fixed(at(i))) happen(~i);
            for (Handle h = play.kin[at(type)].first; h != NONE && h < known;
                 h = play.sprites[index(h)].next)
                happen(h);
        }
        const std::int64_t again = play.head.tick + rule.timer;
        const bool comes = rule.repeating && again <= rules_.last_tick;
        play.due[next].tick = comes ? static_cast<std::int32_t>(again) : NONE;
        if (rule.repeating) play.due[next].put = ++play.head.put;
    }
}

void Engine::edge_effects(Play& play, Chance& chance) const {
    for (const EdgeRule& rule : rules_.edges) {
        if (!any(play, rule.of)) continue;
        for (const Effect& effect : rule.effects) {
            const auto known = static_cast<Handle>(play.sprites.size());
            for (const std::int32_t type : rules_.types[at(rule.of)].family)
                for (Handle h = play.kin[at(type)].first; h != NONE && h < known;
                     h = play.sprites[index(h)].next) {
                    const Sprite& sprite = play.sprites[index(h)];
                    if (!at_edge(sprite) || sprite.flags & (MARKED | DISABLED)) continue;
                    if (execute(play, effect, h, NOBODY, chance))
                        play.head.score = added(play.head.score, effect.score);
                }
        }
    }
}

void Engine::pair_effects(Play& play, Chance& chance) const {
    play.contacts_left = rules_.most_contacts;
    forget_boards(play);
    for (std::size_t rule = 0; rule < rules_.pairs.size(); ++rule)
        for (const Effect& effect : rules_.pairs[rule].effects) {
            if (play.contacts_left == 0) return;
            if (!any(play, rules_.pairs[rule].first) || !any(play, rules_.pairs[rule].second)) continue;
            pair_effect(play, rule, effect, chance);
        }
}

// Sprites created meanwhile have higher numbers than those known before.
//
// Few sprites touch anything. Who may is seen from what never misses one: the cells of fixed sprites, and of
// others a box around them or, if there are many pairs, their cells.
void Engine::pair_effect(Play& play, std::size_t number, const Effect& effect, Chance& chance) const {
    const PairRule& rule = rules_.pairs[number];
    const auto known = static_cast<Handle>(play.sprites.size());
    const std::uint32_t firsts = play.kin[at(rule.first)].family_records;
    const std::uint32_t seconds = play.kin[at(rule.second)].family_records;
    const bool crowded = firsts * seconds > CROWD, boxed = !crowded && firsts > 1 && seconds > 0;
    const std::uint64_t fixed = fixed_bit(rule.second);
    Box box = boxed ? box_of(play, rule.second, known) : Box{};
    for (const std::int32_t type : rules_.types[at(rule.first)].family) {
        if (!play.kin[at(type)].all) continue;
        if (fixed_of_[at(type)].end > fixed_of_[at(type)].first &&
            (!static_contacts_[number][at(type)].empty() || (seconds && is_reached(play, rule.second, fixed_bit(rule.first)))) &&
            fixed_firsts(play, number, type, effect, known, chance) && boxed)
            box = box_of(play, rule.second, known);
        if (!firsts || (!seconds && !is_reached(play, type, fixed))) continue;
        const Types& above = rules_.types[at(type)].ancestry;
        const bool itself = crowded && std::ranges::find(above, rule.second) != above.end();
        for (Handle h = play.kin[at(type)].first; h != NONE && h < known;
             h = play.sprites[index(h)].next) {
            const Sprite& sprite = play.sprites[index(h)];
            const Near near{fixed && fixed_near(sprite) & fixed,
                            crowded ? is_crowded(build_board(play, rule.second), sprite, itself)
                                    : boxed ? box.near(sprite, map_.block) : seconds > 0};
            if ((near.fixed || near.records) && meet_all(play, h, rule, effect, known, near, chance) && boxed)
                box = box_of(play, rule.second, known);  // somebody may have moved
        }
    }
}

// Returns the box around the corners of all records of a family.
Engine::Box Engine::box_of(const Play& play, std::int32_t of, std::int32_t known) const {
    Box box;
    for (const std::int32_t type : rules_.types[at(of)].family)
        for (Handle h = play.kin[at(type)].first; h != NONE && h < known;
             h = play.sprites[index(h)].next)
            box.add(play.sprites[index(h)].x, play.sprites[index(h)].y);
    return box;
}

// Fixed sprites come first in their type. They are many and few of them touch anything, so those are
// found from the others. Only undoing everything can move the others meanwhile. Returns whether anything
// happened.
bool Engine::fixed_firsts(Play& play, std::size_t number, std::int32_t type, const Effect& effect,
                          std::int32_t known, Chance& chance) const {
    const PairRule& rule = rules_.pairs[number];
    bool anything = false;
    find_candidates(play, number, type, NONE, known);
    for (std::size_t i = 0; i < play.scratch.candidates.size(); ++i) {
        const std::int32_t fixed = play.scratch.candidates[i];
        const bool happened = meet_all(play, ~fixed, rule, effect, known, {true, true}, chance);
        anything |= happened;
        if (effect.kind == EffectKind::UNDO_ALL && happened) {
            find_candidates(play, number, type, fixed, known);
            i = static_cast<std::size_t>(-1);
        }
    }
    return anything;
}

void Engine::find_candidates(Play& play, std::size_t number, std::int32_t type, std::int32_t after,
                             std::int32_t known) const {
    std::vector<std::int32_t>& found = play.scratch.candidates;
    found.clear();
    for (const std::int32_t i : static_contacts_[number][at(type)])
        if (i > after && play.has_fixed(at(i))) found.push_back(i);
    const FixedCells& of = fixed_of_[at(type)];
    for (const std::int32_t other : rules_.types[at(rules_.pairs[number].second)].family)
        for (Handle h = play.kin[at(other)].first; h != NONE && h < known;
             h = play.sprites[index(h)].next) {
            if (!of.box.near(play.sprites[index(h)], map_.block)) continue;
            const Cells cells = cells_of(play.sprites[index(h)]);
            for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
                for (std::int32_t column = cells.left; column <= cells.right; ++column) {
                    const Range& range = of.cells[at(row * map_.columns + column)];
                    for (std::int32_t i = range.first; i < range.first + range.count; ++i)
                        if (i > after && play.has_fixed(at(i))) found.push_back(i);
                }
        }
    if (found.size() > 1) {
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
    }
}

// Finds all that the first sprite touches, by type and age, and executes the effect with each. Returns
// whether anything happened.
bool Engine::meet_all(Play& play, Handle first, const PairRule& rule, const Effect& effect,
                      std::int32_t known, Near near, Chance& chance) const {
    std::vector<std::int32_t>& touching = play.scratch.touching;
    touching.clear();
    const std::int32_t x = x_of(play, first), y = y_of(play, first), block = map_.block;
    const Cells cells = cells_of(play, first);
    for (const std::int32_t type : rules_.types[at(rule.second)].family) {
        if (!play.kin[at(type)].all) continue;
        const FixedCells& fixed = fixed_of_[at(type)];
        if (near.fixed && !fixed.cells.empty())
            for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
                for (std::int32_t column = cells.left; column <= cells.right; ++column) {
                    const Range& range = fixed.cells[at(row * map_.columns + column)];
                    for (std::int32_t i = range.first; i < range.first + range.count; ++i)
                        if (play.has_fixed(at(i)) && ~i != first) touching.push_back(~i);
                }
        for (Handle h = near.records ? play.kin[at(type)].first : NONE; h != NONE && h < known;) {
            const Sprite& other = play.sprites[index(h)];
            if (std::abs(other.x - x) < block && std::abs(other.y - y) < block && h != first)
                touching.push_back(h);
            h = other.next;
        }
    }
    const std::size_t before = play.sprites.size();
    bool happened = false;
    for (const Handle second : touching) {
        if (marked(play, first)) break;
        if (!collide(play, first, second)) continue;
        if (play.contacts_left == 0) break;
        --play.contacts_left;
        if (execute(play, effect, first, second, chance))
            play.head.score = added(play.head.score, effect.score);
        happened = true;
    }
    if (!happened) return false;
    // Only the first has moved, unless all have.
    if (effect.kind == EffectKind::UNDO_ALL) {
        forget_boards(play);
    } else {
        if (first >= 0) note_place(play, play.sprites[index(first)]);
        for (std::size_t i = before; i < play.sprites.size(); ++i) note_place(play, play.sprites[i]);
    }
    return true;
}

bool Engine::collide(const Play& play, Handle first, Handle second) const {
    return std::abs(x_of(play, first) - x_of(play, second)) < map_.block &&
           std::abs(y_of(play, first) - y_of(play, second)) < map_.block;
}

}  // namespace babalab::vgdl
