#include "search/neighbourhood.hpp"

#include <algorithm>
#include <cstring>

#include "baba/hash.hpp"
#include "baba/step.hpp"

namespace babalab {

Neighbourhood::Neighbourhood(const Level& level, std::span<const std::uint8_t> rows)
    : level_(level), waiting_(level.start), block_(PackedRows::BLOCK * level.layout.bytes),
      child_(level.layout.bytes) {
    const std::size_t bytes = level.layout.bytes;
    for (std::size_t at = 0; at < rows.size(); at += bytes) {
        std::memcpy(child_.data(), rows.data() + at, bytes);
        number_of(Row(level.layout, child_.data()));
    }
    waiting_.close();
    found_.push_back(waiting_.size());
}

// Returns the number of a state, which waits from now on if it is new.
std::uint32_t Neighbourhood::number_of(Row row) {
    const std::uint32_t number = numbers_.at(exact_hash(level_, row), count_);
    if (number == count_) {
        ++count_;
        waiting_.push({reinterpret_cast<const std::uint8_t*>(row.header), level_.layout.bytes});
    }
    return number;
}

std::size_t Neighbourhood::next() const {
    return found_.empty() ? 0 : std::min(found_.front(), AT_ONCE);
}

void Neighbourhood::grow(std::size_t count) {
    const std::size_t bytes = level_.layout.bytes, known = count_;
    const Row child(level_.layout, child_.data());
    for (std::size_t left = count; left;) {
        const std::size_t end = std::min(waiting_.rows_in(0), taken_ + left);
        waiting_.unpack(0, end, block_);
        for (std::size_t i = taken_; i < end; ++i)
            for (unsigned action = 0; action < ACTION_COUNT; ++action) {
                std::memcpy(child_.data(), block_.data() + i * bytes, bytes);
                step(level_, child, static_cast<Action>(action), scratch_);
                const std::uint8_t status = child.header->status;
                edges_.push_back(status & OVERFLOWN ? NOWHERE
                                 : status & WON     ? TO_WIN
                                 : status & LOST    ? NOWHERE
                                                    : number_of(child));
            }
        left -= end - taken_;
        taken_ = end;
        if (taken_ == waiting_.rows_in(0)) {
            waiting_.drop_front();
            taken_ = 0;
        }
    }
    waiting_.close();
    expanded_ += count;
    found_.front() -= count;
    if (!found_.front()) found_.pop_front();
    if (count_ > known) found_.push_back(count_ - known);
}

// Breadth-first, the states of a layer by their numbers.
std::vector<std::uint8_t> Neighbourhood::find_way() const {
    std::vector<std::uint32_t> from(count_, NOWHERE), layer{0}, next_layer;
    std::vector<std::uint8_t> by(count_);
    std::vector<std::uint8_t> moves;
    from[0] = 0;
    while (!layer.empty()) {
        next_layer.clear();
        for (const std::uint32_t state : layer) {
            if (state >= expanded_) break;  // and so are all after it
            for (unsigned action = 0; action < ACTION_COUNT; ++action) {
                const std::uint32_t to = edges_[state * ACTION_COUNT + action];
                if (to == TO_WIN) {
                    moves.push_back(static_cast<std::uint8_t>(action));
                    for (std::uint32_t at = state; at; at = from[at]) moves.push_back(by[at]);
                    std::ranges::reverse(moves);
                    return moves;
                }
                if (to == NOWHERE || from[to] != NOWHERE) continue;
                from[to] = state;
                by[to] = static_cast<std::uint8_t>(action);
                next_layer.push_back(to);
            }
        }
        std::ranges::sort(next_layer);
        layer.swap(next_layer);
    }
    return moves;
}

std::size_t Neighbourhood::bytes() const {
    return numbers_.bytes() + edges_.capacity() * sizeof(std::uint32_t) + waiting_.bytes() +
           found_.size() * sizeof(std::size_t) + block_.size() + child_.size();
}

std::size_t Neighbourhood::growth() const {
    constexpr std::size_t born = AT_ONCE * ACTION_COUNT;
    const std::size_t edges = edges_.size() + born > edges_.capacity() ? 2 * edges_.capacity() + born : 0;
    // To find a way: where from, by which action, and two layers.
    const std::size_t way = (count_ + born) * (3 * sizeof(std::uint32_t) + 1);
    return numbers_.growth(born) + edges * sizeof(std::uint32_t) + born * waiting_.most_per_row() +
           PackedRows::SLAB + way;
}

}  // namespace babalab
