// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/hostvm/HostVmText.h"

#include "core/base/HostText.h"

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

std::string deviceCount(std::size_t count) {
    return fmt::format("{} device{}", count, count == 1 ? "" : "s");
}

} // namespace

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string_view wordsOf(Source source) {
    return inTable(kSources, source);
}
std::string_view wordsOf(Confidence confidence) {
    return inTable(kConfidences, confidence);
}

void addLabels(const HostVmInput &input, const HostVmDevices &devices, const HostVmClaims &claims,
               std::vector<HostVmRow> &hostRows, std::vector<HostVmRow> &guestRows) {
    const auto conflictText = [&](const pci::Address &address, bool ofGuest) {
        for (const hostvm::Conflict &conflict : input.guestMapping->conflicts) {
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
    for (std::size_t index = 0; index < hostRows.size(); ++index) {
        HostVmRow &row = hostRows[index];
        row.label = fmt::format("{}, {} on the host", row.name, row.address);
        if (!row.role.empty())
            row.label += ", " + row.role;
        if (row.vfio)
            row.label += ", bound to vfio";
    }
    for (std::size_t index = 0; index < guestRows.size(); ++index) {
        HostVmRow &row = guestRows[index];
        row.label = fmt::format("{}, {} in the guest", row.name, row.address);
        const hostvm::Match *match = devices.matchOf[index];
        if (const auto onHost = devices.hostRowOf(index)) {
            HostVmRow &other = hostRows[*onHost];
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
        finish(row, *devices.guestNodes[index]->bdf, "not found on the host");
    }
    for (std::size_t index = 0; index < hostRows.size(); ++index)
        finish(hostRows[index], *devices.hostNodes[index]->bdf, "not found in the guest");
    for (const HostVmClaims::Claimed &claimed : claims.list()) {
        if (!claimed.wrong)
            continue;
        HostVmRow &gpu = guestRows[claimed.gpu], &nic = guestRows[claimed.nic];
        const HostVmRow &expected = guestRows[*claimed.expected];
        nic.label += fmt::format(", error: line {} of the file pairs it with {}; {} belongs there",
                                 claimed.claim.line, gpu.name, expected.name);
        gpu.label +=
            fmt::format(", error: the file pairs it with {}; {} belongs there", nic.name, expected.name);
    }
}

namespace {

/// What prevents a comparison; absent: nothing.
std::optional<HostVmHeadline> missingInput(const HostVmTable &table) {
    const auto report = [](std::string sentence, std::string detail, Severity severity) {
        return HostVmHeadline{severity, std::move(sentence), std::move(detail)};
    };
    const std::string &guest = table.guestName();
    const std::string &host = table.hostName();
    if (!table.hasGuest() && !table.hasHost())
        return report("No VM selected.", "", Severity::Note);
    if (!table.hasGuest())
        return report(
            fmt::format("{} was not collected.", guest.empty() ? "The VM" : guest),
            fmt::format("Shown: devices that {} passes to it. Connect to the VM to see its side.", host),
            Severity::Note);
    if (!table.hasHost())
        return report(fmt::format("The host of {} is unknown.", guest),
                      "Flat buses show no distances. Collect the hypervisor, too.", Severity::Note);
    if (table.curves().empty())
        return report(fmt::format("No device of {} was found on {}.", guest, host),
                      "It may run on another host. Or match devices in the context menu.", Severity::Warning);
    return std::nullopt;
}

HostVmHeadline mismatches(const HostVmTable &table, const HostVmClaims &claims) {
    std::vector<std::string> nics, gpus, swapped;
    for (const HostVmClaims::Claimed &claimed : claims.list())
        if (claimed.wrong) {
            nics.push_back(table.guestRows()[claimed.nic].name);
            gpus.push_back(table.guestRows()[claimed.gpu].name);
        }
    for (const HostVmMark &mark : table.marks())
        if (mark.swapped)
            for (const std::size_t curve : mark.curves)
                swapped.push_back(table.guestRows()[table.curves()[curve].guest].name);
    const bool allSwapped = swapped.size() == nics.size();
    const bool onePair = allSwapped && swapped.size() == 2;
    HostVmHeadline headline;
    headline.severity = Severity::Error;
    headline.sentence = onePair ? fmt::format("{} are swapped in the file.", named(swapped))
                                : fmt::format("{} {} next to the wrong GPU{} in the file.", named(nics),
                                              nics.size() == 1 ? "is" : "are", nics.size() == 1 ? "" : "s");
    headline.detail = fmt::format("{} {} to reach a NIC.", named(gpus),
                                  gpus.size() == 1 ? "leaves its switch" : "leave their switch");
    return headline;
}

} // namespace

HostVmHeadline headlineOf(const HostVmInput &input, const HostVmTable &table, const HostVmClaims &claims) {
    if (auto missing = missingInput(table))
        return std::move(*missing);
    const std::size_t conflicts = input.guestMapping != nullptr ? input.guestMapping->conflicts.size() : 0;
    if (std::any_of(claims.list().begin(), claims.list().end(),
                    [](const HostVmClaims::Claimed &claimed) { return claimed.wrong; }))
        return mismatches(table, claims);
    HostVmHeadline headline;
    const auto unmatched = static_cast<std::size_t>(std::count_if(
        table.guestRows().begin(), table.guestRows().end(), [](const HostVmRow &row) { return row.alone; }));
    if (conflicts > 0) {
        headline.severity = Severity::Warning;
        headline.sentence = fmt::format("Sources disagree about {}.", deviceCount(conflicts));
        headline.detail = HostText(input.guestMapping->conflicts.front().words).plain(kMaxText);
    } else if (!table.hasFile()) {
        headline.severity = Severity::Warning;
        headline.sentence = fmt::format("{} has no NCCL file.", table.guestName());
        headline.detail = "Without it the library sees flat buses, on which all NICs are equally near.";
    } else if (table.compared() == 0) {
        headline.severity = Severity::Warning;
        headline.sentence = "The file cannot be compared with the hardware.";
        headline.detail = "The hardware distance of the file's pairs is unknown.";
    } else if (unmatched > 0) {
        headline.severity = Severity::Note;
        headline.sentence =
            fmt::format("The file matches the hardware; {} of {} {} not found on {}.", deviceCount(unmatched),
                        table.guestName(), unmatched == 1 ? "was" : "were", table.hostName());
    } else {
        headline.sentence = "The file matches the hardware.";
    }
    return headline;
}

std::string matchStatus(const HostVmTable &table, const HostVmDevices &devices) {
    std::map<Source, std::size_t> bySource;
    std::size_t matched = 0;
    for (std::size_t row = 0; row < devices.matchOf.size(); ++row)
        if (devices.hostRowOf(row) && !devices.matchOf[row]->proofs.empty()) {
            ++bySource[devices.matchOf[row]->proofs.front().source];
            ++matched;
        }
    if (!table.hasGuest() || !table.hasHost())
        return {};
    std::string status = fmt::format("{} of {} matched", matched, deviceCount(table.guestRows().size()));
    bool first = true;
    for (const auto &[source, count] : bySource) {
        status += first ? " " : ", ";
        if (bySource.size() > 1)
            status += fmt::format("{} ", count);
        status += wordsOf(source);
        first = false;
    }
    return status;
}

} // namespace fabricscope::present
