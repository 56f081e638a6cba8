// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/HostVmText.h"

#include "core/base/HostText.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

namespace fabricscope::report {

namespace {

using present::HostVmCurve;
using present::HostVmRow;
using present::HostVmTable;

constexpr std::size_t kMaxText = 400;

std::string pairText(const HostVmRow &row) {
    return row.misplaced ? row.pair + " wrong" : row.pair;
}

void addMatched(TextTable &lines, const present::HostVmExamination &examination) {
    const HostVmTable &table = examination.table;
    for (const HostVmCurve &curve : table.curves()) {
        if (curve.claimedBy == HostVmCurve::ClaimedBy::File)
            continue;
        const HostVmRow &host = table.hostRows()[curve.host], &guest = table.guestRows()[curve.guest];
        const auto &node = examination.guest->node(guest.id.node);
        const hostvm::Match *match = node.bdf ? examination.guestMapping.ofGuest(*node.bdf) : nullptr;
        std::string how;
        if (match != nullptr && !match->proofs.empty())
            how = fmt::format("{}, {}", present::wordsOf(match->confidence),
                              present::wordsOf(match->proofs.front().source));
        lines.addRow({host.name, host.address, host.role, guest.name, guest.address, pairText(guest), how});
    }
}

} // namespace

std::string hostVmText(const present::HostVmExamination &examination, bool isSimulated) {
    const HostVmTable &table = examination.table;
    std::string text = (isSimulated ? "Simulated hosts. " : "") + table.sentence();
    if (!table.detail().empty())
        text += " " + table.detail();
    if (table.compared() > 0)
        text += fmt::format(" {} of {} devices agree.", table.agreeing(), table.compared());
    text += "\n";
    if (!table.status().empty())
        text += table.status() + "\n";
    TextTable lines({"HOST", "BDF", "WHERE", "GUEST", "BDF", "PAIR", "HOW"});
    addMatched(lines, examination);
    for (const HostVmRow &row : table.hostRows())
        if (!table.other(row.id))
            lines.addRow(
                {row.name, row.address, row.role, "-", "", "", row.alone ? "not found in the guest" : ""});
    for (const HostVmRow &row : table.guestRows())
        if (!table.other(row.id))
            lines.addRow({"-", "", "", row.name, row.address, pairText(row),
                          row.alone ? "not found on the host" : ""});
    text += "\n" + lines.toString(0);
    for (const hostvm::Conflict &conflict : examination.guestMapping.conflicts)
        text += "conflict: " + HostText(conflict.words).plain(kMaxText) + "\n";
    for (const std::string &unknown : examination.guestMapping.unknown)
        text += "unknown: " + HostText(unknown).plain(kMaxText) + "\n";
    return text;
}

} // namespace fabricscope::report
