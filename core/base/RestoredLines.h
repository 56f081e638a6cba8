// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/LineSplitter.h"
#include "core/base/TerminalWidth.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope {

/// How the lines of a tool begin and end, where that is certain.
struct LineShape {
    /// A text that holds one of these is of the tool; more in `marks` are separated by a line feed.
    std::string_view marks;
    /// Whether a line begins as the tool's lines do; `before` is the line before it, whole.
    bool (*begins)(std::string_view line, std::string_view before);
    /// The length of the beginning that stands at `place` of a line and that no line of the tool has inside;
    /// 0: none is there.
    std::size_t (*inside)(std::string_view line, std::size_t place);
    /// Whether nothing continues the line; nullptr: that is not known.
    bool (*isWhole)(std::string_view line) = nullptr;
    /// Whether it is a row, which isWhole() judges; nullptr: no line is.
    bool (*isRow)(std::string_view line) = nullptr;
};

/// Who broke the lines that were joined.
enum class LinesBrokenBy : std::uint8_t { Terminal, Mail };

/// What was done to a text, as a note: "1 line break was missing and was restored". A terminal breaks lines
/// at its last column, a mail between words ("within lines").
[[nodiscard]] std::string changedBreaksText(std::uint64_t joined, std::uint64_t separated,
                                            LinesBrokenBy brokenBy = LinesBrokenBy::Terminal);

/// Whether a line begins as those of a program that writes between a tool's lines: with a time, a name
/// ("srun:
/// "), a level ("ERROR "), or as a sentence does. `before` is the line before it.
[[nodiscard]] bool beginsAsOther(std::string_view line, std::string_view before);

/// The lines of a log as its tools printed them: those that a terminal broke at its last column are joined,
/// those that a copy joined are separated. Decides on the beginning of the log whether it has such lines: a
/// terminal broke lines of different kinds, or rows of a table within their numbers. In doubt a line stays.
/// Bounded memory, linear time; the lines do not depend on how the bytes are split.
class RestoredLines {
public:
    struct Line {
        std::string_view text; ///< holds during the call only
        std::uint64_t number;  ///< of the log's line in which it begins, from 1
        bool isLast = false;   ///< the log ends in it, without a line feed
    };

    /// `shapes` must outlive this. `isKnownOther` tells lines that are known to be another program's, or
    /// those of one that begins there: they continue no line; nullptr: there is no more than beginsAsOther()
    /// knows.
    explicit RestoredLines(std::span<const LineShape> shapes,
                           bool (*isKnownOther)(std::string_view line, std::string_view before) = nullptr)
        : m_shapes(shapes), m_isOther(isKnownOther) {}

    template<class Take> void feed(std::string_view bytes, Take &&take) {
        m_splitter.feed(bytes, [&](std::string_view line) { add({line, m_splitter.line()}, take); });
    }
    template<class Take> void end(Take &&take) {
        m_splitter.end([&](std::string_view line) { add({line, m_splitter.line(), true}, take); });
        replay(take);
        flush(take);
    }

    /// Line breaks of a terminal that were removed, and missing ones that were restored.
    [[nodiscard]] std::uint64_t joined() const { return m_joined; }
    [[nodiscard]] std::uint64_t separated() const { return m_separated; }

private:
    static constexpr std::size_t kHead = std::size_t{1} << 16;      ///< bytes on which it decides
    static constexpr std::size_t kHeadLines = 1024;                 ///< likewise, lines
    static constexpr std::size_t kLongest = LineSplitter::kLongest; ///< of a joined line

    struct HeadLine {
        std::size_t begin, size;
        std::uint64_t number;
        bool isLast;
    };

    template<class Take> void add(Line line, Take &take) {
        if (m_isDecided) {
            process(line, take);
            return;
        }
        m_head.push_back({m_headText.size(), line.text.size(), line.number, line.isLast});
        m_headText += line.text;
        if (m_headText.size() >= kHead || m_head.size() >= kHeadLines)
            replay(take);
    }

    template<class Take> void replay(Take &take) {
        if (std::exchange(m_isDecided, true))
            return;
        decide();
        for (const HeadLine &line : m_head)
            process({std::string_view(m_headText).substr(line.begin, line.size), line.number, line.isLast},
                    take);
        m_head = {};
        m_headText = {};
    }

    template<class Take> void process(Line line, Take &take) {
        if (m_width != 0) {
            if (m_isOpen && continues(line.text)) {
                m_open += withoutQuoteOf(m_open, line.text);
                m_isJoined = true;
                m_openIsLast = line.isLast;
                ++m_joined;
                m_isOpen = columnsOf(line.text) == m_width && m_open.size() < kLongest;
                if (!m_isOpen)
                    flush(take);
                return;
            }
            flush(take);
            if (columnsOf(line.text) == m_width) {
                m_open = line.text;
                m_openNumber = line.number;
                m_openIsLast = line.isLast;
                m_isOpen = true;
                return;
            }
        }
        give(line, take);
    }

    template<class Take> void flush(Take &take) {
        m_isOpen = false;
        if (m_open.empty())
            return;
        const std::string whole = std::exchange(m_open, {});
        if (std::exchange(m_isJoined, false))
            m_lastJoined = whole.size();
        give({whole, m_openNumber, m_openIsLast}, take);
    }

    template<class Take> void give(Line line, Take &take) {
        if (m_separates) {
            findBreaks(line.text);
            std::size_t begin = 0;
            for (const std::size_t end : m_breaks) {
                take(Line{pieceOf(line.text, begin, end), line.number, false});
                begin = end;
                ++m_separated;
            }
            line.text = pieceOf(line.text, begin, line.text.size());
        }
        take(line);
    }

    /// Without the blank that stands in place of a line break.
    static std::string_view pieceOf(std::string_view line, std::size_t begin, std::size_t end) {
        begin += begin > 0 && begin < end && line[begin] == ' ' ? 1 : 0;
        return line.substr(begin, end - begin);
    }
    /// A reply quotes each piece of a line that a terminal broke: "> ... wit" and "> h error".
    static std::string_view withoutQuoteOf(std::string_view open, std::string_view line);
    void decide();
    void findBreaks(std::string_view line);
    [[nodiscard]] std::size_t startAt(std::string_view line, std::size_t place) const;
    [[nodiscard]] bool begins(std::string_view line, std::string_view before) const;
    [[nodiscard]] bool isWhole(std::string_view line) const;
    [[nodiscard]] bool isCutOff(std::string_view line) const;
    [[nodiscard]] bool continues(std::string_view line) const;
    [[nodiscard]] bool isOther(std::string_view line, std::string_view before) const;
    [[nodiscard]] std::string kindOf(std::string_view line) const;
    [[nodiscard]] std::size_t widthOf(const std::vector<std::string_view> &lines) const;

    std::span<const LineShape> m_shapes;
    bool (*m_isOther)(std::string_view line, std::string_view before);
    std::vector<const LineShape *> m_used; ///< of the tools in this log
    LineSplitter m_splitter;
    std::string m_headText; ///< the lines before the decision, without their ends
    std::vector<HeadLine> m_head;
    bool m_isDecided = false;
    bool m_separates = false;
    std::size_t m_width = 0; ///< of the terminal that broke lines; 0: none did
    std::string m_open;      ///< a line of the terminal's width, and what continues it
    std::uint64_t m_openNumber = 0;
    bool m_isOpen = false, m_openIsLast = false;
    bool m_isJoined = false;           ///< m_open consists of several lines of the terminal
    std::size_t m_lastJoined = 0;      ///< bytes of the last such line
    std::vector<std::size_t> m_breaks; ///< places in the current line
    std::uint64_t m_joined = 0, m_separated = 0;
};

} // namespace fabricscope
