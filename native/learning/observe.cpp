#include "learning/observe.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace babalab {

namespace {

constexpr std::array<std::uint8_t, CODES> characters() {
    std::array<std::uint8_t, CODES> all{};
    all[BORDER_CODE] = BORDER_CHARACTER;
    all[EMPTY_CODE] = EMPTY_CHARACTER;
    for (std::size_t i = 0; i < THING_CHARACTERS.size(); ++i)
        all[FIRST_THING_CODE + i] = static_cast<std::uint8_t>(THING_CHARACTERS[i]);
    for (std::size_t i = 0; i < WORD_CHARACTERS.size(); ++i)
        all[FIRST_WORD_CODE + i] = static_cast<std::uint8_t>(WORD_CHARACTERS[i]);
    return all;
}
constexpr auto CHARACTERS = characters();

std::uint8_t code_of(std::uint16_t meta) {
    return static_cast<std::uint8_t>(FIRST_THING_CODE + (meta & NOUN) % NOUN_COUNT);
}

// For each noun a bit for each property the rules give it, YOU being the lowest.
std::array<std::uint16_t, 16> properties_of(Row row) {
    std::array<std::uint16_t, 16> is{};
    for (unsigned i = 0; i < row.header->rules; ++i) {
        const unsigned subject = subject_of(row.rules[i]), predicate = predicate_of(row.rules[i]);
        // A sentence may begin with any word, and says nothing about things unless that is a noun.
        if (is_noun(subject) && predicate >= YOU)
            is[subject] = static_cast<std::uint16_t>(is[subject] | 1u << (predicate - YOU));
    }
    return is;
}

}  // namespace

Result<Stage> Stage::fit(std::shared_ptr<const Level> level, std::size_t height, std::size_t width) {
    const auto rows = static_cast<std::size_t>(level->height);
    const auto columns = static_cast<std::size_t>(level->width);
    if (rows > height || columns > width)
        return Error{"a level of " + std::to_string(rows) + " x " + std::to_string(columns) +
                     " does not fit into " + std::to_string(height) + " x " + std::to_string(width)};
    return Stage(std::move(level), height, width);
}

Stage::Stage(std::shared_ptr<const Level> level, std::size_t height, std::size_t width)
    : level_(std::move(level)), picture_(height * width, BORDER_CODE), ground_(picture_),
      position_(static_cast<std::size_t>((level_->height + 2) * (level_->width + 2)), 0) {
    const auto rows = static_cast<std::size_t>(level_->height);
    const auto columns = static_cast<std::size_t>(level_->width);
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) {
            const auto cell = level_->cell(static_cast<int>(y), static_cast<int>(x));
            const std::size_t at = y * width + x;
            position_[cell] = static_cast<std::uint16_t>(at);
            if (level_->shown[cell]) picture_[at] = EMPTY_CODE;
            if (!level_->blocked[cell]) ground_[at] = EMPTY_CODE;
        }
}

void Stage::draw_codes(Row row, std::span<std::uint8_t> out) const {
    std::ranges::copy(picture_, out.begin());
    const auto& shown = level_->shown;
    const unsigned words = level_->layout.words, things = row.header->things;
    // Behind first. A cell's front and back are each at most one entity, so no other order matters.
    for (const auto layer : {BACK, FRONT}) {
        for (unsigned i = 0; i < things; ++i)
            if (row.things[i] & layer && shown[row.things[i] & CELL])
                out[position_[row.things[i] & CELL]] = code_of(row.metas[i]);
        for (unsigned w = 0; w < words; ++w)
            if (row.keys[w] & layer && shown[row.keys[w] & CELL])
                out[position_[row.keys[w] & CELL]] =
                    static_cast<std::uint8_t>(FIRST_WORD_CODE + level_->words[w]);
    }
}

void Stage::draw_characters(Row row, std::span<std::uint8_t> out) const {
    draw_codes(row, out);
    for (std::size_t i = 0; i < area(); ++i) out[i] = CHARACTERS[out[i]];
}

void Stage::draw_cells(Row row, std::span<std::uint8_t> out) const {
    const std::size_t size = area();
    std::uint8_t *const front = out.data(), *const back = front + size, *const facing = back + size,
                 *const low = facing + size, *const high = low + size;
    std::memcpy(front, ground_.data(), size);
    std::memcpy(back, ground_.data(), size);
    std::memset(facing, 0, 3 * size);
    const auto is = properties_of(row);
    for (unsigned i = 0; i < row.header->things; ++i) {
        const std::uint16_t key = row.things[i], meta = row.metas[i];
        if (level_->blocked[key & CELL]) continue;
        const std::size_t at = position_[key & CELL];
        const auto direction = static_cast<std::uint8_t>((meta & FACING) >> FACING_SHIFT);
        if (key & BACK) {
            back[at] = code_of(meta);
            if (!facing[at]) facing[at] = direction;
        }
        if (key & FRONT) {
            front[at] = code_of(meta);
            facing[at] = direction ? direction : facing[at];
        }
        if (meta & KIN) {
            low[at] = static_cast<std::uint8_t>(low[at] | (is[meta & NOUN] & 0xFF));
            high[at] = static_cast<std::uint8_t>(high[at] | is[meta & NOUN] >> 8);
        }
    }
    for (unsigned w = 0; w < level_->layout.words; ++w) {
        const std::uint16_t key = row.keys[w];
        if (level_->blocked[key & CELL]) continue;
        const auto code = static_cast<std::uint8_t>(FIRST_WORD_CODE + level_->words[w]);
        if (key & BACK) back[position_[key & CELL]] = code;
        if (key & FRONT) front[position_[key & CELL]] = code;
    }
}

void Stage::draw(Row row, ObservationKind kind, std::span<std::uint8_t> out) const {
    switch (kind) {
        case ObservationKind::paper: {
            std::vector<std::uint8_t> codes(area());
            draw_codes(row, codes);
            spread_codes(codes, out);
            break;
        }
        case ObservationKind::ascii: draw_characters(row, out); break;
        case ObservationKind::full: draw_cells(row, out); break;
    }
}

void Stage::draw_rules(Row row, std::span<std::uint8_t> out) {
    std::memset(out.data(), 0, RULE_BITS);
    for (unsigned i = 0; i < row.header->rules; ++i) {
        const unsigned subject = subject_of(row.rules[i]), predicate = predicate_of(row.rules[i]);
        if (!is_noun(subject) || predicate == IS || predicate >= WORD_COUNT) continue;
        const unsigned column = predicate >= YOU ? predicate - YOU : predicate + (WORD_COUNT - YOU);
        out[subject * PREDICATES + column] = 1;
    }
}

BadRow observe_rows(const Stage& stage, std::span<const std::uint8_t> rows, ObservationKind kind,
                    std::span<std::uint8_t> out, std::span<std::uint8_t> rules) {
    const std::size_t size = planes_of(kind) * stage.area();
    StateCopy copy(stage.level());
    for (std::size_t i = 0; i < count_of(stage.level(), rows); ++i) {
        if (!copy.take(rows, i)) return i;
        stage.draw(copy.row(), kind, out.subspan(i * size, size));
        if (!rules.empty()) Stage::draw_rules(copy.row(), rules.subspan(i * RULE_BITS, RULE_BITS));
    }
    return {};
}

void spread_codes(std::span<const std::uint8_t> codes, std::span<std::uint8_t> planes) {
    const std::size_t area = codes.size();
    std::memset(planes.data(), 0, CODES * area);
    for (std::size_t i = 0; i < area; ++i) planes[codes[i] * area + i] = 1;
}

void update_planes(std::span<const std::uint8_t> codes, std::span<std::uint8_t> old_codes,
                   std::span<std::uint8_t> planes) {
    const std::size_t area = codes.size();
    const auto update = [&](std::size_t i) {
        if (codes[i] == old_codes[i]) return;
        planes[old_codes[i] * area + i] = 0;
        planes[codes[i] * area + i] = 1;
        old_codes[i] = codes[i];
    };
    std::size_t i = 0;
    for (; i + 8 <= area; i += 8) {
        std::uint64_t fresh, old;
        std::memcpy(&fresh, codes.data() + i, 8);
        std::memcpy(&old, old_codes.data() + i, 8);
        if (fresh == old) continue;
        for (std::size_t k = i; k < i + 8; ++k) update(k);
    }
    for (; i < area; ++i) update(i);
}

}  // namespace babalab
