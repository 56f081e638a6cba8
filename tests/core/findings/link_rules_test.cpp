// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about links, switches and the library's bootstrap that have several forms.
#include "core/findings/Finding.h"

#include <gtest/gtest.h>

namespace fabricscope::findings {
namespace {

TEST(LinkRules, CountTheLinks) {
    Finding several("link.narrow", "several");
    several.set("devices", "GPU1 and GPU2").set("first", "GPU1");
    several.set("bandwidth", "31.5 GB/s").set("possible_bandwidth", "63.0 GB/s");
    EXPECT_EQ(claim(several), "The links of GPU1 and GPU2 have fewer lanes than both ends support: 31.5 GB/s "
                              "instead of 63.0 GB/s at GPU1.");
    several.set("hypervisor");
    EXPECT_EQ(title(several),
              "on the hypervisor the links of GPU1 and GPU2 have fewer lanes than both ends support");
    EXPECT_EQ(remedy(several), "On the hypervisor: reseat GPU1 and GPU2, or their risers and cables");
}

TEST(LinkRules, NameTheOam) {
    Finding narrow("link.narrow");
    narrow.device = "GPU5 (0000:a6:00.0)";
    EXPECT_EQ(remedy(narrow), "Reseat GPU5 (0000:a6:00.0), or its riser and cables");
    narrow.set("oam", 3);
    EXPECT_EQ(remedy(narrow), "Reseat OAM 3, GPU5 (0000:a6:00.0), or its riser and cables");
}

TEST(LinkRules, NameTheSlowLink) {
    Finding slow("link.slow");
    slow.device = "NVMe";
    slow.set("current", "Gen3 x4").set("possible", "Gen4 x4");
    EXPECT_EQ(claim(slow), "The link of NVMe runs at Gen3 x4 although both ends support Gen4 x4.");
}

TEST(LinkRules, StateWhatAcsSendsWhere) {
    Finding acs("way.acs_redirect");
    acs.set("switches", "Switch a1:00.0").set("count", 1).set("ports", "0000:a2:01.0");
    EXPECT_EQ(title(acs),
              "ACS of Switch a1:00.0 sends traffic up to the CPU and back, over the switch's uplink");
    EXPECT_EQ(remedy(acs),
              "Stop redirection, permanently with pci=disable_acs_redir=0000:a2:01.0 on the kernel "
              "command line");
    acs.set("pairs", 1).set("uplink", "63.0 GB/s");
    EXPECT_EQ(title(acs),
              "ACS of Switch a1:00.0 sends traffic of a GPU-NIC pair up to the CPU and back, over "
              "the switch's uplink (63.0 GB/s)");
    acs.set("switches", "A and B").set("count", 2).set("pairs", 4).set("each").set("isolates");
    EXPECT_EQ(title(acs), "ACS of A and B sends traffic of 4 GPU-NIC pairs up to the CPU and back, over the "
                          "switches' uplinks (63.0 GB/s each)");
    EXPECT_EQ(remedy(acs),
              "Keep it if devices below the switch belong to several VMs: it isolates them. "
              "Otherwise stop redirection, permanently with pci=disable_acs_redir=0000:a2:01.0 on "
              "the kernel command line");
    acs.set("translates");
    acs.arguments.erase(acs.arguments.end() - 2); // removes `isolates`
    EXPECT_EQ(remedy(acs), "Let translated requests pass (ACS DT)");
}

TEST(BootstrapRules, NameTheInterface) {
    Finding none("library.bootstrap");
    none.set("library", "RCCL 2.21").set("why", "no interface is up");
    EXPECT_EQ(statement(none), "RCCL 2.21 finds no bootstrap interface. no interface is up.");
    for (const auto &[variant, expected] :
         {std::pair("unreachable", "RCCL 2.21 will bootstrap on tap0, where no peer answers"),
          std::pair("better", "RCCL 2.21 will bootstrap on tap0, not eth0"),
          std::pair("perhaps_better", "RCCL 2.21 will bootstrap on tap0, though eth0 looks better")}) {
        Finding finding("library.bootstrap", variant);
        finding.set("library", "RCCL 2.21").set("interface", "tap0").set("better", "eth0");
        EXPECT_EQ(title(finding), expected);
    }
}

} // namespace
} // namespace fabricscope::findings
