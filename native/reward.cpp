#include "reward.hpp"

namespace babalab {

std::uint32_t RewardPlan::wanted() const {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < STATE_PARTS; ++i)
        if (value[i] != 0 || difference[i] != 0 || potential[i] != 0) bits |= 1u << i;
    return bits;
}

void measure(const RewardPlan&, const Level&, Row, std::uint32_t, StateParts& out) { out.fill(0); }

StepParts events(Row, Row, End end) {
    StepParts parts{};
    parts[static_cast<std::size_t>(StepPart::win)] = end == End::won;
    parts[static_cast<std::size_t>(StepPart::death)] = end == End::died;
    parts[static_cast<std::size_t>(StepPart::step)] = 1;
    return parts;
}

double reward_of(const RewardPlan& plan, const StateParts& before, const StateParts& after,
                 const StepParts& step, End end) {
    double sum = 0;
    for (std::size_t i = 0; i < STATE_PARTS; ++i)
        sum += plan.value[i] * after[i] + plan.difference[i] * (after[i] - before[i]) +
               plan.potential[i] * (end == End::none ? plan.discount * after[i] - before[i] : -before[i]);
    for (std::size_t i = 0; i < STEP_PARTS; ++i) sum += plan.event[i] * step[i];
    return sum;
}

}  // namespace babalab
