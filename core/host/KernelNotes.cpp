// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/KernelNotes.h"

#include <algorithm>

namespace fabricscope::host {

namespace {

// In this order.
constexpr std::string_view kErrors = "; errors: ", kTimes = "; times: ", kUntil = " to ",
                           kLater = "; later: ";

/// The text between a mark and the next one.
std::string_view behind(std::string_view text, std::string_view mark) {
    const auto at = text.find(mark);
    return at == std::string_view::npos ? std::string_view{} : withoutNotes(text.substr(at + mark.size()));
}

} // namespace

std::string textWithNotes(std::string_view line, const KernelNotes &notes) {
    std::string text(withoutNotes(line));
    if (!notes.errors.empty())
        text.append(kErrors).append(withoutNotes(notes.errors)); // names that a host chose
    if (!notes.first.empty() && !notes.last.empty())
        text.append(kTimes).append(withoutNotes(notes.first)).append(kUntil).append(withoutNotes(notes.last));
    if (!notes.later.empty())
        text.append(kLater).append(withoutNotes(notes.later));
    return text;
}

KernelNotes notesOf(std::string_view text) {
    KernelNotes notes;
    notes.errors = behind(text, kErrors);
    const std::string_view times = behind(text, kTimes);
    if (const auto until = times.find(kUntil); until != std::string_view::npos) {
        notes.first = times.substr(0, until);
        notes.last = times.substr(until + kUntil.size());
    }
    notes.later = behind(text, kLater);
    return notes;
}

std::string_view withoutNotes(std::string_view text) {
    return text.substr(0, std::min({text.find(kErrors), text.find(kTimes), text.find(kLater)}));
}

} // namespace fabricscope::host
