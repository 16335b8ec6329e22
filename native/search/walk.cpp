#include "search/walk.hpp"

#include <algorithm>

#include "search/region.hpp"

namespace babalab {

Walk::Walk(const Level& level, const std::array<Action, ACTION_COUNT>& order)
    : level_(level),
      order_(order),
      cells_(static_cast<std::size_t>(level.width + 2) * static_cast<std::size_t>(level.height + 2)),
      bare_(cells_),
      ground_(cells_),
      distance_(cells_),
      came_by_(cells_) {
    for (std::size_t c = 0; c < cells_; ++c) bare_[c] = level.blocked[c] ? SOLID : FREE;
    queue_.reserve(cells_);
}

bool Walk::survey(Row row, unsigned farthest) {
    if (!can_walk(row, you_)) return false;
    lay_ground(row);
    from_ = row.things[you_] & CELL;
    closed_ = ground_[from_] == FREE;
    least_ = from_;
    exits_.clear();
    queue_.clear();
    std::ranges::fill(distance_, UNREACHED);
    distance_[from_] = 0;
    queue_.push_back(from_);
    for (std::size_t next = 0; next < queue_.size(); ++next) {
        const std::uint16_t here = queue_[next];
        if (closed_) least_ = std::min(least_, here);
        for (const Action direction : order_) {
            if (direction == WAIT) continue;
            const auto there = static_cast<std::uint16_t>((here + level_.step_of[direction]) & CELL);
            const Ground ground = ground_[there];
            if (ground == FREE) {
                if (distance_[there] != UNREACHED) continue;
                if (distance_[here] >= farthest) {
                    closed_ = false;
                    continue;
                }
                distance_[there] = static_cast<std::uint16_t>(distance_[here] + 1);
                came_by_[there] = static_cast<std::uint8_t>(direction);
                queue_.push_back(there);
            } else if (ground == TOUCH || ground == ODD || (ground == PUSHED && yields(there, direction))) {
                exits_.push_back({here, direction});
            }
        }
    }
    return true;
}

// Whether what would be pushed, one behind the other, does not end at something solid.
bool Walk::yields(std::uint16_t cell, unsigned direction) const {
    while (ground_[cell] == PUSHED)
        cell = static_cast<std::uint16_t>((cell + level_.step_of[direction]) & CELL);
    return ground_[cell] != SOLID;
}

// A cell is free if entering and leaving it changes only where YOU is: nothing is in front there, and
// nothing there is of a kind that does something to YOU or ends the play. It is solid if entering
// fails without further effect.
void Walk::lay_ground(Row row) {
    std::ranges::copy(bare_, ground_.begin());
    for (unsigned w = 0; w < level_.layout.words; ++w) mark(row.keys[w] & CELL, PUSHED);
    const bool harmful = row.metas[you_] & IS_HARM;
    for (unsigned i = 0; i < row.header->things; ++i) {
        if (i == you_) continue;
        const std::uint16_t key = row.things[i], meta = row.metas[i];
        if (key & FRONT) mark(key & CELL, meta & STOPPING ? SOLID : meta & IS_PUSH ? PUSHED : ODD);
        else if (harmful || (meta & (IS_WIN | IS_HARM))) mark(key & CELL, TOUCH);
    }
    if (row.header->present & IS_HARM) shun_death(row);
}

// Entering a cell where YOU, the only one, perishes is the end, unless a word is pushed out of it on
// the way, which may put something else in control.
void Walk::shun_death(Row row) {
    unsigned killers = 0, hot = 0, melting = 0;
    for (unsigned i = 0; i < row.header->rules; ++i) {
        const unsigned subject = subject_of(row.rules[i]);
        if (!is_noun(subject)) continue;
        switch (predicate_of(row.rules[i])) {
            case KILL: case SINK: killers |= 1u << subject; break;
            case HOT: hot |= 1u << subject; break;
            case MELT: melting |= 1u << subject; break;
            default: break;
        }
    }
    const unsigned noun = row.metas[you_] & NOUN;
    unsigned deadly = killers;
    if (melting >> noun & 1) deadly |= hot;
    if (hot >> noun & 1) deadly |= melting;
    for (unsigned i = 0; i < row.header->things; ++i) {
        const std::uint16_t key = row.things[i], meta = row.metas[i];
        if ((meta & KIN) && (deadly >> (meta & NOUN) & 1)) mark(key & CELL, DEADLY);
    }
}

void Walk::teleport(Row row, std::uint16_t cell) const {
    row.things[you_] = static_cast<std::uint16_t>(cell | FRONT);
    if (level_.records_facing && cell != from_)
        row.metas[you_] = static_cast<std::uint16_t>((row.metas[you_] & ~FACING) |
                                                     ((came_by_[cell] + 1u) << FACING_SHIFT));
}

void Walk::trace(std::uint16_t cell, std::vector<std::uint8_t>& moves) const {
    const std::size_t begin = moves.size();
    while (cell != from_) {
        moves.push_back(came_by_[cell]);
        cell = static_cast<std::uint16_t>((cell - level_.step_of[came_by_[cell]]) & CELL);
    }
    std::reverse(moves.begin() + static_cast<std::ptrdiff_t>(begin), moves.end());
}

}  // namespace babalab
