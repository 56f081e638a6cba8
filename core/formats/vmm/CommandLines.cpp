// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vmm/CommandLines.h"

#include "core/base/Text.h"
#include "core/formats/files/Recognisers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace fabricscope::formats {

namespace {

using Words = std::vector<std::string>;

constexpr std::size_t kMaxWords = 65536, kMaxProcesses = 512;
constexpr std::string_view kBlanks = " \t\r";

/// Options that a VMM's command line has, and other commands rarely: two of them tell it from a text that
/// only names the program. Sources: qemu(1), cloud-hypervisor --help, crosvm run --help, firecracker --help.
constexpr std::array<std::string_view, 30> kOptions{
    {"device",     "machine",  "M",      "cpu",        "smp",      "m",       "name",       "uuid",
     "drive",      "blockdev", "netdev", "nic",        "object",   "numa",    "enable-kvm", "accel",
     "nodefaults", "kernel",   "append", "nographic",  "display",  "memory",  "cpus",       "disk",
     "net",        "platform", "vfio",   "api-socket", "vfio-pci", "api-sock"}};

bool isKnownOption(std::string_view word) {
    const auto begin = word.find_first_not_of('-');
    if (begin == 0 || begin == std::string_view::npos || begin > 2)
        return false;
    word.remove_prefix(begin);
    return std::find(kOptions.begin(), kOptions.end(), word.substr(0, word.find('='))) != kOptions.end();
}

/// The words of a line of a shell, or of `ps`, which quotes nothing: only a quote at the start of a word
/// quotes it, so that JSON stays whole.
Words wordsOf(std::string_view line) {
    Words words;
    while (words.size() < kMaxWords) {
        line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
        if (line.empty())
            break;
        const char quote = line.front();
        const auto close = quote == '\'' || quote == '"' ? line.find(quote, 1) : std::string_view::npos;
        if (close != std::string_view::npos) {
            words.emplace_back(line.substr(1, close - 1));
            line.remove_prefix(close + 1);
            continue;
        }
        const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
        words.emplace_back(word);
        line.remove_prefix(word.size());
    }
    return words;
}

/// The next line, with those that "\" continues.
std::string takeLine(std::string_view &rest) {
    std::string line;
    while (!rest.empty()) {
        std::string_view part = takeUntil(rest, '\n');
        if (part.ends_with('\r'))
            part.remove_suffix(1);
        const bool continues = part.ends_with('\\');
        line += part.substr(0, part.size() - (continues ? 1 : 0));
        if (!continues)
            break;
        line += ' ';
    }
    return line;
}

/// Which column of `ps` is the process ID.
std::optional<std::size_t> pidColumn(const Words &header) {
    const auto pid = std::find(header.begin(), header.end(), "PID");
    const bool isHeader =
        pid != header.end() && std::any_of(header.begin(), header.end(), [](const std::string &word) {
            return word == "CMD" || word == "COMMAND" || word == "ARGS";
        });
    return isHeader ? std::optional(static_cast<std::size_t>(pid - header.begin())) : std::nullopt;
}

class CommandLines {
public:
    void read(std::string_view text) {
        if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
            Words words;
            while (!text.empty() && words.size() < kMaxWords)
                words.emplace_back(takeUntil(text, '\0'));
            return take(words);
        }
        while (!text.empty()) {
            const Words words = wordsOf(takeLine(text));
            if (const auto column = pidColumn(words))
                m_column = column;
            else
                take(words);
        }
    }

    [[nodiscard]] std::string text() const {
        std::string all;
        for (const Process &process : m_processes)
            if (!process.isReplaced)
                all += "@pid " + std::to_string(process.pid) + '\n' + process.arguments;
        return all;
    }

private:
    struct Process {
        std::uint32_t pid = 0;
        std::string arguments;
        bool isReplaced = false;
    };

    void take(const Words &words) {
        const auto program = std::find_if(words.begin(), words.end(),
                                          [](const std::string &word) { return isVmmProgram(word); });
        if (std::count_if(program, words.end(), isKnownOption) < 2 || m_processes.size() >= kMaxProcesses)
            return;
        Process process;
        process.pid = pidOf(words, static_cast<std::size_t>(program - words.begin()));
        for (auto word = program; word != words.end(); ++word) {
            std::string argument = *word;
            std::replace(argument.begin(), argument.end(), '\n', ' ');
            process.arguments += '=' + argument + '\n';
        }
        // A launcher ("sudo qemu ...") precedes the process itself; a log has each start of a domain.
        const auto [at, isNew] = m_seen.try_emplace(keyOf(process, program, words.end()), m_processes.size());
        if (!isNew) {
            m_processes[at->second].isReplaced = true;
            at->second = m_processes.size();
        }
        m_processes.push_back(std::move(process));
    }

    /// The name that a log's starts of one domain have in common; otherwise all arguments.
    template<class Word> static std::string keyOf(const Process &process, Word word, Word end) {
        if (process.pid == 0)
            for (; word != end && word + 1 != end; ++word)
                if (*word == "-name")
                    return *(word + 1);
        return process.arguments;
    }

    [[nodiscard]] std::uint32_t pidOf(const Words &words, std::size_t program) const {
        if (m_column)
            return *m_column < program ? parseInteger<std::uint32_t>(words[*m_column]).value_or(0) : 0;
        if (program > 0) // of `pgrep -a` and `ps -o pid,args`, whatever precedes it
            if (const auto number = parseInteger<std::uint32_t>(words[program - 1]))
                return *number;
        for (std::size_t i = 0; i < program; ++i) // of `ps aux`
            if (const auto number = parseInteger<std::uint32_t>(words[i]))
                return *number;
        return 0;
    }

    std::optional<std::size_t> m_column;
    std::vector<Process> m_processes;
    std::unordered_map<std::string, std::size_t> m_seen; ///< places in m_processes
};

} // namespace

std::string vmmCommandLines(std::string_view text) {
    CommandLines lines;
    lines.read(text);
    return lines.text();
}

bool isVmmCommand(const FileSample &sample) {
    return !vmmCommandLines(sample.head).empty();
}

} // namespace fabricscope::formats
