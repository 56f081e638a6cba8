// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/hwloc/XmlTags.h"
#include "core/formats/hwloc/XmlText.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/vmm/DomainSettings.h"
#include "core/formats/vmm/Qemu.h"
#include "core/formats/vmm/VmDevices.h"

#include <algorithm>
#include <map>

namespace fabricscope::formats {

namespace {

using host::VmProcess;
using Slot = host::GuestPlace::Slot;

/// An <address> of libvirt's (formatdomain, "Device Addresses"): numbers as "0x41" or "65".
struct PciPlace {
    std::uint32_t domain = 0;
    unsigned bus = 0;
    Slot slot;
};

std::optional<unsigned> number(std::string_view text) {
    const bool isHex = text.starts_with("0x") || text.starts_with("0X");
    return parseInteger<unsigned>(text, isHex ? 16 : 10);
}

/// One domain of a list of them.
class Domain {
public:
    std::string name, uuid, vmm;
    host::EvidenceRef evidence;
    DomainSettings settings;
    QemuDevices arguments; ///< of <qemu:commandline>

    void addController(unsigned index, std::string_view model, const std::optional<PciPlace> &place,
                       std::optional<unsigned> busNumber, std::optional<unsigned> node) {
        if (m_controllers.size() < kMost)
            m_controllers.insert_or_assign(index, Controller{shown(model, 64), place, busNumber, node});
    }
    void addDevice(host::VmDevice device, const std::optional<PciPlace> &place) {
        if (m_devices.size() < kMost)
            m_devices.emplace_back(std::move(device), place);
    }
    void addTo(VmProcess &vm) const {
        for (const auto &[device, place] : m_devices) {
            host::VmDevice reported = device;
            if (place) {
                reported.inGuest = inGuest(*place);
                setPort(reported, *place);
            }
            addVmDeviceInfo(vm, std::move(reported));
        }
        arguments.addTo(vm);
        settings.addTo(vm);
    }

private:
    static constexpr std::size_t kMost = 4096;
    static constexpr std::size_t kDeepest = 16;

    struct Controller {
        std::string model;
        std::optional<PciPlace> place;
        std::optional<unsigned> busNumber; ///< of an expander
        std::optional<unsigned> node;      ///< likewise: of the guest
    };

    /// The controller that it is below, and the node of the expander above that.
    void setPort(host::VmDevice &device, const PciPlace &place) const {
        unsigned bus = place.bus;
        for (std::size_t depth = 0; depth < kDeepest && bus != 0; ++depth) {
            const auto controller = m_controllers.find(bus);
            if (controller == m_controllers.end())
                return;
            if (depth == 0)
                device.port = controller->second.model + ", bus " + std::to_string(bus);
            if (controller->second.node)
                device.guestNode = NumaNode{static_cast<int>(*controller->second.node)};
            if (!controller->second.place)
                return;
            bus = controller->second.place->bus;
        }
    }

    /// A bus of libvirt's is the one below the controller of that index.
    [[nodiscard]] std::optional<host::GuestPlace> inGuest(PciPlace at) const {
        host::GuestPlace place;
        for (std::size_t depth = 0; depth < kDeepest; ++depth) {
            place.slots.insert(place.slots.begin(), at.slot);
            const auto controller = m_controllers.find(at.bus);
            const bool known = controller != m_controllers.end();
            if (at.bus == 0 && (!known || controller->second.model.ends_with("-root"))) {
                place.domain = at.domain;
                return place;
            }
            if (!known)
                return std::nullopt;
            if (controller->second.model.find("expander") != std::string::npos) {
                if (!controller->second.busNumber || *controller->second.busNumber > 0xFF)
                    return std::nullopt;
                place.rootBus = static_cast<std::uint8_t>(*controller->second.busNumber);
                return place;
            }
            if (!controller->second.place)
                return std::nullopt;
            at = *controller->second.place;
        }
        return std::nullopt;
    }

    std::map<unsigned, Controller> m_controllers;
    std::vector<std::pair<host::VmDevice, std::optional<PciPlace>>> m_devices;
};

VmProcess *processOf(HostBuilder &builder, const Domain &domain) {
    VmProcess *found = nullptr;
    for (VmProcess &vm : builder.vms()) {
        const bool isIt = !vm.uuid.empty() && !domain.uuid.empty()
                              ? sameIgnoringCase(vm.uuid, domain.uuid)
                              : !vm.name.empty() && vm.name == domain.name;
        if (!isIt)
            continue;
        if (found)
            return nullptr;
        found = &vm;
    }
    return found;
}

/// Reads the domains one after the other, without a tree of them.
class Domains {
public:
    Domains(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    /// One document; false where its XML is damaged.
    bool read(std::string_view xml) {
        XmlTags tags(xml);
        while (tags.next()) {
            if (tags.isStart())
                start(tags);
            else
                end(tags);
        }
        return !tags.damage();
    }

private:
    void start(XmlTags &tags) {
        const std::string_view name = tags.name();
        if (name == "domain" && tags.depth() == 0) {
            m_domain = {};
            m_domain.evidence = m_text.evidence(name);
            m_isDevice = false;
            while (tags.nextAttribute())
                if (tags.attributeName() == "type")
                    m_domain.vmm = vmmOf(tags.attributeValue());
            m_kind = {}; // of a domain before it that broke off
            m_inSource = false;
        } else if (name == "name" && tags.depth() == 1) {
            m_domain.name = shown(xmlText(tags.content()), 128);
        } else if (name == "uuid" && tags.depth() == 1) {
            m_domain.uuid = shown(trimmed(tags.content()), 64);
        } else if (name == "qemu:arg") {
            takeArgument(tags);
        } else if (m_kind.empty() && m_domain.settings.take(m_text, tags)) {
            return;
        } else if (name == "controller" || name == "hostdev" || name == "interface") {
            begin(tags);
        } else if (m_kind.empty()) {
            return;
        } else if (name == "source" && tags.depth() == m_depth + 1) {
            m_inSource = true;
        } else if (name == "node" && tags.depth() == m_depth + 2) {
            m_node = number(trimmed(tags.content()));
        } else if (name == "target" || name == "mac" || name == "alias" || name == "address") {
            part(name, tags);
        }
        if (m_inSource && name == "source" && !isOpen(tags))
            m_inSource = false;
    }

    /// libvirt's name of a hypervisor as the name of its program.
    static std::string vmmOf(std::string_view type) {
        return type == "kvm" || type == "qemu" ? "qemu" : type == "ch" ? "cloud-hypervisor" : shown(type, 32);
    }

    /// "-device", then its value.
    void takeArgument(XmlTags &tags) {
        while (tags.nextAttribute())
            if (tags.attributeName() == "value") {
                const std::string_view value = tags.attributeValue();
                if (m_isDevice)
                    m_domain.arguments.add(xmlText(value), m_text.evidence(value));
                m_isDevice = value == "-device";
            }
    }

    static bool isOpen(XmlTags &tags) {
        while (tags.nextAttribute()) {
        }
        return tags.isOpen();
    }

    void begin(XmlTags &tags) {
        m_kind = tags.name();
        m_depth = tags.depth();
        m_inSource = false;
        m_device = {};
        m_device.by = host::VmDevice::By::Libvirt;
        m_device.evidence = m_text.evidence(m_kind);
        m_place.reset();
        m_index.reset();
        m_busNumber.reset();
        m_node.reset();
        m_model.clear();
        m_isPci = m_kind == "interface";
        while (tags.nextAttribute()) {
            if (tags.attributeName() == "index")
                m_index = number(tags.attributeValue());
            else if (tags.attributeName() == "model")
                m_model = tags.attributeValue();
            else if (tags.attributeName() == "type" && m_kind != "interface")
                m_isPci = tags.attributeValue() == "pci";
        }
        if (!tags.isOpen())
            finish();
    }

    void part(std::string_view name, XmlTags &tags) {
        PciPlace place;
        bool isPci = name == "address" && m_inSource, hasBus = false;
        while (tags.nextAttribute()) {
            const std::string_view key = tags.attributeName(), value = tags.attributeValue();
            if (name == "mac" && key == "address")
                m_device.mac = macOf(value);
            else if (name == "alias" && key == "name")
                m_device.id = shown(value, 128);
            else if (name == "target" && key == "busNr")
                m_busNumber = number(value);
            else if (name == "address")
                take(key, value, place, isPci, hasBus);
        }
        if (name != "address" || !isPci || !hasBus)
            return;
        if (m_inSource && m_isPci && place.bus <= 0xFF)
            m_device.onHost = Address{place.domain, static_cast<std::uint8_t>(place.bus), place.slot.device,
                                      place.slot.function};
        else if (tags.depth() == m_depth + 1)
            m_place = place;
    }

    static void take(std::string_view key, std::string_view value, PciPlace &place, bool &isPci,
                     bool &hasBus) {
        const auto parsed = number(value);
        if (key == "type")
            isPci = value == "pci";
        else if (key == "domain" && parsed)
            place.domain = *parsed;
        else if (key == "bus" && parsed) {
            place.bus = *parsed;
            hasBus = true;
        } else if (key == "slot" && parsed && *parsed <= 31)
            place.slot.device = static_cast<std::uint8_t>(*parsed);
        else if (key == "function" && parsed && *parsed <= 7)
            place.slot.function = static_cast<std::uint8_t>(*parsed);
    }

    void end(const XmlTags &tags) {
        if (tags.name() == "source")
            m_inSource = false;
        else if (tags.name() == m_kind && tags.depth() == m_depth)
            finish();
        else if (tags.name() == "domain" && tags.depth() == 0)
            deliver();
    }

    void finish() {
        if (m_kind == "controller") {
            if (m_isPci && m_index)
                m_domain.addController(*m_index, m_model, m_place, m_busNumber, m_node);
        } else if (m_device.onHost || !m_device.mac.empty()) {
            m_domain.addDevice(m_device, m_place);
        }
        m_kind = {};
    }

    void deliver() {
        if (VmProcess *vm = processOf(m_builder, m_domain)) {
            if (vm->name.empty())
                vm->name = m_domain.name;
            if (vm->uuid.empty())
                vm->uuid = m_domain.uuid;
            m_domain.addTo(*vm);
        } else if (m_text.meta.part == capture::Part::Import) {
            define();
        } else {
            m_builder.warn("libvirt runs '" + m_domain.name + "', but its process was not found");
        }
    }

    /// The file of a user, who may have nothing else of that host.
    void define() {
        VmProcess *vm = m_builder.newVm();
        if (vm == nullptr)
            return;
        vm->isDefinition = true;
        vm->vmm = m_domain.vmm;
        vm->name = m_domain.name;
        vm->uuid = m_domain.uuid;
        vm->evidence = m_domain.evidence;
        m_domain.addTo(*vm);
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    Domain m_domain;
    std::string_view m_kind; ///< the element that is open: controller, hostdev, interface
    std::size_t m_depth = 0;
    bool m_inSource = false, m_isPci = false;
    bool m_isDevice = false; ///< the last argument of QEMU was "-device"
    host::VmDevice m_device;
    std::optional<PciPlace> m_place;
    std::optional<unsigned> m_index, m_busNumber, m_node;
    std::string m_model;
};

} // namespace

bool isDomainXml(const FileSample &sample) {
    const XmlRoot root = xmlRoot(sample.head);
    return (root.name == "domain" || root.name == "domstatus") &&
           (sample.head.find("<devices") != std::string_view::npos ||
            sample.head.find("<domain") != std::string_view::npos);
}

// `virsh dumpxml` of each domain, one document behind the other: each is read by itself, so that one that is
// damaged costs the others nothing.
void readVirsh(const SectionText &text, HostBuilder &builder) {
    constexpr std::string_view kBegin = "<domain", kEnd = "</domain>";
    Domains domains(text, builder);
    std::string_view rest = text.bytes;
    for (auto begin = rest.find(kBegin); begin != rest.npos; begin = rest.find(kBegin)) {
        const auto behind = begin + kBegin.size();
        if (behind < rest.size() && std::string_view(" \t\r\n>").find(rest[behind]) == rest.npos) {
            rest.remove_prefix(behind); // <domainsnapshot>, around a domain
            continue;
        }
        const auto end = rest.find(kEnd, begin);
        const std::size_t length = end == rest.npos ? rest.npos : end + kEnd.size() - begin;
        const std::string_view xml = rest.substr(begin, length);
        if (!domains.read(xml))
            builder.warn(text, xml.substr(0, xml.find('\n')), "damaged XML");
        rest.remove_prefix(begin + xml.size());
    }
}

} // namespace fabricscope::formats
