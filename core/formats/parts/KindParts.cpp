// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/parts/KindParts.h"

#include "core/base/Text.h"
#include "core/formats/files/CutText.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/hwloc/XmlText.h"
#include "core/formats/kernel/KernelLine.h"
#include "core/formats/parts/KindStarts.h"
#include "core/formats/parts/NextLines.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace fabricscope::formats {

namespace {

/// From the beginning of a text to the next one.
struct Segment {
    std::size_t begin = 0, end = 0;
    const KindStart *start = nullptr; ///< nullptr: nothing shows where this began
    std::size_t lastOwn = 0;          ///< of a kernel log with times: behind its last line that has one
    bool isClosed = false;            ///< the text before is whole: this is no part of it
};

/// Finds beginnings, whether or not they turn out to be some.
class Segments {
public:
    explicit Segments(std::string_view text) : m_text(text), m_lines(text) { m_all.push_back({}); }

    std::vector<Segment> take() {
        while (m_lines.next())
            if (m_lines.begin() >= m_behindDocument && !m_lines.line().empty())
                readLine();
        m_all.back().end = m_text.size();
        return std::move(m_all);
    }

private:
    void readLine() {
        const bool isClosed = m_behindDocument > 0 && current() == &documentStart();
        if (skipDocument())
            return;
        if (isTimedLine(m_lines.line())) {
            if (current() != &kernelLogStart())
                open(&kernelLogStart(), isClosed);
            m_all.back().lastOwn = m_lines.end();
            return;
        }
        const KindStart *start = kindStartAt(m_lines);
        if (start != nullptr ? isNew(*start) : isClosed)
            open(start, isClosed);
    }

    [[nodiscard]] const KindStart *current() const { return m_all.back().start; }

    /// Whether a text begins here rather than that the current one goes on.
    bool isNew(const KindStart &start) {
        const std::size_t number = numberBehind(start);
        const bool isFewer = number <= m_lastNumber;
        m_lastNumber = number;
        if (current() == nullptr || current() == &documentStart() || !start.isOfSameText(*current()))
            return true;
        return start.again == KindStart::Again::NewText ||
               (start.again == KindStart::Again::IfFewer && isFewer);
    }

    [[nodiscard]] std::size_t numberBehind(const KindStart &start) const {
        std::string_view rest = m_lines.line().substr(start.words.size());
        return parseInteger<std::size_t>(rest.substr(0, rest.find_first_not_of("0123456789"))).value_or(0);
    }

    void open(const KindStart *start, bool isClosed) {
        if (m_all.size() >= kMostKindParts)
            return;
        const std::size_t begin = m_lines.begin();
        m_all.back().end = begin;
        if (begin == 0)
            m_all.pop_back();
        m_all.push_back({begin, m_text.size(), start, 0, isClosed});
    }

    /// What is inside of a document begins no text.
    bool skipDocument() {
        const std::string_view line = m_lines.line();
        const bool isJson = line[0] == '{' || line[0] == '[';
        if (!isJson && (line[0] != '<' || line.size() < 2 || isNumber(line[1])))
            return false;
        const std::size_t first = m_text.find(line[0], m_lines.begin());
        if (first >= m_lines.end())
            return false;
        const std::string_view rest = m_text.substr(first);
        const std::size_t length = isJson ? jsonEnd(rest) : xmlEnd(rest);
        if (length == 0)
            return false;
        open(&documentStart(), m_behindDocument > 0 && current() == &documentStart());
        m_behindDocument = first + length;
        return true;
    }

    static bool isNumber(char c) { return c >= '0' && c <= '9'; }

    /// 0 if it is none, or not whole. Of a text that is cut this is asked once: it takes all of the text.
    std::size_t jsonEnd(std::string_view rest) {
        if (m_hasOpenJson || !beginsJson(rest))
            return 0;
        const std::size_t length = jsonLength(rest);
        m_hasOpenJson = length == std::string_view::npos;
        return m_hasOpenJson ? 0 : length;
    }
    std::size_t xmlEnd(std::string_view rest) {
        const std::string name = m_hasOpenXml ? std::string() : xmlRoot(rest.substr(0, kRoot)).name;
        // Issues and mails hold markup of their own: "<details>".
        static constexpr std::string_view kRoots[] = {"nvidia_smi_log", "topology",  "root",  "system",
                                                      "domain",         "domstatus", "graphs"};
        if (name.empty() || (!rest.starts_with("<?xml") &&
                             std::find(std::begin(kRoots), std::end(kRoots), name) == std::end(kRoots)))
            return 0;
        const std::string close = "</" + name + ">";
        const std::size_t at = rest.find(close);
        m_hasOpenXml = at == std::string_view::npos;
        return m_hasOpenXml ? 0 : at + close.size();
    }

    static constexpr std::size_t kRoot = 4096; ///< the first element is not farther away

    std::string_view m_text;
    NextLines m_lines;
    std::vector<Segment> m_all;
    std::size_t m_behindDocument = 0, m_lastNumber = 0;
    bool m_hasOpenJson = false, m_hasOpenXml = false;
};

const FileKind *kindOf(std::string_view text) {
    return recogniseFile({{}, text.substr(0, FileSample::kHead)});
}

/// nvidia-smi's message about a GPU may be in such a text: its reader looks for it there.
bool mayHoldMessages(std::string_view section) {
    return section == "tool-nvidia-smi" || section == "tool-nvidia-smi-l" ||
           section == "tool-nvidia-smi-query" || section == "tool-nvidia-smi-q";
}

/// What is in front of another text and belongs to it: a warning of the same tool; the first message of a
/// kernel log without times.
bool isTitleOf(const KindPart &part, std::string_view next, std::string_view nextLine) {
    const std::string_view section = part.kind->section;
    if (section == "amd-smi-error")
        return (next.starts_with("tool-amd-") || next.starts_with("tool-roc")) &&
               (part.text.find("missing the following required groups") != std::string_view::npos ||
                part.text.find("is not member of") != std::string_view::npos);
    return (section == "nvidia-smi-error" && mayHoldMessages(next)) ||
           (section == "kernel-version" && next == "dmesg" && isBareKernelMessage(nextLine));
}

/// Puts segments together that are no texts of their own.
class Parts {
public:
    explicit Parts(std::string_view text) : m_text(text) {}

    void add(const Segment &segment) {
        const std::string_view text = m_text.substr(segment.begin, segment.end - segment.begin);
        const FileKind *kind = kindOf(text);
        if (segment.start == nullptr ? kind != nullptr && m_parts.empty() : fits(*segment.start, kind))
            return addText({{text, kind, kind == nullptr}, formOf(segment.start)});
        // A log in front of anything ends with its last time; a line of one among others is a console's.
        const std::string_view own = text.substr(0, std::max(segment.lastOwn, segment.begin) - segment.begin);
        if (const FileKind *log = m_parts.empty() ? kindOf(own) : nullptr; log && log->section == "dmesg") {
            addText({{own, log}, nullptr});
            return addRest(text.substr(own.size()), true);
        }
        addRest(text, segment.isClosed && segment.start != &documentStart());
    }

    /// Empty if the text is of one kind.
    std::vector<KindPart> take() {
        joinTitles();
        const auto first = std::find_if(m_parts.begin(), m_parts.end(), isKnown);
        const bool areSeveral = std::any_of(first, m_parts.end(), [&](const Part &part) {
            return isKnown(part) && (part.kind != first->kind || part.form != first->form);
        });
        return areSeveral ? std::vector<KindPart>(m_parts.begin(), m_parts.end()) : std::vector<KindPart>();
    }

private:
    struct Part : KindPart {
        const KindStart *form = nullptr; ///< if the reader takes no other one with it
    };

    static bool isKnown(const KindPart &part) { return part.kind != nullptr || part.isOfOtherCommands; }
    static const KindStart *formOf(const KindStart *start) {
        return start != nullptr && start->isForm ? start : nullptr;
    }

    static bool fits(const KindStart &start, const FileKind *kind) {
        if (&start == &documentStart())
            return kind != nullptr;
        return start.isOfOtherCommands() ? kind == nullptr : kind != nullptr && start.isOf(kind->section);
    }

    void addText(const Part &part) {
        if (m_parts.empty())
            return m_parts.push_back(part);
        Part &before = m_parts.back();
        const std::string_view both = joined(before, part.text);
        // Of two documents the reader takes the first; a log has one for each message.
        const bool isDocument = part.form == &documentStart() && !part.kind->readsTimes;
        const bool isSame =
            isKnown(before) && before.kind == part.kind && before.form == part.form && !isDocument;
        const bool isMessage = before.kind && part.kind && part.kind->section == "nvidia-smi-error" &&
                               mayHoldMessages(before.kind->section);
        // What nothing is known of in front of the first text: its title, or a part of it that was cut.
        const bool isLead =
            m_parts.size() == 1 && !isKnown(before) && part.kind != nullptr && kindOf(both) == part.kind;
        if (isSame || isMessage)
            before.text = both;
        else if (isLead)
            before = {{both, part.kind}, part.form};
        else
            m_parts.push_back(part);
    }

    /// Of the text before, where that may hold it.
    void addRest(std::string_view text, bool isClosed) {
        if (text.empty())
            return;
        if (!m_parts.empty() && !isClosed) {
            Part &before = m_parts.back();
            const std::string_view both = joined(before, text);
            if (before.kind == nullptr || before.text.size() >= FileSample::kHead ||
                kindOf(both) == before.kind) {
                before.text = both;
                return;
            }
        }
        m_parts.push_back({{text}, nullptr});
    }

    [[nodiscard]] std::string_view joined(const KindPart &part, std::string_view next) const {
        const auto begin = static_cast<std::size_t>(part.text.data() - m_text.data());
        const auto end = static_cast<std::size_t>(next.data() - m_text.data()) + next.size();
        return m_text.substr(begin, end - begin);
    }

    void joinTitles() {
        for (std::size_t i = 0; i + 1 < m_parts.size(); ++i) {
            const Part &part = m_parts[i];
            Part &next = m_parts[i + 1];
            if (part.kind == nullptr || next.kind == nullptr ||
                !isTitleOf(part, next.kind->section, next.text.substr(0, next.text.find('\n'))) ||
                kindOf(joined(part, next.text)) != next.kind)
                continue;
            next.text = joined(part, next.text);
            m_parts.erase(m_parts.begin() + static_cast<std::ptrdiff_t>(i--));
        }
    }

    std::string_view m_text;
    std::vector<Part> m_parts;
};

} // namespace

std::vector<KindPart> kindParts(std::string_view text) {
    const std::vector<Segment> segments = Segments(text).take();
    if (segments.size() < 2)
        return {};
    Parts parts(text);
    for (const Segment &segment : segments)
        parts.add(segment);
    return parts.take();
}

} // namespace fabricscope::formats
