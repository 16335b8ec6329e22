#include "search/cuts.hpp"

#include <algorithm>
#include <utility>

#include "baba/vocabulary.hpp"

namespace babalab {

namespace {

// The approximate limit of engine steps for each kind of cut of one play.
constexpr std::uint64_t MOST_STEPS = 400'000;
// About as many are spent on one list of wide stretches of a long play.
constexpr std::uint64_t FEW_STEPS = 32'000;

std::uint64_t square(std::uint64_t number) { return number * number; }

}  // namespace

std::vector<Cut> list_stretches(std::size_t count, std::size_t width) {
    const auto stride = static_cast<std::size_t>(
        std::max<std::uint64_t>(1, std::min<std::uint64_t>(width / 4, square(count) / FEW_STEPS)));
    std::vector<Cut> cuts;
    for (std::size_t first = 0; first + width <= count; first += stride)
        cuts.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first + width - 1), true});
    return cuts;
}

std::vector<Cut> list_pairs(std::span<const std::uint8_t> moves) {
    std::vector<Cut> cuts;
    std::vector<std::uint32_t> places;
    for (const auto& [one, other] : {std::pair(UP, DOWN), std::pair(LEFT, RIGHT)}) {
        places.clear();
        for (std::size_t place = 0; place < moves.size(); ++place)
            if (moves[place] == one || moves[place] == other) places.push_back(static_cast<std::uint32_t>(place));
        for (std::size_t distance = 1; distance < places.size(); ++distance) {
            if (std::uint64_t{cuts.size()} * moves.size() > MOST_STEPS) return cuts;
            for (std::size_t i = 0; i + distance < places.size(); ++i)
                if (moves[places[i]] != moves[places[i + distance]])
                    cuts.push_back({places[i], places[i + distance], false});
        }
    }
    return cuts;
}

std::vector<Cut> list_apart(std::span<const Cut> cuts, std::size_t count) {
    std::vector<bool> taken(count);
    std::vector<Cut> apart;
    for (const Cut& cut : cuts) {
        bool free = true;
        cut.for_each([&](std::uint32_t place) { free &= !taken[place]; });
        if (!free) continue;
        cut.for_each([&](std::uint32_t place) { taken[place] = true; });
        apart.push_back(cut);
    }
    return apart;
}

std::vector<std::uint8_t> leave_out(std::span<const std::uint8_t> moves, std::span<const Cut> cuts) {
    std::vector<bool> without(moves.size());
    for (const Cut& cut : cuts) cut.for_each([&](std::uint32_t place) { without[place] = true; });
    std::vector<std::uint8_t> left;
    for (std::size_t place = 0; place < moves.size(); ++place)
        if (!without[place]) left.push_back(moves[place]);
    return left;
}

std::vector<Cut> CutLists::next(std::span<const std::uint8_t> moves, bool improved) {
    const std::size_t count = moves.size();
    if (stage_ == Stage::begin) {
        stage_ = Stage::narrower;
        width_ = count / 2;
    } else if (stage_ == Stage::narrower) {
        width_ = improved ? std::min(width_, count - 1) : width_ / 2;
    } else if (stage_ == Stage::pairs && !improved) {
        stage_ = Stage::end;
    }
    if (stage_ == Stage::narrower) {
        if (width_) return list_stretches(count, width_);
        stage_ = Stage::wider;
    }
    if (stage_ == Stage::wider) {
        if (width_ + 1 < count && steps_ < MOST_STEPS) {
            ++width_;
            steps_ += square(count) / 2;
            return list_stretches(count, width_);
        }
        stage_ = Stage::pairs;
    }
    if (stage_ == Stage::pairs) {
        auto cuts = list_pairs(moves);
        if (!cuts.empty()) return cuts;
        stage_ = Stage::end;
    }
    return {};
}

}  // namespace babalab
