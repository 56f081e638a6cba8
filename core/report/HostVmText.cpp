// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/HostVmText.h"

#include "core/base/HostText.h"
#include "core/report/TextTable.h"

#include <fmt/format.h>

namespace fabricscope::report {

namespace {

using layout::StitchCurve;
using layout::StitchRow;
using layout::StitchTable;

constexpr std::size_t kMostText = 400;

std::string pairText(const StitchRow &row) {
    return row.misplaced ? row.pair + " wrong" : row.pair;
}

void addMatched(TextTable &lines, const layout::StitchExamination &examination) {
    const StitchTable &table = examination.table;
    for (const StitchCurve &curve : table.curves()) {
        if (curve.says == StitchCurve::Says::File)
            continue;
        const StitchRow &host = table.hostRows()[curve.host], &guest = table.guestRows()[curve.guest];
        const auto &node = examination.guest->node(guest.id.node);
        const stitch::Match *match = node.bdf ? examination.stitch.ofGuest(*node.bdf) : nullptr;
        std::string how;
        if (match != nullptr && !match->proofs.empty())
            how = fmt::format("{}, {}", layout::wordsOf(match->confidence),
                              layout::wordsOf(match->proofs.front().source));
        lines.addRow({host.name, host.address, host.role, guest.name, guest.address, pairText(guest), how});
    }
}

} // namespace

std::string hostVmText(const layout::StitchExamination &examination, bool isSimulated) {
    const StitchTable &table = examination.table;
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
    for (const StitchRow &row : table.hostRows())
        if (!table.other(row.id))
            lines.addRow(
                {row.name, row.address, row.role, "-", "", "", row.alone ? "not found in the guest" : ""});
    for (const StitchRow &row : table.guestRows())
        if (!table.other(row.id))
            lines.addRow({"-", "", "", row.name, row.address, pairText(row),
                          row.alone ? "not found on the host" : ""});
    text += "\n" + lines.toString(0);
    for (const stitch::Conflict &conflict : examination.stitch.conflicts)
        text += "conflict: " + HostText(conflict.words).plain(kMostText) + "\n";
    for (const std::string &unknown : examination.stitch.unknown)
        text += "not known: " + HostText(unknown).plain(kMostText) + "\n";
    return text;
}

} // namespace fabricscope::report
