#include "sokoban/sokoban.hpp"

#include <algorithm>
#include <bit>

namespace babalab {

namespace {

constexpr std::array<int, 4> ROW_OF{0, 0, -1, 1}, COLUMN_OF{-1, 1, 0, 0};

constexpr std::uint8_t opposite(std::uint8_t action) { return action ^ 1; }

bool is_player(char mark) { return mark == '@' || mark == '+'; }
bool is_box(char mark) { return mark == '$' || mark == '*'; }
bool is_goal(char mark) { return mark == '.' || mark == '*' || mark == '+'; }

}  // namespace

Result<Sokoban> Sokoban::parse(std::span<const std::string> rows) {
    Sokoban game;
    game.height_ = rows.size();
    for (const auto& row : rows) game.width_ = std::max(game.width_, row.size());
    if (std::max(game.width_, game.height_) > LONGEST_SIDE) return Error{"the map is too large"};
    for (const auto& row : rows) game.map_ += row + std::string(game.width_ - row.size(), ' ');
    const auto player = std::ranges::find_if(game.map_, is_player);
    if (std::ranges::count_if(game.map_, is_player) != 1) return Error{"one player is needed"};
    const auto at = static_cast<std::size_t>(player - game.map_.begin());
    if (!game.number_inside(at)) return Error{"the wall around the player has a gap"};
    game.find_dead_cells();
    game.set_start(at);
    return game;
}

// Numbers the cells that the player could walk to if there were no boxes. Returns false if they reach the
// edge of the map.
bool Sokoban::number_inside(std::size_t player) {
    std::vector<std::uint8_t> reached(map_.size());
    std::vector<std::size_t> open{player};
    reached[player] = 1;
    const auto after = [&](std::size_t at, unsigned action) {
        return at + static_cast<std::size_t>(ROW_OF[action] * static_cast<int>(width_) + COLUMN_OF[action]);
    };
    while (!open.empty()) {
        const std::size_t at = open.back(), row = at / width_, column = at % width_;
        open.pop_back();
        if (row == 0 || row + 1 == height_ || column == 0 || column + 1 == width_)
            return false;
        for (unsigned action = 0; action < actions; ++action) {
            const std::size_t next = after(at, action);
            if (map_[next] == '#' || reached[next]) continue;
            reached[next] = 1;
            open.push_back(next);
        }
    }
    std::vector<std::uint16_t> cell(map_.size(), NONE);
    for (std::size_t at = 0; at < map_.size(); ++at)
        if (reached[at]) {
            cell[at] = static_cast<std::uint16_t>(inside_.size());
            inside_.push_back(at);
        }
    for (const std::size_t at : inside_) {
        auto& beside = beside_.emplace_back();
        for (unsigned action = 0; action < actions; ++action) beside[action] = cell[after(at, action)];
        goal_.push_back(is_goal(map_[at]));
    }
    return true;
}

// A box can get to a goal from the cells to which it could be pulled from that goal; pulling needs room for
// the player behind the box.
void Sokoban::find_dead_cells() {
    dead_.assign(inside_.size(), 1);
    std::vector<std::uint16_t> open;
    for (std::uint16_t cell = 0; cell < inside_.size(); ++cell)
        if (goal_[cell]) {
            dead_[cell] = 0;
            open.push_back(cell);
        }
    while (!open.empty()) {
        const std::uint16_t cell = open.back();
        open.pop_back();
        for (std::uint8_t action = 0; action < actions; ++action) {
            const std::uint16_t from = beside_[cell][opposite(action)];
            if (from == NONE || !dead_[from] || beside_[from][opposite(action)] == NONE) continue;
            dead_[from] = 0;
            open.push_back(from);
        }
    }
}

std::uint16_t Sokoban::find_tag() const {
    std::uint64_t hash = hashing::fold(width_ ^ hashing::ROOT2, height_ ^ hashing::ROOT3);
    for (const char mark : map_)
        hash = hashing::fold(hash ^ static_cast<unsigned char>(mark), hashing::ROOT5);
    return static_cast<std::uint16_t>(1 + hash % 0xFFFF);
}

void Sokoban::set_start(std::size_t player) {
    const std::size_t used = BOXES_AT + (inside_.size() + 7) / 8;
    start_.assign((used + 15) / 16 * 16, 0);
    bool stuck = false;
    unsigned placed = 0;
    for (std::uint16_t cell = 0; cell < inside_.size(); ++cell) {
        char& mark = map_[inside_[cell]];
        if (inside_[cell] == player) set_number(start_.data(), PLAYER_AT, cell);
        if (is_box(mark)) {
            flip_box(start_.data(), cell);
            ++boxes_;
            placed += goal_[cell];
            stuck = stuck || dead_[cell];
        }
        mark = goal_[cell] ? '.' : ' ';
    }
    set_number(start_.data(), PLACED_AT, placed);
    // Of the map as it is now, without boxes and player: any state drawn as a level is a state of this one.
    set_number(start_.data(), TAG_AT, find_tag());
    // Whoever has moved can go back, so only at the start there may be no way to go.
    stuck = stuck || legal_actions(start_.data()) == 0;
    start_[STATUS_AT] = placed == boxes_ ? WON : stuck ? LOST : ONGOING;
}

bool Sokoban::is_state(const std::uint8_t* row) const {
    const std::uint16_t player = number(row, PLAYER_AT);
    if (number(row, TAG_AT) != number(start_.data(), TAG_AT) || row[FREE_AT]) return false;
    return player < inside_.size() && !has_box(row, player) && boxes_fit(row);
}

// Whether there are as many boxes as at the start, all inside, and the numbers say of them what is so.
bool Sokoban::boxes_fit(const std::uint8_t* row) const {
    unsigned boxes = 0, placed_boxes = 0;
    bool stuck = false;
    for (std::size_t byte = BOXES_AT; byte < bytes(); ++byte)
        for (unsigned bits = row[byte]; bits; bits &= bits - 1) {
            const std::size_t cell = 8 * (byte - BOXES_AT) + static_cast<unsigned>(std::countr_zero(bits));
            if (cell >= inside_.size()) return false;
            ++boxes;
            placed_boxes += goal_[cell];
            stuck = stuck || dead_[cell];
        }
    if (boxes != boxes_ || placed_boxes != placed(row)) return false;
    const Status status = placed_boxes == boxes_ ? WON : stuck ? LOST : ONGOING;
    return row[STATUS_AT] == status || std::equal(start_.begin(), start_.end(), row);
}

void Sokoban::step(std::uint8_t* row, std::uint8_t action) const {
    const std::uint16_t to = beside_[number(row, PLAYER_AT)][action];
    if (to == NONE) return;
    if (has_box(row, to)) {
        const std::uint16_t beyond = beside_[to][action];
        if (beyond == NONE || has_box(row, beyond)) return;
        flip_box(row, to);
        flip_box(row, beyond);
        const unsigned now = placed(row) + goal_[beyond] - goal_[to];
        set_number(row, PLACED_AT, now);
        row[STATUS_AT] = now == boxes_ ? WON : dead_[beyond] ? LOST : ONGOING;
    }
    set_number(row, PLAYER_AT, to);
}

unsigned Sokoban::legal_actions(const std::uint8_t* row) const {
    unsigned legal = 0;
    const auto& around = beside_[number(row, PLAYER_AT)];
    for (unsigned action = 0; action < actions && !over(row); ++action) {
        const std::uint16_t to = around[action];
        if (to == NONE) continue;
        const std::uint16_t beyond = beside_[to][action];
        if (!has_box(row, to) || (beyond != NONE && !has_box(row, beyond))) legal |= 1u << action;
    }
    return legal;
}

Hash Sokoban::hash(const std::uint8_t* row) const {
    // Without the tag, which is the same for all.
    std::array<std::uint8_t, 16> first;
    std::copy_n(row, first.size(), first.begin());
    set_number(first.data(), TAG_AT, 0);
    const Hash begun = hashing::absorb({hashing::ROOT7, hashing::ROOT2}, std::span<const std::uint8_t>(first));
    return hashing::finish(hashing::absorb(begun, std::span(row, bytes()).subspan(first.size())));
}

std::string Sokoban::picture(const std::uint8_t* row) const {
    std::string map = map_;
    for (std::uint16_t cell = 0; cell < inside_.size(); ++cell)
        if (has_box(row, cell)) map[inside_[cell]] = goal_[cell] ? '*' : '$';
    const std::uint16_t player = number(row, PLAYER_AT);
    map[inside_[player]] = goal_[player] ? '+' : '@';
    std::string text;
    for (std::size_t at = 0; at < map.size(); at += width_) {
        std::string line = map.substr(at, width_);
        line.erase(line.find_last_not_of(' ') + 1);
        if (at) text += '\n';
        text += line.empty() ? "-" : line;  // an empty line would end the map
    }
    return text;
}

void tell_ends(const Sokoban& game, std::span<const std::uint8_t> rows, const SokobanEnds& out) {
    for (std::size_t i = 0; i < out.scores.size(); ++i) {
        const std::uint8_t* const row = rows.data() + i * game.bytes();
        out.scores[i] = game.placed(row);
        out.won[i] = game.status(row) == Sokoban::WON;
        out.lost[i] = game.status(row) == Sokoban::LOST;
    }
}

}  // namespace babalab
