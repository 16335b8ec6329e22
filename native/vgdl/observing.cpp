#include "vgdl/observing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace babalab::vgdl {

namespace {
constexpr double USUAL_SCORE = 10.0;

float narrowed(double value) { return static_cast<float>(std::clamp(value, -1.0, 1.0)); }
}  // namespace

Observer::Observer(const Engine& engine, Types seen, std::vector<std::int64_t> resource_limits)
    : engine_(engine), seen_(std::move(seen)), limits_(std::move(resource_limits)) {}

void Observer::features(const Play& play, std::span<float> numbers) const {
    float* out = numbers.data();
    const Map& map = engine_.map();
    const double width = map.width(), height = map.height();
    const auto score = static_cast<double>(play.head.score);
    *out++ = narrowed(score / (std::abs(score) + USUAL_SCORE));
    *out++ = narrowed(static_cast<double>(play.head.tick) / (engine_.rules().last_tick + 1));
    const std::int32_t player = play.head.player;
    const bool there = player != NONE;
    const Sprite avatar = there ? engine_.seen(play, player) : Sprite{};
    if (there) {
        const double limit = static_cast<double>(
            std::max<std::int64_t>(1, engine_.rules().types[avatar.type].health_limit));
        const auto health = static_cast<double>(avatar.health), most = static_cast<double>(avatar.max_health);
        *out++ = avatar.flags & DISABLED ? 0.0f : 1.0f;
        *out++ = narrowed(avatar.x / width);
        *out++ = narrowed(avatar.y / height);
        *out++ = narrowed(avatar.orientation.x);
        *out++ = narrowed(avatar.orientation.y);
        *out++ = narrowed(health / limit);
        *out++ = narrowed(health / std::max(1.0, most));
        *out++ = narrowed(most / limit);
        for (std::size_t i = 0; i < limits_.size(); ++i) {
            const std::int64_t held =
                play.amounts[static_cast<std::size_t>(player) * limits_.size() + i];
            *out++ = narrowed(held == NEVER_HELD ? 0.0
                                                 : static_cast<double>(held) /
                                                       static_cast<double>(std::max<std::int64_t>(1, limits_[i])));
        }
    } else {
        out = std::fill_n(out, 8 + limits_.size(), 0.0f);
    }
    for (const std::int32_t type : seen_) {
        const double count = play.kin[static_cast<std::size_t>(type)].all;
        std::int64_t least = INT64_MAX, dx = 0, dy = 0;
        if (there)
            engine_.each_of(play, type, [&](std::int32_t handle) {
                if (handle == player) return;
                const std::int64_t x = std::int64_t{engine_.x_of(play, handle)} - avatar.x;
                const std::int64_t y = std::int64_t{engine_.y_of(play, handle)} - avatar.y;
                const std::int64_t distance = std::abs(x) + std::abs(y);
                if (distance >= least) return;
                least = distance;
                dx = x;
                dy = y;
            });
        const bool any = least != INT64_MAX;
        *out++ = narrowed(count / (count + 1));
        *out++ = narrowed(static_cast<double>(dx) / width);
        *out++ = narrowed(static_cast<double>(dy) / height);
        *out++ = any ? narrowed(static_cast<double>(least) / (width + height)) : 1.0f;
    }
}

void Observer::grid(const Play& play, std::size_t rows, std::size_t columns,
                    std::span<std::uint8_t> out) const {
    const std::vector<SpriteType>& types = engine_.rules().types;
    const std::size_t plane = rows * columns;
    std::memset(out.data(), 0, plane * types.size());
    for (std::size_t type = 0; type < types.size(); ++type) {
        if (types[type].hidden || !play.kin[type].all) continue;
        std::uint8_t* const cells = out.data() + type * plane;
        engine_.each_of(play, static_cast<std::int32_t>(type), [&](std::int32_t handle) {
            const Engine::Cells touched = engine_.cells_of(play, handle);
            for (std::int32_t row = touched.top; row <= touched.bottom; ++row)
                for (std::int32_t column = touched.left; column <= touched.right; ++column)
                    cells[static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column)] = 1;
        });
    }
}

void list_sprites(const Engine& engine, const Play& play, std::span<const std::int32_t> handles,
                  const SpriteArrays& out) {
    const std::size_t resources = engine.rules().resources;
    for (std::size_t i = 0; i < handles.size(); ++i) {
        const Sprite sprite = engine.seen(play, handles[i]);
        const std::array<std::int64_t, SpriteArrays::NUMBERS> numbers{
            sprite.type, sprite.number, sprite.x, sprite.y, sprite.health, sprite.max_health,
            (sprite.flags & DISABLED) != 0, engine.category(sprite)};
        std::ranges::copy(numbers, out.numbers.subspan(i * numbers.size()).begin());
        out.orientations[2 * i] = sprite.orientation.x;
        out.orientations[2 * i + 1] = sprite.orientation.y;
        for (std::size_t r = 0; r < resources; ++r)
            out.amounts[i * resources + r] =
                handles[i] < 0 ? NEVER_HELD
                               : play.amounts[static_cast<std::size_t>(handles[i]) * resources + r];
    }
}

}  // namespace babalab::vgdl
