// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Detects the format of a list and selects its reader.
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/workspace/HostList.h"
#include "core/workspace/HostSpec.h"
#include "core/workspace/ListBuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::workspace {

namespace {

/// Maximum number of non-empty lines examined.
constexpr std::size_t kLooked = 400;
/// A number after a colon is a port if it is at least this, and else a number of slots: no sshd listens on
/// another system port than the usual ones.
constexpr std::uint16_t kFirstFreePort = 1024;
constexpr std::array<std::uint16_t, 4> kSshPorts = {22, 222, 443, 922};

/// The first non-empty lines, as text and as words.
struct Sample {
    std::vector<std::string_view> lines;
    std::vector<std::vector<std::string_view>> words;
};

Sample sampleOf(std::string_view text) {
    Sample sample;
    for (LineWalk walk(text); sample.lines.size() < kLooked && walk.next();) {
        auto words = splitWords(walk.line(), 32);
        if (words.empty() || words.front().starts_with(';'))
            continue;
        sample.lines.push_back(walk.line());
        sample.words.push_back(std::move(words));
    }
    return sample;
}

bool startsWithLowered(std::string_view word, std::string_view start) {
    return word.size() >= start.size() &&
           std::equal(start.begin(), start.end(), word.begin(), [](char a, char b) {
               return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
           });
}

bool anyLine(const Sample &sample, bool (*is)(std::string_view)) {
    return std::any_of(sample.lines.begin(), sample.lines.end(), is);
}

bool isDstack(const Sample &sample) {
    return anyLine(sample, [](std::string_view line) { return line.starts_with("ssh_config:"); });
}

bool isSlurmConf(const Sample &sample) {
    return std::any_of(sample.words.begin(), sample.words.end(),
                       [](const auto &words) { return startsWithLowered(words.front(), "nodename="); });
}

bool isSlurmNodes(const Sample &sample) {
    // The head of the table is the first line, or the second one after a date.
    for (std::size_t at = 0; at < std::min<std::size_t>(3, sample.words.size()); ++at)
        for (const std::string_view word : sample.words[at])
            if (word.starts_with("NODELIST") || word == "HOSTNAMES")
                return true;
    return false;
}

bool isYamlKey(std::string_view line) {
    const std::string_view text = trimmed(line.substr(0, line.find(" #")));
    return text.ends_with(':') && text.find_first_of(" []=") == std::string_view::npos;
}

bool isAnsibleYaml(const Sample &sample) {
    const bool begins =
        !sample.lines.empty() && (sample.lines.front() == "---" || isYamlKey(sample.lines.front()) ||
                                  sample.lines.front().starts_with("all: {"));
    return begins && anyLine(sample, [](std::string_view line) {
               const std::string_view text = trimmed(line);
               return text.starts_with("hosts:") || text.starts_with("children:") ||
                      text.find("{hosts:") != text.npos || text.find("{children:") != text.npos ||
                      text.find("{ hosts:") != text.npos;
           });
}

bool isAnsibleIni(const Sample &sample) {
    return anyLine(sample, [](std::string_view line) {
        const std::string_view text = trimmed(line);
        const auto close = text.find(']');
        // A section is alone on its line, and is not an IPv6 address.
        const bool section = text.starts_with('[') && close != text.npos &&
                             (close + 1 == text.size() || trimmed(text.substr(close + 1)).starts_with('#')) &&
                             !isAddress(text.substr(1, close - 1));
        return section || text.find(" ansible_") != text.npos;
    });
}

bool isMpirun(const Sample &sample) {
    std::size_t slots = 0;
    std::size_t ports = 0;
    for (const auto &words : sample.words) {
        for (std::size_t at = 1; at < words.size(); ++at)
            if (startsWithLowered(words[at], "slots=") || startsWithLowered(words[at], "max_slots=") ||
                startsWithLowered(words[at], "max-slots="))
                return true;
        const std::string_view host = words.front();
        const auto colon = host.rfind(':');
        if (colon == host.npos || host.find(':') != colon || host.find_first_of("@[/") != host.npos)
            continue;
        const auto number = parseInteger<std::uint16_t>(host.substr(colon + 1));
        if (!number || *number == 0)
            continue;
        const bool isPort = *number >= kFirstFreePort ||
                            std::find(kSshPorts.begin(), kSshPorts.end(), *number) != kSshPorts.end();
        ++(isPort ? ports : slots);
    }
    return slots > ports;
}

bool isHostsFile(const Sample &sample) {
    return !sample.words.empty() &&
           std::all_of(sample.words.begin(), sample.words.end(), [](const auto &words) {
               return words.size() >= 2 && isAddress(words[0]) && !isAddress(words[1]);
           });
}

bool isAnything(const Sample &) {
    return true;
}

/// One line adds a format. The first one that recognises the list reads it.
struct FormRow {
    ListForm form;
    std::string_view name;
    bool (*recognises)(const Sample &);
    void (*read)(std::string_view, ListBuilder &);
};
constexpr std::array<FormRow, 8> kForms = {{
    {ListForm::Dstack, "dstack fleet", isDstack, readDstack},
    {ListForm::SlurmConf, "Slurm node configuration", isSlurmConf, readSlurmConf},
    {ListForm::SlurmNodes, "Slurm node table", isSlurmNodes, readSlurmNodes},
    {ListForm::AnsibleYaml, "Ansible inventory (YAML)", isAnsibleYaml, readAnsibleYaml},
    {ListForm::AnsibleIni, "Ansible inventory (INI)", isAnsibleIni, readAnsibleIni},
    {ListForm::HostsFile, "hosts file", isHostsFile, readHostsFile},
    {ListForm::Mpirun, "mpirun hostfile", isMpirun, readMpirun},
    {ListForm::Lines, "list of hosts", isAnything, readLines},
}};

} // namespace

std::string_view toString(ListForm form) {
    return std::find_if(kForms.begin(), kForms.end(), [form](const FormRow &row) { return row.form == form; })
        ->name;
}

Result<HostList> readHostList(std::string_view text, const std::string &where) {
    const std::string shown = HostText(where).plain(300);
    if (text.size() > HostListLimits::kBytes)
        return failure(fmt::format("the host list exceeds {} MiB", HostListLimits::kBytes >> 20), shown);
    if (text.find('\0') != std::string_view::npos)
        return failure("not text, so not a host list", shown);
    const Sample sample = sampleOf(text);
    const auto row = std::find_if(kForms.begin(), kForms.end(),
                                  [&](const FormRow &candidate) { return candidate.recognises(sample); });
    ListBuilder builder;
    row->read(text, builder);
    if (builder.isFull())
        return failure(fmt::format("more than {} hosts, counting repeated ranges", kMaxHosts), shown);
    HostList list = builder.take(row->form);
    if (list.hosts.empty())
        return failure(
            fmt::format("no hosts found, read as {}", row->name), shown,
            list.warnings.empty() ? "one host per line: [user@]host[:port]"
            : list.warnings.front().line == 0
                ? list.warnings.front().text
                : fmt::format("line {}: {}", list.warnings.front().line, list.warnings.front().text));
    return list;
}

std::string HostEntry::target() const {
    return container.empty() ? address : address + "/" + container;
}

std::string connectionKey(const HostEntry &entry) {
    return fmt::format("{}\n{}\n{}\n{}", entry.user, entry.target(), entry.port, entry.jump);
}

} // namespace fabricscope::workspace
