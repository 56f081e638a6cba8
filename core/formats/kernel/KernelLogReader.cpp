// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The kernel's log: dmesg with or without -T, journalctl -k, /var/log/kern.log.
#include "core/base/Text.h"
#include "core/formats/Bytes.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/files/FileKinds.h"
#include "core/formats/kernel/JournalFields.h"
#include "core/formats/kernel/KernelLine.h"
#include "core/formats/kernel/KernelLogJson.h"
#include "core/formats/kernel/KernelLogRows.h"
#include "core/formats/kernel/KernelMessageBuilder.h"
#include "core/formats/kernel/LogHosts.h"
#include "core/formats/tools/ToolText.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
/// As dmesg prints it where the log has no text of it.
std::string timeOf(const KernelLine &line) {
    return line.time.empty() && line.seconds ? fmt::format("{:.6f}", *line.seconds) : std::string(line.time);
}

class LogReader {
public:
    LogReader(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_builder(builder), m_messages(builder), m_hosts(builder.host.hostname.valueOr({})) {
        // A listing of the devices as they are now is better than what they were at boot.
        m_makeFunctions = std::none_of(builder.functions().begin(), builder.functions().end(),
                                       [](const host::PciFunction &f) { return f.classCode || f.rootBus; });
    }

    void read() {
        const std::string_view head = m_text.bytes.substr(0, FileSample::kHead);
        const Form form = isWholeJson(m_text.bytes) ? Form::Json
                          : head.find("MESSAGE") != std::string_view::npos && isJournalFields(head)
                              ? Form::Fields
                              : Form::Lines;
        if (isUsers() && !m_hosts.isDecided())
            learnHosts(form);
        if (form == Form::Json)
            readJson(m_text.bytes);
        else if (form == Form::Fields)
            readFields();
        else
            readLines();
        m_messages.finish();
        placeBuses();
        addOtherHosts();
    }

private:
    enum class Form : std::uint8_t { Lines, Fields, Json };

    /// What the host sent itself is its own.
    [[nodiscard]] bool isUsers() const { return m_text.meta.part == capture::Part::Import; }

    void learnHosts(Form form) {
        if (form == Form::Json)
            learnHostsOfJson(m_text.bytes);
        for (std::string_view rest = form == Form::Json ? std::string_view{} : m_text.bytes; !rest.empty();) {
            const std::string_view line = trimmed(takeUntil(rest, '\n'));
            constexpr std::string_view kField = "_HOSTNAME=";
            if (form == Form::Fields) {
                if (startsWith(line, kField))
                    m_hosts.learn(line.substr(kField.size()), {});
            } else if (isKernelLogJson(line)) {
                learnHostsOfJson(line);
            } else {
                const KernelLine each = kernelLine(line);
                m_hosts.learn(each.host, each.time);
            }
        }
        m_hosts.decide();
    }

    void learnHostsOfJson(std::string_view text) {
        for (KernelLogJson json(text); json.next();)
            m_hosts.learn(json.entry().host, {});
    }

    /// A log server's journal, or several journals in one file.
    void addOtherHosts() {
        constexpr std::size_t kNamed = 4;
        const std::vector<std::string> &others = m_hosts.others();
        if (others.empty())
            return;
        std::string names;
        for (std::size_t i = 0; i < std::min(others.size(), kNamed); ++i)
            names.append(i == 0 ? "" : ", ").append(shown(others[i], 80));
        if (others.size() > kNamed)
            names += " and others";
        const std::string host = shown(m_hosts.host(), 80);
        host::Missing left{
            fmt::format("kernel messages of {}", names),
            m_hosts.hasOwnLines()
                ? fmt::format("the log is of several hosts; {} is shown", host)
                : fmt::format("the host shown is {}, and these lines are under other names", host),
            "open the lines of each host separately"};
        auto &missing = m_builder.host.missing;
        if (std::find(missing.begin(), missing.end(), left) == missing.end())
            missing.push_back(std::move(left));
    }

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
                readLine({entry.message, entry.host, entry.seconds, {}, true, false});
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
                readLine({message.text, entry.host, entry.seconds, {}, true, false});
        }
    }

    void readLines() {
        PastedLines lines = toolLines(m_text, PastedLines::Widths::Ignored);
        // Most lines contain nothing of interest, and are skipped unless the host name or functions are still
        // needed.
        const bool each = m_makeFunctions || !m_builder.host.hostname || !lines.areVerbatim();
        for (;;) {
            if (!each)
                skipLines(lines);
            if (!lines.next())
                break;
            if (lines.line().blank())
                continue;
            m_evidence = m_text.evidence(lines.line().source);
            m_isQuoted = trimmed(lines.line().source).starts_with('>');
            if (isKernelLogJson(lines.line().text))
                readJson(lines.line().text);
            else
                readLine(kernelLine(lines.line().text));
        }
    }

    void skipLines(PastedLines &lines) {
        const char *next = lines.unread().data();
        lines.skipTo(findInKernelLog(lines.unread()));
        if (lines.unread().data() != next)
            m_messages.skipLines();
    }

    void readLine(const KernelLine &line) {
        if (isUsers() && !m_hosts.reads(line.host))
            return;
        if (!line.host.empty() && (!isUsers() || m_hosts.isLastName(line.host)))
            setTextIfUnknown(m_builder.host.hostname, line.host, m_evidence, 256);
        if (!readBoot(line.message) && !readPci(line.message) && !readBus(line.message) &&
            !readReady(line.seconds, line.message))
            m_messages.read(line.message, timeOf(line), m_evidence, m_isQuoted);
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
            m_messages.beginBoot();
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

    const SectionText &m_text;
    HostBuilder &m_builder;
    bool m_makeFunctions = false;
    EvidenceRef m_evidence;
    bool m_isQuoted = false; ///< the line, as in a mail
    KernelMessageBuilder m_messages;
    LogHosts m_hosts;
    std::map<host::RootBus, std::pair<int, EvidenceRef>> m_busNodes;
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
