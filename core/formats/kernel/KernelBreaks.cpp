// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/KernelBreaks.h"

#include "core/base/Text.h"
#include "core/formats/MailBreaks.h"
#include "core/formats/PastedLines.h"
#include "core/formats/files/LineScan.h"
#include "core/formats/files/TableBreaks.h"
#include "core/formats/kernel/KernelLine.h"
#include "core/formats/kernel/KernelLogJson.h"
#include "core/formats/kernel/KernelLogRows.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kLongestText = std::size_t{1} << 20;

struct Line {
    std::size_t begin = 0;
    std::string_view text; ///< without its line end
    bool isStamped = false, continues = false;
};

/// A time is in front of it, or a journal's unit.
bool isStamped(std::string_view line) {
    const KernelLine parts = kernelLine(line);
    return parts.isStamped || parts.isOfOtherUnit;
}

/// What may be the rest of a line: it has words, or ends a sentence, and is no prompt. The kernel's own
/// messages of several lines are indented.
bool isRest(std::string_view line) {
    constexpr std::size_t kLongestEnd = 2;
    if (!line.empty() && line.size() <= kLongestEnd && line.find_first_not_of(".,;:)]}'\"") == line.npos)
        return true;
    const bool hasWords = std::any_of(line.begin(), line.end(), [](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    return hasWords && !line.starts_with("  ") && !line.starts_with('\t') && !isPrompt(trimmed(line));
}

/// The line makes a known message only with what follows it.
bool isMessageWithRest(std::string_view line, std::string_view rest) {
    const std::string joined = std::string(line).append(" ").append(rest);
    return isStamped(line) && kernelLogRowOf(kernelLine(line).message) == nullptr &&
           kernelLogRowOf(kernelLine(joined).message) != nullptr;
}

class KernelLogJoin {
public:
    explicit KernelLogJoin(std::string_view text) : m_text(text) {
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t feed = std::min(text.find('\n', begin), text.size());
            std::string_view line = text.substr(begin, feed - begin);
            while (line.ends_with('\r'))
                line.remove_suffix(1);
            m_lines.push_back({begin, line, isStamped(line), false});
            begin = feed + 1;
        }
    }

    /// Marks the lines that continue another one; false if that is not certain for all of them.
    bool mark() {
        const auto first =
            std::find_if(m_lines.begin(), m_lines.end(), [](const Line &line) { return line.isStamped; });
        if (first == m_lines.end())
            return false;
        const auto last = std::find_if(m_lines.rbegin(), m_lines.rend(), [](const Line &line) {
                              return line.isStamped;
                          }).base();
        std::size_t width = 0;
        for (auto line = first; line != last; ++line)
            width = std::max(width, columnsOf(line->text));
        if (!isTerminalWidth(width))
            return false;
        std::size_t continued = 0, whole = 0; // lines of this width
        for (auto line = first; line != m_lines.end(); ++line) {
            const bool isFull = fills(line->text, width);
            const auto next = std::next(line);
            if (!line->isStamped && !line->continues &&
                (trimmed(line->text).empty() || isPrompt(trimmed(line->text))))
                continue;
            if (!line->isStamped && !line->continues)
                return line >= last && isEnough(width, continued, whole) && // what follows the log
                       std::none_of(line, m_lines.end(),
                                    [&](const Line &other) { return columnsOf(other.text) >= width; });
            if (!isFull || next == m_lines.end())
                continue;
            next->continues = !next->isStamped && isRest(next->text) && columnsOf(next->text) <= width;
            ++(next->continues ? continued : whole);
            m_isCertain = m_isCertain || (next->continues && isCertain(*line, *next));
        }
        return isEnough(width, continued, whole);
    }

    [[nodiscard]] std::optional<RestoredText> take() const {
        RestoredText out;
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            out.text += m_lines[i].text;
            if (i + 1 == m_lines.size() || !m_lines[i + 1].continues) {
                out.text += i + 1 < m_lines.size() || m_text.ends_with('\n') ? "\n" : "";
                continue;
            }
            out.changes.push_back({m_lines[i].begin + m_lines[i].text.size(), false});
            ++out.joined;
        }
        if (out.changes.empty() || out.changes.size() > capture::Wrapping::kMostBreaks)
            return std::nullopt;
        return out;
    }

private:
    /// The lines of a program that cuts them have one width, too.
    [[nodiscard]] bool isEnough(std::size_t width, std::size_t continued, std::size_t whole) const {
        static constexpr std::size_t kUsual[] = {kUsualWidth, 100, 120, 132, 160};
        const bool isUsual = std::find(std::begin(kUsual), std::end(kUsual), width) != std::end(kUsual);
        return continued > 0 && continued >= whole && (isUsual || m_isCertain);
    }

    [[nodiscard]] bool isCertain(const Line &line, const Line &rest) const {
        if (isCertainCut(m_text, line.text, rest.text))
            return true;
        const std::string joined = std::string(line.text).append(rest.text);
        return line.isStamped && kernelLogRowOf(kernelLine(line.text).message) == nullptr &&
               kernelLogRowOf(kernelLine(joined).message) != nullptr;
    }

    std::string_view m_text;
    std::vector<Line> m_lines;
    bool m_isCertain = false;
};

} // namespace

std::optional<RestoredText> joinedKernelLog(std::string_view text) {
    if (text.size() > kLongestText || text.find('\0') != std::string_view::npos ||
        isKernelLogJson(trimmed(text)))
        return std::nullopt;
    KernelLogJoin join(text);
    if (join.mark())
        return join.take();
    return joinedMail(text, {isStamped, [](std::string_view, std::string_view rest) { return isRest(rest); },
                             isMessageWithRest});
}

bool beginsWithKernelTime(std::string_view text) {
    constexpr std::size_t kMicroseconds = 6;
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && Scan(text, begin)
                                                  .words("[")
                                                  .run(isBlank, 0)
                                                  .digits()
                                                  .words(".")
                                                  .run(isDigit, kMicroseconds)
                                                  .words("]")
                                                  .isGood();
}

} // namespace fabricscope::formats
