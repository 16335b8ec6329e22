#include "planning/breeding.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace babalab {

namespace {

// The index that a number from 0, below 1, draws, each as likely as its weight.
std::size_t choose(std::span<const double> cumulative, double number) {
    const auto found = std::ranges::upper_bound(cumulative, number * cumulative.back());
    return static_cast<std::size_t>(std::min(found, cumulative.end() - 1) - cumulative.begin());
}

}  // namespace

Breeder::Breeder(std::size_t length, unsigned values, Weights weights)
    : length_(length), values_(values), weights_(std::move(weights)), visits_(length * values) {}

void Breeder::breed(const Population& population, Operators how, Draws& draws,
                    std::span<std::uint8_t> children) {
    const std::size_t count = children.size() / length_;
    if (how.genetic == Genetic::mutation) {
        for (std::size_t i = 0; i < count; ++i)
            std::ranges::copy(population.plan(i), children.data() + i * length_);
    } else {
        select(population, how.selection, 2 * count, draws);
        cross(population, how.crossover, draws, children);
    }
    if (how.genetic == Genetic::crossover) return;
    if (how.mutation == Mutation::diversity) return diversify(draws, children);
    pick_places(how.mutation, count, draws);
    mutate(how.transducer, draws, children);
}

void Breeder::forget_plans() { std::ranges::fill(visits_, 0); }

void Breeder::note_plan(std::span<const std::uint8_t> plan) {
    for (std::size_t gene = 0; gene < length_; ++gene) ++visits_[gene * values_ + plan[gene]];
}

// Chooses parents by rank.
void Breeder::select(const Population& population, Selection how, std::size_t count, Draws& draws) {
    std::span<const double> cumulative = how == Selection::rank ? weights_.rank : weights_.tournament;
    if (how == Selection::roulette) {
        const double lowest = population.fitness(population.count() - 1);
        cumulative_.resize(population.count());
        double sum = 0;
        for (std::size_t rank = 0; rank < population.count(); ++rank)
            cumulative_[rank] = sum += population.fitness(rank) - lowest;
        cumulative = cumulative_;
    }
    parents_.clear();
    const bool all_equal = !(cumulative.back() > 0);
    for (const double number : draws.take(count))
        parents_.push_back(all_equal ? scaled(number, population.count()) : choose(cumulative, number));
}

// Mothers are the first half of the parents, fathers the second.
void Breeder::cross(const Population& population, Crossover how, Draws& draws,
                    std::span<std::uint8_t> children) {
    if (how != Crossover::uniform) return splice(population, how == Crossover::one_point ? 1 : 2, draws, children);
    const std::size_t count = parents_.size() / 2;
    const auto numbers = draws.take(children.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto mother = population.plan(parents_[i]), father = population.plan(parents_[count + i]);
        for (std::size_t gene = 0; gene < length_; ++gene) {
            const std::size_t at = i * length_ + gene;
            children[at] = numbers[at] < 0.5 ? mother[gene] : father[gene];
        }
    }
}

// Joins slices of the parents in turn, cut before different genes, never before the first.
void Breeder::splice(const Population& population, std::size_t cuts, Draws& draws,
                     std::span<std::uint8_t> children) {
    const std::size_t count = parents_.size() / 2;
    cuts = length_ == 1 ? 0 : draw_distinct(length_ - 1, count, cuts, draws);
    for (std::size_t i = 0; i < count; ++i) {
        const auto mother = population.plan(parents_[i]), father = population.plan(parents_[count + i]);
        const auto before = std::span(distinct_).subspan(i * cuts, cuts);
        for (std::size_t gene = 0; gene < length_; ++gene) {
            const auto passed = std::ranges::count_if(before, [&](std::size_t cut) { return cut < gene; });
            children[i * length_ + gene] = passed % 2 ? father[gene] : mother[gene];
        }
    }
}

// Chooses the genes to change.
void Breeder::pick_places(Mutation how, std::size_t count, Draws& draws) {
    places_.clear();
    if (how == Mutation::uniform) {
        const auto numbers = draws.take(count * length_);
        const double chance = 1 / static_cast<double>(length_);
        for (std::size_t at = 0; at < numbers.size(); ++at)
            if (numbers[at] < chance) places_.push_back({at / length_, at % length_});
    } else if (how == Mutation::softmax) {
        const auto numbers = draws.take(count);
        for (std::size_t i = 0; i < count; ++i) places_.push_back({i, choose(weights_.softmax, numbers[i])});
    } else {
        const std::size_t genes = draw_distinct(length_, count, how == Mutation::one_bit ? 1 : 3, draws);
        for (std::size_t at = 0; at < distinct_.size(); ++at)
            places_.push_back({at / genes, distinct_[at]});
    }
}

// Gives genes another value or, with the transducer, the one that the gene before it has.
void Breeder::mutate(bool transducer, Draws& draws, std::span<std::uint8_t> children) {
    const auto numbers = draws.take(places_.size());
    changed_.clear();
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const auto [child, gene] = places_[i];
        const std::uint8_t* const old = children.data() + child * length_ + gene;
        changed_.push_back(transducer && gene > 0
                               ? old[-1]
                               : static_cast<std::uint8_t>((*old + 1 + scaled(numbers[i], values_ - 1)) % values_));
    }
    for (std::size_t i = 0; i < places_.size(); ++i)
        children[places_[i].child * length_ + places_[i].gene] = changed_[i];
}

// Shares out the least visited of all genes and values; ties are decided at random.
void Breeder::diversify(Draws& draws, std::span<std::uint8_t> children) {
    const std::size_t count = children.size() / length_, places = visits_.size();
    const auto numbers = draws.take(places);
    const auto key = [&](std::size_t place) { return static_cast<double>(visits_[place]) + numbers[place]; };
    least_.resize(places);
    std::iota(least_.begin(), least_.end(), std::size_t{0});
    std::ranges::partial_sort(least_, least_.begin() + static_cast<std::ptrdiff_t>(std::min(count, places)), {},
                              [&](std::size_t place) { return std::pair(key(place), place); });
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t place = least_[i % places];
        children[i * length_ + place / values_] = static_cast<std::uint8_t>(place % values_);
    }
}

// Draws `count` different whole numbers below `limit` for every row: those of the smallest of random keys, in
// their order. Where there are no more than that, all of them, and nothing is left to chance. Returns how many
// a row has got.
std::size_t Breeder::draw_distinct(std::size_t limit, std::size_t rows, std::size_t count, Draws& draws) {
    distinct_.clear();
    if (count == 1) {
        for (const double number : draws.take(rows)) distinct_.push_back(scaled(number, limit));
        return count;
    }
    if (count >= limit) {
        for (std::size_t i = 0; i < rows * limit; ++i) distinct_.push_back(i % limit);
        return limit;
    }
    const auto numbers = draws.take(rows * limit);
    least_.resize(limit);
    for (std::size_t row = 0; row < rows; ++row) {
        const auto keys = numbers.subspan(row * limit, limit);
        std::iota(least_.begin(), least_.end(), std::size_t{0});
        const auto end = least_.begin() + static_cast<std::ptrdiff_t>(count);
        std::ranges::partial_sort(least_, end, {}, [&](std::size_t i) { return std::pair(keys[i], i); });
        distinct_.insert(distinct_.end(), least_.begin(), end);
    }
    return count;
}

}  // namespace babalab
