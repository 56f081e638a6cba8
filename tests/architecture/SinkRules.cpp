// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/Rules.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <regex>

/// Rules for text shown to the user: the standard streams and Qt's labels.
namespace fabricscope::architecture {

namespace {

using Found = std::vector<Violation>;

/// A file that prints without core/base/Print.h.
struct OutputException {
    std::string_view file, call, why;
};
constexpr std::array kOutputExceptions = {
    OutputException{"core/base/Print.cpp", "fwrite(", "is that way"},
    OutputException{"app/cli/terminal/StandardStreams.cpp", "fwrite(",
                    "passes a tool's bytes to a pipe as they are"},
    OutputException{"app/demo/DemoHosts.cpp", "write(STDOUT_FILENO", "tells its parent the ports"},
    OutputException{"app/window/LoopWatchdog.cpp", "qWarning(", "names classes of our own"},
};

bool isProgram(const SourceFile &file) {
    return (file.path.ends_with(".cpp") || file.path.ends_with(".h")) &&
           (file.path.starts_with("app/") || file.path.starts_with("core/") ||
            file.path.starts_with("remote/") || file.path.starts_with("widgets/"));
}

using Words = std::initializer_list<std::string_view>;

/// The matches of a pattern, with their lines. Only lines with one of these words are searched: std::regex
/// takes half a minute for the whole tree.
template<class Take> void findAll(const SourceFile &file, Words words, const std::regex &pattern, Take take) {
    int number = 0;
    for (std::string_view rest = file.text; !rest.empty();) {
        const std::string line(rest.substr(0, rest.find('\n')));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        ++number;
        if (std::none_of(words.begin(), words.end(),
                         [&](std::string_view word) { return line.find(word) != std::string::npos; }))
            continue;
        for (std::sregex_iterator hit(line.begin(), line.end(), pattern), end; hit != end; ++hit)
            if (line.substr(0, static_cast<std::size_t>(hit->position())).find("//") == std::string::npos)
                take(number, hit->str());
    }
}

/// Each call that writes, or may write, to a standard stream.
template<class Take> void findOutput(const SourceFile &file, Take take) {
    static const std::regex calls(
        R"(\b(fmt|std)::v?print(ln)?\b|\bstd::(cout|cerr|clog)\b)"
        R"(|\b(v?f?printf|v?dprintf|fputs|puts|f?putc|putchar|perror|psignal|fwrite)(_unlocked)?\()"
        R"(|\bwrite\(STD(OUT|ERR)_FILENO|\bq(Debug|Info|Warning|Critical|Fatal)\()");
    if (isProgram(file))
        findAll(file,
                {"print", "::c", "put", "perror", "psignal", "fwrite", "_FILENO", "qDebug", "qInfo",
                 "qWarning", "qCritical", "qFatal"},
                calls, take);
}

bool isExcepted(const OutputException &row, const SourceFile &file, std::string_view call) {
    return row.file == file.path && row.call == call;
}

} // namespace

Found checkOutput(const SourceFile &file) {
    Found found;
    findOutput(file, [&](int line, const std::string &call) {
        if (std::none_of(kOutputExceptions.begin(), kOutputExceptions.end(),
                         [&](const OutputException &row) { return isExcepted(row, file, call); }))
            found.push_back({file.path, line, "writes by " + call + ": use core/base/Print.h"});
    });
    return found;
}

std::vector<std::string> unusedOutputExceptions(const std::vector<SourceFile> &files) {
    std::vector<std::string> unused;
    for (const OutputException &row : kOutputExceptions) {
        bool isUsed = false;
        for (const SourceFile &file : files)
            if (file.path == row.file)
                findOutput(file, [&](int, const std::string &call) {
                    isUsed = isUsed || isExcepted(row, file, call);
                });
        if (!isUsed)
            unused.push_back(std::string(row.file) + ": " + std::string(row.call));
    }
    return unused;
}

Found checkLabels(const SourceFile &file) {
    Found found;
    if (!isProgram(file) || !(file.path.starts_with("widgets/") || file.path.starts_with("app/")))
        return found;
    const auto report = [&](int line, const std::string &call) {
        found.push_back({file.path, line,
                         call + ": Qt may read its text as HTML: use widgets/common/controls/Controls.h"});
    };
    static const std::regex made(R"(\bnew QLabel\b|<QLabel>\(|\bQLabel \w+[({;])"),
        other(
            R"(\bsetWhatsThis\(|\bsetStatusTip\(|\bQErrorMessage\b|\bsetTextFormat\(Qt::(Auto|Rich|Markdown)Text)"),
        base(R"([:,] QLabel\()");
    if (file.path != "widgets/common/controls/Controls.cpp")
        findAll(file, {"QLabel"}, made, report);
    findAll(file, {"setWhatsThis", "setStatusTip", "QErrorMessage", "setTextFormat"}, other, report);
    if (file.text.find("setTextFormat(Qt::PlainText)") == std::string::npos)
        findAll(file, {"QLabel"}, base, report);
    return found;
}

} // namespace fabricscope::architecture
