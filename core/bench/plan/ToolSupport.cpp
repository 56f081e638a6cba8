// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/ToolSupport.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/bench/command/CommandText.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace fabricscope::bench {

namespace {

constexpr std::size_t kMaxOutput = std::size_t{1} << 20;
constexpr std::size_t kMaxFlags = 1000;
constexpr std::size_t kMaxName = 256;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// The first "N.N..." of the text: digits, a dot, a digit.
std::string firstVersion(std::string_view text) {
    for (std::size_t at = text.find('.'); at != std::string_view::npos; at = text.find('.', at + 1)) {
        if (at == 0 || at + 1 == text.size() || !isDigit(text[at - 1]) || !isDigit(text[at + 1]))
            continue;
        std::size_t from = at;
        while (from > 0 && isDigit(text[from - 1]))
            --from;
        std::size_t to = at + 1;
        while (to < text.size() &&
               (isDigit(text[to]) || (text[to] == '.' && to + 1 < text.size() && isDigit(text[to + 1]))))
            ++to;
        return HostText(text.substr(from, to - from)).plain(64);
    }
    return {};
}

/// Every "--name", once.
std::vector<std::string> flagsIn(std::string_view text) {
    std::vector<std::string> flags;
    for (std::size_t at = text.find("--"); at != std::string_view::npos && flags.size() < kMaxFlags;
         at = text.find("--", at + 2)) {
        std::size_t end = at + 2;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                                     text[end] == '_' || text[end] == '-'))
            ++end;
        if (end > at + 3)
            flags.emplace_back(text.substr(at, std::min(end - at, kMaxName)));
        at = end - 2;
    }
    std::sort(flags.begin(), flags.end());
    flags.erase(std::unique(flags.begin(), flags.end()), flags.end());
    return flags;
}

/// A library that indicates a kind of support.
struct LibraryRow {
    std::string_view prefix;
    std::optional<bool> ToolSupport::*what;
};
constexpr LibraryRow kLibraries[] = {
    {"libmpi.so", &ToolSupport::mpi},
    {"libmpi_cxx.so", &ToolSupport::mpi},
    {"libmpich.so", &ToolSupport::mpi},
    {"libamdhip64.so", &ToolSupport::rocm},
    {"libhsa-runtime64.so", &ToolSupport::rocm},
    {"librccl.so", &ToolSupport::rocm},
    {"libcudart.so", &ToolSupport::cuda},
    {"libcuda.so", &ToolSupport::cuda},
    {"libnccl.so", &ToolSupport::cuda},
};
constexpr std::array<std::string_view, 2> kCollectiveLibraries = {"librccl.so", "libnccl.so"};

void addLibrary(ToolSupport &support, std::string_view line) {
    const std::string_view name = trimmed(takeUntil(line, ' '));
    const auto isNamed = [name](std::string_view prefix) {
        return name.starts_with(prefix);
    };
    for (const LibraryRow &row : kLibraries)
        if (isNamed(row.prefix))
            support.*row.what = true;
    if (name.starts_with("libMagick"))
        support.impostor = "part of ImageMagick";
    line = trimmed(line);
    if (!line.starts_with("=>"))
        return;
    std::string_view path = trimmed(line.substr(2));
    if (path.starts_with("not found")) {
        support.missingLibraries.push_back(HostText(name).plain(kMaxName));
        return;
    }
    path = takeUntil(path, ' ');
    if (std::any_of(kCollectiveLibraries.begin(), kCollectiveLibraries.end(), isNamed))
        support.collectiveLibrary = HostText(path).plain(kMaxName);
}

/// Lines of ldd: "\tlibmpi.so.40 => /usr/lib/libmpi.so.40 (0x00007f...)". A program that needs no library,
/// and ldd's output for a script, give no information.
void addLibraries(ToolSupport &support, std::string_view output) {
    if (output.find(".so") == std::string_view::npos)
        return;
    for (const LibraryRow &row : kLibraries)
        if (!(support.*row.what))
            support.*row.what = false; // it is linked with other libraries
    while (!output.empty())
        addLibrary(support, trimmed(takeUntil(output, '\n')));
}

void addHelp(ToolSupport &support, std::string_view output) {
    support.flags = flagsIn(output);
    if (support.flags.empty())
        return;
    support.rocm = support.hasFlag("--use_rocm");
    support.rocmDmabuf = support.hasFlag("--use_rocm_dmabuf");
    support.cuda = support.hasFlag("--use_cuda");
    support.cudaDmabuf = support.hasFlag("--use_cuda_dmabuf");
}

Finding lack(const Tool &tool, std::string_view rule, std::string source, std::string text) {
    Finding finding(rule);
    finding.set("tool", tool.name);
    finding.evidence.push_back({std::move(source), std::move(text)});
    std::string_view recipe = tool.recipe;
    while (!recipe.empty())
        finding.commands.emplace_back(takeUntil(recipe, '\n'));
    return finding;
}

} // namespace

bool ToolSupport::hasFlag(std::string_view flag) const {
    return std::binary_search(flags.begin(), flags.end(), flag);
}

std::vector<Probe> probesOf(const Tool &tool, const std::string &program) {
    std::vector<Probe> probes;
    const auto add = [&](Probe::Kind kind, std::string_view words) {
        if (!words.empty())
            probes.push_back({kind, {splitWords(words, program), {}, {}}});
    };
    add(Probe::Kind::Version, tool.versionCommand);
    add(Probe::Kind::Help, tool.helpCommand);
    // The script is ours and constant; the program is its argument.
    if (tool.isLinked)
        probes.push_back({Probe::Kind::Libraries,
                          {{"sh", "-c", "LC_ALL=C ldd \"$(command -v -- \"$1\")\"", "sh", program}, {}, {}}});
    return probes;
}

void addProbe(ToolSupport &support, Probe::Kind kind, std::string_view output) {
    output = output.substr(0, kMaxOutput);
    switch (kind) {
    case Probe::Kind::Version:
        support.version = firstVersion(output);
        if (output.find("ImageMagick") != std::string_view::npos)
            support.impostor = "part of ImageMagick";
        break;
    case Probe::Kind::Help:
        addHelp(support, output);
        break;
    case Probe::Kind::Libraries:
        addLibraries(support, output);
        break;
    }
}

std::vector<Finding> lacksOf(const Tool &tool, const ToolSupport &support,
                             const ToolRequirements &requirements) {
    struct Row {
        bool needed;
        std::optional<bool> has;
        std::string_view rule, platform, flag;
    };
    const Row rows[] = {
        {requirements.rocm, support.rocm, "tool.no_rocm", "ROCm", "--use_rocm"},
        {requirements.cuda, support.cuda, "tool.no_cuda", "CUDA", "--use_cuda"},
        {requirements.dmabuf && requirements.rocm, support.rocmDmabuf, "tool.no_dmabuf", "ROCm",
         "--use_rocm_dmabuf"},
        {requirements.dmabuf && requirements.cuda, support.cudaDmabuf, "tool.no_dmabuf", "CUDA",
         "--use_cuda_dmabuf"},
        {requirements.mpi, support.mpi, "tool.no_mpi", "MPI", ""},
    };
    std::vector<Finding> findings;
    if (!support.impostor.empty())
        findings.emplace_back(lack(tool, "tool.impostor", "ldd", support.impostor))
            .set("impostor", support.impostor);
    for (const std::string &library : support.missingLibraries)
        findings.emplace_back(lack(tool, "tool.missing_library", "ldd", library + " => not found"))
            .set("library", library);
    for (const Row &row : rows)
        if (row.needed && row.has == false)
            findings
                .emplace_back(lack(tool, row.rule, row.flag.empty() ? "ldd" : std::string(tool.helpCommand),
                                   row.flag.empty() ? "no libmpi" : fmt::format("no {}", row.flag)))
                .set("platform", row.platform);
    return findings;
}

} // namespace fabricscope::bench
