// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of findings are strings in the code: only the sources show whether each is in the table and each row
// is used.
#include "tests/architecture/Rules.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace fabricscope::architecture {

namespace {

constexpr std::string_view kTable = "core/findings/rules/";

bool isProgram(const SourceFile &file) {
    return (file.path.starts_with("core/") || file.path.starts_with("app/") ||
            file.path.starts_with("widgets/")) &&
           !file.path.starts_with("core/findings/");
}

/// The ids, with the file that contains the row of each.
std::map<std::string, std::string> tableOf(const std::vector<SourceFile> &files) {
    static const std::regex kRow(R"re((?:\.id = |pairRule\(|lack\()"([a-z_]+\.[a-z0-9_-]+)")re");
    std::map<std::string, std::string> table;
    for (const SourceFile &file : files)
        if (file.path.starts_with(kTable))
            for (auto at = std::sregex_iterator(file.text.begin(), file.text.end(), kRow);
                 at != std::sregex_iterator(); ++at)
                table.emplace((*at)[1], file.path);
    return table;
}

int lineAt(const std::string &text, std::ptrdiff_t position) {
    return 1 + static_cast<int>(std::count(text.begin(), text.begin() + position, '\n'));
}

} // namespace

std::vector<Violation> unknownFindingRules(const std::vector<SourceFile> &files) {
    static const std::regex kUse(
        R"re((?:Finding\w*(?: \w+)?|emplace_back|report|find|linkFinding)\((?:[^"();]*, )?"([a-z_]+\.[a-z0-9_-]+)")re");
    const auto table = tableOf(files);
    std::vector<Violation> violations;
    for (const SourceFile &file : files) {
        if (!isProgram(file))
            continue;
        for (auto at = std::sregex_iterator(file.text.begin(), file.text.end(), kUse);
             at != std::sregex_iterator(); ++at)
            if (const std::string id = (*at)[1]; !table.contains(id))
                violations.push_back(
                    {file.path, lineAt(file.text, at->position(1)), "no rule \"" + id + "\""});
    }
    return violations;
}

std::vector<Violation> unusedFindingRules(const std::vector<SourceFile> &files) {
    std::set<std::string> literals;
    static const std::regex kLiteral(R"re("([a-z0-9_.-]+)")re");
    for (const SourceFile &file : files)
        if (isProgram(file))
            for (auto at = std::sregex_iterator(file.text.begin(), file.text.end(), kLiteral);
                 at != std::sregex_iterator(); ++at)
                literals.insert((*at)[1]);
    std::vector<Violation> violations;
    for (const auto &[id, path] : tableOf(files)) // some are composed of the area and the name
        if (!literals.contains(id) && !literals.contains(id.substr(id.find('.') + 1)))
            violations.push_back({path, 0, "nothing makes \"" + id + "\""});
    return violations;
}

} // namespace fabricscope::architecture
