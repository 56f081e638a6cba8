// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/vmm/VmDevices.h"

#include <algorithm>
#include <map>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::VmProcess;

/// vm.info (cloud-hypervisor.yaml, VmInfo): config.devices[] with path and id, config.net[] with mac and id,
/// and device_tree.{id} with the address that the device has in the guest. A virtio device's address is that
/// of its parent in the tree.
class VmInfo {
public:
    VmInfo(const SectionText &text, std::string_view json) : m_text(text) {
        using Event = JsonWalk::Event;
        JsonWalk walk(json);
        for (Event event = walk.next(); event != Event::End; event = walk.next())
            if (event == Event::Value)
                take(walk);
    }

    [[nodiscard]] const std::string &uuid() const { return m_uuid; }

    void addTo(VmProcess &vm) const {
        for (const Device &device : m_devices) {
            host::VmDevice reported;
            reported.by = host::VmDevice::By::Api;
            reported.onHost = lowestFunction(device.path);
            reported.id = shown(device.id, 128);
            reported.mac = macOf(device.mac);
            reported.segment = device.segment;
            reported.evidence = device.evidence;
            if (const TreeNode *node = nodeOf(device.id)) {
                reported.inGuest =
                    onRootBus(node->address.domain, node->address.device, node->address.function);
                reported.inGuest->rootBus = node->address.bus;
                reported.evidence = node->evidence;
            }
            if (reported.onHost || !reported.mac.empty())
                addVmDeviceInfo(vm, std::move(reported));
        }
    }

private:
    struct Device {
        std::string path, id, mac;
        std::optional<std::uint32_t> segment;
        EvidenceRef evidence;
    };
    struct TreeNode {
        Address address;
        EvidenceRef evidence;
    };
    static constexpr std::size_t kMost = 4096;

    void take(const JsonWalk &walk) {
        const auto &path = walk.path();
        if (path.size() == 4 && path[1] == "config" && (path[2] == "devices" || path[2] == "net"))
            takeDevice(walk);
        else if (path.size() == 3 && path[1] == "config" && path[2] == "platform" && walk.key() == "uuid" &&
                 walk.source().starts_with('"'))
            m_uuid = shown(walk.value(), 64);
        else if (path.size() == 3 && path[1] == "device_tree")
            takeNode(path[2], walk);
    }

    /// The objects of a list follow each other without a name: one that has a key already is the next one.
    void takeDevice(const JsonWalk &walk) {
        const std::string &key = walk.key();
        const bool isText = walk.source().starts_with('"');
        if (m_devices.empty() || m_list != walk.path()[2] || m_seen.contains(key)) {
            if (m_devices.size() >= kMost)
                return;
            m_devices.emplace_back();
            m_seen.clear();
            m_list = walk.path()[2];
        }
        Device &device = m_devices.back();
        m_seen.emplace(key, true);
        if (key == "path" && isText) {
            device.path = walk.value();
            device.evidence = m_text.evidence(walk.source());
        } else if (key == "mac" && isText) {
            device.mac = walk.value();
            device.evidence = m_text.evidence(walk.source());
        } else if (key == "id" && isText) {
            device.id = walk.value();
        } else if (key == "pci_segment") {
            device.segment = parseInteger<std::uint32_t>(walk.value());
        }
    }

    void takeNode(const std::string &id, const JsonWalk &walk) {
        if (walk.key() == "parent" && walk.source().starts_with('"') && m_parents.size() < kMost)
            m_parents.emplace(id, walk.value());
        if (walk.key() != "pci_bdf")
            return;
        if (const auto address = Address::parse(walk.value()); address && m_nodes.size() < kMost)
            m_nodes.emplace(id, TreeNode{*address, m_text.evidence(walk.source())});
    }

    [[nodiscard]] const TreeNode *nodeOf(const std::string &id) const {
        const auto own = m_nodes.find(id);
        if (own != m_nodes.end())
            return &own->second;
        const auto parent = m_parents.find(id);
        const auto above = parent == m_parents.end() ? m_nodes.end() : m_nodes.find(parent->second);
        return above == m_nodes.end() ? nullptr : &above->second;
    }

    const SectionText &m_text;
    std::vector<Device> m_devices;
    std::map<std::string, bool> m_seen; ///< keys of the last one
    std::string m_list, m_uuid;
    std::map<std::string, TreeNode> m_nodes; ///< by id
    std::map<std::string, std::string> m_parents;
};

/// "ch-remote --api-socket /run/ch/vm-01a.sock info": the socket.
std::string_view socketOf(std::string_view origin) {
    constexpr std::string_view kOption = "--api-socket";
    const auto at = origin.find(kOption);
    if (at == std::string_view::npos)
        return {};
    origin.remove_prefix(at + kOption.size() + 1 <= origin.size() ? at + kOption.size() + 1 : origin.size());
    return takeWord(origin);
}

VmProcess *processOf(HostBuilder &builder, std::string_view socket, const std::string &uuid) {
    VmProcess *found = nullptr;
    for (VmProcess &vm : builder.vms()) {
        const bool bySocket = !socket.empty() && vm.apiSocket == socket;
        if (!bySocket && (uuid.empty() || !sameIgnoringCase(vm.uuid, uuid)))
            continue;
        if (found)
            return nullptr; // two VMs with this name: ambiguous
        found = &vm;
    }
    return found;
}

} // namespace

void readChRemote(const SectionText &text, HostBuilder &builder) {
    const std::string_view json = jsonIn(text.bytes);
    if (json.empty())
        return;
    const VmInfo info(text, json);
    VmProcess *vm = processOf(builder, socketOf(text.meta.origin), info.uuid());
    if (!vm) {
        builder.warn(text, json.substr(0, json.find('\n')), "describes a VM whose process was not found");
        return;
    }
    if (vm->uuid.empty())
        vm->uuid = info.uuid();
    info.addTo(*vm);
}

} // namespace fabricscope::formats
