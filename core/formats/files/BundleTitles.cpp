// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/BundleTitles.h"

#include "core/base/Text.h"
#include "core/formats/PastedLines.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <array>

namespace fabricscope::formats {

namespace {

constexpr std::size_t kLongestTitle = 512;

/// What people run to show a host's hardware.
constexpr std::array<std::string_view, 30> kTools = {
    "lspci",      "nvidia-smi",
    "rocm-smi",   "amd-smi",
    "rdma",       "ibv_devinfo",
    "ibstat",     "ibdev2netdev",
    "numactl",    "lscpu",
    "dmesg",      "journalctl",
    "lstopo",     "hwloc-ls",
    "hwloc-info", "lstopo-no-graphics",
    "ip",         "ifconfig",
    "cat",        "uname",
    "dmidecode",  "lsmod",
    "show_gids",  "ethtool",
    "setpci",     "lshw",
    "ibstatus",   "free",
    "hostname",   "systemd-detect-virt",
};
/// How many of them, from the beginning, are words that no prose begins with.
constexpr std::size_t kUnmistakable = 16;

bool isTool(std::string_view word, std::size_t among) {
    word = word.substr(word.rfind('/') + 1);
    return std::find(kTools.begin(), kTools.begin() + static_cast<std::ptrdiff_t>(among), word) !=
           kTools.begin() + static_cast<std::ptrdiff_t>(among);
}

/// Without "sudo", "time", "LC_ALL=C".
std::string_view withoutPrefixes(std::string_view command) {
    for (;;) {
        std::string_view rest = command;
        const std::string_view word = takeWord(rest);
        const bool isPrefix = word == "sudo" || word == "time" || word == "env" || word == "-n" ||
                              word == "-E" || word == "Running" || word == "Running:" || word == "Command:" ||
                              word == "command:" || word == "CMD:" || word == "cmd:" ||
                              word == "Executing:" ||
                              (word.find('=') != std::string_view::npos && word[0] >= 'A' && word[0] <= 'Z');
        if (!isPrefix || rest.empty())
            return trimmed(command);
        command = rest;
    }
}

/// "### lspci -vvv ###", "==> lspci.txt <==", "+ lspci", "$ lspci", "`lspci`": what is between the signs.
std::string_view betweenMarkers(std::string_view line) {
    constexpr std::string_view kMarkers = "=#*+~-_<>$%:`'\"[]| ";
    const auto first = line.find_first_not_of(kMarkers);
    if (first == std::string_view::npos)
        return {};
    return line.substr(first, line.find_last_not_of(" =#*~_<>:`'\"|") - first + 1);
}

/// A bare line is a command if nothing but options and the tools' own words follow.
bool isBareCommand(std::string_view line) {
    static constexpr std::array<std::string_view, 18> kWords = {
        "topo", "nvlink", "list", "static", "topology", "link", "dev",    "addr", "show",
        "a",    "|",      "less", "more",   "cat",      "grep", "--json", "2>&1", "sudo"};
    std::string_view rest = withoutPrefixes(line);
    if (!isTool(takeWord(rest), kUnmistakable))
        return false;
    for (std::string_view word = takeWord(rest); !word.empty(); word = takeWord(rest))
        if (word.front() != '-' && std::find(kWords.begin(), kWords.end(), word) == kWords.end())
            return false;
    return true;
}

/// "lspci.txt", "nvidia-smi-topo-m.log": a file named after a tool.
bool isToolFile(std::string_view title) {
    const std::string_view base = title.substr(title.rfind('/') + 1);
    return base.find('.') != std::string_view::npos && base.find(' ') == std::string_view::npos &&
           std::any_of(kTools.begin(), kTools.begin() + kUnmistakable,
                       [&](std::string_view tool) { return base.starts_with(tool); });
}

} // namespace

std::string_view commandIn(std::string_view line) {
    if (line.empty() || line.size() > kLongestTitle)
        return {};
    if (const std::string_view command = withoutPrompt(line); !command.empty()) {
        const auto at = line.find('@');
        if (at != std::string_view::npos && at < line.find_first_of("#$%"))
            return withoutPrefixes(command); // someone's prompt: whatever was run
    }
    const std::string_view title = withoutPrefixes(betweenMarkers(line));
    std::string_view rest = title;
    const std::string_view first = takeWord(rest);
    if (title.size() == line.size())
        return isBareCommand(line) ? withoutPrefixes(line) : std::string_view{};
    // "- lspci shows ..." is a list's item, "[drm] ..." the kernel's
    const bool isMarked = line.starts_with("$ ") || line.starts_with("# ") || line.starts_with("% ") ||
                          line.starts_with("+ ") || line.starts_with("##") || line.starts_with("==") ||
                          line.starts_with("--") || line.starts_with("**") || line.starts_with("__") ||
                          line.starts_with("~~") || line.starts_with(">>") || line.starts_with('[') ||
                          line.starts_with("`");
    if (isMarked && (isTool(first, kTools.size()) || isToolFile(title)))
        return title;
    return isBareCommand(title) ? title : std::string_view{};
}

std::string_view titleOf(std::string_view line) {
    line = line.substr(0, kLongestTitle);
    constexpr std::string_view kSummary = "<summary>";
    if (const auto at = line.find(kSummary); at != std::string_view::npos) {
        line = line.substr(at + kSummary.size());
        line = line.substr(0, line.find("</summary>"));
    }
    const std::string_view title = betweenMarkers(line);
    return title.empty() ? trimmed(line) : withoutPrefixes(title);
}

std::string_view withoutQuote(std::string_view line) {
    while (line.starts_with('>'))
        line = trimmed(line.substr(1));
    return line;
}

std::string_view fileOfListing(std::string_view line) {
    const auto at = line.find(" /");
    if (at == std::string_view::npos)
        return {};
    const std::string_view path = line.substr(at + 1);
    return path.substr(0, path.find(" -> "));
}

} // namespace fabricscope::formats
