// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The texts about a guest and its host.
#include "core/base/HostText.h"
#include "core/present/hostvm/HostVmBuilder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricscope::present {

using findings::Severity;
using hostvm::Confidence;
using hostvm::Source;

namespace {

constexpr std::size_t kMaxNamed = 3, kMaxText = 400;

constexpr std::array<std::pair<Source, std::string_view>, 7> kSources{{
    {Source::Manual, "by your assignment"},
    {Source::GuestAddress, "by the VMM's guest addresses"},
    {Source::Mac, "by the VF's MAC on its PF"},
    {Source::Serial, "by PCIe serial numbers"},
    {Source::Earlier, "by a capture made before binding"},
    {Source::Order, "by the VMM's device order"},
    {Source::BarSize, "by model and BAR sizes"},
}};
constexpr std::array<std::pair<Confidence, std::string_view>, 3> kConfidences{{
    {Confidence::Certain, "certain"},
    {Confidence::Likely, "likely"},
    {Confidence::Guess, "guess"},
}};

template<class Table, class Key> std::string_view inTable(const Table &table, Key key) {
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const auto &entry) { return entry.first == key; });
    return found == table.end() ? std::string_view{} : found->second;
}

/// "ionic_2 and ionic_3", "ionic_2, ionic_3, ionic_4 and 2 more".
std::string named(std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    if (names.size() > kMaxNamed) {
        const std::size_t more = names.size() - kMaxNamed;
        names.resize(kMaxNamed);
        names.push_back(fmt::format("{} more", more));
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

std::string devices(std::size_t count) {
    return fmt::format("{} device{}", count, count == 1 ? "" : "s");
}

} // namespace

std::string_view wordsOf(Source source) {
    return inTable(kSources, source);
}
std::string_view wordsOf(Confidence confidence) {
    return inTable(kConfidences, confidence);
}

namespace {
constexpr std::uint32_t kGuestBit = 0x80000000;
}

std::uint32_t HostVmId::encoded() const {
    return node | (guest ? kGuestBit : 0);
}

std::optional<HostVmId> HostVmId::decoded(std::uint32_t number) {
    if (number == 0xFFFFFFFF) // unset
        return std::nullopt;
    return HostVmId{(number & kGuestBit) != 0, number & ~kGuestBit};
}

HostVmTable::HostVmTable(const HostVmInput &input) {
    HostVmBuilder(input, *this).build();
}

const HostVmRow *HostVmTable::row(HostVmId id) const {
    const auto &rows = id.guest ? m_guestRows : m_hostRows;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const HostVmRow &row) { return row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

std::optional<HostVmId> HostVmTable::other(HostVmId id) const {
    for (const HostVmCurve &curve : m_curves) {
        if (curve.claimedBy == HostVmCurve::ClaimedBy::File)
            continue;
        const HostVmId host = m_hostRows[curve.host].id, guest = m_guestRows[curve.guest].id;
        if (id == host || id == guest)
            return id == host ? guest : host;
    }
    return std::nullopt;
}

void HostVmBuilder::addConflicts() {
    if (m_input.guestMapping == nullptr)
        return;
    for (const hostvm::Conflict &conflict : m_input.guestMapping->conflicts) {
        for (const pci::Address &address : conflict.guest)
            if (const auto row = guestRowAt(address))
                m_table.m_guestRows[*row].conflict = true;
        for (const pci::Address &address : conflict.onHost)
            if (const auto row = hostRowAt(address))
                m_table.m_hostRows[*row].conflict = true;
    }
    for (const pci::Address &address : m_input.guestMapping->assignedDevices)
        if (const auto row = hostRowAt(address))
            m_table.m_hostRows[*row].alone = !m_matched.contains(address);
}

void HostVmBuilder::addLabels() {
    const auto conflictText = [this](const pci::Address &address, bool ofGuest) {
        for (const hostvm::Conflict &conflict : m_input.guestMapping->conflicts) {
            const auto &about = ofGuest ? conflict.guest : conflict.onHost;
            if (std::find(about.begin(), about.end(), address) != about.end())
                return HostText(conflict.words).plain(kMaxText);
        }
        return std::string();
    };
    const auto finish = [&](HostVmRow &row, const pci::Address &address, const char *alone) {
        if (row.alone)
            row.label += fmt::format(", {}", alone);
        if (row.conflict)
            row.label += ", warning: sources disagree: " + conflictText(address, row.id.guest);
    };
    for (std::size_t index = 0; index < m_table.m_hostRows.size(); ++index) {
        HostVmRow &row = m_table.m_hostRows[index];
        row.label = fmt::format("{}, {} on the host", row.name, row.address);
        if (!row.role.empty())
            row.label += ", " + row.role;
        if (row.vfio)
            row.label += ", bound to vfio";
    }
    for (std::size_t index = 0; index < m_table.m_guestRows.size(); ++index) {
        HostVmRow &row = m_table.m_guestRows[index];
        row.label = fmt::format("{}, {} in the guest", row.name, row.address);
        const hostvm::Match *match = m_matchOf[index];
        if (const auto onHost = hostRowOf(index)) {
            HostVmRow &other = m_table.m_hostRows[*onHost];
            const std::string proof = match->proofs.empty()
                                          ? std::string("no reason given")
                                          : std::string(wordsOf(match->proofs.front().source));
            row.label += fmt::format(", is {} {} of the host, {} {}", other.name, other.address,
                                     wordsOf(match->confidence), proof);
            other.label += fmt::format(", is {} {} in the guest, {} {}", row.name, row.address,
                                       wordsOf(match->confidence), proof);
        }
        if (!row.pair.empty())
            row.label += ", pair " + row.pair + " of the file";
        finish(row, *m_guestNodes[index]->bdf, "not found on the host");
    }
    for (std::size_t index = 0; index < m_table.m_hostRows.size(); ++index)
        finish(m_table.m_hostRows[index], *m_hostNodes[index]->bdf, "not found in the guest");
    for (const Claimed &claimed : m_claims) {
        if (!claimed.wrong)
            continue;
        HostVmRow &gpu = m_table.m_guestRows[claimed.gpu], &nic = m_table.m_guestRows[claimed.nic];
        const HostVmRow &expected = m_table.m_guestRows[*claimed.expected];
        nic.label += fmt::format(", error: line {} of the file pairs it with {}; {} belongs there",
                                 claimed.claim.line, gpu.name, expected.name);
        gpu.label +=
            fmt::format(", error: the file pairs it with {}; {} belongs there", nic.name, expected.name);
    }
}

// The sentence above

/// Reports what prevents a comparison; returns true if there is nothing else to report.
bool HostVmBuilder::reportMissingInput() {
    const auto report = [this](std::string sentence, std::string detail, Severity severity) {
        m_table.m_sentence = std::move(sentence);
        m_table.m_detail = std::move(detail);
        m_table.m_severity = severity;
        return true;
    };
    const std::string &guest = m_table.m_guestName;
    const std::string &host = m_table.m_hostName;
    if (!m_table.m_hasGuest && !m_table.m_hasHost)
        return report("No VM selected.", "", Severity::Note);
    if (!m_table.m_hasGuest)
        return report(
            fmt::format("{} was not collected.", guest.empty() ? "The VM" : guest),
            fmt::format("Shown: devices that {} passes to it. Connect to the VM to see its side.", host),
            Severity::Note);
    if (!m_table.m_hasHost)
        return report(fmt::format("The host of {} is unknown.", guest),
                      "Flat buses show no distances. Collect the hypervisor, too.", Severity::Note);
    if (m_table.m_curves.empty())
        return report(fmt::format("No device of {} was found on {}.", guest, host),
                      "It may run on another host. Or match devices in the context menu.", Severity::Warning);
    return false;
}

void HostVmBuilder::reportMismatches() {
    std::vector<std::string> nics, gpus, swapped;
    for (const Claimed &claimed : m_claims)
        if (claimed.wrong) {
            nics.push_back(m_table.m_guestRows[claimed.nic].name);
            gpus.push_back(m_table.m_guestRows[claimed.gpu].name);
        }
    for (const HostVmMark &mark : m_table.m_marks)
        if (mark.swapped)
            for (const std::size_t curve : mark.curves)
                swapped.push_back(m_table.m_guestRows[m_table.m_curves[curve].guest].name);
    const bool allSwapped = swapped.size() == nics.size();
    const bool onePair = allSwapped && swapped.size() == 2;
    m_table.m_severity = Severity::Error;
    m_table.m_sentence = onePair ? fmt::format("{} are swapped in the file.", named(swapped))
                                 : fmt::format("{} {} next to the wrong GPU{} in the file.", named(nics),
                                               nics.size() == 1 ? "is" : "are", nics.size() == 1 ? "" : "s");
    m_table.m_detail = fmt::format("{} {} to reach a NIC.", named(gpus),
                                   gpus.size() == 1 ? "leaves its switch" : "leave their switch");
}

void HostVmBuilder::addTexts() {
    setStatus();
    if (reportMissingInput())
        return;
    const std::size_t conflicts =
        m_input.guestMapping != nullptr ? m_input.guestMapping->conflicts.size() : 0;
    if (std::any_of(m_claims.begin(), m_claims.end(), [](const Claimed &claimed) { return claimed.wrong; }))
        return reportMismatches();
    const auto unmatched =
        static_cast<std::size_t>(std::count_if(m_table.m_guestRows.begin(), m_table.m_guestRows.end(),
                                               [](const HostVmRow &row) { return row.alone; }));
    if (conflicts > 0) {
        m_table.m_severity = Severity::Warning;
        m_table.m_sentence = fmt::format("Sources disagree about {}.", devices(conflicts));
        m_table.m_detail = HostText(m_input.guestMapping->conflicts.front().words).plain(kMaxText);
    } else if (!m_table.m_hasFile) {
        m_table.m_severity = Severity::Warning;
        m_table.m_sentence = fmt::format("{} has no NCCL file.", m_table.m_guestName);
        m_table.m_detail = "Without it the library sees flat buses, on which all NICs are equally near.";
    } else if (m_table.m_compared == 0) {
        m_table.m_severity = Severity::Warning;
        m_table.m_sentence = "The file cannot be compared with the hardware.";
        m_table.m_detail = "The hardware distance of the file's pairs is unknown.";
    } else if (unmatched > 0) {
        m_table.m_severity = Severity::Note;
        m_table.m_sentence =
            fmt::format("The file matches the hardware; {} of {} {} not found on {}.", devices(unmatched),
                        m_table.m_guestName, unmatched == 1 ? "was" : "were", m_table.m_hostName);
    } else {
        m_table.m_sentence = "The file matches the hardware.";
    }
}

/// Names the source only if it is the right one.
void HostVmBuilder::setStatus() {
    std::map<Source, std::size_t> bySource;
    std::size_t matched = 0;
    for (std::size_t row = 0; row < m_matchOf.size(); ++row)
        if (hostRowOf(row) && !m_matchOf[row]->proofs.empty()) {
            ++bySource[m_matchOf[row]->proofs.front().source];
            ++matched;
        }
    if (!m_table.m_hasGuest || !m_table.m_hasHost)
        return;
    m_table.m_status = fmt::format("{} of {} matched", matched, devices(m_table.m_guestRows.size()));
    bool first = true;
    for (const auto &[source, count] : bySource) {
        m_table.m_status += first ? " " : ", ";
        if (bySource.size() > 1)
            m_table.m_status += fmt::format("{} ", count);
        m_table.m_status += wordsOf(source);
        first = false;
    }
}

} // namespace fabricscope::present
