// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that identify a site or a person, and that only the words before them tell from counts.
#include "core/base/Text.h"
#include "core/capture/redact/RedactForms.h"
#include "core/capture/redact/RedactPlaces.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

namespace fabricscope::capture {

namespace {

/// Words before a number, in lower case, at the start of a word; whatever is between them and the number
/// besides letters and digits is one blank here: "VLAN ID: 7", "vlan7", "<tag id='7'", "\"vlan\": 7". To add
/// one, add a row.
struct WordRule {
    std::string_view words;
    ValueKind how;
};
constexpr WordRule kWordRules[] = {
    {"vlan", ValueKind::Vlan},
    {"vlan id", ValueKind::Vlan},
    {"vlanid", ValueKind::Vlan},
    {"vlan tag", ValueKind::Vlan},
    {"vlanend", ValueKind::Vlan},
    {"vlan range", ValueKind::Vlan},
    {"802.1q", ValueKind::Vlan},
    {"802.1q id", ValueKind::Vlan},
    {"802.1ad", ValueKind::Vlan},
    {"802.1ad id", ValueKind::Vlan},
    {"vid", ValueKind::Vlan},
    {"pvid", ValueKind::Vlan},
    {"tag id", ValueKind::Vlan},
    {"vxlan", ValueKind::Vni},
    {"vxlan id", ValueKind::Vni},
    {"vxlan info data id", ValueKind::Vni},
    {"vni", ValueKind::Vni},
    {"vnid", ValueKind::Vni},
    {"vxlanid", ValueKind::Vni},
    {"vxlan vni", ValueKind::Vni},
    {"geneve", ValueKind::Vni},
    {"geneve id", ValueKind::Vni},
    {"vni range", ValueKind::Vni},
    {"geneve info data id", ValueKind::Vni},
    {"vsid", ValueKind::Vni},
    {"nvgre", ValueKind::Vni},
    {"tunnel id", ValueKind::Vni},
    {"tunid", ValueKind::Vni},
    {"tunidend", ValueKind::Vni},
    {"src vni", ValueKind::Vni},
    {"lid", ValueKind::Lid},
    {"dlid", ValueKind::Lid},
    {"slid", ValueKind::Lid},
    {"smlid", ValueKind::Lid},
    {"sm lid", ValueKind::Lid},
    {"baselid", ValueKind::Lid},
    {"pkey", ValueKind::PKey},
    {"p key", ValueKind::PKey},
    {"partition key", ValueKind::PKey},
    {"segid", ValueKind::Vni},
    {"seg id", ValueKind::Vni},
    {"segment id", ValueKind::Vni},
    {"uid", ValueKind::UserId},
    {"auid", ValueKind::UserId},
    {"euid", ValueKind::UserId},
    {"ruid", ValueKind::UserId},
    {"suid", ValueKind::UserId},
    {"fsuid", ValueKind::UserId},
    {"ouid", ValueKind::UserId},
    {"loginuid", ValueKind::UserId},
    {"user id", ValueKind::UserId},
};

/// Text directly before a number, likewise, where only these signs say what it is.
constexpr WordRule kExactRules[] = {
    {"gid=", ValueKind::UserId},      {"egid=", ValueKind::UserId},   {"ogid=", ValueKind::UserId},
    {"rgid=", ValueKind::UserId},     {"sgid=", ValueKind::UserId},   {"fsgid=", ValueKind::UserId},
    {"run/user/", ValueKind::UserId}, {"user-", ValueKind::UserId},   {"user@", ValueKind::UserId},
    {"owner=", ValueKind::UserId},    {"groups=", ValueKind::UserId},
};
constexpr std::string_view kLastLetters = "ndgqeisy"; ///< of all rows
constexpr std::size_t kMostDigits = 10, kMostVlanDigits = 4;
constexpr std::string_view kBridges[] = {"br", "vmbr", "br-", "vmbr-"};

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isHexDigit(char c) {
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// What is before a number, for the rules: its last words, with one blank where other characters are between
/// them. A line of its own ends it, except in JSON.
std::string wordsBefore(std::string_view text, std::size_t at) {
    constexpr std::size_t kLongest = 96; // also of indented JSON
    const std::size_t stop = at - std::min(at, kLongest);
    std::string reversed;
    bool gap = false, line = false, quoted = false;
    std::size_t last = at;
    while (last > stop && !isAlnum(text[last - 1]))
        --last;
    if (last == stop || kLastLetters.find(lower(text[last - 1])) == std::string_view::npos)
        return {}; // most numbers
    for (; at > stop; --at) {
        const char c = text[at - 1];
        if (isAlnum(c) || (c == '.' && at > 1 && isAlnum(text[at - 2]) && !reversed.empty() && !gap)) {
            if (gap && line && !quoted)
                break;
            if (gap && !reversed.empty())
                reversed += ' ';
            gap = line = quoted = false;
            reversed += lower(c);
        } else {
            gap = true;
            line = line || c == '\n';
            quoted = quoted || c == '"';
        }
    }
    std::reverse(reversed.begin(), reversed.end());
    return reversed;
}

/// The kind of the number that begins here.
std::optional<ValueKind> kindOfNumber(std::string_view text, std::size_t at) {
    for (const WordRule &rule : kExactRules) {
        const std::size_t size = rule.words.size();
        if (at >= size && (at == size || !isAlnum(text[at - size - 1])) &&
            std::equal(rule.words.begin(), rule.words.end(),
                       text.begin() + static_cast<std::ptrdiff_t>(at - size),
                       [](char a, char b) { return a == lower(b); }))
            return rule.how;
    }
    const std::string before = wordsBefore(text, at);
    for (const WordRule &rule : kWordRules)
        if (before.ends_with(rule.words) &&
            (before.size() == rule.words.size() || !isAlnum(before[before.size() - rule.words.size() - 1])))
            return rule.how;
    return std::nullopt;
}

/// "eth0.100", "bond0.2001", "enp65s0f0np0.7": an interface of a VLAN. `at` is behind the dot.
bool isVlanOfInterface(std::string_view text, std::size_t at) {
    constexpr std::string_view kInterfaces[] = {"eth", "en", "bond", "br", "ib", "team", "wl", "ens", "eno"};
    constexpr std::size_t kLongest = 15;
    if (at < 2 || text[at - 1] != '.' || !isAlnum(text[at - 2]))
        return false;
    std::size_t begin = at - 1;
    while (begin > 0 && at - begin <= kLongest && isAlnum(text[begin - 1]))
        --begin;
    const std::string_view name = text.substr(begin, at - 1 - begin);
    return (begin == 0 || (text[begin - 1] != '.' && text[begin - 1] != '_')) && isDigit(name.back()) &&
           std::any_of(std::begin(kInterfaces), std::end(kInterfaces), [&](std::string_view each) {
               return name.starts_with(each) && name.size() > each.size();
           });
}

/// "br3117", "vmbr3117": a bridge with so great a number is named after its VLAN.
bool isVlanOfBridge(std::string_view text, std::size_t at, std::size_t size) {
    constexpr std::size_t kLeastDigits = 3;
    if (size < kLeastDigits)
        return false;
    return std::any_of(std::begin(kBridges), std::end(kBridges), [&](std::string_view name) {
        return at >= name.size() && text.substr(at - name.size(), name.size()) == name &&
               (at == name.size() || !isAlnum(text[at - name.size() - 1]));
    });
}

/// A number in a text: "77", "0x4d".
struct Digits {
    std::size_t begin, end;
    bool hex;
    [[nodiscard]] std::size_t size() const { return end - begin; }
};

Digits digitsAt(std::string_view text, std::size_t at) {
    const bool hex =
        text[at] == '0' && at + 2 < text.size() && text[at + 1] == 'x' && isHexDigit(text[at + 2]);
    std::size_t end = hex ? at + 2 : at;
    while (end < text.size() && (hex ? isHexDigit(text[end]) : isDigit(text[end])))
        ++end;
    return {at, end, hex};
}

/// Whether a number may be one of this kind; hexadecimal ones are LIDs, P_Keys and virtual networks only. A
/// P_Key of fewer digits is an index or a count: "bad_pkey 5".
bool mayBe(ValueKind how, const Digits &number) {
    constexpr std::size_t kMostLidDigits = 6; // "0x1267", "49151"
    if (how == ValueKind::PKey)
        return number.size() <= kMostLidDigits && (number.hex || number.size() == 4 || number.size() == 5);
    if (number.hex)
        return (how == ValueKind::Lid && number.size() <= kMostLidDigits) ||
               (how == ValueKind::Vni && number.size() <= kMostDigits);
    return number.size() <= (how == ValueKind::Vlan  ? kMostVlanDigits
                             : how == ValueKind::Lid ? kMostLidDigits
                                                     : kMostDigits);
}

/// The list of `id` behind "groups=": "27(sudo),4001(team of a name)". Returns its end.
std::size_t addGroups(std::string_view text, std::size_t at, std::vector<Place> &places) {
    while (at < text.size() && isDigit(text[at])) {
        const Digits number = digitsAt(text, at);
        if (mayBe(ValueKind::UserId, number))
            places.push_back({number.begin, number.size(), ValueKind::UserId});
        at = number.end;
        if (at < text.size() && text[at] == '(')
            at = std::min(text.find_first_of(")\n", at), text.size());
        if (at < text.size() && text[at] == ')')
            ++at;
        if (at + 1 >= text.size() || text[at] != ',')
            break;
        ++at;
    }
    return at;
}

/// Tables whose header says what their columns are.
class Tables {
public:
    Tables(std::string_view text, std::vector<Place> &places) : m_text(text), m_places(places) {}

    void read() {
        for (std::string_view rest = m_text; !rest.empty();) {
            const std::string_view line = takeUntil(rest, '\n');
            if (startsBridge(line) || startsProcesses(line))
                continue;
            if (m_table == Table::Bridge && !bridgeRow(line))
                m_table = Table::None;
            if (m_table == Table::Processes && !processRow(line))
                m_table = Table::None;
        }
    }

private:
    enum class Table { None, Bridge, Processes };

    /// "port    vlan-id" of `bridge vlan show`; "vlan ids" of older ones; "tunnel-id" of tunnelshow.
    bool startsBridge(std::string_view line) {
        std::string_view rest = line;
        if (takeWord(rest) != "port" || !takeWord(rest).starts_with("vlan"))
            return false;
        m_table = Table::Bridge;
        return true;
    }

    /// "[  pid  ]   uid  tgid total_vm      rss ... name" of the OOM killer.
    bool startsProcesses(std::string_view line) {
        if (line.find(" uid ") == std::string_view::npos || line.find(" tgid ") == std::string_view::npos ||
            line.find("total_vm") == std::string_view::npos)
            return false;
        m_table = Table::Processes;
        return true;
    }

    /// "eth0    3117 PVID Egress Untagged", "        3118-3120", "vx7   3117   77123".
    bool bridgeRow(std::string_view line) {
        std::string_view rest = line;
        bool any = false;
        if (!line.empty() && line.front() != ' ' && line.front() != '\t') {
            (void)takeWord(rest);
            any = true; // a port without a VLAN: "eth1    None"
        }
        for (int column = 0; column < 2; ++column) {
            std::string_view word = takeWord(rest);
            if (word.empty() || !isDigit(word.front()))
                break;
            any = true;
            while (!word.empty() && isDigit(word.front()))
                add(takeUntil(word, '-'), column == 0 ? ValueKind::Vlan : ValueKind::Vni);
        }
        return any;
    }

    /// "[ 91.1] [   4711] 48213  4711   517 ... python3": two columns in front of what the kernel counts.
    bool processRow(std::string_view line) {
        std::size_t at = line.rfind("] ");
        if (at == std::string_view::npos)
            return false;
        std::string_view rest = line.substr(at + 2);
        const std::string_view user = takeWord(rest);
        if (user.empty() || !isDigit(user.front()))
            return false;
        add(user, ValueKind::UserId);
        return true;
    }

    void add(std::string_view word, ValueKind how) {
        const auto begin = static_cast<std::size_t>(word.data() - m_text.data());
        const Digits number = digitsAt(m_text, begin);
        if (number.size() == word.size() && mayBe(how, number))
            m_places.push_back({begin, word.size(), how});
    }

    static std::string_view takeWord(std::string_view &rest) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r"));
        rest.remove_prefix(word.size());
        return word;
    }

    std::string_view m_text;
    std::vector<Place> &m_places;
    Table m_table = Table::None;
};

/// "LID 4711/0x1267", "vlan 3117-3120", "vlan 3117,3119": more numbers of that kind. Returns their end.
std::size_t addFollowing(std::string_view text, std::size_t at, ValueKind how, std::vector<Place> &places) {
    if (how == ValueKind::UserId)
        return at;
    const std::string_view signs = how == ValueKind::Lid ? "/" : "-,";
    while (at + 1 < text.size() && signs.find(text[at]) != std::string_view::npos && isDigit(text[at + 1])) {
        const Digits number = digitsAt(text, at + 1);
        const bool isAlone = number.end == text.size() || !isAlnum(text[number.end]);
        if (!isAlone || !mayBe(how, number))
            break;
        places.push_back({number.begin, number.size(), how});
        at = number.end;
    }
    return at;
}

/// "ens9.7    | 7  | ens9" of /proc/net/vlan/config: behind an interface's number, its VLAN again. Returns
/// its end.
std::size_t addTableVlan(std::string_view text, std::size_t at, std::vector<Place> &places) {
    constexpr std::size_t kWidest = 32;
    const std::string_view near = text.substr(at, kWidest);
    const std::size_t bar = near.find_first_not_of(' ');
    const std::size_t next =
        bar < near.size() && near[bar] == '|' ? near.find_first_not_of(' ', bar + 1) : std::string_view::npos;
    if (next >= near.size() || !isDigit(near[next]))
        return at;
    const Digits number = digitsAt(text, at + next);
    if (!mayBe(ValueKind::Vlan, number))
        return at;
    places.push_back({number.begin, number.size(), ValueKind::Vlan});
    return number.end;
}

/// "ib0.8001", "ibp24s0.a001": an interface of a partition; four hexadecimal digits (Linux,
/// drivers/infiniband/ulp/ipoib/ipoib_vlan.c). `at` is behind the dot.
bool isPartitionOfInterface(std::string_view text, std::size_t at) {
    constexpr std::size_t kDigits = 4, kLongest = 15;
    if (at == 0 || text[at - 1] != '.' || text.size() - at < kDigits ||
        !std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at),
                     text.begin() + static_cast<std::ptrdiff_t>(at + kDigits), isHexDigit))
        return false;
    if (at + kDigits < text.size() && (isAlnum(text[at + kDigits]) || text[at + kDigits] == '.'))
        return false;
    std::size_t begin = at - 1;
    while (begin > 0 && at - begin <= kLongest && isAlnum(text[begin - 1]))
        --begin;
    const std::string_view name = text.substr(begin, at - 1 - begin);
    return name.size() > 2 && name.starts_with("ib") && isDigit(name.back()) &&
           (begin == 0 || (text[begin - 1] != '.' && text[begin - 1] != '_'));
}

void findPartitions(std::string_view text, std::vector<Place> &places) {
    constexpr std::size_t kDigits = 4;
    for (auto dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.', dot + 1))
        if (isPartitionOfInterface(text, dot + 1))
            places.push_back({dot + 1, kDigits, ValueKind::PKey});
}

} // namespace

void findNumberPlaces(std::string_view text, std::vector<Place> &places) {
    Tables(text, places).read();
    findPartitions(text, places);
    for (std::size_t at = 0; at < text.size();) {
        if (!isDigit(text[at])) {
            ++at;
            continue;
        }
        const Digits number = digitsAt(text, at);
        at = number.end;
        const bool isAlone = at == text.size() || (!isAlnum(text[at]) && text[at] != '_');
        const bool isDotted = at + 1 < text.size() && text[at] == '.' && isDigit(text[at + 1]);
        if (!isAlone || isDotted || number.size() > kMostDigits)
            continue;
        const std::string_view before = text.substr(0, number.begin);
        if (const auto how = kindOfNumber(text, number.begin)) {
            if (before.ends_with("groups=")) {
                at = addGroups(text, number.begin, places);
            } else if (mayBe(*how, number)) {
                places.push_back({number.begin, number.size(), *how});
                at = addFollowing(text, at, *how, places);
            }
        } else if (!number.hex && number.size() <= kMostVlanDigits &&
                   !isPartitionOfInterface(text, number.begin) &&
                   (isVlanOfInterface(text, number.begin) ||
                    isVlanOfBridge(text, number.begin, number.size()))) {
            places.push_back({number.begin, number.size(), ValueKind::Vlan});
            at = addTableVlan(text, at, places);
        }
    }
}

} // namespace fabricscope::capture
