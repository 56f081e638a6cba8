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
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

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

/// Words with which no host's name begins: a loop over devices, runs or parts has them as titles.
constexpr std::string_view kNoHosts[] = {
    "accel",      "adapter", "after",       "attempt",   "batch",     "before",    "block",    "bnxt",
    "bond",       "boot",    "br",          "bridge",    "bus",       "ca",        "card",     "case",
    "channel",    "chip",    "config",      "container", "core",      "cpu",       "cuda",     "cx",
    "cxi",        "day",     "dev",         "device",    "die",       "dimm",      "disk",     "dm",
    "dmesg",      "docker",  "domain",      "drive",     "dri",       "dummy",     "efa",      "em",
    "en",         "end",     "eno",         "enp",       "ens",       "enx",       "eth",      "exp",
    "experiment", "fan",     "fd",          "file",      "function",  "fw",        "gpu",      "group",
    "guest",      "hca",     "hfi",         "hip",       "host",      "hsn",       "hsi",      "hwmon",
    "ib",         "ibo",     "ibp",         "ibs",       "ibx",       "if",        "instance", "interface",
    "intf",       "ionic",   "irdma",       "irq",       "iter",      "iteration", "job",      "journal",
    "kern",       "kernel",  "lan",         "lane",      "link",      "lo",        "log",      "loop",
    "mana",       "md",      "measurement", "mem",       "messages",  "mlx",       "module",   "net",
    "nic",        "npu",     "numa",        "nvlink",    "nvme",      "nvswitch",  "oam",      "opa",
    "opt",        "option",  "output",      "part",      "partition", "pass",      "path",     "pci",
    "pcie",       "pf",      "phase",       "pid",       "plane",     "port",      "proc",     "process",
    "psu",        "qedr",    "queue",       "rail",      "rank",      "rdma",      "rdmap",    "render",
    "rep",        "repeat",  "result",      "rib",       "roceo",     "rocep",     "roces",    "round",
    "run",        "rxe",     "sample",      "scenario",  "sd",        "section",   "sensor",   "session",
    "siw",        "slot",    "socket",      "stage",     "start",     "step",      "switch",   "sx",
    "syslog",     "t",       "table",       "tap",       "task",      "team",      "temp",     "test",
    "text",       "thread",  "time",        "trace",     "trial",     "try",       "tun",      "unit",
    "usb",        "v",       "vd",          "version",   "veth",      "vf",        "virbr",    "vlan",
    "vm",         "vol",     "wl",          "wlp",       "wlan",      "wwan",      "xgmi",     "xvd",
    "zone"};

char lowered(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// "node#" for "node07", "rack#-gpu#.lab" for "rack2-gpu4.lab": hosts that are numbered share it. Empty if no
/// host is named so: "ens1f0np0", "GPU0", "run2", "dmesg.1", "0000:1b:00.0", "p1p1".
std::string numberedName(std::string_view name) {
    constexpr std::size_t kShortest = 3; // of the word in front
    name.remove_prefix(name.rfind('/') == name.npos ? 0 : name.rfind('/') + 1);
    std::string shape, word;
    bool hasNumber = false, isInWord = true;
    for (const char c : name) {
        const bool isLetter = lowered(c) >= 'a' && lowered(c) <= 'z';
        isInWord = isInWord && isLetter;
        if (isInWord)
            word += lowered(c);
        if (isDigit(c) && shape.ends_with('#'))
            continue;
        hasNumber = hasNumber || isDigit(c);
        shape += isDigit(c) ? '#' : c;
    }
    const bool isDisk = word.size() <= 4 && (word.starts_with("sd") || word.starts_with("vd") ||
                                             word.starts_with("hd") || word.starts_with("xvd")); // "sda1"
    const bool isDevice = isDisk || word.size() < kShortest || shape.ends_with(".#") ||
                          name.find(':') != name.npos ||
                          std::find(std::begin(kNoHosts), std::end(kNoHosts), word) != std::end(kNoHosts);
    return hasNumber && !isDevice ? shape : std::string();
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
    /// Names in signs: "=== node07 ===".
    [[nodiscard]] const Names &inSigns() const { return m_inSigns; }

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
            m_inSigns.insert(name);
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
    Names m_words, m_inSigns;
    std::vector<HostBlock> m_blocks;
    std::size_t m_begin = 0, m_end = 0, m_headerBegin = 0, m_before = 0;
};

/// Several hosts have a text of the same kind; parts of one host's report do not. Of names in signs those
/// that differ in their numbers only are hosts then.
Names titlesAmong(const Names &words, const Names &inSigns, const std::vector<HostBlock> &blocks) {
    std::map<std::pair<const FileKind *, std::string>, Names> hosts; // by what their names have in common
    constexpr std::size_t kNear = 4096; // a device is named at the beginning of its text
    for (const HostBlock &block : blocks) {
        const bool isInSigns = inSigns.contains(block.host);
        const std::string shape = isInSigns ? numberedName(block.host) : std::string();
        if (isInSigns &&
            (shape.empty() || block.text.substr(0, kNear).find(block.host) != std::string_view::npos))
            continue;
        if (const FileKind *kind = recogniseFile({block.host, block.text.substr(0, FileSample::kHead)}))
            hosts[{kind, shape}].insert(block.host);
    }
    Names titles = words;
    titles.insert(inSigns.begin(), inSigns.end());
    std::set<std::string> shapes; // of hosts
    for (const auto &[key, names] : hosts) {
        if (names.size() < 2)
            continue;
        if (!key.second.empty())
            shapes.insert(key.second);
        for (const std::string_view name : names)
            titles.erase(name);
    }
    // A host whose command failed has no text of the kind.
    std::erase_if(titles, [&](std::string_view name) {
        return inSigns.contains(name) && shapes.contains(numberedName(name));
    });
    return titles;
}

/// "3f2a1b9c0d1e": docker names a container so.
bool isContainer(std::string_view host) {
    constexpr std::size_t kLength = 12;
    return host.size() == kLength && std::all_of(host.begin(), host.end(), isHex) && hasDigit(host);
}

/// "node07" for "node07.example.com"; an address is left as it is.
std::string_view shortName(std::string_view host) {
    const std::string_view name = host.substr(0, host.find('.'));
    return name.find_first_not_of("0123456789") == name.npos ? host : name;
}

/// A prompt and what follows it.
struct Prompted {
    std::string_view host, text, output;
};

/// Whether the output is a text of a kind.
bool hasText(const Prompted &prompted) {
    const std::string_view command = commandIn(trimmed(prompted.text.substr(0, prompted.text.find('\n'))));
    const std::string_view tool = command.substr(0, command.find(' '));
    return !trimmed(prompted.output).empty() &&
           recogniseFile({tool, prompted.output.substr(0, FileSample::kHead)}) != nullptr;
}

/// Empty if the text does not begin with a prompt.
std::vector<Prompted> promptsOf(std::string_view text) {
    std::vector<Prompted> all;
    std::size_t promptBegin = 0, promptEnd = 0;
    const auto close = [&](std::size_t end) {
        if (all.empty())
            return;
        all.back().text = text.substr(promptBegin, end - promptBegin);
        all.back().output = text.substr(promptEnd, end - promptEnd);
    };
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string_view line = trimmed(text.substr(begin, end - begin));
        std::string_view host = shortName(hostOfPrompt(line));
        if (all.empty() && host.empty() && !line.empty())
            return {};
        if (!host.empty() && all.size() < kMostBlocks) {
            if (isContainer(host) && !all.empty())
                host = all.back().host;
            close(begin);
            all.push_back({host, {}, {}});
            promptBegin = begin;
            promptEnd = end;
        }
        begin = end;
    }
    close(text.size());
    return all;
}

/// A session on several hosts: what follows a prompt, with it, is of the prompt's host. Only hosts that have
/// texts of a kind count: a computer from which somebody logged in has none.
std::vector<HostBlock> sessionBlocks(std::string_view text) {
    const std::vector<Prompted> prompts = promptsOf(text);
    const bool isOne = std::all_of(prompts.begin(), prompts.end(), [&](const Prompted &prompted) {
        return prompted.host == prompts.front().host;
    });
    if (isOne)
        return {};
    Names hosts;
    for (const Prompted &prompted : prompts)
        if (hasText(prompted))
            hosts.insert(prompted.host);
    if (hosts.size() < 2)
        return {};
    std::vector<HostBlock> blocks;
    for (const Prompted &prompted : prompts) {
        const bool isSame = !blocks.empty() && blocks.back().host == prompted.host;
        if (hosts.contains(prompted.host) && !isSame)
            blocks.push_back({prompted.host, text.substr(0, 0)});
        if (blocks.empty())
            continue;
        std::string_view &block = blocks.back().text;
        const auto begin =
            static_cast<std::size_t>((block.empty() ? prompted.text.data() : block.data()) - text.data());
        const auto end = static_cast<std::size_t>(prompted.text.data() - text.data()) + prompted.text.size();
        block = text.substr(begin, end - begin);
    }
    return blocks;
}

} // namespace

std::vector<HostBlock> hostBlocks(std::string_view text) {
    if (auto blocks = sessionBlocks(text); !blocks.empty())
        return blocks;
    const Names none;
    Splitter all(text, none);
    std::vector<HostBlock> blocks = all.take();
    if (all.words().empty() && all.inSigns().empty())
        return blocks;
    const Names titles = titlesAmong(all.words(), all.inSigns(), blocks);
    return titles.empty() ? blocks : Splitter(text, titles).take();
}

} // namespace fabricscope::formats
