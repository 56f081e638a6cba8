// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/StitchJson.h"

#include "core/base/HostText.h"
#include "core/json/Evidence.h"
#include "core/json/NodeJson.h"
#include "core/stitch/OnHypervisor.h"

#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

class Document {
public:
    Document(const stitch::Stitch &stitch, const StitchSide &onHost, const StitchSide &guest)
        : m_stitch(stitch)
        , m_onHost(onHost.topology)
        , m_guest(guest.topology)
        , m_hostEvidence(onHost.capture)
        , m_guestEvidence(guest.capture) {}

    [[nodiscard]] Value value() {
        Value document = documentHead("stitch", m_onHost);
        document["guest"] = documentHead("stitch", m_guest)["host"];
        document["vm"] = vm();
        const auto seconds = [](const std::optional<double> &time) {
            return time ? Value(*time) : Value(nullptr);
        };
        document["vmm_to_kernel_s"] = seconds(m_stitch.times.toKernel);
        document["kernel_to_gpu_drivers_s"] = seconds(m_stitch.times.toDrivers);
        Value &matches = document["matches"] = Value::array();
        for (const stitch::Match &match : m_stitch.matches)
            matches.push_back(matchValue(match));
        Value &conflicts = document["conflicts"] = Value::array();
        for (const stitch::Conflict &conflict : m_stitch.conflicts) {
            Value value;
            value["guest"] = addresses(conflict.guest);
            value["on_host"] = addresses(conflict.onHost);
            value["text"] = HostText(conflict.words).plain();
            value["proofs"] = proofs(conflict.proofs);
            conflicts.push_back(std::move(value));
        }
        document["guest_only"] = addresses(m_stitch.guestOnly);
        document["handed_in"] = addresses(m_stitch.handedIn);
        Value &unknown = document["unknown"] = Value::array();
        for (const std::string &text : m_stitch.unknown)
            unknown.push_back(HostText(text).plain());
        return document;
    }

private:
    [[nodiscard]] Value vm() const {
        const auto &vms = m_onHost.host().vms;
        if (!m_stitch.vm || *m_stitch.vm >= vms.size())
            return nullptr;
        const host::VmProcess &vm = vms[*m_stitch.vm];
        Value value;
        value["name"] = HostText(vm.name).plain(128);
        value["uuid"] = HostText(vm.uuid).plain(64);
        value["pid"] = vm.pid;
        value["vmm"] = m_stitch.vmm;
        value["how"] = m_stitch.how;
        return value;
    }

    static Value addresses(const std::vector<pci::Address> &addresses) {
        Value list = Value::array();
        for (const pci::Address &address : addresses)
            list.push_back(address.toString());
        return list;
    }

    [[nodiscard]] static Value device(const topology::Topology &topology, const pci::Address &address) {
        Value value;
        value["bdf"] = address.toString();
        if (const auto id = topology.find(address)) {
            value["kind"] = topology::toString(topology.node(*id).kind);
            value["name"] = topology.node(*id).name;
        }
        return value;
    }

    [[nodiscard]] Value matchValue(const stitch::Match &match) {
        Value value;
        value["guest"] = device(m_guest, match.guest);
        value["on_host"] = device(m_onHost, match.onHost);
        value["confidence"] = stitch::toString(match.confidence);
        value["proofs"] = proofs(match.proofs);
        return value;
    }

    [[nodiscard]] Value proofs(const std::vector<stitch::Proof> &proofs) {
        Value list = Value::array();
        for (const stitch::Proof &proof : proofs) {
            Value value;
            value["source"] = stitch::toString(proof.source);
            value["text"] = HostText(proof.words).plain();
            if (auto source = m_hostEvidence.of(proof.onHost))
                value["evidence_on_host"] = std::move(*source);
            if (auto source = m_guestEvidence.of(proof.inGuest))
                value["evidence_in_guest"] = std::move(*source);
            list.push_back(std::move(value));
        }
        return list;
    }

    const stitch::Stitch &m_stitch;
    const topology::Topology &m_onHost, &m_guest;
    Evidence m_hostEvidence, m_guestEvidence;
};

} // namespace

std::string stitchDocument(const stitch::Stitch &stitch, const StitchSide &onHost, const StitchSide &guest) {
    return dump(Document(stitch, onHost, guest).value());
}

} // namespace fabricscope::json
