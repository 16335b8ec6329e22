#include "planning/horizon.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace babalab {

Horizon::Horizon(std::unique_ptr<Model> model, Shape shape, Values values, Weights weights, Pcg64 generator)
    : model_(std::move(model)),
      population_(shape.population, shape.length, shape.elite, std::move(values)),
      breeder_(shape.length, model_->actions(), std::move(weights)),
      draws_(generator),
      played_(shape.population * shape.length),
      scores_(shape.population),
      won_(std::make_unique<bool[]>(shape.population)),
      lost_(std::make_unique<bool[]>(shape.population)),
      lengths_(shape.population) {}

std::optional<std::int64_t> Horizon::begin(std::span<const std::uint8_t> state, std::uint64_t seed) {
    if (!model_->look(state)) return {};
    draw_actions(played_);
    const std::int64_t calls = play(population_.count(), seed);
    population_.begin(played_, ends(count_));
    note_population();
    begun_ = true;
    return calls;
}

bool Horizon::shift(std::span<const std::uint8_t> state) {
    if (!model_->look(state)) return false;
    draw_actions(std::span(played_).first(population_.count()));
    population_.shift(played_);
    note_population();
    count_ = 0;  // those were of the state before
    return true;
}

Horizon::Generation Horizon::evolve(Operators how, std::uint64_t seed) {
    const std::size_t count = population_.count() - population_.elite(), length = population_.length();
    const std::span<std::uint8_t> offspring(played_.data(), count * length);
    breeder_.breed(population_, how, draws_, offspring);
    for (std::size_t i = 0; i < count; ++i) breeder_.note_plan(offspring.subspan(i * length, length));
    const std::int64_t calls = play(count, seed);
    return {population_.accept(offspring, ends(count)), calls};
}

std::optional<std::span<const std::uint8_t>> Horizon::winning_plan() const {
    std::optional<std::size_t> shortest;
    for (std::size_t i = 0; i < count_; ++i)
        if (won_[i] && (!shortest || lengths_[i] < lengths_[*shortest])) shortest = i;
    if (!shortest) return {};
    return std::span(played_).subspan(*shortest * population_.length(),
                                      static_cast<std::size_t>(lengths_[*shortest]));
}

void Horizon::draw_actions(std::span<std::uint8_t> actions) {
    const auto numbers = draws_.take(actions.size());
    std::ranges::transform(numbers, actions.begin(), [&](double number) {
        return static_cast<std::uint8_t>(scaled(number, model_->actions()));
    });
}

// Begins the log of diversity with the plans at hand.
void Horizon::note_population() {
    breeder_.forget_plans();
    for (std::size_t rank = 0; rank < population_.count(); ++rank) breeder_.note_plan(population_.plan(rank));
}

// Plays the first `count` of the plans to play. Returns the steps.
std::int64_t Horizon::play(std::size_t count, std::uint64_t seed) {
    const std::size_t length = population_.length();
    count_ = count;
    model_->play(std::span(played_).first(count * length), static_cast<std::uint32_t>(length), seed, ends(count));
    return std::accumulate(lengths_.begin(), lengths_.begin() + static_cast<std::ptrdiff_t>(count),
                           std::int64_t{0});
}

PlanEnds Horizon::ends(std::size_t count) {
    return {std::span(scores_).first(count), {won_.get(), count}, {lost_.get(), count},
            std::span(lengths_).first(count)};
}

}  // namespace babalab
