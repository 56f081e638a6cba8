// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that identify a site or a person, and that only the words before them tell from counts.
#include "core/capture/redact/RedactForms.h"
#include "core/capture/redact/RedactPlaces.h"

#include <algorithm>
#include <cctype>

namespace fabricscope::capture {

namespace {

/// Text directly before a number, in lower case, at the start of a word. To add one, add a row.
struct NumberRule {
    std::string_view before;
    ValueKind how;
};
constexpr NumberRule kNumberRules[] = {
    {"vlan ", ValueKind::Vlan},      {"vlan", ValueKind::Vlan},        {"vlan-", ValueKind::Vlan},
    {"vlan_id ", ValueKind::Vlan},   {"vlan-id ", ValueKind::Vlan},    {"vlan id ", ValueKind::Vlan},
    {"vlan id: ", ValueKind::Vlan},  {"vlan: ", ValueKind::Vlan},      {"vlan=", ValueKind::Vlan},
    {"802.1q id ", ValueKind::Vlan}, {"802.1ad id ", ValueKind::Vlan}, {"vid ", ValueKind::Vlan},
    {"vid=", ValueKind::Vlan},       {"vid: ", ValueKind::Vlan},       {"tag id=\"", ValueKind::Vlan},
    {"uid=", ValueKind::UserId},     {"gid=", ValueKind::UserId},      {"uid: ", ValueKind::UserId},
    {"uid ", ValueKind::UserId},     {"auid=", ValueKind::UserId},     {"euid=", ValueKind::UserId},
    {"ruid=", ValueKind::UserId},    {"suid=", ValueKind::UserId},     {"fsuid=", ValueKind::UserId},
    {"ouid=", ValueKind::UserId},    {"egid=", ValueKind::UserId},     {"ogid=", ValueKind::UserId},
    {"groups=", ValueKind::UserId},  {"run/user/", ValueKind::UserId}, {"user-", ValueKind::UserId},
    {"user@", ValueKind::UserId},    {"user id=", ValueKind::UserId},  {"owner=", ValueKind::UserId},
};
constexpr std::size_t kMostDigits = 10;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// The rule whose text ends here; nullptr if there is none.
const NumberRule *ruleBefore(std::string_view text, std::size_t at) {
    const auto *found =
        std::find_if(std::begin(kNumberRules), std::end(kNumberRules), [&](const NumberRule &rule) {
            const std::size_t size = rule.before.size();
            if (at < size || (at > size && isAlnum(text[at - size - 1])))
                return false;
            return std::equal(rule.before.begin(), rule.before.end(),
                              text.begin() + static_cast<std::ptrdiff_t>(at - size), [](char a, char b) {
                                  return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b)));
                              });
        });
    return found == std::end(kNumberRules) ? nullptr : found;
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

/// The list of `id`: "groups=27(sudo),4001(team)".
bool isInGroupList(std::string_view section, std::string_view text, std::size_t at, std::size_t end) {
    return section == "user" && end < text.size() && text[end] == '(' && at > 0 && text[at - 1] == ',';
}

} // namespace

void findNumberPlaces(std::string_view section, std::string_view text, std::vector<Place> &places) {
    for (std::size_t at = 0; at < text.size();) {
        if (!isDigit(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && isDigit(text[end]))
            ++end;
        const std::size_t begin = at, size = end - begin;
        at = end;
        const bool isAlone = end == text.size() || (!isAlnum(text[end]) && text[end] != '_');
        const bool isDotted = end + 1 < text.size() && text[end] == '.' && isDigit(text[end + 1]);
        if (!isAlone || isDotted || size > kMostDigits)
            continue;
        constexpr std::size_t kMostVlanDigits = 4;
        if (const NumberRule *rule = ruleBefore(text, begin)) {
            if (rule->how != ValueKind::Vlan || size <= kMostVlanDigits)
                places.push_back({begin, size, rule->how});
        } else if (isInGroupList(section, text, begin, end)) {
            places.push_back({begin, size, ValueKind::UserId});
        } else if (size <= kMostVlanDigits && isVlanOfInterface(text, begin)) {
            places.push_back({begin, size, ValueKind::Vlan});
        }
    }
}

} // namespace fabricscope::capture
