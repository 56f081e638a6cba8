// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/HostBlocks.h"

#include "core/base/Text.h"
#include "core/formats/files/BundleTitles.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/files/LineScan.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace fabricscope::formats {

namespace {

/// What may precede the first block: a prompt, messages of the launcher.
constexpr std::size_t kMostBefore = 16;

/// dshbak's has 16 dashes, clubak's 15.
bool isRule(std::string_view line) {
    return (line.size() == 15 || line.size() == 16) && line.find_first_not_of('-') == std::string_view::npos;
}

/// "node07", "node[01-03,07]", "gpu-1.example.com", "user@10.0.0.7:2222".
bool isHostName(std::string_view name) {
    constexpr std::size_t kLongest = 256;
    constexpr std::string_view kOthers = ".-_[],@:";
    const auto isPart = [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               kOthers.find(c) != std::string_view::npos;
    };
    return !name.empty() && name.size() <= kLongest && std::all_of(name.begin(), name.end(), isPart) &&
           std::any_of(name.begin(), name.end(), [&](char c) { return kOthers.find(c) == kOthers.npos; });
}

/// "node[01-03] (3)" of clubak: without the number of hosts.
std::string_view nameBetweenRules(std::string_view line) {
    std::string_view rest = line;
    const std::string_view name = takeWord(rest);
    rest = trimmed(rest);
    const bool isCount = rest.size() > 2 && rest.front() == '(' && rest.back() == ')' &&
                         parseInteger<unsigned>(rest.substr(1, rest.size() - 2)).has_value();
    const bool isTool = !commandIn("# " + std::string(name)).empty(); // the title of a report's part
    return (rest.empty() || isCount) && !isTool && isHostName(name) ? name : std::string_view{};
}

/// "node07 | CHANGED | rc=0 >>", "node07 | UNREACHABLE! => {"
std::string_view nameOfAnsible(std::string_view line) {
    std::string_view rest = line;
    const std::string_view name = trimmed(takeUntil(rest, '|'));
    std::string_view status = trimmed(takeUntil(rest, '|'));
    rest = trimmed(rest);
    bool isHeader = rest.starts_with("rc=") && rest.ends_with(">>");
    if (const auto arrow = status.find("=>"); arrow != std::string_view::npos && rest.empty()) {
        const std::string_view result = trimmed(status.substr(arrow + 2));
        isHeader = result.empty() || result.front() == '{';
        status = trimmed(status.substr(0, arrow));
    }
    if (status.ends_with('!'))
        status.remove_suffix(1);
    const bool isStatus = status == "CHANGED" || status == "SUCCESS" || status == "FAILED" ||
                          status == "UNREACHABLE" || status == "SKIPPED";
    return isHeader && isStatus && isHostName(name) ? name : std::string_view{};
}

/// "[1] 10:11:12 [SUCCESS] node07"
std::string_view nameOfPssh(std::string_view line) {
    const std::string_view number = takeWord(line), time = takeWord(line), status = takeWord(line);
    const std::string_view name = takeWord(line);
    const bool isHeader = number.size() > 2 && number.front() == '[' && number.back() == ']' &&
                          parseInteger<unsigned>(number.substr(1, number.size() - 2)).has_value() &&
                          time.size() == 8 && time[2] == ':' && time[5] == ':' &&
                          (status == "[SUCCESS]" || status == "[FAILURE]");
    return isHeader && isHostName(name) ? name : std::string_view{};
}

bool hasDigit(std::string_view name) {
    return std::any_of(name.begin(), name.end(), isDigit);
}

/// Names between rules.
using Names = std::set<std::string_view>;

class Splitter {
public:
    /// `titles` are no hosts.
    Splitter(std::string_view text, const Names &titles) : m_text(text), m_titles(titles) {}

    /// Names between rules that are perhaps titles: "Network".
    [[nodiscard]] const Names &words() const { return m_words; }

    std::vector<HostBlock> take() {
        while (m_end < m_text.size() && next()) {
            if (std::string_view name = headerHere(); !name.empty() && m_blocks.size() < kMostBlocks) {
                close();
                m_blocks.push_back({name, m_text.substr(m_end)});
            } else if (m_blocks.empty() && ++m_before > kMostBefore) {
                return {};
            }
        }
        return std::move(m_blocks);
    }

private:
    bool next() {
        m_begin = m_end;
        const auto feed = m_text.find('\n', m_begin);
        m_end = feed == std::string_view::npos ? m_text.size() : feed + 1;
        return true;
    }
    [[nodiscard]] std::string_view line() const { return trimmed(m_text.substr(m_begin, m_end - m_begin)); }

    /// The host if a header begins here; the header's lines are then passed.
    std::string_view headerHere() {
        const std::string_view first = line();
        m_headerBegin = m_begin;
        if (!isRule(first)) {
            const std::string_view name = nameOfAnsible(first);
            return name.empty() ? nameOfPssh(first) : name;
        }
        const auto begin = m_begin, end = m_end;
        (void)next();
        const std::string_view name = nameBetweenRules(line());
        (void)next();
        if (!name.empty() && line() == first && !m_titles.contains(name)) {
            if (!hasDigit(name))
                m_words.insert(name);
            return name;
        }
        m_begin = begin;
        m_end = end;
        return {};
    }

    /// The block before ends where the header begins.
    void close() {
        if (!m_blocks.empty()) {
            std::string_view &text = m_blocks.back().text;
            text = text.substr(0, m_headerBegin - static_cast<std::size_t>(text.data() - m_text.data()));
        }
    }

    std::string_view m_text;
    const Names &m_titles;
    Names m_words;
    std::vector<HostBlock> m_blocks;
    std::size_t m_begin = 0, m_end = 0, m_headerBegin = 0, m_before = 0;
};

/// Several hosts have a text of the same kind; parts of one host's report do not.
Names titlesAmong(const Names &words, const std::vector<HostBlock> &blocks) {
    std::map<const FileKind *, Names> hosts;
    for (const HostBlock &block : blocks)
        if (const FileKind *kind = recogniseFile({block.host, block.text.substr(0, FileSample::kHead)}))
            hosts[kind].insert(block.host);
    Names titles = words;
    for (const auto &[kind, names] : hosts)
        if (names.size() > 1)
            for (const std::string_view name : names)
                titles.erase(name);
    return titles;
}

} // namespace

std::vector<HostBlock> hostBlocks(std::string_view text) {
    const Names none;
    Splitter all(text, none);
    std::vector<HostBlock> blocks = all.take();
    if (all.words().empty())
        return blocks;
    const Names titles = titlesAmong(all.words(), blocks);
    return titles.empty() ? blocks : Splitter(text, titles).take();
}

} // namespace fabricscope::formats
