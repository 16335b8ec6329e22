#include "baba/step.hpp"

#include "baba/destruction.hpp"
#include "baba/rules.hpp"

namespace babalab {

namespace {

// The turn under way. Entities are numbered as their keys are: words first, then things.
class Turn {
public:
    Turn(const Level& level, Row row, Scratch& scratch)
        : level_(level), row_(row), scratch_(scratch), words_(level.layout.words) {
        scratch_.moved.clear();
    }

    void move_you(Action direction) {
        list(YOU);
        for (const auto thing : scratch_.list) try_to_move(thing, direction);
        settle();
    }

    void move_movers() {
        if (row_.header->present & IS_MOVE) {
            list(MOVE);
            for (const auto entity : scratch_.list) {
                const auto facing = facing_of(entity);
                if (!try_to_move(entity, facing)) face(entity, opposite(facing));
            }
        }
        settle();
    }

    void read_moved_words() {
        unsigned moved_words = 0;
        for (const auto entity : scratch_.moved) {
            scratch_.has_moved[entity] = 0;
            moved_words += entity < words_;
        }
        while (moved_words-- && read_rules(level_, row_, scratch_)) {}
    }

    void finish() {
        if (row_.header->ghosts || disturbed_) tidy_ghosts(row_, scratch_);
        row_.header->status &= static_cast<std::uint8_t>(~WON);
        if (is_won(row_)) row_.header->status |= WON;
    }

private:
    const Level& level_;
    Row row_;
    Scratch& scratch_;
    const unsigned words_;
    std::size_t settled_ = 0;   // so many of the moved have been looked at for meetings
    bool disturbed_ = false;    // something may have become a ghost

    std::uint16_t& meta(unsigned entity) { return row_.metas[entity - words_]; }

    void list(Word property) {
        scratch_.list.clear();
        for_each_listed(row_, property, [&](unsigned thing) {
            scratch_.list.push_back(static_cast<std::uint16_t>(words_ + thing));
        });
    }

    int front_of(std::uint16_t cell) const {
        return find(row_.keys, words_ + row_.header->things, cell | FRONT);
    }

    Action facing_of(unsigned entity) {
        return static_cast<Action>((((meta(entity) & FACING) >> FACING_SHIFT) - 1) & 3);
    }

    void face(unsigned entity, Action direction) {
        meta(entity) = static_cast<std::uint16_t>((meta(entity) & ~FACING) |
                                                  ((direction + 1u) << FACING_SHIFT));
    }

    bool try_to_move(unsigned entity, Action direction) {
        if (scratch_.has_moved[entity]) return false;
        const bool thing = entity >= words_;
        if (thing && !(meta(entity) & MOVABLE)) return false;
        const auto target =
            static_cast<std::uint16_t>(((row_.keys[entity] & CELL) + level_.step_of[direction]) & CELL);
        if (level_.blocked[target]) return false;

        const int obstacle = front_of(target);
        if (obstacle >= 0) {
            const bool mover_is_you = thing && (meta(entity) & IS_YOU);
            if (!gives_way(static_cast<unsigned>(obstacle), mover_is_you, direction)) return false;
            if (row_.keys[obstacle] == (target | FRONT)) row_.keys[obstacle] = target;
        }
        vacate(entity);
        row_.keys[entity] = target | FRONT;
        if (thing && level_.records_facing) face(entity, direction);
        scratch_.has_moved[entity] = 1;
        scratch_.moved.push_back(static_cast<std::uint16_t>(entity));
        return true;
    }

    bool gives_way(unsigned obstacle, bool mover_is_you, Action direction) {
        if (obstacle < words_) return try_to_move(obstacle, direction);
        const std::uint16_t its = meta(obstacle);
        if (its & STOPPING) return false;
        if (!(its & MOVABLE)) return true;
        if (its & IS_PUSH) return try_to_move(obstacle, direction);
        return (its & IS_YOU) && !mover_is_you;
    }

    // Front at the cell that an entity leaves becomes empty, whatever was there.
    void vacate(unsigned entity) {
        const std::uint16_t key = row_.keys[entity];
        if (key & FRONT) return;
        const std::uint16_t cell = key & CELL;
        if (const int other = front_of(cell); other >= 0) row_.keys[other] = cell;
        // Only a thing missing from the roster can be movable and in back. Its image stays there.
        if (key & BACK) leave_image(key, meta(entity) & NOUN);
    }

    void leave_image(std::uint16_t key, std::uint16_t noun) {
        disturbed_ = true;
        if (row_.header->things == level_.layout.thing_capacity) {
            row_.header->status |= OVERFLOWN;
            return;
        }
        const unsigned slot = row_.header->things++;
        row_.things[slot] = key;
        row_.metas[slot] = noun;
    }

    // Destruction, if there is anything to destroy. Whatever stood together before this part
    // of the turn has been dealt with unless it is marked as pending, so only what moved since
    // can have met something.
    void settle() {
        bool meeting = row_.header->pending;
        if (row_.header->present & IS_HARM)
            for (; settled_ < scratch_.moved.size() && !meeting; ++settled_) {
                const unsigned entity = scratch_.moved[settled_];
                if (entity >= words_) meeting = may_harm(row_.keys[entity] & CELL);
            }
        settled_ = scratch_.moved.size();
        if (!meeting) return;
        destroy_meetings(level_, row_, scratch_);
        row_.header->pending = 0;
        disturbed_ = true;
    }

    bool may_harm(std::uint16_t cell) const {
        unsigned things = 0, metas = 0;
        for_each_equal(row_.things, row_.header->things, CELL, cell, [&](unsigned thing) {
            ++things;
            metas |= row_.metas[thing];
        });
        return things > 1 && (metas & IS_HARM);
    }
};

}  // namespace

void step(const Level& level, Row row, Action action, Scratch& scratch) {
    Turn turn(level, row, scratch);
    if (action != WAIT) turn.move_you(action);
    turn.move_movers();
    turn.read_moved_words();
    turn.finish();
}

}  // namespace babalab
