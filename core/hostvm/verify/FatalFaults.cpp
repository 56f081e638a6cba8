// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/verify/FatalFaults.h"

#include "core/base/HostText.h"
#include "core/nccl/Version.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::hostvm {

namespace {

using nccl::FileError;

constexpr std::size_t kMaxFaults = 64;
constexpr std::string_view kSpace = " \t\r\n";

struct Fault {
    std::string_view text;
    const FileError &error;
    std::size_t at = 0; ///< offset of the error's line and column
    const nccl::Version &version;
};

TextEdit replace(std::size_t begin, std::size_t end, std::string text) {
    return {{{begin, end, std::move(text)}}};
}

/// The line feeds of a text, so that later lines keep their numbers.
std::string lineFeedsOf(std::string_view text) {
    return std::string(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), '\n');
}

TextEdit dropMark(const Fault & /*fault*/) {
    return replace(0, 3, {});
}

TextEdit dropDeclaration(const Fault &fault) {
    const auto begin = fault.text.rfind("<?xml", fault.at);
    const auto end = begin == std::string_view::npos ? begin : fault.text.find("?>", begin);
    if (end == std::string_view::npos)
        return {};
    return replace(begin, end + 2, lineFeedsOf(fault.text.substr(begin, end + 2 - begin)));
}

/// Tabs become blanks everywhere; other text is removed up to the next element.
TextEdit dropText(const Fault &fault) {
    TextEdit edit;
    for (std::size_t i = 0; i < fault.text.size(); ++i)
        if (fault.text[i] == '\t')
            edit.pieces.push_back({i, i + 1, "  "});
    if (!edit.isEmpty())
        return edit;
    const std::size_t end = std::min(fault.text.find('<', fault.at), fault.text.size());
    if (end == fault.at)
        return {};
    return replace(fault.at, end, lineFeedsOf(fault.text.substr(fault.at, end - fault.at)));
}

/// A start tag of an element, parsed leniently.
class LenientTag {
public:
    /// `begin` is the position of its '<'. Parses up to and including its '>'.
    LenientTag(std::string_view text, std::size_t begin) : m_text(text), m_at(begin + 1) {
        m_name = word();
        while (m_good && !m_closed)
            attribute();
    }

    [[nodiscard]] std::size_t end() const { return m_at; }
    /// The tag in the form that the library accepts; empty if it is no tag.
    [[nodiscard]] std::string written() const {
        if (!m_good || m_name.empty())
            return {};
        std::string text = fmt::format("<{}", m_name);
        for (const auto &[name, value] : m_attributes)
            text += fmt::format(" {}=\"{}\"", name, value);
        return text + (m_single ? "/>" : ">");
    }
    void set(const std::string &name, const std::string &value) {
        const auto known = std::find_if(m_attributes.begin(), m_attributes.end(),
                                        [&](const auto &one) { return one.first == name; });
        if (known == m_attributes.end())
            m_attributes.insert(m_attributes.begin(), {name, value});
        else
            known->second = value;
    }

private:
    [[nodiscard]] char now() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skipSpace() { m_at = std::min(m_text.find_first_not_of(kSpace, m_at), m_text.size()); }

    std::string word() {
        const std::size_t end = std::min(m_text.find_first_of(" \t\r\n=/>\"'<", m_at), m_text.size());
        const std::string found(m_text.substr(m_at, end - m_at));
        m_at = end;
        return found;
    }

    void attribute() {
        skipSpace();
        if (now() == '/' || now() == '>') {
            m_single = now() == '/';
            m_at += m_single ? 1 : 0;
            skipSpace();
            m_good = now() == '>';
            m_closed = true;
            ++m_at;
            return;
        }
        const std::string name = word();
        skipSpace();
        m_good = !name.empty() && now() == '=';
        ++m_at;
        skipSpace();
        if (m_good)
            m_attributes.emplace_back(name, value());
    }

    std::string value() {
        const char quote = now();
        if (quote != '"' && quote != '\'')
            return word();
        const std::size_t end = m_text.find(quote, m_at + 1);
        m_good = end != std::string_view::npos;
        if (!m_good)
            return {};
        std::string found(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
        m_good = found.find_first_of("\"<") == std::string::npos;
        return found;
    }

    std::string_view m_text;
    std::size_t m_at;
    std::string m_name;
    std::vector<std::pair<std::string, std::string>> m_attributes;
    bool m_good = true, m_closed = false, m_single = false;
};

/// Rewrites the tag that contains the fault.
TextEdit rewriteTag(const Fault &fault) {
    const std::size_t begin = fault.text.rfind('<', fault.at);
    if (begin == std::string_view::npos)
        return {};
    const LenientTag tag(fault.text, begin);
    const std::string text = tag.written();
    if (text.empty())
        return {};
    const std::string_view before = fault.text.substr(begin, tag.end() - begin);
    return before == text ? TextEdit{} : replace(begin, tag.end(), text + lineFeedsOf(before));
}

TextEdit setVersion(const Fault &fault) {
    const std::size_t begin = fault.text.rfind("<system", fault.at);
    if (begin == std::string_view::npos)
        return {};
    LenientTag tag(fault.text, begin);
    tag.set("version", std::to_string(fault.version.xmlVersion));
    const std::string text = tag.written();
    return text.empty() ? TextEdit{} : replace(begin, tag.end(), text);
}

/// For a text that only lacks its end.
TextEdit closeElement(const Fault &fault) {
    const std::size_t begin = fault.at + 1;
    const std::size_t end = fault.text.find_first_of(" >/\r\n", begin);
    if (begin >= fault.text.size() || end == std::string_view::npos || end == begin)
        return {};
    const char *separator = fault.text.ends_with('\n') ? "" : "\n";
    return replace(fault.text.size(), fault.text.size(),
                   fmt::format("{}</{}>\n", separator, fault.text.substr(begin, end - begin)));
}

TextEdit none(const Fault & /*fault*/) {
    return {};
}

struct FaultRow {
    std::string_view message; ///< a part of FileError::what
    std::string_view name;    ///< of the rule
    TextEdit (*edit)(const Fault &);
};
/// The first matching row counts. One line adds a fault.
constexpr FaultRow kFaults[] = {
    {"byte order mark", "byte_order_mark", dropMark},
    {"no XML declaration", "xml_declaration", dropDeclaration},
    {"expecting '<'", "stray_text", dropText},
    {"Expected (double) quote", "broken_tag", rewriteTag},
    {"expected >", "broken_tag", rewriteTag},
    {"Unexpected value with name", "broken_tag", rewriteTag},
    {"unexpected trailing", "broken_tag", none},
    {"value too long", "value_too_long", none},
    {"name too long", "value_too_long", none},
    {"unterminated comment", "open_comment", none},
    {"Unexpected EOF", "open_element", none},
    {"XML Mismatch", "wrong_closing", none},
    {"unterminated", "open_element", closeElement},
    {"version of node system not found", "no_version", setVersion},
    {"wrong version", "wrong_version", setVersion},
    {"limited to", "too_large", none},
};

const FaultRow *rowOf(const FileError &error) {
    const auto *row = std::find_if(std::begin(kFaults), std::end(kFaults), [&](const FaultRow &one) {
        return error.what.find(one.message) != std::string::npos;
    });
    return row == std::end(kFaults) ? nullptr : row;
}

std::size_t offsetOf(std::string_view text, std::uint32_t line, std::uint32_t column) {
    std::size_t begin = 0;
    for (std::uint32_t at = 1; at < line; ++at) {
        const auto newline = text.find('\n', begin);
        if (newline == std::string_view::npos)
            return text.size();
        begin = newline + 1;
    }
    return std::min(begin + std::max(column, 1U) - 1, text.size());
}

FileFinding findingOf(const FileError &error, std::string_view name) {
    FileFinding made = fileFinding(name, error.line);
    made.finding.set("what", error.what);
    if (!error.consequence.empty())
        made.finding.set("effect", error.consequence);
    return made;
}

void setCorrected(FileFinding &finding, std::string_view text, std::string_view edited) {
    ChangedLines changed = changedLines(text, edited);
    constexpr std::size_t kMost = 4096;
    finding.correctedLine = changed.line;
    finding.corrected = HostText(changed.text).plain(kMost);
    if (codeOf(finding) == "stray_text" && changed.line > 0) // all tabs at once: show the first line
        finding.corrected = finding.corrected.substr(0, finding.corrected.find('\n'));
}

} // namespace

Readable readable(std::string_view text, const nccl::Version &version) {
    Readable result;
    result.text = text;
    const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n') + 1);
    while (result.faults.size() < kMaxFaults) {
        auto tree = nccl::readXml(result.text, version);
        if (tree) {
            result.tree = std::move(*tree);
            return result;
        }
        const FileError &error = tree.error();
        const FaultRow *row = rowOf(error);
        FileFinding finding = findingOf(error, row != nullptr ? row->name : "unreadable");
        std::uint64_t &line = finding.finding.place.line;
        line = std::min<std::uint64_t>(line, lines); // end tags added at the end follow the last line
        const Fault fault{result.text, error, offsetOf(result.text, error.line, error.column), version};
        if (row != nullptr)
            finding.edit = row->edit(fault);
        if (finding.edit.isEmpty()) {
            result.faults.push_back(std::move(finding));
            return result;
        }
        std::string edited = finding.edit.applied(result.text);
        setCorrected(finding, result.text, edited);
        result.faults.push_back(std::move(finding));
        result.text = std::move(edited);
    }
    return result;
}

FileFinding refusal(const FileError &error) {
    const bool lacking = error.what.find("not found\")") != std::string::npos && error.line > 0;
    return findingOf(error, lacking ? "missing_attribute" : "refused");
}

} // namespace fabricscope::hostvm
