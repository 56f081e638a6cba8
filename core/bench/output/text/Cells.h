// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench::output {

/// The words of a line, split at blanks and tabs; at most kMost of them.
struct Cells {
    static constexpr std::size_t kMost = 96;
    std::array<std::string_view, kMost> cell;
    std::size_t count = 0;

    [[nodiscard]] std::string_view operator[](std::size_t index) const { return cell[index]; }
    [[nodiscard]] const std::string_view *begin() const { return cell.data(); }
    [[nodiscard]] const std::string_view *end() const { return cell.data() + count; }
};
void splitCells(std::string_view line, Cells &cells);

/// Eight bytes as a number, the first byte lowest.
inline std::uint64_t eightBytes(const char *at) {
    std::uint64_t bytes = 0;
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(&bytes, at, sizeof bytes);
    else
        for (int i = 7; i >= 0; --i)
            bytes = bytes << 8 | static_cast<unsigned char>(at[i]);
    return bytes;
}

/// Advances `at` past blanks, eight at a time: half of a table is blanks.
inline void skipBlanks(const char *&at, const char *end) {
    while (end - at >= 8) {
        const int blanks = std::countr_zero(eightBytes(at) ^ 0x2020202020202020U) / 8;
        at += blanks;
        if (blanks < 8)
            return;
    }
    while (at != end && *at == ' ')
        ++at;
}

/// Removes from the front digits with at most one point and a leading minus, at most 15 of them: exact in a
/// double, and so is the power of ten that it is divided by. The usual cell, without from_chars' handling of
/// special cases; false if the text begins otherwise. `at` is advanced in both cases.
inline bool scanPlainNumber(const char *&at, const char *end, double &value) {
    constexpr std::array kPowers = {1.0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool negative = at != end && *at == '-';
    at += negative ? 1 : 0;
    const char *const begin = at;
    std::uint64_t digits = 0;
    const auto take = [&] {
        for (; at != end && *at >= '0' && *at <= '9'; ++at)
            digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
    };
    take();
    const auto before = at - begin;
    std::size_t behind = 0;
    if (before > 0 && at != end && *at == '.') {
        const char *const point = ++at;
        take();
        behind = static_cast<std::size_t>(at - point);
    }
    if (before == 0 || at - begin > 15)
        return false;
    value = (negative ? -1.0 : 1.0) * static_cast<double>(digits);
    if (behind > 0)
        value /= kPowers[behind];
    return true;
}

/// The whole cell as a finite number, including "1.2e+06"; anything else ("N/A", "inf", "-nan"):
/// std::nullopt.
[[nodiscard]] std::optional<double> numberOf(std::string_view cell);
/// Likewise for counts: digits only.
[[nodiscard]] std::optional<std::uint64_t> countOf(std::string_view cell);
/// What a tool prints in place of a number: "N/A", "-", "inf", "-nan", "nan".
[[nodiscard]] bool isNoNumber(std::string_view cell);
/// A number, or its placeholder.
[[nodiscard]] inline bool isValue(std::string_view cell) {
    return numberOf(cell).has_value() || isNoNumber(cell);
}
/// The cells from `first` up to, not including, `last` as numbers; cells that are not numbers are unknown.
[[nodiscard]] std::vector<std::optional<double>> numbersOf(const Cells &cells, std::size_t first,
                                                           std::size_t last);
/// The comma-separated cells without surrounding blanks and quotes; at most Cells::kMost.
[[nodiscard]] std::vector<std::string_view> commaCells(std::string_view line);
/// How many characters at the front are a number or its placeholder ("0.003366Error": 8); 0: none.
[[nodiscard]] std::size_t valueLength(std::string_view text);

/// "Dual-port" is "dual_port", "ibv_wr* API" is "ibv_wr_api".
[[nodiscard]] std::string keyOf(std::string_view title);
/// One blank between words, none at the ends.
[[nodiscard]] std::string collapsed(std::string_view text);
/// "GPU[0]" split at its brackets; two empty texts if there are none: {"BW peak", "Gb/sec"} for "BW
/// peak[Gb/sec]".
struct NameAndUnit {
    std::string_view name, unit;
};
[[nodiscard]] NameAndUnit splitUnit(std::string_view title, char open = '[', char close = ']');

} // namespace fabricscope::bench::output
