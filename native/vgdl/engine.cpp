#include "vgdl/engine.hpp"

#include <algorithm>
#include <utility>

#include "vgdl/digest.hpp"

namespace babalab::vgdl {

namespace {

// Returns whether an effect changes more of its first sprite than whether it exists.
bool changes_first(EffectKind kind) {
    switch (kind) {
        case EffectKind::BOUNCE_FORWARD:
        case EffectKind::TURN_AROUND:
        case EffectKind::REVERSE_DIRECTION:
        case EffectKind::FLIP_DIRECTION:
        case EffectKind::WRAP_AROUND:
        case EffectKind::TELEPORT_TO_EXIT:
        case EffectKind::SPAWN_IF_HAS_MORE:
        case EffectKind::CHANGE_RESOURCE:
        case EffectKind::ADD_HEALTH_POINTS:
        case EffectKind::SUBTRACT_HEALTH_POINTS:
            return true;
        default:
            return false;
    }
}

std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

}  // namespace

Engine::Engine(Rules rules, Map map)
    : rules_(std::move(rules)),
      map_(std::move(map)),
      last_x_(map_.width() - map_.block),
      last_y_(map_.height() - map_.block) {
    measure_steps();
    place_sprites();
    find_static_contacts();
    number_families();
    map_fixed();
    start_.head.game = static_cast<std::uint32_t>(digest_of(rules_) + digest_of(map_));
}

// Returns the types whose sprites, if a level has them, stay where and what they are until they are killed.
std::vector<bool> Engine::never_changing() const {
    std::vector<bool> never(rules_.types.size());
    for (std::size_t type = 0; type < never.size(); ++type) {
        const SpriteType& kind = rules_.types[type];
        const bool drifts = kind.oriented && kind.speed != 0;
        never[type] = kind.kind <= Class::PORTAL ||
                      ((kind.kind == Class::PASSIVE || kind.kind == Class::RESOURCE) && !drifts);
    }
    const auto forbid = [&](std::int32_t of) {
        for (const std::int32_t type : rules_.types[at(of)].family) never[at(type)] = false;
    };
    for (const PairRule& rule : rules_.pairs)
        for (const Effect& effect : rule.effects) {
            if (changes_first(effect.kind)) forbid(rule.first);
            if (effect.kind == EffectKind::COLLECT_RESOURCE) forbid(rule.second);
        }
    for (const EdgeRule& rule : rules_.edges)
        for (const Effect& effect : rule.effects)
            if (changes_first(effect.kind)) forbid(rule.of);
    for (const TimeRule& rule : rules_.times)
        if (changes_first(rule.effect.kind)) forbid(rule.of);
    return never;
}

void Engine::place_sprites() {
    const std::vector<bool> never = never_changing();
    const std::size_t types = rules_.types.size();
    start_.kin.resize(types);
    fixed_of_.resize(types);
    for (const Placed& placed : map_.sprites) {
        // Fixed sprites are counted with the others, so that singletons are refused all the same.
        if (!never[at(placed.type)]) {
            const Handle made = create(start_, placed.type, placed.x, placed.y);
            if (made == NONE || !rules_.types[at(placed.type)].avatar()) continue;
            if (start_.head.player == NONE) {
                start_.head.player = made;
            } else {  // of several avatars only the first stays
                start_.sprites[index(made)].flags |= MARKED;
                ++start_.head.marked;
                remove_marked(start_);
            }
            continue;
        }
        if (refused(start_, placed.type) || start_.head.total >= rules_.most_sprites) continue;
        fixed_.push_back({placed.type, placed.x, placed.y, start_.head.next_number++,
                          placed.x / map_.block, placed.y / map_.block});
        count(start_, placed.type, 1, false);
    }
    std::stable_sort(fixed_.begin(), fixed_.end(),
                     [](const FixedSprite& a, const FixedSprite& b) { return a.type < b.type; });
    const std::size_t words = (fixed_.size() + 63) / 64;
    start_.fixed.assign(words, 0);
    start_.fixed_marked.assign(words, 0);
    for (std::size_t i = 0; i < fixed_.size(); ++i) {
        start_.fixed[i / 64] |= std::uint64_t{1} << i % 64;
        const FixedSprite& sprite = fixed_[i];
        FixedCells& of = fixed_of_[at(sprite.type)];
        if (of.cells.empty()) {
            of.first = static_cast<std::int32_t>(i);
            of.cells.resize(at(map_.columns) * at(map_.rows));
        }
        of.end = static_cast<std::int32_t>(i) + 1;
        of.box.add(sprite.x, sprite.y);
        Range& range = of.cells[at(sprite.row * map_.columns + sprite.column)];
        if (range.count++ == 0) range.first = static_cast<std::int32_t>(i);
    }
    for (std::size_t rule = 0; rule < rules_.times.size(); ++rule)
        start_.due.push_back({0, ++start_.head.put});
}

// Finds the fixed sprites that touch other fixed ones from the beginning, which can't be found from moving ones.
void Engine::find_static_contacts() {
    static_contacts_.resize(rules_.pairs.size());
    for (std::size_t number = 0; number < rules_.pairs.size(); ++number) {
        const PairRule& rule = rules_.pairs[number];
        static_contacts_[number].resize(rules_.types.size());
        for (const std::int32_t type : rules_.types[at(rule.first)].family) {
            const FixedCells& firsts = fixed_of_[at(type)];
            for (std::int32_t i = firsts.first; i < firsts.end; ++i) {
                const FixedSprite& sprite = fixed_[at(i)];
                const std::size_t cell = at(sprite.row * map_.columns + sprite.column);
                for (const std::int32_t other : rules_.types[at(rule.second)].family) {
                    const FixedCells& seconds = fixed_of_[at(other)];
                    const std::int32_t count = seconds.cells.empty() ? 0 : seconds.cells[cell].count;
                    if (count > (other == type ? 1 : 0)) {
                        static_contacts_[number][at(type)].push_back(i);
                        break;
                    }
                }
            }
        }
    }
}

void Engine::measure_steps() {
    for (const SpriteType& kind : rules_.types)
        steps_.push_back({step_of(kind, kind.speed), step_of(kind, kind.speed == 0 ? 1.0 : kind.speed)});
}

void Engine::step(Play& play, Action action, Chance& chance) const {
    if (play.head.over) return;
    const Handle player = play.head.player;
    const auto prepare = [](Sprite& sprite) {
        sprite.was_x = sprite.x;
        sprite.was_y = sprite.y;
        ++sprite.last_move;
    };
    if (player != NONE && !(play.sprites[index(player)].flags & DISABLED)) {
        prepare(play.sprites[index(player)]);
        act(play, action);
    }
    for (auto type = rules_.order.rbegin(); type != rules_.order.rend(); ++type) {
        const auto known = static_cast<Handle>(play.sprites.size());
        for (Handle h = play.kin[at(*type)].first; h != NONE && h < known;
             h = play.sprites[index(h)].next) {
            if (h == player) continue;
            prepare(play.sprites[index(h)]);
            update(play, h, chance);
        }
    }
    time_effects(play, chance);
    edge_effects(play, chance);
    pair_effects(play, chance);
    if (play.head.marked) remove_marked(play);
    end(play);
    ++play.head.tick;
}

void Engine::end(Play& play) const {
    Head& head = play.head;
    for (const Termination& each : rules_.terminations)
        if (satisfied(play, each)) {
            head.over = 1;
            head.winner = each.win;
            return;
        }
    if (head.tick >= rules_.last_tick) {
        head.over = 1;
        head.winner = 0;
    }
}

bool Engine::satisfied(const Play& play, const Termination& termination) const {
    if (termination.kind == TerminationKind::TIMEOUT) return play.head.tick >= termination.limit;
    std::int64_t count = 0;
    for (const std::int32_t of : {termination.stype, termination.stype2})
        if (of != NONE) count += play.kin[at(of)].family_live;
    return termination.kind == TerminationKind::SPRITE_COUNTER ? count <= termination.limit
                                                               : count == termination.limit;
}

void Engine::all(const Play& play, std::vector<std::int32_t>& handles) const {
    handles.clear();
    for (std::size_t type = 0; type < rules_.types.size(); ++type)
        each_of(play, static_cast<std::int32_t>(type), [&](Handle h) { handles.push_back(h); });
}

Sprite Engine::seen(const Play& play, Handle h) const {
    if (h >= 0) return play.sprites[index(h)];
    const FixedSprite& fixed = fixed_[at(~h)];
    const SpriteType& kind = rules_.types[at(fixed.type)];
    Sprite sprite;
    sprite.orientation = kind.orientation;
    sprite.health = sprite.max_health = kind.health;
    sprite.x = sprite.was_x = fixed.x;
    sprite.y = sprite.was_y = fixed.y;
    sprite.number = fixed.number;
    sprite.type = static_cast<std::uint16_t>(fixed.type);
    return sprite;
}

unsigned Engine::category(const Sprite& sprite) const {
    const SpriteType& kind = rules_.types[sprite.type];
    if (kind.avatar()) return 0;
    if (kind.kind == Class::RESOURCE) return 1;
    if (kind.portal) return 2;
    if (kind.npc()) return 3;
    if (kind.is_static()) return 4;
    return sprite.flags & BY_USE ? 5 : 6;
}

}  // namespace babalab::vgdl
