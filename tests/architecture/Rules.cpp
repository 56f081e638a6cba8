// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/Rules.h"

#include "tests/architecture/Folders.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace fabricscope::architecture {

namespace {

using Found = std::vector<Violation>;

std::vector<std::string> words(std::string_view text) {
    std::istringstream stream{std::string(text)};
    return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<std::string> lines(const SourceFile &file) {
    std::istringstream stream(file.text);
    std::vector<std::string> all;
    for (std::string line; std::getline(stream, line);)
        all.push_back(line);
    return all;
}

bool endsWith(std::string_view path, std::string_view ending) {
    return path.ends_with(ending);
}

bool isCpp(const SourceFile &file) {
    return endsWith(file.path, ".cpp") || endsWith(file.path, ".h");
}

std::string stem(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    const std::string name(slash == std::string_view::npos ? path : path.substr(slash + 1));
    return name.substr(0, name.rfind('.'));
}

bool isBelow(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

/// Whether `list` contains `folder` or a parent folder of it ("core", "widgets").
bool names(std::string_view list, std::string_view folder) {
    bool named = false;
    for (const std::string &word : words(list)) {
        const bool out = word.front() == '-';
        const std::string_view name = std::string_view(word).substr(out ? 1 : 0);
        // A server is no part of a client: who may include "remote" may not include it.
        const bool hits = folder == name || (isBelow(folder, name) && folder != "remote/server");
        if (hits)
            named = !out;
    }
    return named;
}

/// Counted from 1.
int lineAt(const SourceFile &file, std::size_t at) {
    return static_cast<int>(
        1 + std::count(file.text.begin(), file.text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

const Folder *rowOf(std::string_view path) {
    const Folder *best = nullptr;
    for (const Folder &folder : kFolders)
        if (isBelow(path, folder.name) && (best == nullptr || folder.name.size() > best->name.size()))
            best = &folder;
    return best;
}

std::vector<std::pair<int, std::string>> includes(const SourceFile &file, char open, char close) {
    std::vector<std::pair<int, std::string>> found;
    int number = 0;
    for (const std::string &line : lines(file)) {
        ++number;
        std::size_t at = line.find_first_not_of(" \t");
        if (at == std::string::npos || line[at] != '#')
            continue;
        at = line.find_first_not_of(" \t", at + 1);
        if (at == std::string::npos || line.compare(at, 7, "include") != 0)
            continue;
        const std::size_t begin = line.find(open, at + 7);
        const std::size_t end = begin == std::string::npos ? begin : line.find(close, begin + 1);
        if (end != std::string::npos)
            found.emplace_back(number, line.substr(begin + 1, end - begin - 1));
    }
    return found;
}

} // namespace

std::string toString(const std::vector<Violation> &violations) {
    std::string text;
    for (const Violation &violation : violations) {
        text += violation.path;
        if (violation.line > 0)
            text += ":" + std::to_string(violation.line);
        text += ": " + violation.why + "\n";
    }
    return text;
}

int lineCount(const SourceFile &file) {
    return static_cast<int>(std::count(file.text.begin(), file.text.end(), '\n'));
}

std::map<std::string, int> filesByFolder(const std::vector<SourceFile> &files) {
    std::map<std::string, int> counts;
    for (const SourceFile &file : files)
        if (const std::size_t slash = file.path.rfind('/'); slash != std::string::npos)
            ++counts[file.path.substr(0, slash)];
    return counts;
}

std::string_view folderOf(std::string_view path) {
    const Folder *row = rowOf(path);
    return row == nullptr ? std::string_view{} : row->name;
}

std::vector<std::pair<int, std::string>> ownIncludes(const SourceFile &file) {
    return includes(file, '"', '"');
}

Found checkFolderIsKnown(const SourceFile &file) {
    if (!isCpp(file) || rowOf(file.path) != nullptr)
        return {};
    return {{file.path, 0, "its folder has no row in tests/architecture/Folders.h"}};
}

Found checkOwnIncludes(const SourceFile &file) {
    Found found;
    const Folder *row = rowOf(file.path);
    if (!isCpp(file) || row == nullptr)
        return found;
    for (const auto &[line, path] : ownIncludes(file)) {
        const std::string_view target = folderOf(path);
        if (target.empty())
            found.push_back(
                {file.path, line,
                 "\"" + path + "\" is not named from the source root, as \"core/pci/Link.h\" is"});
        else if (target != row->name && target != "core/base" && !names(row->mayInclude, target))
            found.push_back(
                {file.path, line,
                 std::string(row->name) + " may not use " + std::string(target) + " (\"" + path + "\")"});
    }
    return found;
}

Found checkLibraries(const SourceFile &file) {
    Found found;
    const Folder *row = rowOf(file.path);
    if (!isCpp(file) || row == nullptr || row->name == "tests")
        return found;
    for (const auto &[line, path] : includes(file, '<', '>'))
        for (const Library &library : kLibraries)
            if (path.starts_with(library.prefix) && !names(library.folders, row->name))
                found.push_back({file.path, line,
                                 "<" + path + "> belongs to " + std::string(library.folders) + ", not to " +
                                     std::string(row->name)});
    return found;
}

/// The steps of connecting, which others perform.
bool isConnectMachine(const SourceFile &file) {
    static const std::regex machine(R"(remote/ssh/\w+Machine\.(h|cpp))");
    return std::regex_match(file.path, machine);
}

Found checkIsPure(const SourceFile &file) {
    Found found;
    const bool isMachine = isConnectMachine(file);
    if (!isCpp(file) || (!isBelow(file.path, "core") && !isMachine))
        return found;
    const std::string who = isMachine ? "a machine" : "core";
    for (const auto &[line, path] : includes(file, '<', '>'))
        if (isMachine && (path.starts_with("boost/asio") || path.starts_with("libssh/")))
            found.push_back({file.path, line, "a machine performs nothing (<" + path + ">)"});
    for (const auto &[line, path] : includes(file, '<', '>'))
        if (std::find(kNotInCore.begin(), kNotInCore.end(), path) != kNotInCore.end() &&
            std::none_of(kExceptions.begin(), kExceptions.end(), [&, header = path](const Exception &e) {
                return e.file == file.path && e.header == header;
            }))
            found.push_back(
                {file.path, line, who + " has no threads, sockets and processes (<" + path + ">)"});
    static const std::regex clock(
        R"(_clock::now\s*\(|\bgettimeofday\s*\(|\bclock_gettime\s*\(|\btime\(nullptr\))");
    int number = 0;
    for (const std::string &line : lines(file)) {
        ++number;
        if (std::regex_search(line, clock))
            found.push_back({file.path, number, who + " has no clock of its own: time comes in as a value"});
    }
    return found;
}

Found checkLength(const SourceFile &file) {
    const int count = lineCount(file);
    if (count <= kMostLines)
        return {};
    return {{file.path, 0,
             "has " + std::to_string(count) + " lines: more than " + std::to_string(kMostLines) +
                 " nobody reads in one sitting"}};
}

Found checkLicence(const SourceFile &file) {
    const std::vector<std::string> all = lines(file);
    const std::string mark = isCpp(file) ? "// " : "# ";
    const std::size_t first = !all.empty() && all[0].starts_with("#!") ? 1 : 0;
    // Composed, so that licence scanners do not take this line for a header.
    const std::string spdx = mark + "SPDX" + "-";
    if (all.size() >= first + 2 && all[first].starts_with(spdx + "FileCopyrightText: ") &&
        all[first + 1] == spdx + "License-Identifier: GPL-3.0-or-later")
        return {};
    return {
        {file.path, static_cast<int>(first) + 1, "does not begin with the two SPDX lines (" + mark + "...)"}};
}

Found checkName(const SourceFile &file) {
    if (!isCpp(file))
        return {};
    const std::string name = stem(file.path);
    static const std::regex type("[A-Z][A-Za-z0-9]*"), test("[a-z0-9]+(_[a-z0-9]+)*_(test|bench|fuzz)");
    const bool inTests = isBelow(file.path, "tests");
    const bool isMain = name == "main" && endsWith(file.path, ".cpp");
    if (!isMain && !std::regex_match(name, type) && !(inTests && std::regex_match(name, test)))
        return {{file.path, 0,
                 inTests ? "is named neither after its class nor <unit>_test.cpp"
                         : "is not named after its class"}};
    if (!endsWith(file.path, ".h"))
        return {};
    // A header with a single class and no other declaration must have that class's name.
    static const std::regex declared(R"(^class\s+(\w+)\s*(final)?\s*(:[^:].*)?(\{.*)?$)");
    std::vector<std::string> classes;
    bool others = false;
    for (const std::string &line : lines(file)) {
        std::smatch match;
        if (std::regex_match(line, match, declared))
            classes.push_back(match[1]);
        else if (line.starts_with("struct ") || line.starts_with("enum ") ||
                 line.starts_with("[[nodiscard]]") || line.starts_with("void ") ||
                 line.starts_with("template"))
            others = others || !line.ends_with(";") || line.find('(') != std::string::npos;
    }
    if (classes.size() == 1 && !others && classes[0] != name)
        return {{file.path, 0, "holds the class " + classes[0] + " and is not named after it"}};
    return {};
}

Found checkIncludeGuard(const SourceFile &file) {
    if (!endsWith(file.path, ".h") || file.text.find("\n#pragma once\n") != std::string::npos)
        return {};
    return {{file.path, 0, "has no #pragma once"}};
}

Found checkUnfinished(const SourceFile &file) {
    Found found;
    static const std::array<std::string, 2> kMarks = {std::string("TO") + "DO", std::string("FIX") + "ME"};
    int number = 0;
    for (const std::string &line : lines(file)) {
        ++number;
        if (std::any_of(kMarks.begin(), kMarks.end(),
                        [&line](const std::string &mark) { return line.find(mark) != std::string::npos; }))
            found.push_back({file.path, number, "is marked as unfinished"});
    }
    return found;
}

Found checkToolTips(const SourceFile &file) {
    // The first is the function itself; the others build HTML, and escape its contents.
    static const std::set<std::string, std::less<>> kExempt = {"widgets/common/text/ToolTip.cpp",
                                                               "widgets/topology/TopologyHover.cpp",
                                                               "widgets/topology/TopologyTooltip.cpp"};
    Found found;
    if (!isCpp(file) || kExempt.contains(file.path) ||
        !(isBelow(file.path, "widgets") || isBelow(file.path, "app")))
        return found;
    for (const std::string_view call :
         {"setToolTip(", "QToolTip::showText(", "ToolTipRole:", "ToolTipRole)\n"})
        for (std::size_t at = 0; (at = file.text.find(call, at)) != std::string::npos; at += call.size()) {
            const std::string_view rest = std::string_view(file.text).substr(at, 400);
            const bool isRole = call.starts_with("ToolTipRole");
            const std::size_t end = rest.find(';');
            // If the role is shared with others, the statement ends later.
            const std::string_view code = rest.substr(0, isRole ? rest.find(';', end + 1) : end);
            if (code.find("plainToolTip(") == std::string_view::npos)
                found.push_back({file.path, lineAt(file, at),
                                 "shows a tool tip that Qt may read as HTML: use plainToolTip()"});
        }
    return found;
}

Found checkMessageBoxes(const SourceFile &file) {
    Found found;
    if (!isCpp(file) || file.path.starts_with("widgets/common/dialog/MessageBoxText.") ||
        !(isBelow(file.path, "widgets") || isBelow(file.path, "app")))
        return found;
    const auto report = [&](std::size_t at) {
        found.push_back({file.path, lineAt(file, at),
                         "shows a message box that Qt may read as HTML: use prepareMessageBox()"});
    };
    for (const std::string_view call :
         {"setInformativeText(", "QMessageBox::warning(", "QMessageBox::about(", "QMessageBox::critical(",
          "QMessageBox::question(", "QMessageBox::information("})
        for (std::size_t at = 0; (at = file.text.find(call, at)) != std::string::npos; at += call.size())
            report(at);
    if (file.text.find("QMessageBox") == std::string::npos) // the following regex is slow
        return found;
    static const std::regex made(R"(\bnew QMessageBox\b|\bQMessageBox \w+[({;])"),
        shown(R"(\b(open|show|exec)\(\))");
    for (std::sregex_iterator box(file.text.begin(), file.text.end(), made), end; box != end; ++box) {
        const std::string rest = box->suffix().str();
        std::smatch opened;
        const bool isShown = std::regex_search(rest, opened, shown);
        const auto until = isShown ? static_cast<std::size_t>(opened.position()) : rest.size();
        if (rest.substr(0, until).find("prepareMessageBox(") == std::string::npos)
            report(static_cast<std::size_t>(box->position()));
    }
    return found;
}

Found checkRootSkips(const SourceFile &file) {
    Found found;
    if (!isCpp(file) || !isBelow(file.path, "tests") || isBelow(file.path, "tests/architecture") ||
        (file.text.find("uid() != 0") == std::string::npos &&
         file.text.find("isRoot()") == std::string::npos))
        return found;
    static const std::regex asked(R"(\bgete?uid\(\) != 0|!(test::)?isRoot\(\))");
    for (std::sregex_iterator question(file.text.begin(), file.text.end(), asked), end; question != end;
         ++question) {
        const std::string rest = question->suffix().str();
        const std::string answer = rest.substr(0, rest.find(';'));
        const bool isSkipped =
            answer.find("GTEST_SKIP") != std::string::npos || answer.find("return \"") != std::string::npos;
        if (isSkipped && answer.find("needs root") == std::string::npos)
            found.push_back({file.path, lineAt(file, static_cast<std::size_t>(question->position())),
                             "is skipped without the words \"NOT TESTED: needs root, ...\""});
    }
    return found;
}

Found checkWaits(const SourceFile &file) {
    Found found;
    if (!isCpp(file) || !isBelow(file.path, "tests") || isBelow(file.path, "tests/architecture"))
        return found;
    static const std::regex loop(R"(\b(for|while) \()"), reason("//.*[a-z]{3}");
    constexpr std::size_t kLoop = 4, kReason = 2; ///< lines above in which it begins
    const std::vector<std::string> all = lines(file);
    const auto isAbove = [&](std::size_t line, std::size_t most, const std::regex &what) {
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(line) + 1;
        return std::any_of(end - static_cast<std::ptrdiff_t>(std::min(line, most)) - 1, end,
                           [&](const std::string &one) { return std::regex_search(one, what); });
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool waits =
            all[i].find("sleep_for(") != std::string::npos || all[i].find("qWait(") != std::string::npos;
        if (waits && !isAbove(i, kLoop, loop) && !isAbove(i, kReason, reason))
            found.push_back({file.path, static_cast<int>(i) + 1,
                             "waits for a time: wait for a condition instead, or say why there is none"});
    }
    return found;
}

std::vector<std::string> includeCycles(const std::vector<SourceFile> &files) {
    std::map<std::string, std::set<std::string>> uses;
    for (const SourceFile &file : files) {
        const std::string from(folderOf(file.path));
        for (const auto &[line, path] : ownIncludes(file))
            if (const std::string to(folderOf(path)); !to.empty() && to != from)
                uses[from].insert(to);
    }
    std::vector<std::string> found, path;
    std::set<std::string> done;
    const auto visit = [&](const auto &self, const std::string &folder) -> void {
        if (const auto seen = std::find(path.begin(), path.end(), folder); seen != path.end()) {
            std::string circle;
            for (auto step = seen; step != path.end(); ++step)
                circle += *step + " > ";
            found.push_back(circle + folder);
            return;
        }
        if (done.contains(folder))
            return;
        path.push_back(folder);
        for (const std::string &next : uses[folder])
            self(self, next);
        path.pop_back();
        done.insert(folder);
    };
    for (const auto &[folder, targets] : std::map(uses))
        visit(visit, folder);
    return found;
}

} // namespace fabricscope::architecture
