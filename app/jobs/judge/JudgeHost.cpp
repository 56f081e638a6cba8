// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/judge/JudgeHost.h"

#include "core/base/HostText.h"
#include "core/capture/Wrapping.h"
#include "core/hostvm/mapping/OnHypervisor.h"
#include "core/nccl/DecideFor.h"

#include <algorithm>
#include <filesystem>

namespace fabricscope::app {
namespace {

/// The default of NCCL if NCCL_TOPO_FILE is not set (src/graph/topo.cc: NCCL_TOPO_XML_FILE default).
constexpr std::string_view kCustomaryFile = "/var/run/nvidia-topologyd/virtualTopology.xml";

std::string namedFile(const host::Host &host, const std::vector<host::EnvironmentEntry> &environment) {
    const std::string_view name = nccl::nameOf(nccl::Variable::TopoFile);
    const auto given = std::find_if(environment.rbegin(), environment.rend(),
                                    [&](const host::EnvironmentEntry &entry) { return entry.name == name; });
    if (given != environment.rend())
        return given->value;
    const nccl::Environment own = nccl::environmentOf(host);
    return std::string(own.text(nccl::Variable::TopoFile).value_or(std::string_view{}));
}

std::string fileName(const std::string &path) {
    return std::filesystem::path(path).filename().string();
}

} // namespace

std::optional<CapturedFile> capturedNcclFile(const Snapshot &snapshot,
                                             const std::vector<host::EnvironmentEntry> &environment) {
    if (!snapshot.topology || !snapshot.capture)
        return std::nullopt;
    const host::Host &host = snapshot.topology->host();
    const auto sectionOf = [&](const host::NcclFile &file) -> const capture::Section * {
        const auto &sections = snapshot.capture->sections;
        return file.text.section < sections.size() ? &sections[file.text.section] : nullptr;
    };
    const auto wasOpened = [&](const host::NcclFile &file) {
        const capture::Section *section = sectionOf(file);
        return section != nullptr && section->meta().part == capture::Part::Import;
    };
    const std::string named = namedFile(host, environment);
    const auto isRequested = [&](const host::NcclFile &file) {
        const std::string_view requested = named.empty() ? kCustomaryFile : std::string_view(named);
        return file.path == requested ||
               (wasOpened(file) && (named.empty() || fileName(file.path) == fileName(named)));
    };
    const auto found = std::find_if(host.ncclFiles.begin(), host.ncclFiles.end(), isRequested);
    const capture::Section *section = found == host.ncclFiles.end() ? nullptr : sectionOf(*found);
    if (section == nullptr)
        return std::nullopt;
    return CapturedFile{found->path, capture::unwrappedBytes(*section)};
}

std::shared_ptr<const affinity::Examination> judgeHost(const Snapshot &snapshot,
                                                       affinity::Question question) {
    if (!snapshot.topology)
        return nullptr;
    if (!question.fileText) {
        if (auto file = capturedNcclFile(snapshot, question.environment)) {
            question.fileText = std::move(file->text);
            question.fileName = std::move(file->path);
        }
    }
    if (question.hypervisor != nullptr && question.onHypervisor.devices.empty())
        question.onHypervisor = hostvm::onHypervisor(*question.hypervisor, *snapshot.topology);
    const bool isFileOnly = isNcclFileOnly(snapshot) && question.fileText;
    auto examination = std::make_shared<affinity::Examination>(
        isFileOnly ? affinity::examineFile(*question.fileText, question)
                   : affinity::examine(*snapshot.topology, question));
    if (const std::string named = namedFile(snapshot.topology->host(), question.environment);
        !named.empty() && !question.fileText)
        examination->judgement.notes.push_back("NCCL_TOPO_FILE names " + HostText(named).plain(256) +
                                               ", which is not in the capture; assumed to be missing");
    if (examination->inputs.library != nullptr)
        examination->inputs.library = &examination->decisions;
    return examination;
}

void judgeAlone(Snapshot &snapshot) {
    snapshot.examination = judgeHost(snapshot);
    snapshot.rails.reset();
    snapshot.meeting.reset();
    if (!snapshot.examination)
        return;
    snapshot.rails = std::make_shared<const affinity::PeerRails>(affinity::railsUsed(*snapshot.examination));
    if (auto meeting = meetingOf(*snapshot.examination))
        snapshot.meeting = std::make_shared<const nccl::BootstrapPeer>(std::move(*meeting));
}

std::optional<nccl::BootstrapPeer> meetingOf(const affinity::Examination &examination) {
    const nccl::BootstrapChoice &choice = examination.bootstrapChoice;
    if (!choice.addressesKnown || choice.interface.empty())
        return std::nullopt;
    return choice.asPeer(examination.inputs.hostName);
}

bool isNcclFileOnly(const Snapshot &snapshot) {
    return snapshot.topology && snapshot.topology->host().functions.empty() &&
           !snapshot.topology->host().ncclFiles.empty();
}

} // namespace fabricscope::app
