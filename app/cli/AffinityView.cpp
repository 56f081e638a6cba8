// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/AffinityView.h"

#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/StandardStreams.h"
#include "app/jobs/collect/OpenFiles.h"
#include "core/affinity/Hypervisor.h"
#include "core/base/OutputFile.h"
#include "core/base/Print.h"
#include "core/capture/ReadFile.h"
#include "core/json/AffinityJson.h"
#include "core/report/AffinityPlainText.h"
#include "core/report/AffinityText.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

namespace fabricscope::app::cli {

namespace {

namespace fs = std::filesystem;

/// Plain text for the terminal; the other formats are report::affinityFormats().
constexpr const char *kPlain = "text";

constexpr std::string_view kSpace = " \t\r\n";

/// Whether it is the beginning of an NCCL file as found in practice: after a byte order mark, a declaration
/// and comments, which the library itself refuses, `<system`.
bool beginsWithSystem(std::string_view text) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    constexpr std::string_view kSystem = "<system";
    if (text.starts_with(kMark))
        text.remove_prefix(kMark.size());
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
        const std::string_view end = text.starts_with("<!--") ? "-->" : (text.starts_with("<?") ? "?>" : "");
        if (end.empty())
            break;
        const auto at = text.find(end);
        if (at == std::string_view::npos)
            return false;
        text.remove_prefix(at + end.size());
    }
    if (!text.starts_with(kSystem) || text.size() == kSystem.size())
        return false;
    const char next = text[kSystem.size()];
    return next == '>' || next == '/' || kSpace.find(next) != std::string_view::npos;
}

/// The text of an NCCL file; std::nullopt if it is none.
std::optional<std::string> ncclFile(const std::string &source) {
    if (!isFileSource(source))
        return std::nullopt;
    auto text = capture::readFile(source, nccl::XmlLimits::kBytes);
    return text && beginsWithSystem(*text) ? std::optional(std::move(*text)) : std::nullopt;
}

std::size_t terminalWidth() {
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void print(const affinity::Examination &examination, const Snapshot *snapshot, const AffinityPrint &how) {
    const topology::Topology *topology = snapshot != nullptr ? snapshot->topology.get() : nullptr;
    if (how.json) {
        printVerbatim(fabricscope::json::affinityDocument(examination, topology));
        return;
    }
    if (how.format.empty() || how.format == kPlain)
        printLines(report::affinityPlainText(
            examination,
            {terminalWidth(), topology, snapshot != nullptr ? snapshot->capture.get() : nullptr}));
    for (const report::AffinityFormatName &format : report::affinityFormats())
        if (how.format == format.name)
            printLines(report::affinityText({examination.judgement, &examination.decisions, topology},
                                            format.format));
}

} // namespace

std::vector<std::string> affinityFormatNames() {
    std::vector<std::string> names = {kPlain};
    for (const report::AffinityFormatName &row : report::affinityFormats())
        names.emplace_back(row.name);
    return names;
}

bool isNcclFile(const std::string &source) {
    return ncclFile(source).has_value();
}

bool writeAffinity(const fs::path &folder, const std::vector<Collected> &hosts) {
    bool good = true;
    const auto write = [&](const std::string &name, const std::string &text) {
        good = writeWhole(folder / name, text, ReadableBy::Others) && good;
    };
    std::vector<const host::Host *> facts;
    facts.reserve(hosts.size());
    for (const Collected &host : hosts)
        facts.push_back(host.snapshot.topology ? &host.snapshot.topology->host() : nullptr);
    for (const Collected &host : hosts) {
        if (!host.snapshot.topology)
            continue;
        affinity::Question question;
        if (const auto at = affinity::hypervisorAmong(facts, host.snapshot.topology->host()))
            question.hypervisor = hosts[*at].snapshot.topology.get();
        const auto examination = judgeHost(host.snapshot, std::move(question));
        write(host.target + ".affinity.txt",
              report::affinityPlainText(*examination,
                                        {0, host.snapshot.topology.get(), host.snapshot.capture.get()}));
        write(host.target + ".affinity.json",
              fabricscope::json::affinityDocument(*examination, host.snapshot.topology.get()));
        printText("{}: {}\n", host.target, examination->judgement.verdict.sentence);
    }
    return good;
}

namespace {

/// Whether a GPU uses, or the file assigns to it, a NIC that is not the right one.
bool needsCorrection(const affinity::Judgement &judgement) {
    return std::any_of(judgement.pairs.begin(), judgement.pairs.end(), [&](const affinity::Pair &pair) {
        return (pair.basis == affinity::Basis::File || judgement.isLeading(pair)) &&
               (pair.mispaired || pair.kind == affinity::Kind::SharedWhileIdle);
    });
}

/// The corrected NCCL file, byte for byte.
int writeCorrected(const affinity::Examination &examination, const std::string &file) {
    if (file.empty())
        return kDone;
    if (!examination.correction) {
        const bool wrong = needsCorrection(examination.judgement);
        printText(stderr, "--corrected {}: not written: {}\n", file,
                  wrong ? "no file can fix this; see the remedies above"
                        : "nothing needs correction for this hardware and library");
        return wrong ? kFindings : kDone;
    }
    if (!writeWhole(file, examination.correction->text, ReadableBy::Others))
        return StandardStreams::cannotWrite(file);
    for (const std::string &setting : examination.correction->settings)
        printText(stderr, "required setting: {}\n", setting);
    return kDone;
}

} // namespace

int showAffinityOf(const Collected &collected, const AffinityFlags &flags, const AffinityPrint &how,
                   const CollectFlags &collect) {
    const int status = reportFailure(collected);
    if (!collected.snapshot.topology)
        return status;
    const AffinityContext context = affinityContext(collected.target, collected, flags.options, collect);
    const auto examination =
        judgeHostWith(flags.options, collected.snapshot, context.hypervisorSnapshot(), context.peers);
    if (!examination) {
        printText(stderr, "{}\n", examination.error().toString());
        return kUsage;
    }
    print(**examination, &collected.snapshot, how);
    const int written = writeCorrected(**examination, how.corrected);
    return written != kDone ? written : context.status != kDone ? context.status : status;
}

int showAffinity(const std::string &source, const AffinityFlags &flags, const AffinityPrint &how,
                 const CollectFlags &collect) {
    const auto text = ncclFile(source);
    if (!text)
        return showAffinityOf(openSource(source, collect), flags, how, collect);
    affinity::Question question = questionOf(flags.options);
    question.fileName = source;
    print(affinity::examineFile(*text, question), nullptr, how);
    if (!how.corrected.empty()) {
        printText(stderr,
                  "--corrected {}: not written: an NCCL file does not describe the hardware\n  give a host "
                  "or a capture\n",
                  how.corrected);
        return kUsage;
    }
    for (const auto &[option, value] : flags.given)
        if (option->isSource || option->name == "used")
            printText(stderr, "--{} {}: ignored: an NCCL file names no host\n", option->name, value);
    return kDone;
}

} // namespace fabricscope::app::cli
