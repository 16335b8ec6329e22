#include "search/shortening.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "baba/hash.hpp"
#include "baba/step.hpp"
#include "search/hash_map.hpp"

namespace babalab {

namespace {

using Clock = std::chrono::steady_clock;

// States expanded around a play, and in the proof, in the first turn.
constexpr std::uint64_t FIRST_EFFORT = 2048;
// Expansions of the proof in one piece of work.
constexpr std::uint64_t AT_ONCE = 1024;
// Engine steps in a batch of trials.
constexpr std::size_t REPLAYED_AT_ONCE = 8'000;
// More than finding a way takes for each state: it was between 2e-9 and 2e-8.
constexpr double SECONDS_A_STATE = 1e-7;
// A proof that takes more than one of so many parts of the memory is given up.
constexpr std::uint64_t PARTS_OF_MEMORY = 3;

// Iterations as best-first search counts them: every five steps begun count as one at least.
std::uint64_t iterations_of(const SearchStatistics& statistics) {
    return std::max(statistics.expanded, (statistics.steps + ACTION_COUNT - 1) / ACTION_COUNT);
}

double seconds_until(Clock::time_point time) {
    return std::chrono::duration<double>(time - Clock::now()).count();
}

}  // namespace

std::optional<std::size_t> moves_to_win(const Level& level, std::span<const std::uint8_t> start,
                                        std::span<const std::uint8_t> moves) {
    Scratch scratch;
    std::vector<std::uint8_t> bytes(start.begin(), start.end());
    const Row row(level.layout, bytes.data());
    if (row.header->status & OVERFLOWN) return {};
    for (std::size_t played = 0; played < moves.size(); ++played) {
        step(level, row, static_cast<Action>(moves[played]), scratch);
        if (row.header->status & OVERFLOWN) return {};
        if (row.header->status & WON) return played + 1;
    }
    return {};
}

Shortener::Shortener(const Level& level, std::span<const std::uint8_t> start,
                     std::span<const std::uint8_t> moves, bool prove)
    : level_(level), start_(start.begin(), start.end()), trial_(start_) {
    shortest_ = Row(level.layout, trial_.data()).header->status & WON;
    const std::size_t count = shortest_ ? 0 : moves_to_win(level, start, moves).value_or(0);
    moves_.assign(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(count));
    if (moves_.empty()) {
        phase_ = Phase::finished;
        return;
    }
    effort_ = FIRST_EFFORT;
    if (prove) proof_ = std::make_unique<AStar>(level, start, static_cast<std::uint32_t>(count - 1));
    phase_ = prove ? Phase::prove : Phase::begin_looking;
}

Shortener::Outcome Shortener::advance(const SearchLimits& left, double moment) {
    left_ = {left.expansions, left.steps};
    end_ = left.end();
    pause_ = SearchLimits{0, 0, moment, 0}.end();
    for (bool begun = false; phase_ != Phase::finished; begun = true) {
        const auto now = Clock::now();
        if (now >= end_) return Outcome::out_of_budget;
        if (begun && now >= pause_) return Outcome::unfinished;
        const Outcome outcome = followed_ ? work(left.bytes) : follow(left.bytes);
        if (outcome != Outcome::unfinished) return outcome;
    }
    return Outcome::finished;
}

// Does a piece of what comes next.
Shortener::Outcome Shortener::work(std::uint64_t most_bytes) {
    switch (phase_) {
        case Phase::prove: return prove(most_bytes);
        case Phase::conclude: return conclude();
        case Phase::begin_looking: return begin_looking();
        case Phase::look_around: return look_around(most_bytes);
        case Phase::find_way: return find_way();
        case Phase::end_looking: return end_looking();
        case Phase::list_cuts: return list_cuts();
        case Phase::try_cuts: return try_cuts();
        case Phase::combine_cuts: return combine_cuts();
        case Phase::end_turn: return end_turn();
        default: return Outcome::finished;
    }
}

// How many of these iterations the budget still allows.
std::uint64_t Shortener::affordable(std::uint64_t iterations, std::uint64_t steps_each) const {
    return std::min({iterations, left_.iterations, left_.steps / steps_each});
}

void Shortener::spend(std::uint64_t iterations, std::uint64_t steps) {
    spent_.iterations += iterations;
    spent_.steps += steps;
    left_.iterations -= std::min(left_.iterations, iterations);
    left_.steps -= std::min(left_.steps, steps);
}

std::size_t Shortener::bytes() const {
    return (proof_ ? proof_->bytes() : 0) + (around_ ? around_->bytes() : 0) + rows_.capacity() +
           (cuts_.capacity() + winning_.capacity()) * sizeof(Cut);
}

// --- the play

// Takes these moves if they win and are fewer.
bool Shortener::adopt(std::vector<std::uint8_t> moves) {
    if (moves.size() >= moves_.size()) return false;
    const auto count = moves_to_win(level_, start_, moves);
    if (!count) return false;
    moves.resize(*count);
    moves_ = std::move(moves);
    followed_ = false;
    return true;
}

// Plays the moves, and cuts out loops. Until nothing is left to cut out, it comes next.
Shortener::Outcome Shortener::follow(std::uint64_t most_bytes) {
    const std::size_t bytes = level_.layout.bytes, count = moves_.size();
    if (!affordable(1, count)) return Outcome::out_of_budget;
    const std::size_t needed = (count + 1) * bytes;
    if (needed > rows_.capacity() && this->bytes() - rows_.capacity() + needed > most_bytes)
        return Outcome::out_of_memory;
    spend(0, count);
    std::vector<std::uint8_t>().swap(rows_);
    rows_.resize(needed);
    std::ranges::copy(start_, rows_.begin());
    // The last time in each state; without the last state, since it is no use to be there before.
    HashMap<std::uint32_t> last;
    std::vector<Hash> hashes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint8_t* const here = rows_.data() + i * bytes;
        std::uint8_t* const next = rows_.data() + (i + 1) * bytes;
        hashes[i] = exact_hash(level_, row(i));
        last.at(hashes[i], i) = i;
        std::memcpy(next, here, bytes);
        step(level_, Row(level_.layout, next), static_cast<Action>(moves_[i]), scratch_);
    }
    std::vector<std::uint8_t> kept;
    for (std::size_t i = 0; i < count; ++i) {
        i = last.at(hashes[i], 0);
        kept.push_back(moves_[i]);
    }
    followed_ = kept.size() == count;
    moves_ = std::move(kept);
    return Outcome::unfinished;
}

Row Shortener::row(std::size_t number) {
    return Row(level_.layout, rows_.data() + number * level_.layout.bytes);
}

// --- proving

Shortener::Outcome Shortener::prove(std::uint64_t most_bytes) {
    const SearchStatistics before = proof_->statistics();
    const bool whole = before.expanded >= piece_end_;  // else there was a pause
    if (whole && before.expanded >= effort_) {
        if (proof_->bytes() > most_bytes / PARTS_OF_MEMORY) proof_.reset();
        phase_ = Phase::begin_looking;
        return Outcome::unfinished;
    }
    if (whole) {
        if (!affordable(1, 1)) return Outcome::out_of_budget;
        piece_end_ = before.expanded + std::min(left_.iterations, AT_ONCE);
    }
    // Steps already paid for by the last iteration are still to be had.
    constexpr std::uint64_t plenty = UINT64_MAX / (2 * ACTION_COUNT);
    const std::uint64_t in_all = std::min(left_.iterations, plenty) + iterations_of(before);
    const std::uint64_t steps = std::min(left_.steps, in_all * ACTION_COUNT - before.steps);
    if (!steps) return Outcome::out_of_budget;
    proof_->tighten(static_cast<std::uint32_t>(moves_.size() - 1));
    const std::uint64_t besides = bytes() - proof_->bytes();
    const AStar::Outcome outcome = proof_->advance({
        std::min(piece_end_, in_all) - before.expanded,
        steps,
        seconds_until(std::min(end_, pause_)),
        std::min(most_bytes / PARTS_OF_MEMORY, most_bytes - std::min(most_bytes, besides)),
    });
    const SearchStatistics& after = proof_->statistics();
    spend(iterations_of(after) - iterations_of(before), after.steps - before.steps);
    if (outcome == AStar::Outcome::out_of_memory) {
        proof_.reset();
        phase_ = Phase::begin_looking;
    } else if (outcome != AStar::Outcome::unfinished) {
        if (proof_->solved()) adopt(proof_->solution());
        phase_ = Phase::conclude;
    }
    return Outcome::unfinished;
}

// What comes after a proof, which is none if something was met that the engine can't represent.
Shortener::Outcome Shortener::conclude() {
    shortest_ = proof_->sound();
    proof_.reset();
    phase_ = shortest_ ? Phase::finished : Phase::begin_looking;
    return Outcome::unfinished;
}

// --- looking around

Shortener::Outcome Shortener::begin_looking() {
    if (!around_) around_.emplace(level_, std::span(rows_).first(moves_.size() * level_.layout.bytes));
    grown_ = around_->expanded();
    length_ = moves_.size();
    phase_ = Phase::look_around;
    return Outcome::unfinished;
}

Shortener::Outcome Shortener::look_around(std::uint64_t most_bytes) {
    const std::size_t next = around_->next();
    // What was seen is no use without the time to find a way through it.
    const double needed = SECONDS_A_STATE * static_cast<double>(around_->expanded() + next);
    if (around_->expanded() >= effort_ || !next || needed >= seconds_until(end_)) {
        phase_ = around_->expanded() > grown_ ? Phase::find_way : Phase::end_looking;
        return Outcome::unfinished;
    }
    const auto count = static_cast<std::size_t>(affordable(next, ACTION_COUNT));
    if (!count) return Outcome::out_of_budget;
    if (bytes() + around_->growth() > most_bytes) return Outcome::out_of_memory;
    around_->grow(count);
    spend(count, count * ACTION_COUNT);
    return Outcome::unfinished;
}

Shortener::Outcome Shortener::find_way() {
    if (!affordable(1, 1)) return Outcome::out_of_budget;
    auto moves = around_->find_way();
    if (!moves.empty()) adopt(std::move(moves));
    phase_ = Phase::end_looking;
    return Outcome::unfinished;
}

// If that was no use, and was not tried with these moves before, moves are left out next.
Shortener::Outcome Shortener::end_looking() {
    const bool is_next = moves_.size() == length_ && length_ != nothing_to_leave_out_;
    if (is_next) lists_ = CutLists();
    improved_ = false;
    phase_ = is_next ? Phase::list_cuts : Phase::end_turn;
    return Outcome::unfinished;
}

Shortener::Outcome Shortener::end_turn() {
    phase_ = proof_ ? Phase::prove : Phase::begin_looking;
    if (moves_.size() < length_) {
        around_.reset();
    } else if (around_->expanded() == grown_ && !proof_) {
        phase_ = Phase::finished;
    } else {
        effort_ *= 2;
    }
    return Outcome::unfinished;
}

// --- leaving out

Shortener::Outcome Shortener::list_cuts() {
    cuts_ = lists_.next(moves_, improved_);
    winning_.clear();
    tried_ = batch_end_ = next_batch_ = 0;
    improved_ = false;
    if (cuts_.empty()) nothing_to_leave_out_ = moves_.size();
    phase_ = cuts_.empty() ? Phase::end_turn : Phase::try_cuts;
    return Outcome::unfinished;
}

// Tries the next cut. They are tried batch by batch; what of a batch the budget has no room for is passed over.
Shortener::Outcome Shortener::try_cuts() {
    const std::size_t length = moves_.size();
    if (tried_ == batch_end_) {
        if (next_batch_ == cuts_.size()) {
            phase_ = Phase::combine_cuts;
            return Outcome::unfinished;
        }
        const std::size_t whole = std::max<std::size_t>(1, REPLAYED_AT_ONCE / length);
        const std::size_t batch = std::min(whole, cuts_.size() - next_batch_);
        const auto count = static_cast<std::size_t>(affordable(batch, length));
        if (!count) return Outcome::out_of_budget;
        tried_ = next_batch_;
        batch_end_ = tried_ + count;
        next_batch_ += batch;
    }
    if (!affordable(1, length)) return Outcome::out_of_budget;
    const Cut& cut = cuts_[tried_++];
    if (wins_without(cut)) winning_.push_back(cut);
    return Outcome::unfinished;
}

// Plays the moves without those of the cut, up to the first that wins or loses.
bool Shortener::wins_without(const Cut& cut) {
    const Row trial(level_.layout, trial_.data());
    std::memcpy(trial_.data(), row(cut.first).header, trial_.size());
    std::uint64_t steps = 0;
    for (std::size_t place = cut.between ? cut.last : cut.first; ++place < moves_.size();) {
        if (place == cut.last) continue;
        step(level_, trial, static_cast<Action>(moves_[place]), scratch_);
        ++steps;
        if (trial.header->status & (WON | LOST)) break;
    }
    spend(1, steps);
    return steps && trial.header->status & WON;
}

// Leaves out as many as possible of the cuts that each win: all that have nothing in common, or half of them, or
// half of those.
Shortener::Outcome Shortener::combine_cuts() {
    if (winning_.empty()) {
        phase_ = Phase::list_cuts;
        return Outcome::unfinished;
    }
    auto apart = list_apart(winning_, moves_.size());
    if (!affordable(1, moves_.size())) return Outcome::out_of_budget;
    spend(1, moves_.size());
    improved_ = adopt(leave_out(moves_, apart));
    if (improved_) {
        winning_.clear();
    } else {
        apart.resize(apart.size() / 2);
        winning_ = std::move(apart);
    }
    return Outcome::unfinished;
}

}  // namespace babalab
