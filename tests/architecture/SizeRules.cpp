// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/Rules.h"

#include <algorithm>
#include <array>
#include <regex>
#include <set>

namespace fabricscope::architecture {

namespace {

constexpr std::array<std::string_view, 4> kProduct = {"app/", "core/", "remote/", "widgets/"};

bool isProduct(const SourceFile &file, std::string_view ending) {
    return file.path.ends_with(ending) && std::any_of(kProduct.begin(), kProduct.end(), [&](auto folder) {
               return file.path.starts_with(folder);
           });
}

std::string stemOf(const std::string &path) {
    const std::size_t begin = path.rfind('/') + 1;
    return path.substr(begin, path.rfind('.') - begin);
}

/// The class of which a source file defines most members, or the one that it is named after; empty: none.
std::string definedClass(const SourceFile &file) {
    // At the beginning of a line, before the first parenthesis: "Type Class::member(".
    static const std::regex member(R"((?:^|\n)(?:[A-Za-z][^\n(/#"=;]*?[\s*&])?([A-Z]\w+)::~?\w+\()");
    std::map<std::string, int> members;
    for (std::sregex_iterator found(file.text.begin(), file.text.end(), member), end; found != end; ++found)
        ++members[(*found)[1].str()];
    if (members.empty() || members.contains(stemOf(file.path)))
        return members.empty() ? std::string() : stemOf(file.path);
    return std::max_element(members.begin(), members.end(),
                            [](const auto &a, const auto &b) { return a.second < b.second; })
        ->first;
}

} // namespace

std::map<std::string, int> linesByClass(const std::vector<SourceFile> &files) {
    std::map<std::string, int> lines;
    for (const SourceFile &file : files) // a header is named after its class
        if (isProduct(file, ".h") && file.text.find("class " + stemOf(file.path)) != std::string::npos)
            lines[stemOf(file.path)] += lineCount(file);
    for (const SourceFile &file : files)
        if (const std::string name = isProduct(file, ".cpp") ? definedClass(file) : ""; !name.empty())
            lines[name] += lineCount(file);
    return lines;
}

} // namespace fabricscope::architecture
