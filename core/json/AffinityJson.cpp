// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/AffinityJson.h"

#include "core/base/HostText.h"
#include "core/json/Json.h"
#include "core/json/NodeJson.h"
#include "core/nccl/Version.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <map>

namespace fabricscope::json {

namespace {

using affinity::Examination;
using affinity::Fabric;
using topology::PathWord;
using topology::Reach;

template<class T> Value orNull(const std::optional<T> &value) {
    return value ? Value(*value) : Value(nullptr);
}

Value physicalValue(const std::optional<GigabytesPerSecond> &bandwidth) {
    constexpr double kDecimals = 1000.0;
    return bandwidth ? Value(std::round(bandwidth->value * kDecimals) / kDecimals) : Value(nullptr);
}

/// Null for an unknown distance.
Value reachValue(const Reach &reach) {
    return reach.word == PathWord::Unknown ? Value(nullptr) : Value(topology::toString(reach));
}

Value numberValue(const std::optional<host::GpuNumber> &number) {
    return number ? Value(number->value) : Value(nullptr);
}

/// The names that this document uses for rules of the table.
constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
    {"library.bootstrap", "bootstrap"}, {"link.narrow", "narrow_link"}, {"way.acs_redirect", "acs_redirect"}};

std::string_view kindOf(const findings::Finding &finding) {
    for (const auto &[rule, kind] : kKinds)
        if (rule == finding.rule)
            return kind;
    return finding.rule;
}

class Document {
public:
    Document(const Examination &examination, const topology::Topology *topology)
        : m_examination(examination)
        , m_fabric(examination.judgement.fabric)
        , m_decisions(examination.decisions) {
        if (topology != nullptr) {
            m_document = documentHeader("affinity", *topology);
        } else {
            m_document["schema"] = "fabricscope.affinity/0";
            m_document["host"] = nullptr;
            m_document["file"] = examination.inputs.fileName;
        }
        for (std::size_t i = 0; i < m_fabric.gpus.size(); ++i)
            if (m_fabric.gpus[i].library)
                m_gpuOf.emplace(*m_fabric.gpus[i].library, i);
        for (std::size_t i = 0; i < m_fabric.nics.size(); ++i)
            if (m_fabric.nics[i].library)
                m_nicOf.emplace(*m_fabric.nics[i].library, i);
    }

    std::string text() {
        m_document["library"] = m_decisions.library ? Value(m_decisions.library->name) : Value(nullptr);
        addLibraryChoice(m_document, m_examination.library);
        m_document["error"] = errorValue();
        m_document["verdict"] = verdictValue();
        m_document["assumptions"] = m_examination.assumptions;
        m_document["distances_from"] = m_fabric.source.empty() ? Value(nullptr) : Value(m_fabric.source);
        addGpus();
        addNics();
        addGpuNic();
        addGpuGpu();
        addSelected();
        addBootstrap();
        m_document["machine_model"] = modelValue();
        addPairs();
        addFindings();
        m_document["correction"] = correctionValue();
        m_document["notes"] = m_examination.judgement.notes;
        addFileNotes();
        return dump(m_document);
    }

private:
    [[nodiscard]] Value errorValue() const {
        if (!m_decisions.error)
            return nullptr;
        const nccl::FileError &error = *m_decisions.error;
        return {{"call", error.call},
                {"code", static_cast<int>(error.code)},
                {"line", error.line > 0 ? Value(error.line) : Value(nullptr)},
                {"column", error.column > 0 ? Value(error.column) : Value(nullptr)},
                {"what", error.what},
                {"consequence", error.consequence}};
    }

    [[nodiscard]] Value modelValue() const {
        if (!m_decisions.model)
            return nullptr;
        const nccl::RingModel &model = *m_decisions.model;
        return {{"index", model.index >= 0 ? Value(model.index) : Value(nullptr)},
                {"name", model.name},
                {"channels", model.channels}};
    }

    [[nodiscard]] Value verdictValue() const {
        const affinity::Verdict &verdict = m_examination.judgement.verdict;
        return {{"severity", severityValue(verdict.severity)},
                {"sentence", verdict.sentence},
                {"why", verdict.why},
                {"fix", verdict.fix},
                {"conclusive", verdict.conclusive}};
    }

    static Value severityValue(const std::optional<findings::Severity> &severity) {
        return severity ? Value(toString(*severity)) : Value(nullptr);
    }

    [[nodiscard]] std::optional<std::size_t> gpuOf(int library) const {
        const auto at = library < 0 ? m_gpuOf.end() : m_gpuOf.find(static_cast<std::size_t>(library));
        return at == m_gpuOf.end() ? std::nullopt : std::optional(at->second);
    }

    [[nodiscard]] const nccl::GpuNode *libraryGpu(std::size_t gpu) const {
        const auto &own = m_fabric.gpus[gpu].library;
        return own && *own < m_decisions.gpus.size() ? &m_decisions.gpus[*own] : nullptr;
    }
    [[nodiscard]] const nccl::NicNode *libraryNic(std::size_t nic) const {
        const auto &own = m_fabric.nics[nic].library;
        return own && *own < m_decisions.nics.size() ? &m_decisions.nics[*own] : nullptr;
    }

    [[nodiscard]] std::optional<std::size_t> gpuOfRank(const std::optional<int> &rank) const {
        for (std::size_t i = 0; rank && i < m_decisions.gpus.size(); ++i)
            if (m_decisions.gpus[i].rank == *rank)
                return gpuOf(static_cast<int>(i));
        return std::nullopt;
    }

    /// Of a GPU or a NIC.
    template<typename Device> static void addPlace(const Device &device, Value &value) {
        value["bdf"] = device.bdf ? Value(device.bdf->toString()) : Value(nullptr);
        if (!device.bdf)
            value["busid"] = device.busIdText;
        value["name"] = device.name;
        value["numa"] = device.numa ? Value(device.numa->value) : Value(nullptr);
    }

    void addGpus() {
        Value &list = m_document["gpus"] = Value::array();
        for (std::size_t i = 0; i < m_fabric.gpus.size(); ++i) {
            const affinity::Gpu &gpu = m_fabric.gpus[i];
            const nccl::GpuNode *own = libraryGpu(i);
            Value value;
            value["id"] = i;
            value["rank"] = own ? Value(own->rank) : Value(nullptr);
            value["dev"] = own ? Value(own->dev) : Value(nullptr);
            addPlace(gpu, value);
            if (!gpu.onHypervisor.empty())
                value["hypervisor_bdf"] = gpu.onHypervisor;
            if (gpu.numbers)
                value["numbers"] = numbersValue(*gpu.numbers);
            list.push_back(std::move(value));
        }
    }

    static Value numbersValue(const host::GpuEntry &entry) {
        Value value;
        value["runtime"] = numberValue(entry.runtime);
        value["visible"] = numberValue(entry.visible);
        value["hidden"] = entry.hidden;
        value["smi"] = numberValue(entry.smi);
        value["kfd_node"] = numberValue(entry.kfdNode);
        value["render_minor"] = numberValue(entry.renderMinor);
        value["oam"] = numberValue(entry.oam);
        value["rvs"] = numberValue(entry.rvs);
        if (entry.runtime)
            value["runtime_by"] = entry.runtime->rule;
        return value;
    }

    void addNics() {
        static constexpr std::array<std::string_view, 4> kStates = {"unknown", "active", "down", "disabled"};
        Value &list = m_document["nics"] = Value::array();
        for (std::size_t i = 0; i < m_fabric.nics.size(); ++i) {
            const affinity::Nic &nic = m_fabric.nics[i];
            const nccl::NicNode *own = libraryNic(i);
            Value value;
            value["id"] = i;
            value["dev"] = own ? Value(own->dev) : Value(nullptr);
            addPlace(nic, value);
            value["local_gpu"] = orNull(own ? gpuOfRank(own->localGpuRank) : std::nullopt);
            if (!nic.netdev.empty())
                value["netdev"] = nic.netdev;
            value["state"] = kStates.at(static_cast<std::size_t>(nic.state));
            value["candidate"] = nic.isCandidate();
            value["unused"] = nic.unused;
            value["down"] = nic.down;
            value["front_end"] = nic.frontEnd;
            value["rate_gbits_per_s"] = nic.rate ? Value(nic.rate->value) : Value(nullptr);
            if (!nic.rails.empty())
                value["rails"] = nic.rails;
            if (!nic.onHypervisor.empty())
                value["hypervisor_bdf"] = nic.onHypervisor;
            list.push_back(std::move(value));
        }
    }

    void addGpuNic() {
        Value &list = m_document["gpu_nic"] = Value::array();
        for (std::size_t gpu = 0; gpu < m_fabric.gpus.size(); ++gpu)
            for (std::size_t nic = 0; nic < m_fabric.nics.size(); ++nic) {
                const Reach &reach = m_fabric.reach(gpu, nic);
                const bool decided = libraryGpu(gpu) && libraryNic(nic) && m_decisions.library;
                const nccl::GpuNic *pair =
                    decided ? &m_decisions.pair(*m_fabric.gpus[gpu].library, *m_fabric.nics[nic].library)
                            : nullptr;
                Value value;
                value["gpu"] = gpu;
                value["nic"] = nic;
                value["type"] = pair ? Value(m_decisions.library->pathName(pair->type)) : Value(nullptr);
                value["smi_type"] = reachValue(reach);
                value["bandwidth_gbytes_per_s"] = pair ? Value(pair->bandwidth) : Value(nullptr);
                value["hops"] = pair ? Value(pair->hops) : Value(nullptr);
                value["gdr_send"] = pair ? Value(pair->gdrSend.on()) : Value(nullptr);
                value["gdr_recv"] = pair ? Value(pair->gdrRecv.on()) : Value(nullptr);
                value["relay"] = orNull(pair && pair->relayGpu ? gpuOf(*pair->relayGpu) : std::nullopt);
                value["physical_gbytes_per_s"] = physicalValue(reach.bandwidth);
                list.push_back(std::move(value));
            }
    }

    void addGpuGpu() {
        static constexpr std::array<std::string_view, 4> kTransports = {"self", "p2p", "shm", "net"};
        Value &list = m_document["gpu_gpu"] = Value::array();
        const std::size_t count = m_fabric.gpus.size();
        for (std::size_t from = 0; from < count; ++from)
            for (std::size_t to = 0; to < count; ++to) {
                if (from == to)
                    continue;
                const Reach &reach = m_fabric.gpuGpu[from * count + to];
                const bool decided = libraryGpu(from) && libraryGpu(to) && m_decisions.library;
                const nccl::GpuGpu *pair = decided ? &m_decisions.pairOfGpus(*m_fabric.gpus[from].library,
                                                                             *m_fabric.gpus[to].library)
                                                   : nullptr;
                Value value;
                value["from"] = from;
                value["to"] = to;
                value["type"] = pair ? Value(m_decisions.library->pathName(pair->type)) : Value(nullptr);
                value["smi_type"] = reachValue(reach);
                value["bandwidth_gbytes_per_s"] = pair ? Value(pair->bandwidth) : Value(nullptr);
                value["hops"] = pair ? Value(pair->hops) : Value(nullptr);
                value["transport"] =
                    pair ? Value(kTransports.at(static_cast<std::size_t>(pair->transport))) : Value(nullptr);
                value["physical_gbytes_per_s"] = physicalValue(reach.bandwidth);
                list.push_back(std::move(value));
            }
    }

    void addSelected() {
        Value &list = m_document["selected"] = Value::array();
        for (std::size_t gpu = 0; gpu < m_fabric.gpus.size(); ++gpu) {
            const auto &own = m_fabric.gpus[gpu].library;
            if (!own || *own >= m_decisions.localNetByChannel.size())
                continue;
            for (std::size_t channel = 0; channel < nccl::kReportedChannels; ++channel) {
                const auto &nic = m_decisions.localNic(*own, channel);
                const auto known =
                    nic && *nic >= 0 ? m_nicOf.find(static_cast<std::size_t>(*nic)) : m_nicOf.end();
                list.push_back({{"gpu", gpu},
                                {"channel", channel},
                                {"nic", known == m_nicOf.end() ? Value(nullptr) : Value(known->second)}});
            }
        }
    }

    void addBootstrap() {
        if (!m_examination.bootstrap) {
            m_document["bootstrap"] = nullptr;
            return;
        }
        const auto &answer = *m_examination.bootstrap;
        const nccl::BootstrapChoice &choice = m_examination.bootstrapChoice;
        Value &value = m_document["bootstrap"];
        value["interface"] =
            answer.interface.empty() ? Value(nullptr) : Value(HostText(answer.interface).plain(64));
        value["why"] = HostText(answer.why).plain();
        value["address"] =
            choice.address.empty() ? Value(nullptr) : Value(HostText(choice.address).plain(64));
        static constexpr std::array<std::string_view, 3> kReach = {"unknown", "yes", "no"};
        value["reachable_by_peers"] = kReach.at(static_cast<std::size_t>(choice.reachableByPeers));
        value["better"] = choice.better.empty() ? Value(nullptr) : Value(HostText(choice.better).plain(64));
        value["export"] = choice.exportLines;
    }

    /// `crossing`: the library's bandwidth between CPUs, for a path that crosses CPUs.
    static Value costValue(const affinity::Cost &cost, const std::optional<double> &crossing) {
        Value value;
        value["physical_gbytes_per_s"] = physicalValue(cost.physical);
        value["ideal_physical_gbytes_per_s"] = physicalValue(cost.physicalIdeal);
        value["library_gbytes_per_s"] = orNull(cost.library);
        value["ideal_library_gbytes_per_s"] = orNull(cost.libraryIdeal);
        value["crossing_library_gbytes_per_s"] = orNull(crossing);
        value["shared_by"] = cost.sharedBy;
        return value;
    }

    void addPairs() {
        Value &list = m_document["pairs"] = Value::array();
        for (const affinity::Pair &pair : m_examination.judgement.pairs) {
            Value value;
            value["gpu"] = pair.gpu;
            value["nic"] = orNull(pair.nic);
            value["basis"] = affinity::toString(pair.basis);
            value["ideal_nics"] = pair.idealNics;
            value["mispaired"] = pair.mispaired;
            value["kind"] = affinity::toString(pair.kind);
            value["severity"] = severityValue(pair.severity);
            value["smi_type"] = reachValue(pair.reach);
            value["ideal_smi_type"] = pair.idealNics.empty() ? Value(nullptr) : reachValue(pair.idealReach);
            value["reason"] = pair.reason;
            value["fix"] = pair.fix;
            value["cost"] =
                costValue(pair.cost, pair.reach.word == PathWord::Sys ? m_fabric.crossing : std::nullopt);
            if (!pair.channels.empty())
                value["channels"] = pair.channels;
            if (pair.line > 0)
                value["line"] = pair.line;
            list.push_back(std::move(value));
        }
    }

    void addFindings() {
        Value &list = m_document["troubles"] = Value::array();
        for (const findings::Finding &finding : m_examination.judgement.findings)
            list.push_back({{"kind", kindOf(finding)},
                            {"severity", severityValue(finding.severity)},
                            {"sentence", findings::claim(finding)},
                            {"why", findings::sentence(finding)},
                            {"fix", findings::steps(finding)}});
    }

    /// Null if the file is correct or there is none.
    [[nodiscard]] Value correctionValue() const {
        if (!m_examination.correction)
            return nullptr;
        const affinity::Correction &correction = *m_examination.correction;
        return {{"path", correction.path},
                {"changes", correction.changes},
                {"settings", correction.settings},
                {"diff", correction.diff},
                {"text", correction.text}};
    }

    void addFileNotes() {
        Value &list = m_document["file_notes"] = Value::array();
        for (const nccl::MergeNote &note : m_examination.fileNotes)
            list.push_back({{"kind", nccl::toString(note.kind)},
                            {"line", note.line > 0 ? Value(note.line) : Value(nullptr)},
                            {"what", note.what}});
    }

    const Examination &m_examination;
    const Fabric &m_fabric;
    const nccl::Decisions &m_decisions;
    std::map<std::size_t, std::size_t> m_gpuOf, m_nicOf; ///< ours by the library's index
    Value m_document;
};

} // namespace

std::string affinityDocument(const affinity::Examination &examination, const topology::Topology *topology) {
    return Document(examination, topology).text();
}

void addLibraryChoice(Value &document, const nccl::LibraryChoice &choice) {
    if ((choice.installed.empty() && choice.requested.empty()) || choice.modelled.model == nullptr)
        return;
    Value &value = document["library_choice"];
    value["release"] = choice.modelled.model->release;
    value["requested"] = choice.isRequested;
    value["exact"] = choice.modelled.isExact;
    value["differs_in"] = choice.modelled.isBetween ? Value(choice.modelled.differences) : Value(nullptr);
    value["sentence"] = choice.sentence();
    Value &list = value["installed"] = Value::array();
    for (const nccl::LibraryChoice::Installed &installed : choice.installed)
        list.push_back({{"release", textOrNull(installed.release)},
                        {"rocm", textOrNull(installed.rocm)},
                        {"path", textOrNull(installed.path)},
                        {"found_by", installed.foundBy}});
}

} // namespace fabricscope::json
