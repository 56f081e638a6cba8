// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/RedactScan.h"

#include "core/base/Text.h"
#include "core/capture/redact/AllowedTokens.h"
#include "core/capture/redact/NamePlaces.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace fabricscope::capture {

namespace {

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

/// "ESC [ 4 m": the underline sequence of terminals; returns its length, 0 if there is none.
std::size_t escapeAt(std::string_view text, std::size_t at) {
    if (text.substr(at, 2) != "\x1b[")
        return 0;
    const auto end = text.find_first_not_of("0123456789;", at + 2);
    constexpr std::size_t kLongest = 8;
    return end == std::string_view::npos || end - at > kLongest ||
                   std::isalpha(static_cast<unsigned char>(text[end])) == 0
               ? 0
               : end + 1 - at;
}

/// "[10de:beef]", "[beef]": four hex digits of a vendor or device, which might also be read as a word; the
/// domain of NVIDIA's addresses without a function, "PCI:0008:41:00".
bool isId(std::string_view text, std::size_t at, std::size_t length, const SectionRule &rule) {
    constexpr std::size_t kDigits = 4;
    const auto hexAt = [&](std::size_t begin) {
        return begin + kDigits <= text.size() && (begin == 0 || !isAlnum(text[begin - 1])) &&
               (begin + kDigits == text.size() || !isAlnum(text[begin + kDigits])) &&
               std::all_of(text.begin() + static_cast<long>(begin),
                           text.begin() + static_cast<long>(begin + kDigits), isHex);
    };
    if (length != kDigits || !rule.topics.intersects(Topic::Pci | Topic::Kernel | Topic::Hwloc) ||
        !hexAt(at) || at == 0)
        return false;
    const char behind = at + kDigits < text.size() ? text[at + kDigits] : ' ';
    constexpr std::string_view kDomain = "PCI:";
    return (text[at - 1] == '[' && behind == ']') ||
           (behind == ':' && at >= kDomain.size() &&
            text.substr(at - kDomain.size(), kDomain.size()) == kDomain) ||
           (behind == ':' && hexAt(at + kDigits + 1)) ||
           (text[at - 1] == ':' && at > kDigits && hexAt(at - kDigits - 1));
}

/// The domain of an address, in four or eight digits: "00000008:01:00.0".
bool isDomain(std::string_view text, std::size_t at, std::size_t length) {
    constexpr std::size_t kFour = 4, kEight = 8;
    constexpr std::string_view kForm = ":hh:hh.h";
    const std::string_view behind = text.substr(std::min(at + length, text.size()), kForm.size());
    const bool isLong = length == kEight && text.substr(at, kFour) == "0000"; // others may be serial numbers
    if ((length != kFour && !isLong) || behind.size() < kForm.size())
        return false;
    for (std::size_t i = 0; i < kForm.size(); ++i)
        if (kForm[i] == 'h' ? !isHex(behind[i]) : behind[i] != kForm[i])
            return false;
    return std::all_of(text.begin() + static_cast<long>(at), text.begin() + static_cast<long>(at + length),
                       isHex);
}

/// "SYS-821GE-TNHR", "XE9680": capitals and digits, both of them, and not long hexadecimal, which may be an
/// id.
bool isModelNumber(std::string_view word) {
    constexpr std::size_t kLongest = 24, kLongestHex = 10;
    const auto any = [word](auto is) {
        return std::any_of(word.begin(), word.end(), is);
    };
    const bool hasDigit = any([](char c) { return c >= '0' && c <= '9'; });
    const bool hasCapital = any([](char c) { return c >= 'A' && c <= 'Z'; });
    const bool hasOther = any([](char c) {
        return !(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'Z') && c != '-' && c != '/' && c != '.';
    });
    const bool isOnlyHex = !any([](char c) { return !(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'F'); });
    return hasDigit && hasCapital && !hasOther && word.size() <= (isOnlyHex ? kLongestHex : kLongest);
}

} // namespace

void RedactScan::addWord(std::string_view word, Word replacement) {
    constexpr std::size_t kLongestWord = 256; // no name is longer; each length costs time for every word
    if (word.empty() || word.size() > kLongestWord)
        return;
    if (m_words.try_emplace(lowered(word), std::move(replacement)).second)
        m_lengths[lower(word[0])].insert(word.size());
}

void RedactScan::addNumberlike(std::string_view name, std::string replacement) {
    if (!name.empty())
        m_numberlike.try_emplace(lowered(name), std::move(replacement));
}

void RedactScan::addProduct(std::string_view name) {
    constexpr std::size_t kMost = 512;
    for (std::size_t at = 0; at < name.size() && m_products.size() < kMost;) {
        std::size_t end = at;
        while (end < name.size() && isTokenChar(name[end]))
            ++end;
        const std::string_view word = trimmedToken(name.substr(at, end - at));
        if (isModelNumber(word))
            m_products.emplace(word);
        at = end + 1;
    }
}

/// The text, the read position, and the result so far.
struct RedactScan::Pass {
    std::string_view text;
    const SectionRule &rule;
    std::size_t at = 0;
    std::size_t stop = 0;         ///< start of the next given replacement
    std::string_view before = {}; ///< the last token
    std::string out = {};

    void copy(std::size_t end) {
        out += text.substr(at, end - at);
        at = end;
    }
    /// Whether a match does not overlap a given replacement.
    [[nodiscard]] bool takes(const Replacement &match) const {
        return match.length > 0 && match.begin + match.length <= stop;
    }
    void take(const Replacement &match) {
        out += match.text;
        at = match.begin + match.length;
    }
};

std::string RedactScan::operator()(std::string_view text, const SectionRule &rule,
                                   const std::vector<Replacement> &given) const {
    Pass pass{text, rule};
    pass.out.reserve(text.size());
    auto next = given.begin();
    while (pass.at < text.size()) {
        pass.stop = next == given.end() ? text.size() : next->begin;
        if (next != given.end() && pass.at >= next->begin) {
            pass.out += placed(text.substr(next->begin, next->length), *next, rule);
            pass.at = std::max(pass.at, next->begin + next->length);
            ++next;
        } else if (const std::size_t escape = escapeAt(text.substr(0, pass.stop), pass.at); escape > 0) {
            pass.copy(pass.at + escape);
        } else if (isTokenChar(text[pass.at])) {
            std::size_t end = pass.at;
            while (end < pass.stop && isTokenChar(text[end]))
                ++end;
            token(pass, end);
        } else if (const Replacement match = m_forms.colons(text, pass.at); pass.takes(match)) { // "::1"
            pass.take(match);
        } else {
            pass.copy(pass.at + 1);
        }
    }
    return std::move(pass.out);
}

const RedactScan::Word *RedactScan::added(std::string_view word) const {
    const auto lengths = word.empty() ? m_lengths.end() : m_lengths.find(lower(word[0]));
    if (lengths == m_lengths.end() || !lengths->second.contains(word.size()))
        return nullptr;
    const auto known = m_words.find(lowered(word));
    return known == m_words.end() ? nullptr : &known->second;
}

std::string RedactScan::replacementOf(std::string_view word) const {
    const Word *known = added(word);
    if (!known || !known->followsCase)
        return known ? known->replacement : std::string();
    constexpr std::string_view kPrefix = "0x";
    const bool prefixed = word.starts_with(kPrefix) && known->replacement.starts_with(kPrefix);
    const std::string_view shown = word.substr(prefixed ? kPrefix.size() : 0);
    const auto has = [shown](int (*is)(int)) {
        return std::any_of(shown.begin(), shown.end(), [is](unsigned char c) { return is(c) != 0; });
    };
    std::string out = known->replacement;
    if (has(std::isupper) != has(std::islower))
        std::transform(out.begin() + (prefixed ? 2 : 0), out.end(), out.begin() + (prefixed ? 2 : 0),
                       [isUpper = has(std::isupper)](unsigned char c) {
                           return static_cast<char>(isUpper ? std::toupper(c) : std::tolower(c));
                       });
    return out;
}

// What its place keeps is kept.
std::string RedactScan::placed(std::string_view value, const Replacement &given,
                               const SectionRule &rule) const {
    if (std::string name = value == given.text ? std::string() : replacementOf(value); !name.empty())
        return name;
    return given.isFreeText ? m_forms.freeText(value, [&](std::size_t at) { return word(value, at, rule); })
                            : given.text;
}

// Kept as a whole if the rule allows it; otherwise split at data with a known form and at names.
void RedactScan::token(Pass &pass, std::size_t end) const {
    const std::size_t begin = pass.at;
    const std::string_view text = pass.text;
    const std::string_view whole = trimmedToken(text.substr(begin, end - begin));
    if (whole.empty())
        return pass.copy(end);
    const auto first = static_cast<std::size_t>(whole.data() - text.data());
    if (Replacement match = m_forms.at(text, first); pass.takes(match)) {
        std::string name = match.length == whole.size() ? replacementOf(whole) : std::string();
        if (!name.empty())
            match.text = std::move(name);
        pass.copy(first);
        pass.take(match);
        pass.before = {};
        return;
    }
    if (const std::string *name = numberlike(text, whole, pass.rule); name) {
        pass.copy(first);
        pass.take({first, whole.size(), *name});
        pass.before = {};
        return pass.copy(end);
    }
    if (isId(text, first, whole.size(), pass.rule) || isDomain(text, first, whole.size()) ||
        (!containsKnownName(text, whole, pass.rule) &&
         (m_products.contains(whole) || isAllowedToken(whole, pass.before, pass.rule)))) {
        pass.before = whole;
        return pass.copy(end);
    }
    // As in that host's own capture, even if only a part is known here.
    if (isQualifiedName(whole) || isAddressName(whole)) {
        pass.copy(first);
        pass.out += tokenPseudonym(whole, m_pseudonyms);
        pass.at = first + whole.size();
        pass.before = {};
        return pass.copy(end);
    }
    std::size_t from = begin;
    for (std::size_t at = first; at < end;) {
        const bool boundary = isAlnum(text[at]) && (at == begin || !isAlnum(text[at - 1]));
        Replacement match;
        if (boundary) {
            match = at > first ? m_forms.at(text, at) : Replacement{};
            if (match.length == 0)
                match = word(text, at, pass.rule);
        }
        if (!pass.takes(match)) {
            ++at;
            continue;
        }
        piece(pass, from, at);
        pass.take(match);
        from = at = pass.at;
    }
    if (from < end)
        piece(pass, from, end);
    pass.before = {};
}

// Whether a given name is the token, or one of its parts between dots.
bool RedactScan::containsKnownName(std::string_view text, std::string_view whole,
                                   const SectionRule &rule) const {
    const auto isName = [&](std::string_view part) {
        const auto begin = static_cast<std::size_t>(part.data() - text.data());
        return added(part) != nullptr &&
               (!isGrammar(part, rule) || isNamePlace(text, begin, begin + part.size(), rule));
    };
    if (isName(whole))
        return true;
    for (std::string_view rest = whole; whole.find('.') != std::string_view::npos && !rest.empty();)
        if (isName(takeUntil(rest, '.')))
            return true;
    return false;
}

void RedactScan::piece(Pass &pass, std::size_t begin, std::size_t end) const {
    const std::string_view core = trimmedToken(pass.text.substr(begin, end - begin));
    pass.at = begin;
    if (!core.empty() && !isAllowedToken(core, {}, pass.rule)) {
        pass.copy(static_cast<std::size_t>(core.data() - pass.text.data()));
        pass.out += tokenPseudonym(core, m_pseudonyms);
        pass.at += core.size();
    }
    pass.copy(end);
}

// A word of the section's grammar is also recognized within a longer token: "H100-80GB".
Replacement RedactScan::word(std::string_view text, std::size_t at, const SectionRule &rule) const {
    const auto lengths = m_lengths.find(lower(text[at]));
    if (lengths == m_lengths.end())
        return {};
    for (const std::size_t length : lengths->second) {
        const std::size_t end = at + length;
        if (end > text.size() || (end < text.size() && isAlnum(text[end])))
            continue;
        const std::string_view part = text.substr(at, length);
        if (added(part) && (!isGrammar(part, rule) || isNamePlace(text, at, end, rule)))
            return {at, length, replacementOf(part)};
    }
    return {};
}

/// The replacement of a token that may be a number or a name, if it is at a position of names.
const std::string *RedactScan::numberlike(std::string_view text, std::string_view whole,
                                          const SectionRule &rule) const {
    if (m_numberlike.empty())
        return nullptr;
    const auto known = m_numberlike.find(lowered(whole));
    const auto begin = static_cast<std::size_t>(whole.data() - text.data());
    return known != m_numberlike.end() && isNamePlace(text, begin, begin + whole.size(), rule)
               ? &known->second
               : nullptr;
}

} // namespace fabricscope::capture
