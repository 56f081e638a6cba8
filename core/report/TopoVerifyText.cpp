// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TopoVerifyText.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fabricscope::report {

namespace {

using affinity::Basis;
using hostvm::FileFinding;
using hostvm::Verification;

constexpr std::size_t kIndent = 2;
constexpr std::string_view kSeverities[] = {"note", "warning", "error"}; // in the order of Severity

std::string findingBlock(const FileFinding &one, std::size_t width) {
    const findings::Finding &finding = one.finding;
    std::string head = fmt::format("{}: ", kSeverities[static_cast<std::size_t>(finding.severity)]);
    if (finding.place.line > 0)
        head += fmt::format("line {}: ", finding.place.line);
    std::string text = wrapped(fmt::format("{}{} [{}]", head, findings::title(finding), hostvm::codeOf(one)),
                               width, kIndent);
    const std::string costs = findings::withFullStop(findings::capitalized(findings::cost(finding), finding));
    for (const std::string &more : {findings::sentence(finding), costs, findings::remedy(finding)})
        if (!more.empty())
            text += "  " + wrapped(more, width > kIndent ? width - kIndent : 0, kIndent);
    if (one.correctedLine == 0)
        return text;
    text += fmt::format("  corrected, from line {}:\n", one.correctedLine);
    for (std::string_view rest = one.corrected; !rest.empty();)
        text += fmt::format("    {}\n", takeUntil(rest, '\n'));
    return text;
}

std::string nicsOf(const Verification &verification, std::size_t gpu, Basis basis) {
    const auto &fabric = verification.judgement.fabric;
    std::vector<std::string> names;
    for (const affinity::Pair &pair : verification.judgement.pairs) {
        if (pair.basis != basis || pair.gpu != gpu || !pair.nic)
            continue;
        const affinity::Nic &nic = fabric.nics[*pair.nic];
        const auto &own = fabric.gpus[gpu].library;
        std::string name = nic.name;
        if (basis == Basis::Library && own && nic.library && !verification.decisions.gpuNic.empty()) {
            const nccl::GpuNic &way = verification.decisions.pair(*own, *nic.library);
            name += fmt::format(" {}{}", verification.version->pathName(way.type),
                                way.gdrSend.on() && way.gdrRecv.on() ? "" : ", no GDR");
        } else if (basis == Basis::Ideal) {
            name += " " + topology::toString(pair.reach);
        }
        names.push_back(std::move(name));
    }
    return names.empty() ? "-" : fmt::format("{}", fmt::join(names, "; "));
}

std::string pairsText(const Verification &verification, std::size_t width) {
    const auto &fabric = verification.judgement.fabric;
    if (fabric.gpus.empty())
        return {};
    TextTable table({"GPU", "BDF", "as written", "as wired"});
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu)
        table.addRow({fabric.gpus[gpu].name, fabric.gpus[gpu].busIdText,
                      nicsOf(verification, gpu, Basis::Library), nicsOf(verification, gpu, Basis::Ideal)});
    std::string text = "\n" + table.toString(width);
    if (!verification.source.empty())
        text += wrapped("Distances as wired: " + verification.source + ".", width, 0);
    return text;
}

} // namespace

std::string settingsText(const std::vector<hostvm::Setting> &settings) {
    std::string text;
    for (const hostvm::Setting &setting : settings)
        text += fmt::format("# {}{}\n{}\n", setting.why, setting.done ? " (set already)" : "", setting.line);
    return text;
}

std::string topoVerifyText(const Verification &verification, std::string_view file, std::size_t width) {
    std::string text =
        wrapped(fmt::format("{}: {}", HostText(file).plain(1024), verification.sentence()), width, 0);
    if (verification.version != nullptr)
        text += fmt::format("As {} reads it.\n", verification.version->name);
    if (!verification.library.installed.empty() || !verification.library.requested.empty())
        text += wrapped(fmt::format("Library: {}.", verification.library.sentence()), width, 0);
    for (std::size_t severity = std::size(kSeverities); severity-- > 0;) // the worst first
        for (const FileFinding &finding : verification.findings)
            if (static_cast<std::size_t>(finding.finding.severity) == severity)
                text += "\n" + findingBlock(finding, width);
    text += pairsText(verification, width);
    bool open = false;
    for (const hostvm::Setting &setting : verification.settings)
        open = open || (!setting.variable.empty() && !setting.done);
    if (open)
        text += "\nTo make it take effect:\n" + settingsText(verification.settings);
    return text;
}

} // namespace fabricscope::report
