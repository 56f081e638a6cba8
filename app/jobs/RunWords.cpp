// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/RunWords.h"

#include "core/base/Text.h"

#include <fmt/format.h>

namespace fabricscope::app {

namespace {

using bench::Phase;

/// Why the supervisor ended a run by itself, or "itself" where the tool did.
struct EndRow {
    std::string_view word;
    Phase phase;
    std::string_view why;
};
constexpr EndRow kEnds[] = {
    {"itself", Phase::Ended, ""},
    {"stop", Phase::Stopped, "stopped"},
    {"lease", Phase::Stopped, "the host ended it: nothing was heard from here for the time of its lease"},
    {"toolong", Phase::Stopped, "the host ended it after the longest time that it may take"},
    {"toomuch", Phase::Stopped, "the host ended it: it printed more than is kept of a detached run"},
    {"full", Phase::Stopped, "the host ended it: the disk that keeps its output is full"},
};

struct FailureRow {
    std::string_view word, what; ///< {0}: the host, {1}: the program, {2}: the directory
    Phase phase = Phase::Failed;
    bool isEnd = true; ///< of the run; else it may go on
};
constexpr FailureRow kFailures[] = {
    {"missing",
     "{0} has no program {1}: `fabricscope bench list` in a terminal says how it is built; where it "
     "is somewhere else, give its full path"},
    {"nodirectory", "{0}: the directory {2} cannot be entered"},
    {"nospool", "{0} keeps no such run, or has no room for one (/var/tmp, /tmp)", Phase::Failed, false},
    {"nobegin", "{0} did not start {1} in time", Phase::Failed, false},
    {"vanished", "{0}: the run is gone without a word how it ended; did the machine start anew?",
     Phase::Lost},
};

} // namespace

RunWord readRunWord(std::string_view line) {
    const std::string_view word = takeUntil(line, ' ');
    RunWord read;
    if (word == "left") {
        read.kind = RunWord::Kind::Left;
        read.text = sanitized(trimmed(line), 200);
        return read;
    }
    if (word == "attending")
        read.kind = RunWord::Kind::Attending;
    const auto number = parseInteger<int>(takeUntil(line, ' '));
    if (word == "began" && number && *number > 0) {
        read.kind = RunWord::Kind::Began;
        read.pid = number;
        return read;
    }
    if (word == "ended" && number && *number >= 0 && *number <= 255) {
        read.kind = RunWord::Kind::Ended;
        read.status = number;
        read.text = sanitized(line, 32);
        return read;
    }
    read.text = sanitized(word, 32);
    return read;
}

EndWords endWords(const RunWord &end, const std::string &stopWords) {
    for (const EndRow &row : kEnds)
        if (row.word == end.text)
            return {row.phase,
                    row.phase == Phase::Stopped && !stopWords.empty() ? stopWords : std::string(row.why)};
    return {Phase::Ended, end.text};
}

FailureWords failureOf(const RunWord &word, const bench::RunSpec &spec) {
    const std::string program = spec.command.words.empty() ? "" : sanitized(spec.command.words.front(), 200);
    for (const FailureRow &row : kFailures)
        if (row.word == word.text)
            return {fmt::format(fmt::runtime(row.what), sanitized(spec.host, 200), program,
                                sanitized(spec.command.directory, 200)),
                    row.phase, row.isEnd};
    return {fmt::format("the host said '{}'", word.text)};
}

std::string noShell(const HostShell &shell, std::optional<int> status, std::string_view said) {
    const std::string text = sanitized(trimmed(said), 1000);
    if (shell.container)
        return workspace::containerTrouble(*shell.container, status, text).toString();
    return text.empty() ? "the host did not run /bin/sh -s" : "the host did not run /bin/sh -s: " + text;
}

std::string leftWords(const std::string &pids) {
    return fmt::format("stuck in the kernel, and not ended by any signal: processes {}", pids);
}

std::string whyOf(const remote::Failure &failure) {
    return fmt::format("{}: {}{}{}", remote::toString(failure.stage), failure.what,
                       failure.hint.empty() ? "" : "; ", failure.hint);
}

} // namespace fabricscope::app
