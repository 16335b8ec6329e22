// Moves that may be left out of a play: which ones are tried, and what is left without them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace babalab {

// The indices of some moves: all from the first to the last one, or only these two.
struct Cut {
    std::uint32_t first, last;
    bool between;  // with all between them

    template <class Work>
    void for_each(Work work) const {
        if (between) {
            for (std::uint32_t place = first; place <= last; ++place) work(place);
        } else {
            work(first);
            work(last);
        }
    }
};

// All stretches of a width, but only some of the many wide ones of a long play.
std::vector<Cut> list_stretches(std::size_t count, std::size_t width);

// All pairs of opposite moves, the near ones only if there are many.
std::vector<Cut> list_pairs(std::span<const std::uint8_t> moves);

// Chooses cuts that have no move in common with those chosen before them, in order.
std::vector<Cut> list_apart(std::span<const Cut> cuts, std::size_t count);

// The moves without those of the cuts.
std::vector<std::uint8_t> leave_out(std::span<const std::uint8_t> moves, std::span<const Cut> cuts);

// The lists of cuts of one play that are tried one after the other: stretches from half of the play down to
// single moves, then all from single moves up, then pairs. The play gets shorter meanwhile.
class CutLists {
public:
    // Returns the next list, none if there is nothing left to try; `improved` says whether something of the one
    // before was left out of the moves.
    std::vector<Cut> next(std::span<const std::uint8_t> moves, bool improved);

private:
    enum class Stage { begin, narrower, wider, pairs, end };
    Stage stage_ = Stage::begin;
    std::size_t width_ = 0;
    std::uint64_t steps_ = 0;  // that trying all wider ones took, approximately
};

}  // namespace babalab
