// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/ProductForms.h"

#include "core/base/Text.h"
#include "core/capture/redact/AllowedTokens.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace fabricscope::capture {

namespace {

/// '@' is a capital, '#' a digit, '&' either, '*' up to twelve of either at the end. To add one, add a row.
struct ProductForm {
    std::string_view vendor; ///< in lower case, within the same text
    std::string_view pattern;
};
constexpr ProductForm kForms[] = {
    {"supermicro", "SYS-###@@-@@*"},
    {"supermicro", "SYS-####@@-@@*"},
    {"supermicro", "AS-####@@-@@*"},
    {"supermicro", "ARS-###@@-@@*"},
    {"supermicro", "X##@@@"},
    {"supermicro", "X##@@@-@*"},
    {"supermicro", "H##@@@"},
    {"supermicro", "H##@@@-@*"},
    {"supermicro", "H##@@@-@-CPU"},
    {"poweredge", "XE####"},
    {"poweredge", "XE####L"},
    {"poweredge", "R###"},
    {"poweredge", "R####"},
    {"poweredge", "C####"},
    {"proliant", "DL###"},
    {"proliant", "XL###"},
    {"cray", "XD###"},
    {"thinksystem", "SR###"},
    {"thinksystem", "SD###"},
    {"gigabyte", "G###-@@#"},
    {"gigabyte", "G###-@##"},
    {"giga computing", "G###-@@#"},
    {"giga computing", "G###-@##"},
    {"asus", "ESC####@-E##"},
    {"asus", "ESC####-E##"},
    {"nvidia", "DGX@###"},
    {"samsung", "MZ&&&&&&&&&&-&&&&&"},
    {"micron", "MTFD*"},
    {"kioxia", "K@D#*"},
    {"kioxia", "K@M#*"},
    {"intel", "SSDPE*"},
    {"solidigm", "SSDPF*"},
    {"wdc", "WUS#*"},
};

bool isCapital(char c) {
    return c >= 'A' && c <= 'Z';
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool matches(std::string_view word, std::string_view pattern) {
    constexpr std::size_t kMostAtEnd = 12;
    const bool isOpen = pattern.ends_with('*');
    const std::size_t size = pattern.size() - (isOpen ? 1 : 0);
    if (word.size() < size || word.size() > size + (isOpen ? kMostAtEnd : 0))
        return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char form = i < size ? pattern[i] : '&', c = word[i];
        const bool fits = form == '@'   ? isCapital(c)
                          : form == '#' ? isDigit(c)
                          : form == '&' ? isCapital(c) || isDigit(c)
                                        : c == form;
        if (!fits)
            return false;
    }
    return true;
}

/// The words of a text with a vendor's form, `scope`: where the vendor's name may be.
void findForms(std::string_view text, std::string_view scope,
               const std::function<void(std::string_view word)> &report) {
    std::string lower(scope);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::vector<std::string_view> patterns;
    for (const ProductForm &form : kForms)
        if (lower.find(form.vendor) != std::string::npos)
            patterns.push_back(form.pattern);
    if (patterns.empty())
        return;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && isTokenChar(text[end]) && text[end] != '_')
            ++end;
        const std::string_view word = trimmedToken(text.substr(at, end - at));
        if (std::any_of(patterns.begin(), patterns.end(),
                        [&](std::string_view pattern) { return matches(word, pattern); }))
            report(word);
        at = end + 1;
    }
}

} // namespace

bool hasSerialForm(std::string_view name) {
    constexpr std::size_t kLeast = 9, kLeastDigits = 7;
    name = trimmed(name);
    return name.size() >= kLeast &&
           std::all_of(name.begin(), name.end(), [](char c) { return isCapital(c) || isDigit(c); }) &&
           static_cast<std::size_t>(std::count_if(name.begin(), name.end(), isDigit)) >= kLeastDigits;
}

void findProductForms(std::string_view section, std::string_view text,
                      const std::function<void(std::string_view word)> &report) {
    constexpr std::size_t kLongest = 4096; // of a hostile text, too
    const bool isLog = section == "dmesg" || section == "tool-dmesg";
    if (!isLog && section != "dmi" && section != "nvme")
        return;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = takeUntil(rest, '\n').substr(0, kLongest);
        if (isLog) {
            const auto at = line.find("DMI: ");
            if (at != std::string_view::npos)
                findForms(line.substr(at), line.substr(at), report);
            continue;
        }
        const std::string_view path = line.substr(0, line.find(':'));
        if (section == "nvme" && path.ends_with("/model"))
            findForms(line.substr(path.size()), line, report);
        else if (section == "dmi" && (path.ends_with("product_name") || path.ends_with("board_name")))
            findForms(line.substr(path.size()), text.substr(0, kLongest), report);
    }
}

} // namespace fabricscope::capture
