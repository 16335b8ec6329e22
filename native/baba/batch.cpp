#include "baba/batch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "baba/future.hpp"
#include "baba/hash.hpp"
#include "baba/parts.hpp"
#include "baba/picture.hpp"
#include "baba/scratch.hpp"
#include "baba/step.hpp"
#include "base/plays.hpp"
#include "base/random.hpp"

namespace babalab {

namespace {

std::uint8_t status_of(Row row) { return row.header->status; }

}  // namespace

Hash hash_of(const Level& level, Row row, HashKind kind, Scratch& scratch) {
    switch (kind) {
        case HashKind::loose: return loose_hash(level, row);
        case HashKind::picture: return picture_hash(level, row, scratch);
        case HashKind::future: return future_hash(level, row, scratch);
        case HashKind::unordered: return unordered_hash(level, row, scratch);
        default: return exact_hash(level, row);
    }
}

std::size_t first_bad_row(const Level& level, const std::uint8_t* rows, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        Header header;
        std::memcpy(&header, rows + i * level.layout.bytes, sizeof header);
        if (header.things > level.layout.thing_capacity || header.rules > level.layout.rule_capacity)
            return i;
    }
    return count;
}

bool is_state(const Level& level, const std::uint8_t* bytes) {
    if (first_bad_row(level, bytes, 1) != 1) return false;
    std::vector<std::uint8_t> copy(bytes, bytes + level.layout.bytes);  // aligned
    const Row row(level.layout, copy.data());
    for (unsigned e = 0; e < level.layout.words + unsigned{row.header->things}; ++e)
        if (level.blocked[row.keys[e] & CELL]) return false;
    for (unsigned thing = 0; thing < row.header->things; ++thing)
        if (!is_noun(row.metas[thing] & NOUN)) return false;
    return true;
}

void step_rows(const Level& level, const std::uint8_t* rows, const std::uint8_t* actions,
               std::size_t count, std::uint8_t* out, unsigned threads) {
    const std::size_t bytes = level.layout.bytes;
    in_parts(count, threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        for (std::size_t i = begin; i < end; ++i) {
            std::memcpy(out + i * bytes, rows + i * bytes, bytes);
            step(level, Row(level.layout, out + i * bytes), static_cast<Action>(actions[i]), scratch);
        }
    });
}

void hash_rows(const Level& level, const std::uint8_t* rows, std::size_t count, HashKind kind,
               Hash* out, unsigned threads) {
    const std::size_t bytes = level.layout.bytes;
    in_parts(count, threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        std::vector<std::uint8_t> copy(bytes);  // aligned, whatever the caller's rows are
        for (std::size_t i = begin; i < end; ++i) {
            std::memcpy(copy.data(), rows + i * bytes, bytes);
            out[i] = hash_of(level, Row(level.layout, copy.data()), kind, scratch);
        }
    });
}

void expand_rows(const Level& level, const std::uint8_t* rows, std::size_t count, HashKind kind,
                 std::uint8_t* children, std::uint8_t* status, Hash* hashes, unsigned threads) {
    const std::size_t bytes = level.layout.bytes;
    in_parts(count, threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        for (std::size_t i = begin; i < end; ++i)
            for (unsigned action = 0; action < ACTION_COUNT; ++action) {
                const std::size_t c = i * ACTION_COUNT + action;
                std::memcpy(children + c * bytes, rows + i * bytes, bytes);
                const Row child(level.layout, children + c * bytes);
                step(level, child, static_cast<Action>(action), scratch);
                status[c] = status_of(child);
                hashes[c] = hash_of(level, child, kind, scratch);
            }
    });
}

void find_dead_ends(const DeadEnds& dead_ends, const Level& level, const std::uint8_t* rows,
                    std::size_t count, DeadEnd* out, unsigned threads) {
    const std::size_t bytes = level.layout.bytes;
    in_parts(count, threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        std::vector<std::uint8_t> copy(bytes);
        for (std::size_t i = begin; i < end; ++i) {
            std::memcpy(copy.data(), rows + i * bytes, bytes);
            out[i] = dead_ends(Row(level.layout, copy.data()), scratch);
        }
    });
}

namespace {

// Takes dead ends out of what came after the first `begin`; `rows` has the parents.
void leave_out_dead_ends(const Level& level, const DeadEnds& dead_ends, const std::uint8_t* rows,
                         std::size_t begin, Fresh& fresh, std::vector<DeadEnd>& why, unsigned threads) {
    const std::size_t bytes = level.layout.bytes, end = fresh.parents.size();
    why.assign(end - begin, DeadEnd::none);
    in_parts(end - begin, threads, [&](std::size_t from, std::size_t to, Scratch& scratch) {
        std::vector<std::uint8_t> copy(bytes);  // aligned, whatever the caller's rows are
        const Row parent(level.layout, copy.data());
        for (std::size_t i = from; i < to; ++i) {
            const Row child(level.layout, fresh.rows.data() + (begin + i) * bytes);
            std::memcpy(copy.data(), rows + fresh.parents[begin + i] * bytes, bytes);
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

Fresh expand_fresh(const Level& level, const std::uint8_t* rows, std::size_t count,
                   const Choice& choice, VisitedSet& visited, unsigned threads) {
    // Blocks small enough to stay in the cache: stepped in parallel, then inserted in order.
    const std::size_t bytes = level.layout.bytes;
    const std::size_t block = std::max<std::size_t>(64, LEAST_PER_THREAD * threads);
    std::vector<std::uint8_t> children(std::min(block, count) * ACTION_COUNT * bytes);
    std::vector<std::uint8_t> status(std::min(block, count) * ACTION_COUNT);
    std::vector<Hash> hashes(std::min(block, count) * ACTION_COUNT);
    std::vector<DeadEnd> why;
    Fresh fresh;
    fresh.rows.reserve(count * bytes);  // about one new child a parent is usual
    for (std::size_t begin = 0; begin < count; begin += block) {
        const std::size_t parents = std::min(block, count - begin);
        expand_rows(level, rows + begin * bytes, parents, choice.kind, children.data(), status.data(),
                    hashes.data(), threads);
        const std::size_t born = parents * ACTION_COUNT, before = fresh.parents.size();
        for (std::size_t c = 0; c < born; ++c) visited.prefetch(hashes[c]);
        for (std::size_t i = 0; i < born; ++i) {
            const std::size_t c = i - i % ACTION_COUNT + choice.order[i % ACTION_COUNT];
            fresh.overflown += (status[c] & OVERFLOWN) != 0;
            if (status[c] & choice.dropped) {
                ++fresh.dropped;
                continue;
            }
            if (!visited.insert(hashes[c])) continue;
            const std::uint8_t* child = children.data() + c * bytes;
            fresh.rows.insert(fresh.rows.end(), child, child + bytes);
            fresh.parents.push_back(static_cast<std::uint32_t>(begin + c / ACTION_COUNT));
            fresh.actions.push_back(static_cast<std::uint8_t>(c % ACTION_COUNT));
            fresh.status.push_back(status[c]);
        }
        if (choice.dead_ends)
            leave_out_dead_ends(level, *choice.dead_ends, rows, before, fresh, why, threads);
    }
    return fresh;
}

namespace {

// The game as `plays.hpp` wants it.
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

void rollout_rows(const Level& level, std::uint8_t* rows, std::size_t count, std::uint32_t depth,
                  std::uint64_t seed, std::uint64_t first, std::uint8_t stop, std::uint8_t* moves,
                  std::uint32_t* lengths, unsigned threads) {
    const std::size_t bytes = level.layout.bytes;
    in_parts(count, threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        Baba game{level, scratch, stop};
        play_randomly(game, rows + begin * bytes, bytes, end - begin, depth, seed, first + begin,
                      moves + begin * depth, lengths + begin);
    });
}

void play_plans_on(const Level& level, const std::uint8_t* state, const std::uint8_t* plans,
                   std::size_t count, std::uint32_t length, std::uint8_t stop, std::uint8_t* ends,
                   std::int64_t* lengths, unsigned threads) {
    const std::size_t bytes = level.layout.bytes;
    in_parts(count, threads, [&](std::size_t begin, std::size_t end, Scratch& scratch) {
        Baba game{level, scratch, stop};
        play_plans(game, state, bytes, plans + begin * length, end - begin, length,
                   ends + begin * bytes, lengths + begin);
    });
}

void average_distances(const Level& level, const std::uint8_t* rows, std::size_t count, double* out,
                       unsigned threads) {
    const std::size_t bytes = level.layout.bytes;
    in_parts(count, threads, [&](std::size_t begin, std::size_t end, Scratch&) {
        std::vector<std::uint8_t> copy(bytes);
        for (std::size_t i = begin; i < end; ++i) {
            std::memcpy(copy.data(), rows + i * bytes, bytes);
            const Row row(level.layout, copy.data());
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
            for (unsigned group = 0; group < 3; ++group)
                out[3 * i + group] = pairs[group] ? static_cast<double>(sum[group]) /
                                                        static_cast<double>(pairs[group])
                                                  : std::numeric_limits<double>::quiet_NaN();
        }
    });
}

void attractions(const Level& level, const std::uint8_t* rows, std::size_t count, double* out,
                 unsigned threads) {
    constexpr double empty_group = 10, smallest_sum = 1e-9;  // the latter where all is on one cell
    std::vector<double> distances(3 * count);
    average_distances(level, rows, count, distances.data(), threads);
    for (std::size_t i = 0; i < count; ++i) {
        double sum = 0;
        for (std::size_t group = 3 * i; group < 3 * i + 3; ++group)
            sum += std::isnan(distances[group]) ? empty_group : distances[group];
        out[i] = 3 / std::max(sum, smallest_sum);
    }
}

}  // namespace babalab
