// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/capture/redact/AllowedTokens.h"
#include "core/capture/redact/RedactPlaces.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>

namespace fabricscope::capture {

namespace {

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Whether `text` ends with `end`, ignoring case; `end` is in lower case.
bool endsWith(std::string_view text, std::string_view end) {
    return text.size() >= end.size() &&
           std::equal(end.begin(), end.end(), text.end() - static_cast<std::ptrdiff_t>(end.size()),
                      [](char a, char b) { return a == lower(b); });
}

/// A line "... KEY: VALUE" of a section whose name begins with this; the value is everything after the first
/// colon, or the next word if the key is followed by a blank (`rdma dev`, `ip -d link`).
struct LineRule {
    std::string_view section;
    std::string_view key; ///< in lower case: the end of the text before the colon; '#' is a number
    ValueKind how;
};
// To add one, add a row.
constexpr LineRule kLineRules[] = {
    {"tool-dmidecode", "serial number", ValueKind::Serial},
    {"tool-dmidecode", "asset tag", ValueKind::Serial},
    {"tool-dmidecode", "service tag", ValueKind::Serial},
    {"tool-dmidecode", "uuid", ValueKind::Hex},
    {"tool-dmidecode", "string #", ValueKind::Text}, // by the vendor or the owner: free text
    {"lspci", "serial number", ValueKind::Serial},   // vital product data
    {"lspci", "asset tag", ValueKind::Serial},
    {"lspci", "vendor specific", ValueKind::Text},
    {"tool-lspci", "serial number", ValueKind::Serial},
    {"tool-lspci", "asset tag", ValueKind::Serial},
    {"tool-lspci", "vendor specific", ValueKind::Text},
    {"tool-nvidia", "serial number", ValueKind::Serial},
    {"tool-nvidia", "gpu pdi", ValueKind::HexNumber},
    {"tool-nvidia", "guid", ValueKind::Guid},
    {"nvidia-information", "serial number", ValueKind::Serial},
    {"nvidia-information", "gpu uuid", ValueKind::Hex},
    {"tool-amd", "serial", ValueKind::Serial},
    {"tool-amd", "serial number", ValueKind::Serial},
    {"tool-rocm", "serial number", ValueKind::Serial},
    {"tool-ethtool-m", "vendor sn", ValueKind::Serial},
    {"tool-ibstat", "guid", ValueKind::Guid},
    {"tool-ibv-devinfo", "guid", ValueKind::Guid},
    {"tool-ibv-devinfo", "fw_ver", ValueKind::Version},
    {"tool-ibstat", "firmware version", ValueKind::Version},
    {"tool-ibstat", "capability mask", ValueKind::Mask},
    {"tool-ibstat", "ca type", ValueKind::Product},
    {"tool-ibstat", "lid", ValueKind::Lid}, // of ibstatus, too
    {"tool-ibv-devinfo", "_lid", ValueKind::Lid},
    {"tool-ibv-devinfo", "cap_flags", ValueKind::Mask},
    {"tool-ibv-devinfo", "cap_flags2", ValueKind::Mask},
    {"tool-ibv-devinfo", "_mask", ValueKind::Mask},
    {"tool-ibv-devinfo", "page_size_cap", ValueKind::Mask},
    {"tool-ibv-devinfo", "max_mr_size", ValueKind::Mask},
    {"tool-ibv-devinfo", "board_id", ValueKind::Psid},
    {"tool-dmidecode", "product name", ValueKind::Product},
    {"tool-dmidecode", "part number", ValueKind::Product},
    // Vital product data, which the maker writes: a part number of any vendor names a product, not a machine.
    // What has no form of one (capitals and digits), or that of a serial number (hasSerialForm()), is
    // replaced.
    {"lspci", "product name", ValueKind::Product},
    {"lspci", "part number", ValueKind::Product},
    {"tool-lspci", "product name", ValueKind::Product},
    {"tool-lspci", "part number", ValueKind::Product},
    {"cpuinfo", "serial", ValueKind::HexNumber}, // of ARM boards
};

constexpr std::string_view kAround = " \t\r\">|,'";

std::string_view stripped(std::string_view text) {
    while (!text.empty() && kAround.find(text.front()) != std::string_view::npos)
        text.remove_prefix(1);
    while (!text.empty() && kAround.find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    return text;
}

// Placeholders that tools print if there is no value.
bool isPlaceholder(std::string_view value) {
    static constexpr std::array<std::string_view, 11> kNothing{
        {"?", "<unknown>", "not specified", "none", "n/a", "[n/a]", "unknown", "not available",
         "not provided", "default string", "to be filled by o.e.m."}};
    return value.empty() || std::any_of(kNothing.begin(), kNothing.end(), [&](std::string_view nothing) {
               return nothing.size() == value.size() && endsWith(value, nothing);
           });
}

class Places {
public:
    Places(std::string_view text, std::vector<Place> &places) : m_text(text), m_places(places) {}
    void add(std::string_view value, ValueKind how) {
        if (!isPlaceholder(value))
            m_places.push_back({static_cast<std::size_t>(value.data() - m_text.data()), value.size(), how});
    }

private:
    std::string_view m_text;
    std::vector<Place> &m_places;
};

void findLinePlaces(const std::vector<LineRule> &rules, std::string_view line, Places &places) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos)
        return;
    const std::string_view key = stripped(line.substr(0, colon));
    const std::string_view plain = key.substr(0, key.find_last_not_of("0123456789") + 1); // npos + 1 is 0
    const auto ends = [&](std::string_view rule) {
        return rule.back() == '#'
                   ? plain.size() < key.size() && endsWith(plain, rule.substr(0, rule.size() - 1))
                   : endsWith(key, rule);
    };
    for (const LineRule &rule : rules)
        if (ends(rule.key))
            return places.add(stripped(line.substr(colon + 1)), rule.how);
}

/// Removes leading blanks only; what follows is not looked at, so that many calls stay linear.
std::string_view withoutBlanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

/// The value of an attribute within a tag: name="value", in either kind of quotes.
std::optional<std::string_view> attribute(std::string_view tag, std::string_view name) {
    for (auto at = tag.find(name); at != std::string_view::npos; at = tag.find(name, at + 1)) {
        const bool begins = at > 0 && std::isspace(static_cast<unsigned char>(tag[at - 1])) != 0;
        std::string_view rest = withoutBlanks(tag.substr(at + name.size()));
        if (!begins || rest.empty() || rest[0] != '=')
            continue;
        rest = withoutBlanks(rest.substr(1));
        if (rest.empty() || (rest[0] != '"' && rest[0] != '\''))
            continue;
        const auto end = rest.find(rest[0], 1);
        return rest.substr(1, end == std::string_view::npos ? end : end - 1);
    }
    return std::nullopt;
}

/// <info name="..." value="..."/> of hwloc, and NAME=VALUE of lstopo; `name` in lower case, and the end of
/// its value. To add one, add a row.
struct InfoRule {
    std::string_view name;
    ValueKind how;
};
constexpr InfoRule kInfoRules[] = {
    {"hostname", ValueKind::Host},
    {"serial", ValueKind::Serial},
    {"serialnumber", ValueKind::Serial},
    {"assettag", ValueKind::Serial},
    {"uuid", ValueKind::Hex},
    {"uniqueid", ValueKind::HexNumber},
    {"xgmihiveid", ValueKind::HexNumber},
    {"nodeguid", ValueKind::Guid},
    {"sysimageguid", ValueKind::Guid},
    {"lid", ValueKind::Lid},
    {"productname", ValueKind::Product},
    {"boardname", ValueKind::Product},
    {"productversion", ValueKind::Product},
    {"boardversion", ValueKind::Product},
    {"biosversion", ValueKind::Product},
    {"model", ValueKind::Product},
};

template<class Each> void forEachTag(std::string_view text, std::string_view opening, Each each) {
    for (auto at = text.find(opening); at != std::string_view::npos;) {
        const auto end = std::min(text.find('>', at), text.size());
        each(text.substr(at, end - at));
        at = text.find(opening, end);
    }
}

void findXmlPlaces(std::string_view section, std::string_view text, Places &places) {
    if (section == "hwloc-xml")
        forEachTag(text, "<info", [&](std::string_view tag) {
            const auto name = attribute(tag, "name");
            const auto value = attribute(tag, "value");
            for (const InfoRule &rule : kInfoRules)
                if (name && value && endsWith(*name, rule.name))
                    return places.add(*value, rule.how);
        });
    if (section == "nccl-topo")
        for (const std::string_view opening : {"<net", "<nic", "<gpu"})
            forEachTag(text, opening, [&](std::string_view tag) {
                if (const auto guid = attribute(tag, "guid"))
                    places.add(*guid, ValueKind::Guid);
            });
}

/// NAME=VALUE or NAME="VALUE" of lstopo -v.
void findLstopoPlaces(std::string_view text, Places &places) {
    for (auto at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
        constexpr std::size_t kLongest = 64; // of a name: also of a hostile one
        const std::string_view before = text.substr(at - std::min(at, kLongest), std::min(at, kLongest));
        const std::string_view name = before.substr(before.find_last_of(" \t(\n") + 1);
        std::string_view value = text.substr(at + 1, 4 * kLongest);
        const bool quoted = value.starts_with('"');
        value.remove_prefix(quoted ? 1 : 0);
        value = value.substr(0, value.find_first_of(quoted ? "\"\r\n" : " )\t\r\n"));
        for (const InfoRule &rule : kInfoRules)
            if (endsWith(name, rule.name)) {
                places.add(value, rule.how);
                break;
            }
    }
}

std::string_view takeWord(std::string_view &rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r"));
    rest.remove_prefix(word.size());
    return word;
}

bool isTime(std::string_view word) { // 20:50:11, 20:50:11.123456
    return word.size() >= 8 && word[2] == ':' && word[5] == ':' &&
           std::isdigit(static_cast<unsigned char>(word[0])) != 0;
}

// "Jul 22 20:50:11 gpu-07 kernel: ...", "2025-07-22T20:50:11.1+02:00 gpu-07 systemd[1]: ...": the host,
// before a word that a colon ends.
std::string_view hostOfLogLine(std::string_view line) {
    std::string_view rest = line;
    while (!rest.empty() && kAround.find(rest.front()) != std::string_view::npos)
        rest.remove_prefix(1);
    if (rest.substr(0, 1) == "<")
        rest.remove_prefix(std::min(rest.find('>') + 1, rest.size())); // npos + 1 is 0
    const std::string_view first = takeWord(rest);
    const bool iso = first.size() > 18 && first[4] == '-' && first[7] == '-' && isTime(first.substr(11));
    if (!iso) {
        const std::string_view second = takeWord(rest);
        const bool dated = first.size() == 3 && second.size() <= 2; // "Jul", "22"
        if (!isTime(dated ? takeWord(rest) : second))               // or "2025-07-22 20:50:11"
            return {};
    }
    const std::string_view host = takeWord(rest);
    const std::string_view program = takeWord(rest);
    // dmesg's own time has a comma, and no host follows; "pcieport 0000:d8:01.0: ..." is a driver's line.
    const bool isDriver = first.find(',') != std::string_view::npos || program.find(':') + 1 < program.size();
    return !program.empty() && program.back() == ':' && !isDriver &&
                   host.find_first_of(":[]<>()=") == std::string_view::npos
               ? host
               : std::string_view{};
}

/// Keys before names of programs, accounts and hosts in logs: Xid's, the audit system's, the OOM killer's.
struct ProcessKey {
    std::string_view key;
    ValueKind how = ValueKind::Process;
};
constexpr ProcessKey kProcessKeys[] = {
    {"name="},   {"comm="},      {"comm:"}, {"exe="}, {"acct="}, {"cmd="},
    {"task="},   {"proctitle="}, {"auid="}, {"uid="}, {"ouid="}, {"hostname=", ValueKind::Host},
    {"cpuset="}, {"profile="},
};

/// Words around a program's name in kernel messages. To add one, add a row.
struct ProcessPhrase {
    std::string_view before, opening, closing;
};
constexpr ProcessPhrase kProcessPhrases[] = {
    {"Killed process ", "(", ")"},             // "1234 (train) total-vm:...", "1234 (train), UID 1000, ..."
    {"oom_reaper: reaped process ", "(", ")"}, // "1234 (train), now anon-rss:..."
    {"INFO: task ", "", ":"},                  // "train:1234 blocked for more than 120 seconds."
    {"", "] ", " invoked oom-killer"},
    {"", "kernel: ", " invoked oom-killer"},
};

void findSentencePlaces(std::string_view line, Places &places) {
    for (const ProcessPhrase &words : kProcessPhrases) {
        const auto before = line.find(words.before);
        const auto opening = before == std::string_view::npos
                                 ? before
                                 : line.find(words.opening, before + words.before.size());
        const std::size_t begin = opening + words.opening.size();
        const auto end = opening == std::string_view::npos ? opening : line.find(words.closing, begin);
        if (end != std::string_view::npos && line[begin] != '[') // otherwise a time, which has a separate row
            places.add(stripped(line.substr(begin, end - begin)), ValueKind::Process);
    }
}

// "Xid (PCI:0000:41:00): 31, pid=1234, name=python3, Ch 8", "comm=\"ssh daemon\"".
void findProcessPlaces(std::string_view line, Places &places) {
    for (auto at = line.find_first_of("=:"); at != std::string_view::npos;
         at = line.find_first_of("=:", at + 1)) {
        const std::string_view before = line.substr(0, at + 1);
        const auto *row =
            std::find_if(std::begin(kProcessKeys), std::end(kProcessKeys), [&](const ProcessKey &each) {
                const std::size_t size = each.key.size();
                return endsWith(before, each.key) &&
                       (before.size() == size ||
                        std::isalnum(static_cast<unsigned char>(before[before.size() - size - 1])) == 0);
            });
        if (row == std::end(kProcessKeys))
            continue;
        constexpr std::size_t kLongest = 256; // of a hostile text, too
        std::string_view value = line.substr(at + 1, kLongest);
        value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
        const bool quoted = value.starts_with('"');
        value.remove_prefix(quoted ? 1 : 0);
        value = value.substr(0, value.find_first_of(quoted ? "\"\r" : " ,\"\r)"));
        const bool path = value.substr(0, 1) == "/"; // "/usr/sbin/sshd"
        const bool number = value.find_first_not_of("0123456789") == std::string_view::npos;
        const bool mayBeDigits = row->key == "proctitle=" || row->how == ValueKind::Host; // a title is in hex
        if (!path && (!number || mayBeDigits))
            places.add(value, row->how);
    }
}

// "error status/mask=00004000/00000000" of AER: bits that say what went wrong, kept.
void findAerPlaces(std::string_view line, Places &places) {
    constexpr std::string_view kWords = "error status/mask=";
    constexpr std::size_t kDigits = 17; // two numbers, and the slash
    const auto at = line.find(kWords);
    const std::string_view value =
        at == std::string_view::npos ? std::string_view{} : line.substr(at + kWords.size(), kDigits);
    if (value.size() == kDigits && value.find_first_not_of("0123456789abcdef/") == std::string_view::npos)
        places.add(value, ValueKind::Mask);
}

// "CPU 3: Machine Check: 0 Bank 7: 8c00004000010090", amdgpu's "ACA[01/12].STATUS=0xbaa000000000080b": look
// like GUIDs, and their flags say how bad it was.
void findBankPlaces(std::string_view line, Places &places) {
    constexpr std::string_view kBank = " Bank ", kStatus = "].STATUS=0x";
    constexpr std::size_t kDigits = 16;
    auto at = line.find(kStatus);
    std::size_t behind = kStatus.size();
    if (at == std::string_view::npos && line.find("Machine Check") != std::string_view::npos) {
        at = line.find(kBank);
        at = at == std::string_view::npos ? at : line.find(": ", at);
        behind = 2;
    }
    if (at == std::string_view::npos)
        return;
    at += behind;
    const std::string_view value = line.substr(at, line.find_first_of(" \r", at) - at);
    if (value.size() == kDigits &&
        value.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos)
        places.add(value, ValueKind::BankStatus);
}

// "Hostname set to <gpu-07>.", "Set hostname to <gpu-07>."
void findSetHostPlaces(std::string_view line, Places &places) {
    for (const std::string_view words : {"Hostname set to <", "Set hostname to <"})
        if (const auto at = line.find(words); at != std::string_view::npos) {
            const std::string_view value = line.substr(at + words.size());
            places.add(value.substr(0, value.find('>')), ValueKind::Host);
        }
}

// "ip=CLIENT:SERVER:GATEWAY:NETMASK:HOST:DEVICE:..." (the kernel's nfsroot.rst), and what names the host so.
void findCommandLinePlaces(std::string_view line, Places &places) {
    for (std::string_view rest = line; !rest.empty();) {
        std::string_view word = takeWord(rest);
        if (word.empty())
            break;
        const auto equals = word.find('=');
        const std::string_view key = word.substr(0, equals);
        std::string_view value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
        if (endsWith(key, "hostname"))
            places.add(stripped(value), ValueKind::Host);
        if (key == "ip" && value.find('[') == std::string_view::npos) {
            for (int field = 0; field < 4; ++field)
                (void)takeUntil(value, ':');
            places.add(takeUntil(value, ':'), ValueKind::Host);
        }
    }
}

// "Linux version 6.8.0 (root@builder) (gcc ...": also in logs.
void findBuilderPlaces(std::string_view line, Places &places) {
    constexpr std::string_view kWords = "Linux version ";
    const auto at = line.find(kWords);
    const auto open = at == std::string_view::npos ? at : line.find('(', at);
    if (open == std::string_view::npos)
        return;
    const std::string_view inside = line.substr(open + 1, line.find(')', open) - open - 1);
    if (inside.find('@') != std::string_view::npos && inside.find(' ') == std::string_view::npos)
        places.add(inside, ValueKind::Builder);
}

// "Linux gpu-07 6.8.0-60-generic #63-Ubuntu SMP ...", also behind "uname:".
void findUnamePlaces(std::string_view line, Places &places) {
    std::string_view rest = line;
    std::string_view word = takeWord(rest);
    if (word == "uname:")
        word = takeWord(rest);
    const std::string_view name = word == "Linux" ? takeWord(rest) : std::string_view{};
    if (name != "version")
        places.add(name, ValueKind::Host);
}

} // namespace

void findToolPlaces(std::string_view section, std::string_view text, std::vector<Place> &found) {
    Places places(text, found);
    std::vector<LineRule> rules;
    std::copy_if(std::begin(kLineRules), std::end(kLineRules), std::back_inserter(rules),
                 [&](const LineRule &rule) { return section.starts_with(rule.section); });
    findXmlPlaces(section, text, places);
    if (section == "lstopo")
        findLstopoPlaces(text, places);
    if (section == "tool-lldp")
        findLldpPlaces(text, found);
    const bool log = section == "dmesg" || section == "tool-dmesg";
    const bool version = section == "kernel-version";
    const bool identity = section == "identity"; // has /proc/version and /proc/cmdline
    const bool commandLine = section == "kernel-command-line" || log || identity;
    if (rules.empty() && !version && !commandLine)
        return;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = takeUntil(rest, '\n');
        findLinePlaces(rules, line, places);
        findBuilderPlaces(line, places);
        if (log) {
            places.add(hostOfLogLine(line), ValueKind::Host);
            findSetHostPlaces(line, places);
            findProcessPlaces(line, places);
            findSentencePlaces(line, places);
            findBankPlaces(line, places);
            findAerPlaces(line, places);
        }
        if (version)
            findUnamePlaces(line, places);
        if (commandLine)
            findCommandLinePlaces(line, places);
    }
}

void findHomeNames(std::string_view text,
                   const std::function<void(std::string_view kind, std::string_view name)> &report) {
    // Each is searched throughout the capture; a text with more names is not a real list of users.
    constexpr std::size_t kMost = 256;
    constexpr std::string_view kHome = "home/";
    std::set<std::string_view> seen;
    for (auto at = text.find(kHome); at != std::string_view::npos && seen.size() < kMost;
         at = text.find(kHome, at + 1)) {
        if (at > 0 && isTokenChar(text[at - 1]))
            continue;
        const std::string_view rest = text.substr(at + kHome.size());
        const std::string_view name =
            rest.substr(0, std::find_if(rest.begin(), rest.end(), [](char c) {
                               return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' &&
                                      c != '_' && c != '.';
                           }) - rest.begin());
        if (!name.empty() && seen.insert(name).second)
            report("user", name);
    }
}

} // namespace fabricscope::capture
