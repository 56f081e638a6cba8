// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/TopoVerifyJson.h"

#include "core/base/HostText.h"
#include "core/json/AffinityJson.h"
#include "core/json/Json.h"
#include "core/json/NodeJson.h"
#include "core/nccl/Version.h"

#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

using affinity::Basis;
using affinity::Pair;
using hostvm::FileFinding;
using hostvm::Verification;

Value findingValue(const FileFinding &one) {
    const findings::Finding &finding = one.finding;
    Value value;
    value["severity"] = toString(finding.severity);
    value["line"] = finding.place.line > 0 ? Value(finding.place.line) : Value(nullptr);
    if (!finding.place.address.empty())
        value["busid"] = finding.place.address;
    value["code"] = hostvm::codeOf(one);
    value["title"] = findings::title(finding);
    value["remedy"] = findings::remedy(finding);
    value["consequence"] = textOrNull(findings::cost(finding));
    if (const std::string detail = findings::sentence(finding); !detail.empty())
        value["detail"] = detail;
    value["corrected"] =
        one.correctedLine == 0 ? Value(nullptr) : Value{{"line", one.correctedLine}, {"text", one.corrected}};
    return value;
}

template<typename Device> Value deviceValue(const Device &device, std::size_t id) {
    Value value;
    value["id"] = id;
    value["bdf"] = device.bdf ? Value(device.bdf->toString()) : Value(nullptr);
    value["name"] = device.name;
    value["numa"] = device.numa ? Value(device.numa->value) : Value(nullptr);
    value["hypervisor_bdf"] = textOrNull(device.onHypervisor);
    return value;
}

/// How the library sees a pair; nothing if it refuses the file.
const nccl::GpuNic *decided(const Verification &verification, const Pair &pair) {
    const auto &fabric = verification.judgement.fabric;
    const auto &gpu = fabric.gpus[pair.gpu].library;
    const auto &nic = pair.nic ? fabric.nics[*pair.nic].library : std::nullopt;
    const bool known = gpu && nic && !verification.decisions.gpuNic.empty();
    return known ? &verification.decisions.pair(*gpu, *nic) : nullptr;
}

Value pairValue(const Verification &verification, const Pair &pair) {
    const nccl::GpuNic *way = decided(verification, pair);
    Value value;
    value["gpu"] = pair.gpu;
    value["nic"] = pair.nic ? Value(*pair.nic) : Value(nullptr);
    value["basis"] = affinity::toString(pair.basis);
    value["ideal_nics"] = pair.idealNics;
    value["mispaired"] = pair.mispaired;
    value["reason"] = pair.reason;
    value["type"] = way ? Value(verification.version->pathName(way->type)) : Value(nullptr);
    value["gdr_send"] = way ? Value(way->gdrSend.on()) : Value(nullptr);
    value["gdr_recv"] = way ? Value(way->gdrRecv.on()) : Value(nullptr);
    value["smi_type"] = pair.reach.word == topology::PathWord::Unknown
                            ? Value(nullptr)
                            : Value(topology::toString(pair.reach));
    return value;
}

Value pairsValue(const Verification &verification, Basis basis) {
    Value list = Value::array();
    for (const Pair &pair : verification.judgement.pairs)
        if (pair.basis == basis)
            list.push_back(pairValue(verification, pair));
    return list;
}

} // namespace

std::string topoVerifyDocument(const Verification &verification, std::string_view file,
                               const topology::Topology &guest) {
    Value document = documentHeader("topo_verify", guest);
    document["file"] = HostText(file).plain(1024);
    document["library"] = verification.version ? Value(verification.version->name) : Value(nullptr);
    addLibraryChoice(document, verification.library);
    document["effective"] = verification.effective;
    document["effective_why"] = verification.effectiveWhy;
    Value &problems = document["problems"] = Value::array();
    for (const FileFinding &finding : verification.findings)
        problems.push_back(findingValue(finding));
    const affinity::Fabric &fabric = verification.judgement.fabric;
    Value &gpus = document["gpus"] = Value::array();
    for (std::size_t i = 0; i < fabric.gpus.size(); ++i)
        gpus.push_back(deviceValue(fabric.gpus[i], i));
    Value &nics = document["nics"] = Value::array();
    for (std::size_t i = 0; i < fabric.nics.size(); ++i)
        nics.push_back(deviceValue(fabric.nics[i], i));
    document["as_written"] = {{"pairs", pairsValue(verification, Basis::Library)},
                              {"claims", pairsValue(verification, Basis::File)}};
    document["as_wired"] = {{"pairs", pairsValue(verification, Basis::Ideal)},
                            {"distances_from", textOrNull(verification.source)}};
    Value &settings = document["settings"] = Value::array();
    for (const hostvm::Setting &setting : verification.settings)
        settings.push_back({{"line", setting.line}, {"why", setting.why}, {"done", setting.done}});
    document["corrected"] = verification.corrected.empty()
                                ? Value(nullptr)
                                : Value{{"diff", verification.diff}, {"text", verification.corrected}};
    return dump(document);
}

} // namespace fabricscope::json
