// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/file/UnifiedDiff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fabricscope::nccl {

namespace {

using Lines = std::vector<std::string_view>;

/// Lines with their ends, so that a last line without an end differs from one with it.
Lines linesOf(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const auto newline = text.find('\n');
        const std::size_t size = newline == std::string_view::npos ? text.size() : newline + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

struct Step {
    char sign = ' '; ///< ' ', '-' or '+'
    std::string_view line;
};

/// The longest common subsequence of the lines [first, fromEnd) and [first, toEnd), as edit steps.
std::vector<Step> steps(const Lines &from, const Lines &to, std::size_t first, std::size_t fromEnd,
                        std::size_t toEnd) {
    const std::size_t rows = fromEnd - first, columns = toEnd - first;
    std::vector<std::uint16_t> length((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t row, std::size_t column) -> std::uint16_t & {
        return length[row * (columns + 1) + column];
    };
    for (std::size_t row = rows; row-- > 0;)
        for (std::size_t column = columns; column-- > 0;)
            at(row, column) = from[first + row] == to[first + column]
                                  ? static_cast<std::uint16_t>(at(row + 1, column + 1) + 1)
                                  : std::max(at(row + 1, column), at(row, column + 1));
    std::vector<Step> found;
    for (std::size_t row = 0, column = 0; row < rows || column < columns;) {
        if (row < rows && column < columns && from[first + row] == to[first + column]) {
            found.push_back({' ', from[first + row]});
            ++row;
            ++column;
        } else if (row < rows && (column == columns || at(row + 1, column) >= at(row, column + 1))) {
            found.push_back({'-', from[first + row++]});
        } else {
            found.push_back({'+', to[first + column++]});
        }
    }
    return found;
}

std::string range(std::size_t begin, std::size_t count) {
    return count == 1 ? fmt::format("{}", begin + 1)
                      : fmt::format("{},{}", count == 0 ? begin : begin + 1, count);
}

/// The steps [begin, end); the first one is at line `from` of one text and `to` of the other, counted from 0.
std::string hunk(const std::vector<Step> &steps, std::size_t begin, std::size_t end, std::size_t from,
                 std::size_t to) {
    std::string body;
    std::size_t removed = 0, added = 0;
    for (std::size_t i = begin; i < end; ++i) {
        removed += steps[i].sign != '+' ? 1 : 0;
        added += steps[i].sign != '-' ? 1 : 0;
        body += fmt::format("{}{}", steps[i].sign, steps[i].line);
        if (!steps[i].line.ends_with('\n'))
            body += "\n\\ No newline at end of file\n";
    }
    return fmt::format("@@ -{} +{} @@\n{}", range(from, removed), range(to, added), body);
}

} // namespace

std::string unifiedDiff(std::string_view from, std::string_view to, std::string_view path) {
    constexpr std::size_t kAround = 3;
    const Lines before = linesOf(from), after = linesOf(to);
    const std::size_t least = std::min(before.size(), after.size());
    std::size_t first = 0;
    while (first < least && before[first] == after[first])
        ++first;
    std::size_t same = 0; // at the end
    while (same < least - first && before[before.size() - 1 - same] == after[after.size() - 1 - same])
        ++same;
    const std::size_t fromEnd = before.size() - same, toEnd = after.size() - same;
    if ((first == fromEnd && first == toEnd) || std::max(fromEnd - first, toEnd - first) > kMaxDiffLines)
        return {};
    const std::size_t start = first - std::min(first, kAround);
    std::vector<Step> all = steps(before, after, start, fromEnd, toEnd);
    for (std::size_t i = 0; i < std::min(same, kAround); ++i)
        all.push_back({' ', before[fromEnd + i]});

    std::string text = fmt::format("--- {}\n+++ {}\n", path, path);
    std::size_t fromLine = start, toLine = start; // of all[i]
    for (std::size_t i = 0; i < all.size();) {
        // A hunk continues while the next change is within the context lines of both.
        std::size_t change = i;
        while (change < all.size() && all[change].sign == ' ')
            ++change;
        if (change == all.size())
            break;
        const std::size_t begin = std::max(i, change - std::min(change, kAround));
        std::size_t end = change;
        for (std::size_t quiet = 0; end < all.size() && quiet <= 2 * kAround; ++end)
            quiet = all[end].sign == ' ' ? quiet + 1 : 0;
        while (end > change && all[end - 1].sign == ' ')
            --end;
        end = std::min(end + kAround, all.size());
        fromLine += begin - i; // only common lines are passed over
        toLine += begin - i;
        text += hunk(all, begin, end, fromLine, toLine);
        for (std::size_t k = begin; k < end; ++k) {
            fromLine += all[k].sign != '+' ? 1 : 0;
            toLine += all[k].sign != '-' ? 1 : 0;
        }
        i = end;
    }
    return text;
}

} // namespace fabricscope::nccl
