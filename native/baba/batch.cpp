#include "baba/batch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "baba/future.hpp"
#include "baba/hash.hpp"
#include "baba/parts.hpp"
#include "baba/picture.hpp"
#include "baba/rows.hpp"
#include "baba/scratch.hpp"
#include "baba/step.hpp"
#include "base/plays.hpp"

namespace babalab {

Hash hash_of(const Level& level, Row row, HashKind kind, Scratch& scratch) {
    switch (kind) {
        case HashKind::loose: return loose_hash(level, row);
        case HashKind::picture: return picture_hash(level, row, scratch);
        case HashKind::future: return future_hash(level, row, scratch);
        case HashKind::unordered: return unordered_hash(level, row, scratch);
        default: return exact_hash(level, row);
    }
}

BadRow step_rows(const Level& level, std::span<const std::uint8_t> rows,
                 std::span<const std::uint8_t> actions, std::span<std::uint8_t> out, unsigned threads) {
    const std::size_t bytes = level.layout.bytes;
    FirstBad bad;
    in_parts(actions.size(), threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        for (std::size_t i = begin; i < end; ++i) {
            std::uint8_t* const next = out.data() + i * bytes;
            if (!take_row(level, rows, i, next)) return bad.note(i);
            step(level, Row(level.layout, next), static_cast<Action>(actions[i]), scratch);
        }
    });
    return bad.get();
}

BadRow hash_rows(const Level& level, std::span<const std::uint8_t> rows, HashKind kind,
                 std::span<Hash> out, unsigned threads) {
    return for_each_state(level, rows, threads, [&](std::size_t i, Row row, Scratch& scratch) {
        out[i] = hash_of(level, row, kind, scratch);
    });
}

BadRow status_rows(const Level& level, std::span<const std::uint8_t> rows, std::span<std::uint8_t> out) {
    std::vector<std::uint8_t> copy(level.layout.bytes);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (!take_row(level, rows, i, copy.data())) return i;
        out[i] = Row(level.layout, copy.data()).header->status;
    }
    return {};
}

BadRow draw_rows(const Level& level, std::span<const std::uint8_t> rows, std::span<char> out) {
    const auto area = static_cast<std::size_t>(level.width * level.height);
    return for_each_state(level, rows, 1, [&](std::size_t i, Row row, Scratch&) {
        draw(level, row, out.subspan(i * area, area));
    });
}

namespace {

// Makes the five children of a parent, which is the number `index` of those that are being expanded.
void expand(const Level& level, const std::uint8_t* parent, std::size_t index, HashKind kind,
            const ChildArrays& out, Scratch& scratch) {
    const std::size_t bytes = level.layout.bytes;
    for (unsigned action = 0; action < ACTION_COUNT; ++action) {
        const std::size_t c = index * ACTION_COUNT + action;
        std::uint8_t* const child = out.rows.data() + c * bytes;
        std::memcpy(child, parent, bytes);
        const Row row(level.layout, child);
        step(level, row, static_cast<Action>(action), scratch);
        out.status[c] = row.header->status;
        out.hashes[c] = hash_of(level, row, kind, scratch);
    }
}

}  // namespace

BadRow expand_rows(const Level& level, std::span<const std::uint8_t> rows, HashKind kind,
                   const ChildArrays& out, unsigned threads) {
    FirstBad bad;
    in_parts(count_of(level, rows), threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        std::vector<std::uint8_t> copy(level.layout.bytes);
        for (std::size_t i = begin; i < end; ++i) {
            if (!take_row(level, rows, i, copy.data())) return bad.note(i);
            expand(level, copy.data(), i, kind, out, scratch);
        }
    });
    return bad.get();
}

BadRow find_dead_ends(const DeadEnds& dead_ends, std::span<const std::uint8_t> rows,
                      std::span<DeadEnd> out, unsigned threads) {
    return for_each_state(dead_ends.level(), rows, threads, [&](std::size_t i, Row row, Scratch& scratch) {
        out[i] = dead_ends(row, scratch);
    });
}

namespace {

// Takes dead ends out of what came after the first `begin`.
void leave_out_dead_ends(const DeadEnds& dead_ends, std::span<std::uint8_t> parents, std::size_t begin,
                         Fresh& fresh, std::vector<DeadEnd>& why, unsigned threads) {
    const Level& level = dead_ends.level();
    const std::size_t bytes = level.layout.bytes, end = fresh.parents.size();
    why.assign(end - begin, DeadEnd::none);
    in_parts(end - begin, threads, [&](std::size_t from, std::size_t to, Scratch& scratch) {
        for (std::size_t i = from; i < to; ++i) {
            const Row child(level.layout, fresh.rows.data() + (begin + i) * bytes);
            const Row parent(level.layout, parents.data() + fresh.parents[begin + i] * bytes);
            if (dead_ends.may_differ(parent, child)) why[i] = dead_ends(child, scratch);
        }
    });
    std::size_t kept = begin;
    for (std::size_t i = begin; i < end; ++i) {
        const DeadEnd its = why[i - begin];
        if (its != DeadEnd::none) {
            ++fresh.dead_ends[static_cast<std::size_t>(its)];
            continue;
        }
        if (kept != i) {
            std::memcpy(fresh.rows.data() + kept * bytes, fresh.rows.data() + i * bytes, bytes);
            fresh.parents[kept] = fresh.parents[i];
            fresh.actions[kept] = fresh.actions[i];
            fresh.status[kept] = fresh.status[i];
        }
        ++kept;
    }
    fresh.rows.resize(kept * bytes);
    fresh.parents.resize(kept);
    fresh.actions.resize(kept);
    fresh.status.resize(kept);
}

}  // namespace

BadRow expand_fresh(const Level& level, std::span<const std::uint8_t> rows, const Choice& choice,
                    VisitedSet& visited, Fresh& fresh, unsigned threads) {
    // All are copied and checked before anything is visited, so that a bad row leaves the set as it was.
    const std::size_t bytes = level.layout.bytes, count = count_of(level, rows);
    std::vector<std::uint8_t> copies(rows.size());
    for (std::size_t i = 0; i < count; ++i)
        if (!take_state(level, rows, i, copies.data() + i * bytes)) return i;
    // Blocks small enough to stay in the cache: stepped in parallel, then inserted in order.
    const std::size_t block = std::max<std::size_t>(64, LEAST_PER_THREAD * std::min(threads, MOST_THREADS));
    std::vector<std::uint8_t> children(std::min(block, count) * ACTION_COUNT * bytes);
    std::vector<std::uint8_t> status(std::min(block, count) * ACTION_COUNT);
    std::vector<Hash> hashes(std::min(block, count) * ACTION_COUNT);
    std::vector<DeadEnd> why;
    fresh.rows.reserve(count * bytes);  // about one new child a parent is usual
    for (std::size_t begin = 0; begin < count; begin += block) {
        const std::size_t parents = std::min(block, count - begin);
        in_parts(parents, threads, [&](std::size_t from, std::size_t to, Scratch& scratch) {
            for (std::size_t i = from; i < to; ++i)
                expand(level, copies.data() + (begin + i) * bytes, i, choice.kind, {children, status, hashes},
                       scratch);
        });
        const std::size_t born = parents * ACTION_COUNT, before = fresh.parents.size();
        for (std::size_t c = 0; c < born; ++c) visited.prefetch(hashes[c]);
        // Whether a child is the same as one of its parent's that was just found to be new.
        const auto has_twin = [&](std::size_t c) {
            const std::size_t first = c - c % ACTION_COUNT;
            for (std::size_t i = fresh.parents.size(); i-- > before && fresh.parents[i] == begin + c / ACTION_COUNT;)
                if (hashes[first + fresh.actions[i]] == hashes[c]) return true;
            return false;
        };
        for (std::size_t i = 0; i < born; ++i) {
            const std::size_t c = i - i % ACTION_COUNT + choice.order[i % ACTION_COUNT];
            fresh.overflown += (status[c] & OVERFLOWN) != 0;
            if (status[c] & choice.dropped) {
                ++fresh.dropped;
                continue;
            }
            if (!visited.insert(hashes[c]) && !(choice.twins && has_twin(c))) continue;
            const std::uint8_t* child = children.data() + c * bytes;
            fresh.rows.insert(fresh.rows.end(), child, child + bytes);
            fresh.parents.push_back(static_cast<std::uint32_t>(begin + c / ACTION_COUNT));
            fresh.actions.push_back(static_cast<std::uint8_t>(c % ACTION_COUNT));
            fresh.status.push_back(status[c]);
        }
        if (choice.dead_ends) leave_out_dead_ends(*choice.dead_ends, copies, before, fresh, why, threads);
    }
    return {};
}

namespace {

// The game as base/plays.hpp wants it.
struct Baba {
    static constexpr std::uint32_t actions = ACTION_COUNT;
    const Level& level;
    Scratch& scratch;
    std::uint8_t stop;  // the status bits of an end

    Row view(std::uint8_t* bytes) const { return Row(level.layout, bytes); }
    bool over(const Row& row) const { return row.header->status & stop; }
    void step(const Row& row, std::uint8_t action) const {
        babalab::step(level, row, static_cast<Action>(action), scratch);
    }
};

}  // namespace

BadRow rollout_rows(const Level& level, std::span<const std::uint8_t> rows,
                    const RolloutOptions& options, const RolloutArrays& out, unsigned threads) {
    const std::size_t bytes = level.layout.bytes, depth = options.depth;
    FirstBad bad;
    in_parts(count_of(level, rows), threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        for (std::size_t i = begin; i < end; ++i)
            if (!take_state(level, rows, i, out.ends.data() + i * bytes)) return bad.note(i);
        Baba game{level, scratch, options.stop};
        const std::size_t count = end - begin;
        const auto moves = out.moves.subspan(begin * depth, count * depth);
        std::ranges::fill(moves, std::uint8_t{WAIT});
        play_randomly(game, out.ends.subspan(begin * bytes, count * bytes), options.depth, options.seed,
                      options.first + begin, moves, out.lengths.subspan(begin, count));
    });
    return bad.get();
}

void play_plans_on(const Level& level, std::span<const std::uint8_t> state,
                   std::span<const std::uint8_t> plans, std::uint32_t length, std::uint8_t stop,
                   const PlanArrays& out, unsigned threads) {
    const std::size_t bytes = level.layout.bytes;
    in_parts(out.lengths.size(), threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        Baba game{level, scratch, stop};
        const std::size_t count = end - begin;
        play_plans(game, state, plans.subspan(begin * length, count * length), length,
                   out.ends.subspan(begin * bytes, count * bytes), out.lengths.subspan(begin, count));
        for (std::size_t i = begin; i < end; ++i) {
            const unsigned status = Row(level.layout, out.ends.data() + i * bytes).header->status;
            out.won[i] = status & WON;
            out.over[i] = !(status & WON) && status & stop;
        }
    });
}

namespace {

// The three average distances of a state.
std::array<double, 3> distances_of(const Level& level, Row row) {
    std::uint64_t sum[3] = {}, pairs[3] = {};
    for_each_equal(row.metas, row.header->things, IS_YOU, IS_YOU, [&](unsigned you) {
        const auto here = static_cast<std::uint16_t>(row.things[you] & CELL);
        const auto add = [&](unsigned group, std::uint16_t key) {
            const auto there = static_cast<std::uint16_t>(key & CELL);
            sum[group] += static_cast<std::uint64_t>(
                std::abs(level.row_of(here) - level.row_of(there)) +
                std::abs(level.column_of(here) - level.column_of(there)));
            ++pairs[group];
        };
        for (unsigned t = 0; t < row.header->things; ++t) {
            if (row.metas[t] & IS_WIN) add(0, row.things[t]);
            if (row.metas[t] & IS_PUSH) add(2, row.things[t]);
        }
        for (unsigned w = 0; w < level.layout.words; ++w) add(1, row.keys[w]);
    });
    std::array<double, 3> distances;
    for (unsigned group = 0; group < 3; ++group)
        distances[group] = pairs[group] ? static_cast<double>(sum[group]) / static_cast<double>(pairs[group])
                                        : std::numeric_limits<double>::quiet_NaN();
    return distances;
}

}  // namespace

double attraction_of(const Level& level, Row row) {
    constexpr double empty_group = 10, smallest_sum = 1e-9;  // the latter where all is on one cell
    double sum = 0;
    for (const double distance : distances_of(level, row)) sum += std::isnan(distance) ? empty_group : distance;
    return 3 / std::max(sum, smallest_sum);
}

BadRow average_distances(const Level& level, std::span<const std::uint8_t> rows, std::span<double> out,
                         unsigned threads) {
    return for_each_state(level, rows, threads, [&](std::size_t i, Row row, Scratch&) {
        std::ranges::copy(distances_of(level, row), out.data() + 3 * i);
    });
}

BadRow attractions(const Level& level, std::span<const std::uint8_t> rows, std::span<double> out,
                   unsigned threads) {
    return for_each_state(level, rows, threads, [&](std::size_t i, Row row, Scratch&) {
        out[i] = attraction_of(level, row);
    });
}

}  // namespace babalab
