// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/HostBlocks.h"

#include "core/base/Text.h"
#include "core/formats/PastedLines.h"
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

/// "==> rack2/node07.txt <==" of head and tail, "=== node07 ===", "--- node07 ---", ">>> node07 <<<" and "==
/// node07" of a loop. Devices and tools are named so, too.
std::string_view nameInSigns(std::string_view line) {
    constexpr std::string_view kOpen = "==> ", kClose = " <==";
    if (line.starts_with(kOpen) && line.ends_with(kClose) && line.size() > kOpen.size() + kClose.size()) {
        std::string_view name = line.substr(kOpen.size(), line.size() - kOpen.size() - kClose.size());
        for (const std::string_view ending : {".txt", ".log", ".out"})
            if (name.ends_with(ending))
                name.remove_suffix(ending.size());
        const std::string_view last = name.substr(name.rfind('/') + 1);
        return isHostName(last) && commandIn("# " + std::string(last)).empty() ? name : std::string_view{};
    }
    if (line.size() < 4 || std::string_view("=-#*>").find(line[0]) == std::string_view::npos)
        return {};
    const std::size_t signs = line.find_first_not_of(line[0]);
    if (signs == std::string_view::npos || signs < 2 || line[signs] != ' ')
        return {};
    const char close = line[0] == '>' ? '<' : line[0];
    const std::size_t end = line.find_last_not_of(close);
    const bool isClosed = line.size() - end - 1 >= 2 && line[end] == ' ';
    if (!isClosed && (line[0] != '=' || end + 1 != line.size()))
        return {};
    const std::string_view name = trimmed(line.substr(signs, end + 1 - signs));
    return isHostName(name) && commandIn("# " + std::string(name)).empty() ? name : std::string_view{};
}

bool startsWithAny(std::string_view name, std::initializer_list<std::string_view> beginnings) {
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view beginning) { return name.starts_with(beginning); });
}

/// "mlx5_0", "ens1f0np0", "eth0", "0000:1b:00.0", "GPU0", "3": a loop over devices has them as titles.
bool isDevice(std::string_view name) {
    const bool isNumber = name.find_first_not_of("0123456789:.") == std::string_view::npos;
    const bool isAddress =
        name.find(':') != std::string_view::npos &&
        std::all_of(name.begin(), name.end(), [](char c) { return isHex(c) || c == ':' || c == '.'; });
    return isNumber || isAddress ||
           startsWithAny(name,
                         {"mlx", "bnxt", "ionic", "irdma", "rdmap", "rocep", "ibp",  "ib0", "ib1", "eno",
                          "ens", "enp",  "enx",   "eth",   "bond",  "card",  "nvme", "GPU", "nic", "port"});
}

/// The host of a shell prompt, or of the command that it runs there by ssh; empty for other lines.
std::string_view hostOfPrompt(std::string_view line) {
    if (!isPrompt(line))
        return {};
    const std::size_t at = line.find('@');
    if (at == std::string_view::npos)
        return {};
    std::string_view rest = line.substr(at + 1);
    const std::size_t end = std::min(rest.find_first_of(": ]$#%"), rest.size());
    const std::string_view host = rest.substr(0, end);
    std::string_view command = withoutPrompt(line);
    if (takeWord(command) == "ssh") {
        std::string_view there = takeWord(command);
        there = there.substr(there.find('@') == std::string_view::npos ? 0 : there.find('@') + 1);
        if (!there.starts_with('-') && isHostName(there) && !trimmed(command).empty())
            return there;
    }
    return isHostName(host) ? host : std::string_view{};
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
            std::string_view name = nameOfAnsible(first);
            name = name.empty() ? nameOfPssh(first) : name;
            if (!name.empty())
                return name;
            name = nameInSigns(first);
            if (name.empty() || m_titles.contains(name))
                return {};
            m_words.insert(name);
            return name;
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
    constexpr std::size_t kNear = 4096; // a device is named at the beginning of its text
    for (const HostBlock &block : blocks)
        if (isDevice(block.host) || block.text.substr(0, kNear).find(block.host) != std::string_view::npos)
            continue;
        else if (const FileKind *kind = recogniseFile({block.host, block.text.substr(0, FileSample::kHead)}))
            hosts[kind].insert(block.host);
    Names titles = words;
    for (const auto &[kind, names] : hosts)
        if (names.size() > 1)
            for (const std::string_view name : names)
                titles.erase(name);
    return titles;
}

/// A session on several hosts: what follows a prompt, with it, is of the prompt's host.
std::vector<HostBlock> sessionBlocks(std::string_view text) {
    std::vector<HostBlock> blocks;
    Names hosts;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string_view host = hostOfPrompt(trimmed(text.substr(begin, end - begin)));
        if (blocks.empty() && host.empty() && !trimmed(text.substr(begin, end - begin)).empty())
            return {};
        if (!host.empty() && (blocks.empty() || blocks.back().host != host) && blocks.size() < kMostBlocks) {
            blocks.push_back({host, text.substr(begin, 0)});
            hosts.insert(host);
        }
        if (!blocks.empty()) {
            HostBlock &last = blocks.back();
            const auto from = static_cast<std::size_t>(last.text.data() - text.data());
            last.text = text.substr(from, end - from);
        }
        begin = end;
    }
    return hosts.size() > 1 ? blocks : std::vector<HostBlock>{};
}

} // namespace

std::vector<HostBlock> hostBlocks(std::string_view text) {
    if (auto blocks = sessionBlocks(text); !blocks.empty())
        return blocks;
    const Names none;
    Splitter all(text, none);
    std::vector<HostBlock> blocks = all.take();
    if (all.words().empty())
        return blocks;
    const Names titles = titlesAmong(all.words(), blocks);
    return titles.empty() ? blocks : Splitter(text, titles).take();
}

} // namespace fabricscope::formats
