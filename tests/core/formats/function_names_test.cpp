// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/FunctionNames.h"

#include <gtest/gtest.h>

#include <string>

namespace fabricscope::formats {
namespace {

std::string resolvedAddress(FunctionNames &names, const std::string &bdf) {
    const host::PciFunction *function = names.function(bdf.c_str());
    return function == nullptr ? "none" : function->address.toString();
}

TEST(FunctionNames, ReadNeighboursAndTurnToOtherBuses) {
    HostBuilder builder;
    FunctionNames names(builder);
    for (const char *bdf : {"0000:00:1f.7", "0000:41:00.0", "0000:41:00.1", "0000:41:1f.7", "0001:41:00.0",
                            "0000:00:00.0", "ffff:ff:1f.7"})
        EXPECT_EQ(resolvedAddress(names, bdf), bdf);
    EXPECT_EQ(resolvedAddress(names, "0000:4A:02.3"), "0000:4a:02.3");
    EXPECT_EQ(resolvedAddress(names, "0000:4A:02.4"), "0000:4a:02.4");
    EXPECT_EQ(builder.functions().size(), 9U);
}

TEST(FunctionNames, TakeNothingForAnAddressThatIsNone) {
    HostBuilder builder;
    FunctionNames names(builder);
    for (const char *text : {"0000:00:20.0", "0000:00:00.8", "0000:00:00:0", "0000:00:0g.0", "0000:00:ff.0",
                             "0000 41:00.0", "0000:41-00.0", "resource:0x0"})
        EXPECT_EQ(resolvedAddress(names, text), "none") << text;
    EXPECT_EQ(resolvedAddress(names, "0000:41:00.0"), "0000:41:00.0");
    EXPECT_EQ(resolvedAddress(names, "0000:41:00.x"), "none");
    EXPECT_EQ(resolvedAddress(names, "0000:41:00.0"), "0000:41:00.0") << "what made no sense changed nothing";
    EXPECT_EQ(builder.functions().size(), 1U);
}

TEST(FunctionNames, FindWithoutMaking) {
    HostBuilder builder;
    FunctionNames names(builder);
    EXPECT_EQ(names.knownFunction("0000:41:00.0"), nullptr);
    const host::PciFunction *made = names.function("0000:41:00.0");
    EXPECT_EQ(names.knownFunction("0000:41:00.0"), made);
    EXPECT_EQ(builder.functions().size(), 1U);
}

} // namespace
} // namespace fabricscope::formats
