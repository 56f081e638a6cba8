// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Examine.h"

#include "core/affinity/MatrixFabric.h"
#include "core/affinity/Sentences.h"
#include "core/base/HostText.h"
#include "core/nccl/NotModelled.h"
#include "core/nccl/Version.h"
#include "core/topology/UnplacedDevices.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fabricscope::affinity {

namespace {

constexpr std::size_t kMaxName = 128;

std::string nameOf(const host::Host &host) {
    const std::string name = host.hostname.valueOr({});
    return HostText(name.empty() ? host.id.target : name).plain(kMaxName);
}

std::vector<host::EnvironmentEntry> entriesOf(const nccl::Environment &environment) {
    std::vector<host::EnvironmentEntry> entries;
    for (const auto &[name, value] : environment.all())
        entries.push_back({name, value});
    return entries;
}

/// Options whose default affects the answer: reported with it.
std::vector<std::string> assumptionsOf(const nccl::Options &used, const Question &question,
                                       const nccl::LibraryChoice &library) {
    std::vector<std::string> stated;
    if (!library.installed.empty() || !library.requested.empty())
        stated.push_back(fmt::format("library {}{}", library.sentence(),
                                     library.isRequested ? "" : " (change: --library)"));
    else if (used.version)
        stated.push_back(fmt::format("library {}{}", used.version->name,
                                     question.library ? ", as requested" : " (change: --library)"));
    stated.push_back(used.nodes == 1 ? std::string("single-host job (change: --nodes)")
                                     : fmt::format("{} hosts in the job (change: --nodes)", used.nodes));
    for (const auto &[name, value] : used.environment.all())
        stated.push_back(
            fmt::format("{}={}", HostText(name).plain(kMaxName), HostText(value).plain(kMaxName)));
    if (used.environment.all().empty())
        stated.emplace_back("no library variable is set (add: --env)");
    if (!used.biosVersion.empty())
        stated.push_back(fmt::format("BIOS '{}'", HostText(used.biosVersion).plain(kMaxName)));
    if (used.nvswitchLinks)
        stated.push_back(fmt::format("{} NVLinks per GPU to NVSwitches", *used.nvswitchLinks));
    return stated;
}

nccl::Options optionsOf(const Question &question) {
    nccl::Options options;
    options.version = question.library;
    options.release = question.release;
    options.nodes = question.nodes;
    options.biosVersion = question.bios;
    options.nvswitchLinks = question.nvswitchLinks;
    for (const host::EnvironmentEntry &entry : question.environment)
        options.environment.set(entry.name, entry.value);
    return options;
}

/// Replaces the fabric by a pasted matrix, if nothing places its devices.
bool takeMatrix(const topology::Topology &topology, Fabric &fabric) {
    host::MatrixDevices devices = topology::unplacedDevices(topology);
    if (devices.empty() && !topology::placesGpus(topology))
        if (host::MatrixDevices listed(topology.host()); !listed.nics().empty())
            devices = std::move(listed);
    if (!devices.empty())
        fabric = fabricOf(devices);
    return !devices.empty();
}

void addTools(const topology::Topology &topology, Examination &result) {
    const topology::HardwarePaths paths(topology);
    result.tools = topology::compareTools(topology, paths);
    constexpr std::size_t kMost = 8;
    for (std::size_t i = 0; i < std::min(result.tools.different.size(), kMost); ++i) {
        const auto &one = result.tools.different[i];
        result.judgement.notes.push_back(
            fmt::format("{} reports {} between {} and {}; the hardware tree shows {}", one.tool,
                        HostText(one.stated).plain(16), one.from, one.to, one.computed));
    }
}

/// Adds the file's claims, as the library reads it.
void addClaims(std::string_view text, const std::string &name, const nccl::Version &version,
               const Fabric &fabric, Inputs &inputs) {
    inputs.fileName = HostText(name).plain(kMaxName);
    if (const auto tree = nccl::readXml(text, version))
        inputs.file = claimedPairs(*tree, fabric);
}

void addRun(const Question &question, const Fabric &fabric, Inputs &inputs) {
    for (const auto &[gpuAddress, nicAddress] : question.run) {
        const auto gpu = fabric.gpuAt(gpuAddress);
        const auto nic = fabric.nicAt(nicAddress);
        if (gpu && nic)
            inputs.run.push_back({*gpu, *nic, 0});
    }
}

/// The addresses on which the other hosts of the job bootstrap, as far as known.
void addBootstrap(const Question &question, const host::Host &host, nccl::HostDecisions &decided,
                  Inputs &inputs) {
    if (!question.meeting.empty())
        nccl::judgeAgainst(question.meeting, host, decided.bootstrap);
    inputs.findings = bootstrapFindings(decided.bootstrap, decided.decisions, question.nodes);
}

/// Distances in a file are those of its tree. What the library does without GPU Direct RDMA, through the CPU
/// or through another GPU (PXN), is not a distance: here GPU Direct RDMA is assumed everywhere, and no PXN.
nccl::Decisions distancesOf(nccl::XmlTree tree, nccl::Options options) {
    using nccl::Variable;
    for (nccl::XmlNode &node : tree.nodes)
        if (node.name == "gpu" || node.name == "net")
            node.set("gdr", "1");
    for (const Variable variable : {Variable::NetGdrLevel, Variable::NetGdrC2c})
        options.environment.unset(nccl::nameOf(variable));
    for (const Variable variable : {Variable::PxnDisable, Variable::NetGdrRead, Variable::NetGdrMloPart})
        options.environment.set(std::string(nccl::nameOf(variable)), "1");
    return nccl::decide(tree, options);
}

/// A fabric of all NICs of a file (`of`), joined with decisions over those that the library selects.
void joinSelected(const nccl::Decisions &of, const nccl::Decisions &selected, Fabric &fabric) {
    const auto keyOf = [](const nccl::NicNode &nic) {
        return std::tuple(nic.line, nic.busIdText, nic.name, nic.port);
    };
    std::multimap<decltype(keyOf({})), std::size_t> places;
    for (std::size_t i = 0; i < selected.nics.size(); ++i)
        places.emplace(keyOf(selected.nics[i]), i);
    for (Nic &nic : fabric.nics) {
        const auto place = places.find(keyOf(of.nics[*nic.library]));
        nic.library.reset();
        nic.ports.clear();
        if (place == places.end())
            continue;
        nic.library = place->second;
        nic.ports = {place->second};
        places.erase(place);
    }
}

/// The library's decisions, and the file's distances.
Fabric examineTree(const nccl::XmlTree &complete, nccl::NicSelection selection, const nccl::Options &options,
                   Examination &result) {
    Fabric fabric;
    fabric.claimOnly = true;
    result.decisions = nccl::decide(selection.tree, options);
    if (result.decisions.error)
        return fabric;
    const nccl::Decisions distances = distancesOf(complete, options);
    fabric = fabricOf(distances);
    if (selection.excluded > 0)
        joinSelected(distances, result.decisions, fabric);
    const std::string_view filter = nccl::nameOf(nccl::Variable::IbHca);
    if (selection.excluded > 0 && options.environment.socketsOnly().empty())
        fabric.notes.push_back(
            fmt::format("{} excludes {} of {} NICs of the file", filter, selection.excluded, selection.nics));
    if (selection.unnamed > 0)
        fabric.notes.push_back(fmt::format("{} is not applied to {} of {} NICs, which the file does not name",
                                           filter, selection.unnamed, selection.nics));
    return fabric;
}

/// What the library ignores in a file, or finds only once: at most some of each kind, since all may be so.
void addFileNotes(const nccl::XmlTree &file, const nccl::Decisions &decisions, Fabric &fabric) {
    constexpr std::size_t kMost = 8;
    const auto add = [&](const std::vector<std::string> &notes) {
        fabric.notes.insert(fabric.notes.end(), notes.begin(),
                            notes.begin() + static_cast<std::ptrdiff_t>(std::min(notes.size(), kMost)));
        if (notes.size() > kMost)
            fabric.notes.push_back(fmt::format("and {} more of this kind", notes.size() - kMost));
    };
    for (const nccl::FileWarning &warning : file.warnings)
        fabric.notes.push_back(fmt::format("line {}: {}", warning.line, warning.what));
    std::vector<std::string> notes;
    std::set<std::uint32_t> warned;
    for (const nccl::FileWarning &warning : decisions.warnings) {
        notes.push_back(fmt::format("line {}: {}", warning.line, warning.what));
        warned.insert(warning.line);
    }
    add(notes);
    notes.clear();
    std::map<std::string_view, std::uint32_t> lines; // by bus ID
    for (const nccl::XmlNode &node : file.nodes)
        if (const auto busId = node.value("busid"); node.name == "pci" && busId)
            if (const auto [at, isNew] = lines.try_emplace(*busId, node.line);
                !isNew && !warned.contains(node.line))
                notes.push_back(fmt::format("line {}: {} is already in line {}: the library finds the first",
                                            node.line, HostText(*busId).plain(64), at->second));
    add(notes);
}

/// Assumed devices for leaves of the file without `gpu` and `net`, by the generation of their links: H100 and
/// NICs of 400 Gb/s if one is Gen5, else A100 and 100 Gb/s.
void assumeLeaves(const nccl::XmlTree &file, nccl::Options &options, std::vector<std::string> &assumptions) {
    bool bare = false;
    bool gen5 = false;
    for (const nccl::XmlNode &node : file.nodes) {
        const auto code = node.value("class").value_or("");
        if (node.name != "pci" || !node.children.empty() ||
            !(code.starts_with("0x03") || code.starts_with("0x02")))
            continue;
        bare = true;
        gen5 = gen5 || node.value("link_speed").value_or("").starts_with("32");
    }
    if (gen5) {
        options.defaultSm = 90;
        options.defaultNetSpeed = 400000;
    }
    if (bare)
        assumptions.push_back(fmt::format(
            "assumed where the file has no details: GPUs of compute capability {:.1f}, NICs of {} Gb/s",
            options.defaultSm / 10.0, options.defaultNetSpeed / 1000));
}

/// RCCL queries each GPU for its type: where detection would create the element, there is no GPU to query.
bool assumesGcn(const nccl::XmlTree &complete, const nccl::Version &version) {
    return version.gpuHasGcn &&
           std::any_of(complete.nodes.begin(), complete.nodes.end(),
                       [](const nccl::XmlNode &node) { return node.name == "gpu" && node.assumed; });
}

/// Number of GPUs to which the library gives none of their best NICs.
std::size_t wrongIn(const Judgement &judgement) {
    std::set<std::size_t> right;
    for (const Pair &pair : judgement.pairs)
        if (pair.basis == Basis::Library && pair.kind == Kind::Fine)
            right.insert(pair.gpu);
    return judgement.fabric.gpus.size() - right.size();
}

/// The same with this file.
std::size_t wrongWith(const topology::Topology &topology, const nccl::Options &options,
                      const Correction &correction, Fabric fabric) {
    const nccl::HostDecisions decided =
        nccl::decideForText(topology.host(), topology, options, correction.path, correction.text);
    for (Gpu &gpu : fabric.gpus)
        gpu.library.reset();
    for (Nic &nic : fabric.nics) {
        nic.library.reset();
        nic.ports.clear();
    }
    joinLibrary(fabric, decided.decisions);
    Inputs inputs;
    inputs.library = &decided.decisions;
    return wrongIn(judge(std::move(fabric), inputs));
}

/// With the settings that the library needs to find the devices in the file: their real addresses, where it
/// would look for device 00 of their bus. A new file is offered only if the library does better with it.
std::optional<Correction> correctionOf(const topology::Topology &topology, const Question &question,
                                       const nccl::HostDecisions &decided, const Examination &examination) {
    constexpr const char *kNewFile = "/etc/nccl-topo.xml";
    const Judgement &judgement = examination.judgement;
    auto correction = question.fileText
                          ? correctedFile(*question.fileText, examination.inputs.fileName,
                                          *decided.options.version, judgement)
                          : newFile(kNewFile, topology.host(), *decided.options.version, judgement);
    if (!correction)
        return correction;
    nccl::Options options = optionsOf(question);
    options.version = decided.options.version;
    if (!question.fileText)
        correction->settings.push_back(
            fmt::format("export {}={}", nccl::nameOf(nccl::Variable::TopoFile), quoted(correction->path)));
    std::size_t wrong = wrongWith(topology, options, *correction, judgement.fabric);
    const std::string mergeVfs(nccl::nameOf(nccl::Variable::IbMergeVfs));
    options.environment.set(mergeVfs, "0");
    if (wrong > 0) {
        const std::size_t apart = wrongWith(topology, options, *correction, judgement.fabric);
        if (apart < wrong)
            correction->settings.push_back(fmt::format("export {}=0", mergeVfs));
        wrong = std::min(wrong, apart);
    }
    // A wrong file is corrected even if the library ignores it, but never for the worse.
    const std::size_t now = wrongIn(judgement);
    if (wrong > now || (!question.fileText && wrong == now))
        return std::nullopt;
    return correction;
}

void addNotModelled(const nccl::Decisions &decisions, const nccl::Options &options, const host::Host &host,
                    Judgement &judgement) {
    std::vector<std::string> models;
    for (const host::GpuFacts &gpu : host.gpus)
        models.push_back(gpu.model.valueOr(""));
    for (const std::string &sentence : nccl::notModelled(decisions, options, models))
        judgement.notes.push_back(fmt::format("{}: {}", libraryName(&decisions), sentence));
}

/// A note where the installed library is not the one that is modelled, or where there are several.
void addChoice(const nccl::LibraryChoice &library, Judgement &judgement) {
    const bool isOther = !library.isRequested && !library.modelled.isExact;
    if (!library.requested.empty() ||
        (!library.installed.empty() && (isOther || library.installed.size() > 1)))
        judgement.notes.push_back("library " + library.sentence());
}

std::optional<BootstrapSummary> answerOf(const nccl::BootstrapChoice &choice, bool hasPeers) {
    if (!choice.addressesKnown)
        return std::nullopt;
    std::string why = choice.why;
    if (hasPeers && !choice.reachWhy.empty())
        why += "; " + choice.reachWhy;
    if (!choice.better.empty())
        why += "; " + choice.betterWhy;
    return BootstrapSummary{choice.interface, std::move(why)};
}

} // namespace

Examination examine(const topology::Topology &topology, const Question &question) {
    Examination result;
    const host::Host &host = topology.host();
    nccl::HostDecisions decided =
        question.fileText
            ? nccl::decideForText(host, topology, optionsOf(question), question.fileName, *question.fileText)
            : nccl::decideFor(host, topology, optionsOf(question), {});
    const host::GpuTable gpus = host::gpuTable(host, entriesOf(decided.options.environment));
    Fabric fabric = fabricOf(topology, gpus);
    fabric.notes.insert(fabric.notes.end(), gpus.notes.begin(), gpus.notes.end());
    if (question.hypervisor && fabric.guest &&
        !applyHypervisor(fabric, question.onHypervisor, *question.hypervisor))
        fabric.notes.push_back(
            fmt::format("{} does not run this VM, or its passed-through devices are unknown: not used",
                        nameOf(question.hypervisor->host())));
    const bool isJob = !decided.machine.gpus.empty(); // a hypervisor runs none
    if (!isJob && decided.decisions.error && !fabric.gpus.empty())
        fabric.notes.push_back(fmt::format("no job on this host: {}", decided.decisions.error->what));
    const bool isMatrix = takeMatrix(topology, fabric);
    // The library walks the tree above each device, or a file's: addresses alone are none.
    const bool hasPlaces = question.fileText || (!isMatrix && topology::placesGpus(topology));
    const bool isAsked = isJob && hasPlaces;
    if (!isAsked) {
        decided.decisions = {};
        decided.decisions.library = decided.options.version;
    }
    joinLibrary(fabric, decided.decisions);
    result.inputs.hostName = nameOf(host);
    result.inputs.peers = question.peerRails;
    if (question.fileText)
        addClaims(*question.fileText, question.fileName, *decided.options.version, fabric, result.inputs);
    addRun(question, fabric, result.inputs);
    result.inputs.nodes = question.nodes;
    if (isAsked)
        addBootstrap(question, host, decided, result.inputs);
    result.inputs.library = &decided.decisions;
    result.judgement = judge(std::move(fabric), result.inputs);
    if (isAsked) {
        addChoice(decided.library, result.judgement);
        addNotModelled(decided.decisions, decided.options, host, result.judgement);
    }
    if (isAsked && (question.fileText || decided.file.empty()))
        result.correction = correctionOf(topology, question, decided, result);
    addTools(topology, result);
    if (!isMatrix)
        result.assumptions = assumptionsOf(decided.options, question, decided.library);
    if (!isMatrix)
        result.library = decided.library;
    result.decisions = std::move(decided.decisions);
    result.inputs.library = &result.decisions;
    result.bootstrap = answerOf(decided.bootstrap, !question.meeting.empty());
    result.bootstrapChoice = std::move(decided.bootstrap);
    if (!isMatrix)
        result.fileNotes = std::move(decided.merged.notes);
    return result;
}

Examination examineFile(std::string_view text, const Question &question) {
    Examination result;
    nccl::Options options = optionsOf(question);
    if (!options.version)
        options.version = nccl::versionOfFile(text);
    if (!options.version)
        options.version = nccl::assumedVersion(nccl::Flavor::Nccl);
    result.decisions.library = options.version;
    nccl::LibraryChoice library;
    if (!options.release.empty())
        library = nccl::libraryOf({}, options.version->flavor, options.version, options.release);
    result.assumptions = assumptionsOf(options, question, library);
    result.library = library;
    const auto tree = nccl::readXml(text, *options.version);
    Fabric fabric;
    if (tree) {
        result.inputs.withoutClass = static_cast<std::size_t>(
            std::count_if(tree->nodes.begin(), tree->nodes.end(), [](const nccl::XmlNode &node) {
                return node.name == "pci" && node.children.empty() && node.find("class") == nullptr;
            }));
        assumeLeaves(*tree, options, result.assumptions);
        const nccl::XmlTree complete = nccl::standaloneSystem(*tree, options);
        if (assumesGcn(complete, *options.version))
            result.assumptions.push_back(
                fmt::format("file GPUs without details: assumed {}", options.defaultGcn));
        fabric = examineTree(complete, nccl::selectedNics(*tree, options), options, result);
        result.inputs.file = claimedPairs(complete, fabric);
        addFileNotes(*tree, result.decisions, fabric);
    } else {
        fabric.claimOnly = true;
        result.decisions.error = tree.error();
    }
    result.inputs.fileName = HostText(question.fileName).plain(kMaxName);
    result.inputs.nodes = options.nodes;
    result.inputs.library = &result.decisions;
    result.judgement = judge(std::move(fabric), result.inputs);
    addChoice(library, result.judgement);
    addNotModelled(result.decisions, options, {}, result.judgement);
    if (const std::string fusion = nccl::fusionNotModelled(result.decisions, options); !fusion.empty())
        result.judgement.notes.push_back(fmt::format("{}: {}", libraryName(&result.decisions), fusion));
    return result;
}

PeerRails railsUsed(const Examination &examination) {
    PeerRails peer;
    peer.host = examination.inputs.hostName;
    const Judgement &judgement = examination.judgement;
    peer.byGpu.resize(judgement.fabric.gpus.size());
    const Basis leading = judgement.leading();
    for (const Pair &pair : judgement.pairs)
        if (pair.basis == leading && pair.nic) {
            const auto &rails = judgement.fabric.nics[*pair.nic].rails;
            auto &own = peer.byGpu[pair.gpu];
            own.insert(own.end(), rails.begin(), rails.end());
        }
    return peer;
}

} // namespace fabricscope::affinity
