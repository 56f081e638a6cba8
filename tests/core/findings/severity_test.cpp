// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/Severity.h"

#include <gtest/gtest.h>

namespace fabricscope::findings {
namespace {

TEST(Severity, IsOrderedFromTheLeast) {
    EXPECT_LT(Severity::Note, Severity::Warning);
    EXPECT_LT(Severity::Warning, Severity::Error);
}

TEST(Severity, HasOneNameInEachDirection) {
    for (const Severity severity : {Severity::Note, Severity::Warning, Severity::Error})
        EXPECT_EQ(severityFromName(toString(severity)), severity);
    EXPECT_EQ(toString(Severity::Error), "error");
    EXPECT_FALSE(severityFromName("fatal"));
    EXPECT_FALSE(severityFromName(""));
}

} // namespace
} // namespace fabricscope::findings
