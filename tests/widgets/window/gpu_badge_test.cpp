// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU text of a host in Recent and in the sidebar.
#include "app/window/session/HostSession.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

std::string badgeOf(host::Host host) {
    return gpuBadge(*samples::topologyOf(std::move(host))).toStdString();
}

TEST(GpuBadge, CountsAllGpusOfTheMostFrequentModelAndNamesNoSingleOne) {
    host::Host host = samples::mi355xServer();
    EXPECT_EQ(badgeOf(host), "1002:75a0 ×8") << "without names of devices";
    constexpr std::uint16_t kMi355x = 0x75a0, kMi300x = 0x74a1;
    for (host::PciFunction &function : host.functions)
        if (function.device.valueOr(0) == kMi355x) {
            function.device = samples::fact(kMi300x);
            break;
        }
    EXPECT_EQ(badgeOf(host), "1002:75a0 ×7");
    host.functions.clear();
    EXPECT_EQ(badgeOf(host), "");
}

} // namespace
} // namespace fabricscope::app::window
