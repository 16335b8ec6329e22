// When rules apply: by time, at the edge of the screen, and to sprites that touch.
#include <algorithm>
#include <cstdlib>

#include "vgdl/engine.hpp"

namespace babalab::vgdl {

namespace {

std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

// With so many pairs of records it pays to count first which cells are taken.
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

bool Engine::at_edge(const Sprite& sprite) const {
    return sprite.x < 0 || sprite.y < 0 || sprite.x > map_.width() - map_.block ||
           sprite.y > map_.height() - map_.block;
}

void Engine::pair_effects(Play& play, Chance& chance) const {
    play.contacts_left = rules_.most_contacts;
    for (std::size_t rule = 0; rule < rules_.pairs.size(); ++rule)
        for (const Effect& effect : rules_.pairs[rule].effects) {
            if (play.contacts_left == 0) return;
            if (!any(play, rules_.pairs[rule].first) || !any(play, rules_.pairs[rule].second)) continue;
            pair_effect(play, rule, effect, chance);
        }
}

// Sprites created meanwhile have higher numbers than those known before.
void Engine::pair_effect(Play& play, std::size_t number, const Effect& effect, Chance& chance) const {
    const PairRule& rule = rules_.pairs[number];
    const auto known = static_cast<Handle>(play.sprites.size());
    const std::uint32_t pairs = std::uint32_t{play.kin[at(rule.first)].family_records} *
                                play.kin[at(rule.second)].family_records;
    const bool crowded = pairs > CROWD, many = play.kin[at(rule.first)].family_records > 1;
    if (crowded) count_crowd(play, rule.second, known);
    Box box;
    if (many) box = box_of(play, rule.second, known);
    for (const std::int32_t type : rules_.types[at(rule.first)].family) {
        if (!play.kin[at(type)].all) continue;
        if (fixed_of_[at(type)].end > fixed_of_[at(type)].first &&
            fixed_firsts(play, number, type, effect, known, chance)) {
            if (crowded) count_crowd(play, rule.second, known);
            if (many) box = box_of(play, rule.second, known);
        }
        for (Handle h = play.kin[at(type)].first; h != NONE && h < known;
             h = play.sprites[index(h)].next) {
            if (many && !box.near(play.sprites[index(h)], map_.block)) continue;
            if (!meet_all(play, h, rule, effect, known, crowded, chance)) continue;
            if (crowded) count_crowd(play, rule.second, known);  // somebody may have moved
            if (many) box = box_of(play, rule.second, known);
        }
    }
}

// Returns the box around the corners of all sprites of a family, including its fixed ones that are gone.
Engine::Box Engine::box_of(const Play& play, std::int32_t of, std::int32_t known) const {
    Box box;
    for (const std::int32_t type : rules_.types[at(of)].family) {
        if (!play.kin[at(type)].all) continue;
        const FixedCells& fixed = fixed_of_[at(type)];
        if (!fixed.cells.empty()) {
            box.add(fixed.box.left, fixed.box.top);
            box.add(fixed.box.right, fixed.box.bottom);
        }
        for (Handle h = play.kin[at(type)].first; h != NONE && h < known;
             h = play.sprites[index(h)].next)
            box.add(play.sprites[index(h)].x, play.sprites[index(h)].y);
    }
    return box;
}

// Counts how many records of a family touch each cell of the map.
void Engine::count_crowd(Play& play, std::int32_t of, std::int32_t known) const {
    std::fill(play.crowd.begin(), play.crowd.end(), std::uint16_t{0});
    for (const std::int32_t type : rules_.types[at(of)].family)
        for (Handle h = play.kin[at(type)].first; h != NONE && h < known;
             h = play.sprites[index(h)].next) {
            const Cells cells = cells_of(play.sprites[index(h)]);
            for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
                for (std::int32_t column = cells.left; column <= cells.right; ++column)
                    ++play.crowd[at(row * map_.columns + column)];
        }
}

// Returns whether any of the crowd other than itself may touch a sprite. Outside of the map nobody is counted.
bool Engine::in_crowd(const Play& play, const Sprite& sprite, bool itself) const {
    if (at_edge(sprite)) return true;
    const Cells cells = cells_of(sprite);
    for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
        for (std::int32_t column = cells.left; column <= cells.right; ++column)
            if (play.crowd[at(row * map_.columns + column)] > itself) return true;
    return false;
}

// Fixed sprites come first in their type. They are many and few of them touch anything, so those are
// found from the others. Only undoing everything can move the others meanwhile. Returns whether anything
// happened.
bool Engine::fixed_firsts(Play& play, std::size_t number, std::int32_t type, const Effect& effect,
                          std::int32_t known, Chance& chance) const {
    const PairRule& rule = rules_.pairs[number];
    bool anything = false;
    find_candidates(play, number, type, NONE, known);
    for (std::size_t i = 0; i < play.candidates.size(); ++i) {
        const std::int32_t fixed = play.candidates[i];
        const bool happened = meet_all(play, ~fixed, rule, effect, known, false, chance);
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
    std::vector<std::int32_t>& found = play.candidates;
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
                      std::int32_t known, bool crowded, Chance& chance) const {
    std::vector<std::int32_t>& touching = play.touching;
    touching.clear();
    const std::int32_t x = x_of(play, first), y = y_of(play, first), block = map_.block;
    const Cells cells = cells_of(play, first);
    bool records = true;
    if (crowded) {
        const Sprite& sprite = play.sprites[index(first)];
        const Types& above = rules_.types[sprite.type].ancestry;
        const bool itself = std::find(above.begin(), above.end(), rule.second) != above.end();
        records = in_crowd(play, sprite, itself);
    }
    for (const std::int32_t type : rules_.types[at(rule.second)].family) {
        if (!play.kin[at(type)].all) continue;
        const FixedCells& fixed = fixed_of_[at(type)];
        if (!fixed.cells.empty())
            for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
                for (std::int32_t column = cells.left; column <= cells.right; ++column) {
                    const Range& range = fixed.cells[at(row * map_.columns + column)];
                    for (std::int32_t i = range.first; i < range.first + range.count; ++i)
                        if (play.has_fixed(at(i)) && ~i != first) touching.push_back(~i);
                }
        for (Handle h = records ? play.kin[at(type)].first : NONE; h != NONE && h < known;) {
            const Sprite& other = play.sprites[index(h)];
            if (std::abs(other.x - x) < block && std::abs(other.y - y) < block && h != first)
                touching.push_back(h);
            h = other.next;
        }
    }
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
    return happened;
}

bool Engine::collide(const Play& play, Handle first, Handle second) const {
    return std::abs(x_of(play, first) - x_of(play, second)) < map_.block &&
           std::abs(y_of(play, first) - y_of(play, second)) < map_.block;
}

}  // namespace babalab::vgdl
