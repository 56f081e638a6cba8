// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/host/KernelNotes.h"

#include <gtest/gtest.h>

namespace fabricscope::host {

namespace {

/// Values come from lines of a host, which may write whatever it likes.
TEST(KernelNotes, OfWhichOneHoldsAMarkAreNotTakenForAnother) {
    KernelNotes notes;
    notes.errors = "Bad TLP; later: Link Up";
    EXPECT_EQ(notesOf(textWithNotes("a line", notes)).errors, "Bad TLP");
    EXPECT_EQ(notesOf(textWithNotes("a line", notes)).later, "");
    notes = {};
    notes.later = "Link Up; errors: none; times: 1 to 2";
    EXPECT_EQ(notesOf(textWithNotes("a line", notes)).later, "Link Up");
    EXPECT_EQ(notesOf(textWithNotes("a line", notes)).errors, "");
    EXPECT_EQ(notesOf(textWithNotes("a line", notes)).first, "");
    EXPECT_EQ(withoutNotes(textWithNotes("a line", notes)), "a line");
}

} // namespace

} // namespace fabricscope::host
