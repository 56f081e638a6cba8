// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/AllowedTokens.h"

#include "core/base/Text.h"
#include "core/capture/redact/DeviceNames.h"
#include "core/capture/redact/RedactForms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace fabricscope::capture {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isAlpha(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool allDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

/// Whether it is a single word, name or number that the row allows.
bool isSimple(std::string_view token, const SectionRule &rule, NumberForms numbers) {
    if (token.size() == 1)
        return std::isalnum(static_cast<unsigned char>(token[0])) != 0;
    if (!token.empty() && isDigit(token[0])) // most tokens, and the faster check
        return isAllowedNumber(token, numbers) || isKnownWord(token, rule.topics);
    return isKnownWord(token, rule.topics) || isAllowedNumber(token, numbers) ||
           isDeviceName(token, rule.topics);
}

/// "2025-07-22", also with the hour behind it: "2025-07-22T20".
bool isDate(std::string_view token) {
    constexpr std::size_t kDate = 10, kWithHour = 13;
    if (token.size() != kDate &&
        !(token.size() == kWithHour && token[kDate] == 'T' && allDigits(token.substr(kDate + 1))))
        return false;
    return allDigits(token.substr(0, 4)) && token[4] == '-' && allDigits(token.substr(5, 2)) &&
           token[7] == '-' && allDigits(token.substr(8, 2));
}

/// "generic", "ubuntu6", "el9_4", "x86_64", "rc1" in a version: a packager's word, with a number after it.
bool isPackagerPart(std::string_view part) {
    constexpr Topics kPackagerTopics = Topic::System | Topic::Common;
    if (part.empty() || part.size() > 24)
        return false;
    for (bool more = true; more;) {
        const auto end = part.find_first_of("._");
        more = end != std::string_view::npos;
        const std::string_view piece = part.substr(0, end);
        part.remove_prefix(more ? end + 1 : part.size());
        const auto digits = piece.find_last_not_of("0123456789") + 1; // npos + 1 is 0
        const std::string_view word = piece.substr(0, digits);
        constexpr std::size_t kMaxDigits = 8;
        if (piece.size() - digits > kMaxDigits)
            return false;
        if (!word.empty() && word != "rc" && !isKnownWord(word, kPackagerTopics) &&
            !isKnownWord(piece, kPackagerTopics) && !isAllowedNumber(piece, {}))
            return false;
    }
    return true;
}

/// Product names are allowed in tables of devices, but not where users name machines: VMs, the command
/// line.
bool namesProducts(const SectionRule &rule) {
    return rule.topics.intersects(Topic::Vendors) && !rule.topics.intersects(Topic::Kernel | Topic::Vmm) &&
           !(rule.builders && rule.topics.intersects(Topic::System));
}

/// "5.15.0-126-generic", "0-31", "0xf0000000-0xf1ffffff", "64-bit", "71-Ubuntu".
bool isNumberCompound(std::string_view token, const SectionRule &rule) {
    if (token.find('-') == std::string_view::npos)
        return false;
    if (isDate(token))
        return true;
    constexpr std::size_t kMaxParts = 8;
    std::array<std::string_view, kMaxParts> parts;
    std::size_t count = 0;
    for (std::string_view rest = token; !rest.empty() && count < kMaxParts; ++count) {
        parts[count] = takeUntil(rest, '-');
        if (count + 1 == kMaxParts && !rest.empty())
            return false;
    }
    const bool version = rule.builders && parts[0].find('.') != std::string_view::npos;
    if (count < 2 || !isAllowedNumber(parts[0], rule.numbers))
        return false;
    const auto isHexWord = [](std::string_view part) { // "A1B2-C3D4" is a volume's number
        constexpr std::size_t kByte = 2;
        return part.size() > kByte && std::all_of(part.begin(), part.end(), isHex) && !allDigits(part);
    };
    if (count == 2 && isAllowedNumber(parts[1], rule.numbers))
        return (rule.numbers.addresses && parts[1].size() > 4) ||
               (!isHexWord(parts[0]) && !isHexWord(parts[1]));
    constexpr std::size_t kShort = 4; // "64-bit"
    const bool numbered = parts[0].size() <= kShort && allDigits(parts[0]);
    return (version || numbered) && std::all_of(parts.begin() + 1, parts.begin() + static_cast<long>(count),
                                                [&](std::string_view part) {
                                                    return (version && isAllowedNumber(part, {})) ||
                                                           (version && isPackagerPart(part)) ||
                                                           isKnownWord(part, rule.topics | Topic::System);
                                                });
}

/// "A100-SXM4-80GB" in lists of devices: vendors' words, and the memory size.
bool isProduct(std::string_view token, const SectionRule &rule) {
    constexpr std::string_view kUnit = "GB";
    const auto dash = token.rfind('-');
    if (!token.ends_with(kUnit) || dash == std::string_view::npos || !namesProducts(rule) ||
        !allDigits(token.substr(dash + 1, token.size() - dash - 1 - kUnit.size())))
        return false;
    for (std::string_view rest = token.substr(0, dash); !rest.empty();)
        if (!isKnownWord(takeUntil(rest, '-'), Topic::Vendors | Topic::Pci | Topic::Gpu))
            return false;
    return isKnownWord(token.substr(0, token.find('-')), Topic::Vendors);
}

/// Words and names of the row joined by dots, or one followed by a number: "pcie.0", "eth0.100".
bool isDottedKey(std::string_view token, const SectionRule &rule) {
    if (token.find('.') == std::string_view::npos || looksLikeIpv4(token))
        return false;
    std::size_t parts = 0;
    for (bool more = true; more; ++parts) {
        more = token.find('.') != std::string_view::npos;
        const std::string_view part = takeUntil(token, '.');
        constexpr std::size_t kMaxDigits = 4;
        const bool number = allDigits(part) && part.size() <= kMaxDigits && parts > 0;
        if (!number && !isKnownWord(part, rule.topics) && !isDeviceName(part, rule.topics))
            return false;
    }
    return true;
}

/// Words of the row joined by underscores, as drivers name counters: "rx_crc_errors_phy", "rx_prio3_pause".
bool isSnakeKey(std::string_view token, const SectionRule &rule) {
    constexpr Topics kNamesToo = Topic::Kernel | Topic::System | Topic::Vmm | Topic::Hwloc | Topic::Nccl;
    if (token.find('_') == std::string_view::npos || rule.topics.intersects(kNamesToo))
        return false;
    while (!token.empty()) {
        const std::string_view part = takeUntil(token, '_');
        constexpr std::size_t kMaxDigits = 2;
        const std::string_view word =
            part.substr(0, part.find_last_not_of("0123456789") + 1); // npos + 1 is 0
        if (part.empty() || part.size() - word.size() > kMaxDigits ||
            (!word.empty() && !isKnownWord(word, rule.topics)))
            return false;
    }
    return true;
}

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

/// Where memory is: "0_MC", "1_Chan", "0csrow" of "CPU_SrcID#0_MC#1_Chan#0_DIMM#0", "DIMM_B1", "P1-DIMMC1".
bool isDimmLabel(std::string_view token, const SectionRule &rule) {
    if (!rule.topics.intersects(Topic::Kernel | Topic::Firmware))
        return false;
    const std::string word = lowered(token);
    std::string_view rest = word;
    const auto skip = [&rest](std::string_view letters, std::size_t most) {
        rest.remove_prefix(std::min({rest.find_first_not_of(letters), most, rest.size()}));
    };
    constexpr std::string_view kDigits = "0123456789";
    skip(kDigits, 2);
    skip("_", 1);
    static constexpr std::array<std::string_view, 8> kParts{
        {"mc", "ha", "chan", "channel", "csrow", "dimm", "cpu_srcid", "slot"}};
    if (std::find(kParts.begin(), kParts.end(), rest) != kParts.end())
        return true;
    rest = word;
    constexpr std::string_view kDimm = "dimm";
    if (rest.size() > 3 && rest[0] == 'p' && kDigits.find(rest[1]) != std::string_view::npos &&
        rest[2] == '-')
        rest.remove_prefix(3);
    if (!rest.starts_with(kDimm))
        return false;
    rest.remove_prefix(kDimm.size());
    skip("_", 1);
    skip("abcdefghijklmnop", 1);
    skip(kDigits, 2);
    return rest.empty();
}

bool isSizeKey(std::string_view word) {
    static constexpr std::array<std::string_view, 11> kWords{
        {"size", "bytes", "local_memory", "memory", "mem_info_vram_total", "kib", "cache_size",
         "memory_actual_size", "hotplug_size", "gp_index", "currentmemory"}};
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view each) {
        return each.size() == word.size() &&
               std::equal(each.begin(), each.end(), word.begin(), [](char a, char b) {
                   return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b)));
               });
    });
}

/// "x" and letters only, so that it cannot be mistaken for a number. In capitals if the word is.
std::string wordPseudonym(std::string_view word, const Pseudonyms &pseudonyms) {
    constexpr int kLetters = 8;
    std::uint64_t bits = pseudonyms.word(lowered(word));
    const auto isUpper = [](char c) {
        return c >= 'A' && c <= 'Z';
    };
    const bool first = isUpper(word[0]);
    const bool all =
        first && std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    std::string out(1, first ? 'X' : 'x');
    for (int i = 0; i < kLetters; ++i, bits /= 26)
        out += static_cast<char>((all ? 'A' : 'a') + bits % 26);
    return out;
}

constexpr std::string_view kAddressName = "ip-";

/// "gpu-07", "vm-01a": likely a machine name.
bool mayNameHost(std::string_view token) {
    return isAlpha(token[0]) && token.find('-') != std::string_view::npos &&
           std::all_of(token.begin(), token.end(),
                       [](char c) { return isAlpha(c) || isDigit(c) || c == '-'; });
}

/// "zetanode07.dc1.example.com": the dot at which the site begins, npos if there is no site.
std::size_t siteOf(std::string_view token) {
    constexpr std::size_t kLabels = 3, kMinLast = 2;
    std::size_t labels = 0;
    std::string_view last;
    for (std::string_view rest = token; !rest.empty(); ++labels) {
        last = takeUntil(rest, '.');
        if (last.empty() || !std::all_of(last.begin(), last.end(),
                                         [](char c) { return isAlpha(c) || isDigit(c) || c == '-'; }))
            return std::string_view::npos;
    }
    const bool domain = last.size() >= kMinLast && std::all_of(last.begin(), last.end(), isAlpha);
    const std::size_t dot = token.find('.');
    const bool numbered =
        allDigits(token.substr(0, dot)) && isAlpha(token[std::min(dot, token.size() - 2) + 1]);
    return labels >= kLabels && domain && (isAlpha(token[0]) || numbered) ? dot : std::string_view::npos;
}

/// ".qcow2", ".xml": what kind of file it is.
std::size_t extensionOf(std::string_view token) {
    static constexpr std::array<std::string_view, 19> kExtensions{
        {"qcow2", "img", "raw", "iso", "xml", "txt", "log", "conf", "sock", "socket", "so", "py", "sh",
         "json", "fscope", "service", "scope", "slice", "fd"}};
    const auto dot = token.rfind('.');
    const bool known =
        dot != std::string_view::npos && dot > 0 &&
        std::find(kExtensions.begin(), kExtensions.end(), token.substr(dot + 1)) != kExtensions.end();
    return known ? dot : token.size();
}

} // namespace

bool isTokenChar(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || c == '_' || c == '-' || c == '.' || byte >= 0x80;
}

std::string_view trimmedToken(std::string_view token) {
    const auto begin = std::min(token.find_first_not_of("-."), token.size());
    const auto end = token.find_last_not_of("-.") + 1; // npos + 1 is 0
    return begin < end ? token.substr(begin, end - begin) : std::string_view{};
}

bool isAllowedToken(std::string_view token, std::string_view before, const SectionRule &rule) {
    NumberForms numbers = rule.numbers;
    numbers.wide = numbers.wide || (rule.sizes && isSizeKey(before));
    return isSimple(token, rule, numbers) || isNumberCompound(token, rule) || isProduct(token, rule) ||
           isDimmLabel(token, rule) ||
           (rule.dottedKeys && (isDottedKey(token, rule) || isSnakeKey(token, rule)));
}

bool isGrammar(std::string_view token, const SectionRule &rule) {
    constexpr Topics kInSentences = Topic::Common | Topic::Sysfs | Topic::Modules;
    constexpr Topics kInTables = kInSentences | Topic::Cpu | Topic::Firmware | Topic::Storage | Topic::Pci |
                                 Topic::Gpu | Topic::Net | Topic::Vmm | Topic::Hwloc | Topic::Nccl |
                                 Topic::Numa;
    const bool sentences = rule.topics.intersects(Topic::Kernel);
    const Topics topics =
        sentences ? kInSentences
                  : rule.topics.within(namesProducts(rule) ? kInTables | Topic::Vendors : kInTables);
    return isKnownWord(token, topics) || (!sentences && isDeviceName(token, topics));
}

bool isQualifiedName(std::string_view token) {
    return !token.empty() && siteOf(token) != std::string_view::npos;
}

std::string sitePseudonym(std::string_view site, const Pseudonyms &pseudonyms) {
    return pseudonyms.name("site", lowered(site)) + ".invalid";
}

/// The length of the beginning of an interface's name that shows its kind, of which no fabric is: a bridge, a
/// container's end. 0: none.
std::size_t interfacePrefix(std::string_view token) {
    constexpr std::size_t kLongestName = 15; // IFNAMSIZ without the NUL, linux/if.h
    if (token.size() > kLongestName)
        return 0;
    if (token.starts_with("br-"))
        return token.size() > 3 ? 3 : 0;
    for (const std::string_view prefix : {"veth", "cali"})
        if (token.starts_with(prefix) && token.size() > prefix.size() &&
            std::all_of(token.begin() + static_cast<std::ptrdiff_t>(prefix.size()), token.end(), isHex))
            return prefix.size();
    return 0;
}

bool isAddressName(std::string_view token) {
    if (!lowered(token.substr(0, kAddressName.size())).starts_with(kAddressName))
        return false;
    std::string dots(token.substr(kAddressName.size()));
    std::replace(dots.begin(), dots.end(), '-', '.');
    return std::count(dots.begin(), dots.end(), '.') == 3 && looksLikeIpv4(dots) &&
           token.find('.') == std::string_view::npos;
}

std::string tokenPseudonym(std::string_view token, const Pseudonyms &pseudonyms) {
    if (isAddressName(token)) {
        const std::string_view address = token.substr(kAddressName.size());
        if (const std::string mapped = RedactForms(pseudonyms).whole(address); !mapped.empty())
            return std::string(kAddressName) + mapped;
    }
    const std::size_t stem = extensionOf(token);
    if (stem < token.size())
        return tokenPseudonym(token.substr(0, stem), pseudonyms) + std::string(token.substr(stem));
    if (token.starts_with("0x") && std::all_of(token.begin() + 2, token.end(), isHex))
        return "0x" + pseudonyms.sameHexForm(token.substr(2));
    constexpr std::size_t kMinHex = 6;
    const bool hex = std::all_of(token.begin(), token.end(), isHex);
    if (hex && token.size() >= kMinHex && std::any_of(token.begin(), token.end(), isDigit))
        return allDigits(token) ? pseudonyms.sameForm(token) : pseudonyms.sameHexForm(token);
    if (const std::size_t site = siteOf(token); site != std::string_view::npos)
        return tokenPseudonym(token.substr(0, site), pseudonyms) + '.' +
               sitePseudonym(token.substr(site + 1), pseudonyms);
    if (const std::size_t size = interfacePrefix(token); size > 0)
        return std::string(token.substr(0, size)) + wordPseudonym(token.substr(size), pseudonyms);
    if (mayNameHost(token))
        return pseudonyms.name("host", lowered(token));
    const auto digits = token.find_last_not_of("0123456789") + 1; // npos + 1 is 0
    constexpr std::size_t kMaxDigits = 3;
    const std::string_view word = token.substr(0, digits);
    if (!word.empty() && token.size() - digits <= kMaxDigits &&
        std::all_of(word.begin(), word.end(), [](char c) { return isAlpha(c) || c == '_'; }))
        return wordPseudonym(word, pseudonyms) + std::string(token.substr(digits));
    return wordPseudonym(token, pseudonyms);
}

} // namespace fabricscope::capture
