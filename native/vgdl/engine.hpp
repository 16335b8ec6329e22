// A game of VGDL on a map: the step, equal to games/vgdl/plain.py in every detail.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vgdl/chance.hpp"
#include "vgdl/play.hpp"
#include "vgdl/rules.hpp"

namespace babalab::vgdl {

class Engine {
public:
    // The rules and the map have no fault: see checks.hpp.
    Engine(Rules rules, Map map);

    const Rules& rules() const { return rules_; }
    const Map& map() const { return map_; }
    const Play& start() const { return start_; }

    // Plays one tick; does nothing once the play is over.
    void step(Play& play, Action action, Chance& chance) const;

    // A play as a row of bytes and back. `load` returns whether the bytes are a play of this game on this map.
    std::size_t bytes(const Play& play) const;
    void store(const Play& play, std::span<std::uint8_t> row) const;
    bool load(Play& play, std::span<const std::uint8_t> row) const;
    // The same of a row that `store` wrote here, which is not checked again.
    void restore(Play& play, std::span<const std::uint8_t> row) const;
    // Returns the head of such a row, or nothing if it is of something else or has another length. The rest
    // is not looked at.
    std::optional<Head> head_of(std::span<const std::uint8_t> row) const;

    // Lists all sprites by their handles, by type and in the order of creation.
    void all(const Play& play, std::vector<std::int32_t>& handles) const;

    // Returns the sprite of a handle, which is a record (from 0) or fixed (below 0).
    static bool is_fixed(std::int32_t handle) { return handle < 0; }
    Sprite seen(const Play& play, std::int32_t handle) const;

    std::int32_t x_of(const Play& play, std::int32_t h) const {
        return h < 0 ? fixed_[static_cast<std::size_t>(~h)].x : play.sprites[index(h)].x;
    }
    std::int32_t y_of(const Play& play, std::int32_t h) const {
        return h < 0 ? fixed_[static_cast<std::size_t>(~h)].y : play.sprites[index(h)].y;
    }
    template <class Visit>  // every sprite of a type, in the order of creation
    void each_of(const Play& play, std::int32_t type, Visit visit) const;

    struct Cells {  // those that a square touches, cut to the map
        std::int32_t left, top, right, bottom;
    };
    Cells cells_of(const Play& play, std::int32_t handle) const {
        if (handle >= 0) return cells_of(play.sprites[index(handle)]);
        const FixedSprite& fixed = fixed_[static_cast<std::size_t>(~handle)];
        return {fixed.column, fixed.row, fixed.column, fixed.row};
    }

    unsigned category(const Sprite& sprite) const;
    bool able(const Play& play, Action action) const;  // whether it is legal, waiting not asked

private:
    struct FixedSprite {
        std::int32_t type, x, y, number, column, row;
    };
    struct Range {
        std::int32_t first = 0, count = 0;
    };
    struct Box {  // around some corners; nothing is in an empty one
        std::int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
        void add(std::int32_t x, std::int32_t y) {
            left = x < left ? x : left;
            top = y < top ? y : top;
            right = x > right ? x : right;
            bottom = y > bottom ? y : bottom;
        }
        // Returns whether a square of this side may touch one of those that have their corners in the box.
        bool near(const Sprite& sprite, std::int32_t block) const {
            return sprite.x > left - block && sprite.x < right + block && sprite.y > top - block &&
                   sprite.y < bottom + block;
        }
    };
    struct FixedCells {  // where the fixed sprites of a type are
        std::int32_t first = 0, end = 0;
        std::vector<Range> cells;  // empty if there are none
        Box box;
    };
    using Handle = std::int32_t;

    // Making (engine.cpp).
    std::vector<bool> never_changing() const;
    void place_sprites();
    void find_static_contacts();
    void measure_steps();

    // Rows (rows.cpp): whether what was read can be so.
    bool is_head(const Head& head) const;
    bool are_due(const Play& play) const;
    bool are_fixed(const Play& play) const;
    bool are_sprites(const Play& play) const;
    bool is_sprite(const Sprite& sprite) const;
    bool is_in_cell(std::int32_t pixel, std::int16_t cell, std::int32_t cells) const;
    bool agrees(Play& play) const;

    // Sprites (sprites.cpp).
    void put(Sprite& sprite, std::int32_t x, std::int32_t y) const {
        put_x(sprite, x);
        put_y(sprite, y);
    }
    void put_x(Sprite& sprite, std::int32_t x) const {
        sprite.x = std::clamp(x, -FARTHEST, FARTHEST);
        sprite.column = cell(sprite.x, sprite.column, map_.columns);
    }
    void put_y(Sprite& sprite, std::int32_t y) const {
        sprite.y = std::clamp(y, -FARTHEST, FARTHEST);
        sprite.row = cell(sprite.y, sprite.row, map_.rows);
    }
    // The cell of a pixel along an axis, the one before being known: nearly always it is that or one
    // beside it. Far from the map all are alike, since two beyond it nothing there is touched.
    std::int16_t cell(std::int32_t pixel, std::int16_t before, std::int32_t cells) const {
        const std::int32_t block = map_.block, offset = pixel - before * block;
        if (before > -2 && before <= cells && offset >= -block && offset < 2 * block)
            return static_cast<std::int16_t>(before + (offset >= block) - (offset < 0));
        const std::int32_t found = pixel >= 0 ? pixel / block : -((-pixel + block - 1) / block);
        return static_cast<std::int16_t>(found < -2 ? -2 : found > cells + 1 ? cells + 1 : found);
    }
    void put_back(Sprite& sprite) const { put(sprite, sprite.was_x, sprite.was_y); }
    void count(Play& play, std::int32_t type, int change, bool record) const;
    Handle create(Play& play, std::int32_t type, std::int32_t x, std::int32_t y,
                  bool ignore_singleton = false) const;
    bool refused(const Play& play, std::int32_t type) const;
    void kill(Play& play, Handle handle) const;
    bool transform(Play& play, Handle handle, std::int32_t type, bool ignore_singleton = false) const;
    void remove_marked(Play& play) const;
    std::int32_t type_of(const Play& play, Handle h) const {
        return h < 0 ? fixed_[static_cast<std::size_t>(~h)].type : play.sprites[index(h)].type;
    }
    bool marked(const Play& play, Handle h) const {
        if (h >= 0) return play.sprites[index(h)].flags & MARKED;
        const auto i = static_cast<std::size_t>(~h);
        return play.fixed_marked[i / 64] >> i % 64 & 1;
    }
    std::int64_t amount(const Play& play, Handle h, std::int32_t resource) const;
    void set_amount(Play& play, Handle h, std::int32_t resource, std::int64_t value) const;
    static std::size_t index(Handle h) { return static_cast<std::size_t>(h); }

    // Moving and updating (updates.cpp).
    std::int32_t step_of(const SpriteType& kind, double speed) const;
    bool move(Sprite& sprite, Direction direction, std::int32_t pixels) const;
    void passive_move(Sprite& sprite) const;
    bool active_move(Sprite& sprite, Direction direction) const {
        return active_move(sprite, direction, steps_[sprite.type].active);
    }
    bool active_move(Sprite& sprite, Direction direction, std::int32_t pixels) const;
    void act(Play& play, Action action) const;
    void use(Play& play) const;
    void update(Play& play, Handle handle, Chance& chance) const;
    void spawn_and_move(Play& play, Handle handle, Chance& chance) const;
    Direction random_direction(Sprite& sprite, Chance& chance) const;
    Direction chosen_direction(Play& play, Handle handle, Chance& chance) const;

    // Rules (contacts.cpp).
    void time_effects(Play& play, Chance& chance) const;
    void edge_effects(Play& play, Chance& chance) const;
    void pair_effects(Play& play, Chance& chance) const;
    void pair_effect(Play& play, std::size_t rule, const Effect& effect, Chance& chance) const;
    bool fixed_firsts(Play& play, std::size_t rule, std::int32_t type, const Effect& effect,
                      std::int32_t known, Chance& chance) const;
    void find_candidates(Play& play, std::size_t rule, std::int32_t type, std::int32_t after,
                         std::int32_t known) const;
    struct Near {  // whether fixed sprites and records may be touched, or may touch others
        bool fixed, records;
    };
    Box box_of(const Play& play, std::int32_t of, std::int32_t known) const;
    bool meet_all(Play& play, Handle first, const PairRule& rule, const Effect& effect,
                  std::int32_t known, Near near, Chance& chance) const;
    bool any(const Play& play, std::int32_t of) const {
        return play.kin[static_cast<std::size_t>(of)].family != 0;
    }
    Cells cells_of(const Sprite& sprite) const {
        const std::int32_t right = sprite.column + (sprite.column * map_.block != sprite.x);
        const std::int32_t bottom = sprite.row + (sprite.row * map_.block != sprite.y);
        return {sprite.column < 0 ? 0 : sprite.column, sprite.row < 0 ? 0 : sprite.row,
                right < map_.columns ? right : map_.columns - 1, bottom < map_.rows ? bottom : map_.rows - 1};
    }

    bool collide(const Play& play, Handle first, Handle second) const;
    bool at_edge(const Sprite& sprite) const {
        return sprite.x < 0 || sprite.y < 0 || sprite.x > last_x_ || sprite.y > last_y_;
    }
    void end(Play& play) const;
    bool satisfied(const Play& play, const Termination& termination) const;

    // Who may touch whom (boards.cpp).
    void number_families();
    void map_fixed();
    void forget_boards(Play& play) const;
    void note_place(Play& play, const Sprite& sprite) const;
    bool is_reached(Play& play, std::int32_t family, std::uint64_t fixed) const;
    std::uint64_t* build_board(Play& play, std::int32_t family) const;
    void add_to_board(std::uint64_t* board, const Sprite& sprite) const;
    bool is_crowded(const std::uint64_t* board, const Sprite& sprite, bool itself) const;
    std::size_t place_of(std::int32_t column, std::int32_t row, bool wide, bool high) const {
        return static_cast<std::size_t>((2 * high + wide) * plane_ + (row + 2) * stride_ + column + 2);
    }
    // The families of which fixed sprites are or were in the cells of a sprite, a bit for each.
    std::uint64_t fixed_near(const Sprite& sprite) const {
        return fixed_near_[place_of(sprite.column, sprite.row, sprite.column * map_.block != sprite.x,
                                    sprite.row * map_.block != sprite.y)];
    }
    // The bit of a family there; 0 if none of it is fixed.
    std::uint64_t fixed_bit(std::int32_t family) const { return fixed_bits_[static_cast<std::size_t>(family)]; }

    // Effects (effects.cpp): what it does, and whether it scores.
    bool execute(Play& play, const Effect& effect, Handle first, Handle second, Chance& chance) const;
    void step_back(Play& play, const Effect& effect, Handle first, Handle second) const;
    void undo_all(Play& play) const;
    void bounce_forward(Play& play, Handle first, Handle second) const;
    void turn_around(Sprite& first) const;
    void wrap_around(Sprite& first) const;
    void teleport(Play& play, Handle first, Handle second, Chance& chance) const;
    void transform_all(Play& play, const Effect& effect) const;
    bool collect(Play& play, Handle first, Handle second) const;

    struct Steps {  // how many pixels a type moves at its own speed
        std::int32_t passive, active;
    };

    Rules rules_;
    Map map_;
    std::int32_t last_x_, last_y_;  // of a sprite that is within the map
    std::vector<Steps> steps_;      // by type
    std::vector<FixedSprite> fixed_;  // by type, then in the order of creation
    std::vector<FixedCells> fixed_of_;  // by type
    std::vector<std::vector<std::vector<std::int32_t>>> static_contacts_;  // by rule, by type
    std::size_t words_ = 0;                    // of half a board
    std::vector<std::int32_t> board_of_;       // by type; NONE if no rule for pairs is about it
    std::vector<Types> boards_over_;           // by type, those of all families that it is in
    std::size_t boards_ = 0;                   // how many there are
    std::vector<std::uint64_t> fixed_near_;    // by place
    std::vector<std::uint64_t> fixed_bits_;    // by type
    std::int32_t stride_ = 0, plane_ = 0;      // of places
    Play start_;
};

// No second sprite. Records and fixed sprites are far from it.
constexpr std::int32_t NOBODY = INT32_MIN;

constexpr Direction DIRECTIONS[] = {{0, -1}, {-1, 0}, {0, 1}, {1, 0}};  // up, left, down, right

template <class Visit>
void Engine::each_of(const Play& play, std::int32_t type, Visit visit) const {
    const FixedCells& fixed = fixed_of_[static_cast<std::size_t>(type)];
    for (std::int32_t i = fixed.first; i < fixed.end; ++i)
        if (play.has_fixed(static_cast<std::size_t>(i))) visit(~i);
    for (Handle h = play.kin[static_cast<std::size_t>(type)].first; h != NONE;
         h = play.sprites[index(h)].next)
        visit(h);
}

}  // namespace babalab::vgdl
