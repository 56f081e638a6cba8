// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The kernel's log: dmesg with or without -T, journalctl -k, /var/log/kern.log.
#include "core/base/Text.h"
#include "core/formats/Bytes.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/kernel/ApeiRecord.h"
#include "core/formats/kernel/JournalFields.h"
#include "core/formats/kernel/KernelLine.h"
#include "core/formats/kernel/KernelLogJson.h"
#include "core/formats/kernel/KernelLogRows.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/KernelFault.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::KernelMessage;
using Kind = KernelMessage::Kind;

/// The function that a message is about: "nvme 0000:01:00.0: ...", "NVRM: Xid (PCI:0000:41:00): 79", or the
/// first address in it.
std::optional<Address> deviceOf(std::string_view message) {
    // "Xid (PCI:0000:41:00): 79", with MIG "Xid (PCI:0000:41:00 GPU-I:05): 43", old "Xid (0000:41:00): 79".
    for (const std::string_view xid : {"(PCI:", "Xid ("}) {
        const auto at = message.find(xid);
        if (at == std::string_view::npos)
            continue;
        std::string text(message.substr(at + xid.size(), 32));
        text = text.substr(0, text.find_first_of(") "));
        if (text.find('.') == std::string::npos)
            text += ".0"; // NVIDIA leaves the function out
        return Address::parse(text);
    }
    // An IOMMU of the first domain leaves the domain out.
    for (const std::string_view words : {"Request device [", "device="})
        if (const auto at = message.find(words); at != std::string_view::npos) {
            const std::string_view word = message.substr(at + words.size(), 16);
            if (const auto address = Address::parse(word.substr(0, word.find_first_of(" ]"))))
                return address;
        }
    constexpr std::size_t kFarthest = 1024;
    message = message.substr(0, kFarthest);
    while (!message.empty()) {
        std::string_view word = takeWord(message);
        while (!word.empty() &&
               (word.back() == ':' || word.back() == ',' || word.back() == ']' || word.back() == ')'))
            word.remove_suffix(1);
        while (!word.empty() && (word.front() == '[' || word.front() == '('))
            word.remove_prefix(1);
        // "41:00.0" without its domain could be a time
        if (word.size() >= 12 && word.find('.') != std::string_view::npos)
            if (const auto address = Address::parse(word))
                return address;
    }
    return std::nullopt;
}

class LogReader {
public:
    LogReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {
        // A listing of the devices as they are now is better than what they were at boot.
        m_makeFunctions = std::none_of(builder.functions().begin(), builder.functions().end(),
                                       [](const host::PciFunction &f) { return f.classCode || f.rootBus; });
        const auto &entries = builder.host.kernelMessages;
        for (std::size_t i = 0; i < entries.size(); ++i)
            m_places.insert_or_assign(placeOf(entries[i].kind, entries[i].device, entries[i].text), i);
    }

    void read() {
        if (isWholeJson(m_text.bytes))
            readJson(m_text.bytes);
        else if (m_text.bytes.substr(0, FileSample::kHead).find("MESSAGE") != std::string_view::npos &&
                 isJournalFields(m_text.bytes.substr(0, FileSample::kHead)))
            readFields();
        else
            readLines();
        m_record.finish();
        addRecord();
        placeBuses();
    }

private:
    /// One object over many lines; where each line is an object, a broken one is a line.
    static bool isWholeJson(std::string_view text) {
        if (!isKernelLogJson(text.substr(0, FileSample::kHead)))
            return false;
        text = trimmed(text);
        return !trimmed(takeUntil(text, '\n')).ends_with('}');
    }

    void readJson(std::string_view text) {
        for (KernelLogJson json(text); json.next();) {
            const KernelLogJson::Entry &entry = json.entry();
            if (json.entry().source.data() >= m_text.bytes.data() &&
                json.entry().source.data() < m_text.bytes.data() + m_text.bytes.size())
                m_evidence = m_text.evidence(entry.source);
            if (entry.isKernel)
                readLine({entry.message, entry.host, entry.seconds, true, false});
        }
    }

    void readFields() {
        JournalFields fields;
        PastedLines lines = toolLines(m_text, PastedLines::Widths::Ignored);
        while (lines.next())
            if (fields.feed(lines.line()))
                readEntry(fields.take());
        fields.finish();
        readEntry(fields.take());
    }

    void readEntry(const JournalFields::Entry &entry) {
        for (const JournalFields::Message &message : entry.messages) {
            m_evidence = m_text.evidence(message.source);
            if (entry.isKernel)
                readLine({message.text, entry.host, entry.seconds, true, false});
        }
    }

    void readLines() {
        PastedLines lines = toolLines(m_text, PastedLines::Widths::Ignored);
        // Most lines contain nothing of interest, and are skipped unless the host name or functions are still
        // needed.
        const bool each = m_makeFunctions || !m_builder.host.hostname || !lines.areVerbatim();
        for (;;) {
            if (!each)
                lines.skipTo(findInKernelLog(lines.unread()));
            if (!lines.next())
                break;
            if (lines.line().blank())
                continue;
            m_evidence = m_text.evidence(lines.line().source);
            if (isKernelLogJson(lines.line().text))
                readJson(lines.line().text);
            else
                readLine(kernelLine(lines.line().text));
        }
    }

    void readLine(const KernelLine &line) {
        if (!line.host.empty())
            setTextIfUnknown(m_builder.host.hostname, line.host, m_evidence, 256);
        if (!readBoot(line.message) && !readPci(line.message) && !readBus(line.message) &&
            !readReady(line.seconds, line.message))
            readKernelMessage(line.message);
    }

    /// "pci_bus 0000:70: on NUMA node 0": of a root bus, once its functions are known.
    bool readBus(std::string_view message) {
        constexpr std::string_view kBegin = "pci_bus ", kNode = ": on NUMA node ";
        const auto at = startsWith(message, kBegin) ? message.find(kNode) : std::string_view::npos;
        if (at == std::string_view::npos)
            return false;
        std::string_view name = message.substr(kBegin.size(), at - kBegin.size());
        const auto domain = parseInteger<std::uint32_t>(takeUntil(name, ':'), 16);
        const auto bus = parseInteger<std::uint8_t>(name, 16);
        std::string_view rest = message.substr(at + kNode.size());
        const auto node = parseInteger<unsigned>(takeWord(rest));
        if (domain && bus && node && *node < HostLimits::kNumaNodes &&
            m_busNodes.size() < HostLimits::kFunctions)
            m_busNodes.try_emplace({*domain, *bus}, static_cast<int>(*node), m_evidence);
        return true;
    }

    /// What is below a root bus's functions takes their node.
    void placeBuses() {
        if (m_busNodes.empty())
            return;
        for (host::PciFunction &function : m_builder.functions()) {
            const auto at = m_busNodes.find({function.address.domain, function.address.bus});
            if (at != m_busNodes.end())
                setIfUnknown(function.numaNode, at->second.first, at->second.second);
        }
    }

    /// "Linux version 6.8.0-60-generic (...)", "Command line: BOOT_IMAGE=... iommu=pt"
    bool readBoot(std::string_view message) {
        constexpr std::string_view kVersion = "Linux version ";
        if (startsWith(message, kVersion)) {
            std::string_view rest = message.substr(kVersion.size());
            setTextIfUnknown(m_builder.host.kernel, takeWord(rest), m_evidence);
            return true;
        }
        constexpr std::string_view kHypervisor = "Hypervisor detected: ";
        if (startsWith(message, kHypervisor)) {
            // With the words of systemd-detect-virt.
            static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
                {"KVM", "kvm"}, {"Microsoft", "microsoft"}, {"VMware", "vmware"}, {"Xen", "xen"}};
            for (const auto &[name, word] : kNames)
                if (startsWith(message.substr(kHypervisor.size()), name))
                    setTextIfUnknown(m_builder.host.virtualization, word, m_evidence);
            return true;
        }
        for (const std::string_view prefix : {"Command line: ", "Kernel command line: "})
            if (startsWith(message, prefix)) {
                setTextIfUnknown(m_builder.host.commandLine, message.substr(prefix.size()), m_evidence, 8192);
                return true;
            }
        return false;
    }

    /// "pci 0000:41:00.0: [10de:2330] type 00 class 0x030200", "pci 0000:40:01.0: PCI bridge to [bus 41-43]",
    /// "pci 0000:41:00.0: Adding to iommu group 21".
    bool readPci(std::string_view message) {
        if (!startsWith(message, "pci "))
            return false;
        std::string_view rest = message.substr(4);
        std::string_view name = takeWord(rest);
        if (name.empty() || name.back() != ':')
            return false;
        name.remove_suffix(1);
        rest = trimmed(rest);
        const auto address = Address::parse(name);
        if (!address)
            return false;
        if (rest.starts_with('[') && rest.find("] type ") != std::string_view::npos)
            return readFound(*address, rest);
        host::PciFunction *function = m_builder.knownFunction(*address);
        constexpr std::string_view kGroup = "Adding to iommu group ";
        constexpr std::string_view kBridge = "PCI bridge to [bus ";
        if (rest.starts_with(kGroup)) {
            const auto group = parseInteger<std::uint32_t>(rest.substr(kGroup.size()));
            if (function && group && *group < HostLimits::kIommuGroups)
                setIfUnknown(function->iommuGroup, IommuGroup{*group}, m_evidence);
            return true;
        }
        if (!rest.starts_with(kBridge))
            return false;
        rest.remove_prefix(kBridge.size());
        std::string_view buses = takeUntil(rest, ']');
        const auto secondary = parseInteger<std::uint8_t>(takeUntil(buses, '-'), 16);
        const auto subordinate = buses.empty() ? secondary : parseInteger<std::uint8_t>(buses, 16);
        if (function && m_makeFunctions && secondary && subordinate) { // logged again when it changed
            function->rare.edit().secondaryBus = {*secondary, m_evidence};
            function->rare.edit().subordinateBus = {*subordinate, m_evidence};
        }
        return true;
    }

    bool readFound(const Address &address, std::string_view rest) {
        host::PciFunction *function = m_makeFunctions ? m_builder.function(address) : nullptr;
        if (!function)
            return true;
        rest.remove_prefix(1);
        const auto vendor = parseInteger<std::uint16_t>(takeUntil(rest, ':'), 16);
        const auto device = parseInteger<std::uint16_t>(takeUntil(rest, ']'), 16);
        constexpr std::string_view kClass = " class ";
        const auto at = rest.find(kClass);
        std::string_view classText = at == std::string_view::npos ? "" : rest.substr(at + kClass.size());
        const auto classCode = parseInteger<std::uint32_t>(takeWord(classText), 16);
        if (vendor && device) {
            setIfUnknown(function->vendor, *vendor, m_evidence);
            setIfUnknown(function->device, *device, m_evidence);
        }
        if (classCode && *classCode <= 0xFFFFFF)
            setIfUnknown(function->classCode, *classCode, m_evidence);
        return true;
    }

    /// "[   43.100000] [drm] Initialized amdgpu 3.63.0 20150101 for 0002:00:01.0 on minor 0": seconds are
    /// told where the line has no date (dmesg -T).
    bool readReady(std::optional<double> seconds, std::string_view message) {
        constexpr std::string_view kBegin = "[drm] Initialized ", kFor = " for ";
        const auto at = startsWith(message, kBegin) ? message.rfind(kFor) : std::string_view::npos;
        if (at == std::string_view::npos)
            return false;
        std::string_view driver = message.substr(kBegin.size()), device = message.substr(at + kFor.size());
        const auto address = Address::parse(takeWord(device));
        auto &ready = m_builder.host.driversReady;
        if (address && seconds && ready.size() < HostLimits::kGpus)
            ready.push_back({*address, shown(takeWord(driver), 64), *seconds, m_evidence});
        return true;
    }

    /// Lines of one kind and of one fault about one device (0: the host) or its part are one message: Xid 79
    /// and 63 are two, as are corrected and fatal errors. Only repetitions of the host's own lines without a
    /// fault (IOMMU, ACS) are merged: all of them differ in meaning.
    using Place = std::tuple<Kind, std::uint64_t, int, std::string>;
    static std::string wordsOf(const host::KernelFault &fault) {
        return std::string(fault.rule).append(" ").append(fault.variant).append(" ").append(fault.part);
    }
    static Place placeOf(Kind kind, const std::optional<Address> &device, std::string_view message) {
        message = host::withoutEnding(message);
        const host::KernelFault fault = host::kernelFaultOf(kind, message);
        const int number = fault.xid != 0 ? fault.xid : -static_cast<int>(fault.bus);
        std::string words(fault.isSwitch ? fault.variant : std::string_view{});
        if (!fault.rule.empty())
            words = wordsOf(fault);
        else if (!device)
            words = shown(message);
        return {kind, device ? device->key() + 1 : 0, number, std::move(words)};
    }

    /// "NVRM: The NVIDIA GPU 0000:41:00.0", whose sentence goes on in the next lines.
    std::optional<Address> subjectOf(std::string_view message) {
        if (message.starts_with("NVRM: The NVIDIA GPU"))
            m_subject = deviceOf(message);
        else if (!message.starts_with("NVRM: ") || message.find("API mismatch") != std::string_view::npos ||
                 deviceOf(message))
            m_subject.reset();
        return m_subject;
    }

    /// What the firmware kept of the boot before: the line says so, and not those of the record below it.
    bool isOfPreviousBoot(std::string_view message) {
        const bool isRecord = message.find("[Hardware Error]") != std::string_view::npos;
        m_isBootRecord = message.find("BERT: Error records from previous boot") != std::string_view::npos ||
                         (m_isBootRecord && isRecord);
        return m_isBootRecord && isRecord;
    }

    void readKernelMessage(std::string_view message) {
        const auto subject = subjectOf(message);
        const KernelLogRow *row = kernelLogRowOf(message);
        if (isOfPreviousBoot(message))
            return;
        endWhatIsOver(message);
        const bool isOfRecord = m_record.feed(message, m_evidence);
        addRecord();
        if (!row || (isOfRecord && message.find("event severity: ") != std::string_view::npos))
            return;
        auto device = deviceOf(message);
        if (!device)
            device = subject;
        add({row->kind, device, shown(message), 1, m_evidence});
    }

    void addRecord() {
        if (auto section = m_record.take())
            add({section->kind, section->device, std::move(section->text), 1, section->evidence});
    }

    void add(KernelMessage message) {
        message.text.resize(host::withoutEnding(message.text).size()); // the host's own text ends nothing
        auto &entries = m_builder.host.kernelMessages;
        const auto [at, isNew] =
            m_places.emplace(placeOf(message.kind, message.device, message.text), entries.size());
        if (!isNew) {
            KernelMessage &known = entries[at->second];
            ++known.count;
            if (isLastThatCounts(message) || host::withoutEnding(known.text) != known.text) {
                known.text = std::move(message.text);
                known.evidence = message.evidence;
            }
            return;
        }
        if (entries.size() >= HostLimits::kKernelMessages) {
            m_places.erase(at);
            return;
        }
        entries.push_back(std::move(message));
    }

    static bool isLastThatCounts(const KernelMessage &message) {
        return message.kind == Kind::GpuFault &&
               host::kernelFaultOf(message.kind, message.text).xid == host::KernelFault::kRecoveryAction;
    }

    /// A line that states that an earlier one no longer holds: its words, and rule and variant of that one;
    /// empty: those that the line would have as a fault.
    struct Ending {
        std::string_view has, alsoHas;
        Kind kind;
        std::string_view ended;
    };
    static constexpr Ending kEndings[] = {
        {"Port module event", "Cable plugged", Kind::NicFault, "kernel.nic unplugged "},
        {"NIC Link is ", " Up", Kind::NicFault, "kernel.nic link_down "},
        {"NIC Link is ", " up", Kind::NicFault, "kernel.nic link_down "},
        {": Link up", "", Kind::NicFault, "kernel.nic link_down "},
        {": Link up", "", Kind::NicFault, "kernel.nic unplugged "},
        {"NIC Link is ", " Up", Kind::NicFault, "kernel.nic unplugged "},
        {"pciehp: ", "Link Up", Kind::LinkChange, "kernel.slot  "},
        {"pciehp: ", "Link Up", Kind::LinkChange, "kernel.slot no_link "},
        {"pciehp: ", "Link Up", Kind::LinkChange, "kernel.slot not_present "},
        {"pciehp: ", "Card present", Kind::LinkChange, "kernel.slot not_present "},
        {"BAR ", ": assigned", Kind::Driver, {}},
    };

    static void end(KernelMessage &message, std::string_view by) {
        std::string text(host::withoutEnding(message.text));
        message.text = text.append(host::kEndedBy).append(shown(by));
    }

    void endWhatIsOver(std::string_view message) {
        if (m_places.empty())
            return;
        const auto has = [&](std::string_view words) {
            return message.find(words) != std::string_view::npos;
        };
        for (const Ending &ending : kEndings) {
            if (!has(ending.has) || !has(ending.alsoHas))
                continue;
            const auto device = deviceOf(message);
            const std::string words =
                ending.ended.empty()
                    ? wordsOf(host::kernelFaultOf(ending.kind, message))
                    : std::string(ending.ended).append(host::kernelPartOf(ending.kind, message));
            const auto at = m_places.find({ending.kind, device ? device->key() + 1 : 0, 0, words});
            if (at != m_places.end())
                end(m_builder.host.kernelMessages[at->second], message);
        }
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    bool m_makeFunctions = false;
    EvidenceRef m_evidence;
    std::optional<Address> m_subject;
    bool m_isBootRecord = false;
    ApeiRecord m_record;
    std::map<host::RootBus, std::pair<int, EvidenceRef>> m_busNodes;
    std::map<Place, std::size_t> m_places; ///< in kernelMessages
};

} // namespace

// Lines that say something about a link, an error, the IOMMU or a GPU; the kernel's version and command line,
// and the PCI functions as they were found at boot, where no other source shows them.
void readKernelLog(const SectionText &text, HostBuilder &builder) {
    const bool isUsers = text.meta.name == "tool-dmesg";
    if (isUsers && builder.notes.kernelLogRead)
        return; // root's reading of the same log
    LogReader(text, builder).read();
    builder.notes.kernelLogRead |= !isUsers && !text.bytes.empty() && text.meta.exitStatus.value_or(0) == 0;
}

} // namespace fabricscope::formats
