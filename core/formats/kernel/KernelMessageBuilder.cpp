// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/kernel/KernelMessageBuilder.h"

#include "core/base/Text.h"
#include "core/formats/kernel/AerStatus.h"
#include "core/formats/kernel/AmdgpuCause.h"
#include "core/formats/kernel/KernelEndings.h"
#include "core/formats/tools/ToolText.h"
#include "core/host/KernelNotes.h"
#include "core/pci/AerErrors.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

using host::KernelFault;
using host::KernelMessage;
using host::KernelNotes;
using pci::Address;
using Kind = KernelMessage::Kind;

constexpr std::size_t kLongestTime = 40;

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

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
        // A service of a port, before Linux 5.0: "dpc 0000:00:1c.0:pcie010: ..."
        word = word.substr(0, word.find(":pcie"));
        while (!word.empty() && (word.front() == '[' || word.front() == '('))
            word.remove_prefix(1);
        // "41:00.0" without its domain could be a time
        if (word.size() >= 12 && word.find('.') != std::string_view::npos)
            if (const auto address = Address::parse(word))
                return address;
    }
    return std::nullopt;
}

std::string wordsOf(const KernelFault &fault) {
    return std::string(fault.rule).append(" ").append(fault.variant).append(" ").append(fault.part);
}

bool isLastThatCounts(const KernelMessage &message) {
    return message.kind == Kind::LinkLimited || // the driver's line, or that after a reset
           (message.kind == Kind::GpuFault &&
            host::kernelFaultOf(message.kind, message.text).xid == KernelFault::kRecoveryAction);
}

/// Links that go down: several times are another finding than once.
bool mayFlap(const KernelMessage &message) {
    const KernelFault fault = host::kernelFaultOf(message.kind, message.text);
    return (fault.rule == "kernel.nic" && fault.variant == "link_down") ||
           (fault.rule == "kernel.slot" && fault.variant.empty());
}

/// The device that a root port names: "AER: Corrected error received: 0000:41:00.0"; none where the port does
/// not know it: 00:00.0.
std::optional<Address> reportedDevice(std::string_view message) {
    const std::string_view rest = message.substr(message.find(" received") + 1);
    const auto device = deviceOf(rest);
    return device && (device->bus != 0 || device->device != 0 || device->function != 0) ? device
                                                                                        : std::nullopt;
}

/// A root port's line that ends before it names the device ("... error message received from"): the error is
/// not the port's own. "id=00e0" and 00:00.0 name none, but are whole.
bool isCutReport(std::string_view message) {
    const std::size_t received = message.find(" received");
    return received == std::string_view::npos ||
           std::none_of(message.begin() + static_cast<std::ptrdiff_t>(received), message.end(),
                        [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

KernelMessageBuilder::KernelMessageBuilder(HostBuilder &builder) : m_builder(builder) {
    const auto &entries = builder.host.kernelMessages;
    for (std::size_t i = 0; i < entries.size(); ++i)
        m_places.insert_or_assign(placeOf(entries[i].kind, entries[i].device, entries[i].text),
                                  Known{i, entries[i].count, {}, 0, {}});
}

KernelMessageBuilder::Place KernelMessageBuilder::placeOf(Kind kind, const std::optional<Address> &device,
                                                          std::string_view message) {
    message = host::withoutNotes(message);
    const KernelFault fault = host::kernelFaultOf(kind, message);
    const int number = fault.xid != 0 ? fault.xid : -static_cast<int>(fault.bus);
    std::string words(fault.isSwitch ? fault.variant : std::string_view{});
    if (!fault.rule.empty())
        words = wordsOf(fault);
    else if (!device)
        words = shown(message);
    if (fault.isReport)
        words = "report"; // of an error that the device logs in its own words
    if (fault.xid != 0)
        kind = Kind::GpuFault; // 79 is among the lost devices, or not, by its words
    return {kind, device ? device->key() + 1 : 0, number, std::move(words)};
}

/// "NVRM: The NVIDIA GPU 0000:41:00.0", whose sentence goes on in the next lines, up to its point.
std::optional<Address> KernelMessageBuilder::subjectOf(std::string_view message) {
    const bool isOver = std::exchange(m_isSubjectOver, message.ends_with('.'));
    if (message.starts_with("NVRM: The NVIDIA GPU"))
        m_subject = deviceOf(message);
    else if (isOver || !message.starts_with("NVRM: ") || has(message, "API mismatch") ||
             has(message, "probe routine") || has(message, "RmInitAdapter") ||
             has(message, "rm_init_adapter") || deviceOf(message))
        m_subject.reset();
    return m_subject;
}

/// What the firmware kept of the boot before: the line says so, and not those of the record directly below
/// it, which have no number ("{1}") and no words of the kernel's own checks.
bool KernelMessageBuilder::isOfPreviousBoot(std::string_view message, const KernelLogRow *row) {
    const bool isRecord =
        message.starts_with("[Hardware Error]: ") && (row == nullptr || has(message, "event severity: "));
    m_isBootRecord = has(message, "BERT: Error records from previous boot") || (m_isBootRecord && isRecord);
    return m_isBootRecord && isRecord;
}

void KernelMessageBuilder::read(std::string_view message, std::string_view time,
                                const host::EvidenceRef &evidence, bool isQuoted) {
    const auto subject = subjectOf(message);
    const KernelLogRow *row = kernelLogRowOf(message);
    if (isOfPreviousBoot(message, row) || (row != nullptr && m_copies.isCopy(message, time, isQuoted)))
        return;
    endWhatIsOver(message);
    const bool isOfRecord = m_record.feed(message, evidence);
    addRecord();
    noteCause(message);
    if (row == nullptr)
        addStatus(message);
    if (has(message, "Slot("))
        m_buttons.read(message, deviceOf(message));
    if (row == nullptr || (isOfRecord && has(message, "event severity: ")))
        return;
    auto device = deviceOf(message);
    if (row->kind == Kind::LinkChange && m_buttons.explains(host::kernelFaultOf(row->kind, message), device))
        return;
    addRing(message, device);
    if (!device)
        device = subject;
    Line line;
    line.message = {row->kind, device, shown(message), 1, evidence};
    line.row = row;
    line.time = time;
    if (has(message, "Fatal error during GPU init")) {
        if (!m_cause.device || m_cause.device == device)
            line.errors = std::move(m_cause.names);
        m_cause = {};
    } else if (has(message, "_init of IP block <") && (!device || m_cause.device == device)) {
        line.errors = m_cause.names; // some drivers end without that line
    }
    if (host::kernelFaultOf(row->kind, message).isReport) {
        if (isCutReport(message))
            return;
        if (const auto reported = reportedDevice(message))
            line.message.device = reported;
    }
    if (!keepRing(line))
        add(std::move(line));
}

/// "[drm:amdgpu_job_timedout [amdgpu]] *ERROR* ring sdma0 timeout, signaled seq=...": older kernels name the
/// GPU in the reset that follows.
bool KernelMessageBuilder::keepRing(Line &line) {
    const KernelMessage &message = line.message;
    if (message.device || message.kind != Kind::GpuFault ||
        host::kernelFaultOf(message.kind, message.text).variant != "ring")
        return false;
    if (m_ring.line) { // of two, it is unknown which is whose
        add(*std::exchange(m_ring.line, std::nullopt));
        return false;
    }
    m_ring = {std::move(line), 0};
    return true;
}

void KernelMessageBuilder::addRing(std::string_view message, const std::optional<Address> &device) {
    if (!m_ring.line)
        return;
    constexpr std::size_t kFarthest = 4;
    if (device && has(message, "amdgpu") && has(message, "GPU reset begin"))
        m_ring.line->message.device = device;
    else if (++m_ring.linesAfter < kFarthest)
        return;
    add(*std::exchange(m_ring.line, std::nullopt));
}

void KernelMessageBuilder::finish() {
    m_record.finish();
    addRecord();
    if (m_ring.line)
        add(*std::exchange(m_ring.line, std::nullopt));
}

void KernelMessageBuilder::addRecord() {
    if (auto section = m_record.take()) {
        Line line;
        line.message = {section->kind, section->device, std::move(section->text), 1, section->evidence};
        line.errors = std::move(section->errors);
        add(std::move(line));
    }
}

void KernelMessageBuilder::add(Line line) {
    KernelMessage &message = line.message;
    message.text.resize(host::withoutNotes(message.text).size()); // the host's own text is no note
    auto &entries = m_builder.host.kernelMessages;
    const auto [at, isNew] = m_places.try_emplace(placeOf(message.kind, message.device, message.text));
    Known &known = at->second;
    if (isNew && entries.size() >= HostLimits::kKernelMessages) {
        m_places.erase(at);
        return;
    }
    if (isNew) {
        known.index = entries.size();
        known.first = shown(line.time, kLongestTime);
        known.boot = m_boot;
        (void)count(known, line.row);
        entries.push_back(std::move(message));
    } else {
        repeat(known, line);
    }
    if (const KernelMessage &added = entries[known.index];
        added.kind == Kind::BusError && !host::kernelFaultOf(added.kind, added.text).isReport)
        m_busError = {entries[known.index].device, known.index};
    addErrors(known.index, line.errors);
}

void KernelMessageBuilder::repeat(Known &known, Line &line) {
    KernelMessage &message = m_builder.host.kernelMessages[known.index];
    if (mayFlap(message))
        repeatLink(message, known, line);
    else
        message.count = count(known, line.row);
    KernelNotes notes = host::notesOf(message.text);
    const bool isBack = !notes.later.empty();
    notes.later.clear();
    if (isBack || isLastThatCounts(line.message)) {
        message.text = std::move(line.message.text);
        message.evidence = line.message.evidence;
    }
    message.text = host::textWithNotes(message.text, notes);
}

/// Links go down whenever a host shuts down: they are counted in each boot alone. The times are those of the
/// boot that has the most.
void KernelMessageBuilder::repeatLink(KernelMessage &message, Known &known, const Line &line) {
    if (known.boot != m_boot)
        known = Known{known.index, message.count, {}, m_boot, {}};
    const std::string time = shown(line.time, kLongestTime);
    if (known.phrases.empty())
        known.first = time;
    const std::uint32_t events = count(known, line.row);
    if (events <= message.count)
        return;
    message.count = events;
    KernelNotes notes = host::notesOf(message.text);
    notes.first = known.first;
    notes.last = time;
    message.text = host::textWithNotes(message.text, notes);
}

/// Of the phrases of one event each is there once: the most frequent one counts.
std::uint32_t KernelMessageBuilder::count(Known &known, const KernelLogRow *row) {
    const auto at = std::find_if(known.phrases.begin(), known.phrases.end(),
                                 [&](const auto &each) { return each.first == row; });
    if (at == known.phrases.end())
        known.phrases.emplace_back(row, 1);
    else if (row == nullptr || !row->isDetail)
        ++at->second;
    std::uint32_t most = 0;
    for (const auto &[phrase, lines] : known.phrases)
        most = std::max(most, lines);
    return std::max(known.before, most); // the same boot is in several texts of a capture
}

void KernelMessageBuilder::addErrors(std::size_t index, std::string_view names) {
    constexpr std::size_t kLongest = 256;
    KernelMessage &message = m_builder.host.kernelMessages[index];
    KernelNotes notes = host::notesOf(message.text);
    while (!names.empty()) {
        std::string_view name = takeUntil(names, ',');
        name = host::withoutNotes(trimmed(name)); // a name that a host chose
        if (!has(notes.errors, name) && notes.errors.size() + name.size() < kLongest)
            notes.errors.append(notes.errors.empty() ? "" : ", ").append(name);
    }
    message.text = host::textWithNotes(message.text, notes);
}

/// What went wrong, in the lines behind the device's "PCIe Bus Error".
void KernelMessageBuilder::addStatus(std::string_view message) {
    if (!m_busError.device)
        return;
    const auto status = aerStatusOf(message);
    if (!status || deviceOf(message) != m_busError.device)
        return;
    const KernelMessage &known = m_builder.host.kernelMessages[m_busError.index];
    const bool isCorrected = host::kernelFaultOf(known.kind, known.text).bus == KernelFault::Bus::Corrected;
    addErrors(m_busError.index, pci::aerErrorNames(*status, isCorrected));
}

void KernelMessageBuilder::noteCause(std::string_view message) {
    constexpr std::size_t kMost = 3;
    const std::string_view cause = amdgpuCause(message);
    if (cause.empty())
        return;
    const auto device = deviceOf(message);
    if (device && m_cause.device && device != m_cause.device)
        m_cause = {};
    if (device)
        m_cause.device = device;
    std::string name = shown(host::withoutNotes(cause));
    std::replace(name.begin(), name.end(), ',', ' ');
    if (m_cause.count == kMost || has(m_cause.names, name))
        return;
    ++m_cause.count;
    m_cause.names.append(m_cause.names.empty() ? "" : ", ").append(name);
}

void KernelMessageBuilder::endWhatIsOver(std::string_view message) {
    if (m_places.empty())
        return;
    for (const KernelEnding &ending : kKernelEndings) {
        if (!has(message, ending.has) || !has(message, ending.alsoHas))
            continue;
        const auto device = deviceOf(message);
        const std::string words =
            ending.ended.empty() ? wordsOf(host::kernelFaultOf(ending.kind, message))
                                 : std::string(ending.ended).append(host::kernelPartOf(ending.kind, message));
        const auto at = m_places.find({ending.kind, device ? device->key() + 1 : 0, 0, words});
        if (at == m_places.end())
            continue;
        KernelMessage &ended = m_builder.host.kernelMessages[at->second.index];
        KernelNotes notes = host::notesOf(ended.text);
        notes.later = shown(message);
        ended.text = host::textWithNotes(ended.text, notes);
    }
}

} // namespace fabricscope::formats
