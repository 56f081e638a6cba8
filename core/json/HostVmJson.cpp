// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/HostVmJson.h"

#include "core/base/HostText.h"
#include "core/hostvm/mapping/OnHypervisor.h"
#include "core/json/Evidence.h"
#include "core/json/NodeJson.h"

#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

class Document {
public:
    Document(const hostvm::GuestMapping &guestMapping, const HostVmSide &onHost, const HostVmSide &guest)
        : m_guestMapping(guestMapping)
        , m_onHost(onHost.topology)
        , m_guest(guest.topology)
        , m_hostEvidence(onHost.capture)
        , m_guestEvidence(guest.capture) {}

    [[nodiscard]] Value value() {
        Value document = documentHeader("stitch", m_onHost);
        document["guest"] = documentHeader("stitch", m_guest)["host"];
        document["vm"] = vm();
        const auto seconds = [](const std::optional<double> &time) {
            return time ? Value(*time) : Value(nullptr);
        };
        document["vmm_to_kernel_s"] = seconds(m_guestMapping.times.toKernel);
        document["kernel_to_gpu_drivers_s"] = seconds(m_guestMapping.times.toDrivers);
        Value &matches = document["matches"] = Value::array();
        for (const hostvm::Match &match : m_guestMapping.matches)
            matches.push_back(matchValue(match));
        Value &conflicts = document["conflicts"] = Value::array();
        for (const hostvm::Conflict &conflict : m_guestMapping.conflicts) {
            Value value;
            value["guest"] = addresses(conflict.guest);
            value["on_host"] = addresses(conflict.onHost);
            value["text"] = HostText(conflict.words).plain();
            value["proofs"] = proofs(conflict.proofs);
            conflicts.push_back(std::move(value));
        }
        document["guest_only"] = addresses(m_guestMapping.guestOnly);
        document["handed_in"] = addresses(m_guestMapping.assignedDevices);
        Value &unknown = document["unknown"] = Value::array();
        for (const std::string &text : m_guestMapping.unknown)
            unknown.push_back(HostText(text).plain());
        return document;
    }

private:
    [[nodiscard]] Value vm() const {
        const auto &vms = m_onHost.host().vms;
        if (!m_guestMapping.vm || *m_guestMapping.vm >= vms.size())
            return nullptr;
        const host::VmProcess &vm = vms[*m_guestMapping.vm];
        Value value;
        value["name"] = HostText(vm.name).plain(128);
        value["uuid"] = HostText(vm.uuid).plain(64);
        value["pid"] = vm.pid;
        value["vmm"] = m_guestMapping.vmm;
        value["how"] = m_guestMapping.how;
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

    [[nodiscard]] Value matchValue(const hostvm::Match &match) {
        Value value;
        value["guest"] = device(m_guest, match.guest);
        value["on_host"] = device(m_onHost, match.onHost);
        value["confidence"] = hostvm::toString(match.confidence);
        value["proofs"] = proofs(match.proofs);
        return value;
    }

    [[nodiscard]] Value proofs(const std::vector<hostvm::Proof> &proofs) {
        Value list = Value::array();
        for (const hostvm::Proof &proof : proofs) {
            Value value;
            value["source"] = hostvm::toString(proof.source);
            value["text"] = HostText(proof.words).plain();
            if (auto source = m_hostEvidence.of(proof.onHost))
                value["evidence_on_host"] = std::move(*source);
            if (auto source = m_guestEvidence.of(proof.inGuest))
                value["evidence_in_guest"] = std::move(*source);
            list.push_back(std::move(value));
        }
        return list;
    }

    const hostvm::GuestMapping &m_guestMapping;
    const topology::Topology &m_onHost, &m_guest;
    Evidence m_hostEvidence, m_guestEvidence;
};

} // namespace

std::string hostVmDocument(const hostvm::GuestMapping &guestMapping, const HostVmSide &onHost,
                           const HostVmSide &guest) {
    return dump(Document(guestMapping, onHost, guest).value());
}

} // namespace fabricscope::json
