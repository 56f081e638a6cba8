// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `ethtool INTERFACE` and `ethtool -m INTERFACE`.
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> faults(const host::Host &host) {
    std::vector<std::string> out;
    for (const host::ToolFault &fault : host.toolFaults)
        out.push_back(std::string(fault.kind) + " " + fault.device + " " + fault.detail);
    return out;
}

std::string fact(const host::Host &host, std::string_view device, std::string_view name) {
    for (const host::ToolFact &each : host.toolFacts)
        if (each.device == device && each.name == name)
            return each.value;
    return "none";
}

TEST(EthtoolSettings, GiveSpeedAndLinkOfEachInterface) {
    const host::Host host = hostOfText("Settings for ens7np0:\n"
                                       "\tSupported ports: [ FIBRE ]\n"
                                       "\tSupported link modes:   100000baseKR4/Full\n"
                                       "\t                        200000baseCR4/Full\n"
                                       "\tSpeed: 200000Mb/s\n\tDuplex: Full\n\tAuto-negotiation: on\n"
                                       "\tPort: Direct Attach Copper\n\tLink detected: yes\n\n"
                                       "Settings for ens8np0:\n\tSpeed: Unknown!\n"
                                       "\tDuplex: Unknown! (255)\n\tPort: Other\n\tLink detected: no\n");
    ASSERT_EQ(host.netInterfaces.size(), 2U);
    EXPECT_EQ(host.netInterfaces[0].speedMbits.valueOr(0), 200000);
    EXPECT_TRUE(host.netInterfaces[0].carrier.valueOr(false));
    EXPECT_FALSE(host.netInterfaces[1].speedMbits);
    EXPECT_FALSE(host.netInterfaces[1].carrier.valueOr(true));
    EXPECT_EQ(fact(host, "ens7np0", "Port"), "Direct Attach Copper");
    EXPECT_THAT(faults(host), ElementsAre("no_link ens8np0 "));
}

TEST(EthtoolSettings, NameTheReasonWithoutALink) {
    const host::Host host =
        hostOfText("Settings for eth4:\n\tSpeed: Unknown!\n\tLink detected: no (Cable unplugged)\n");
    EXPECT_THAT(faults(host), ElementsAre("no_link eth4 Cable unplugged"));
}

constexpr const char *kModule = "\tIdentifier                                : 0x11 (QSFP28)\n"
                                "\tVendor name                               : ACME\n"
                                "\tVendor PN                                 : A-100G\n"
                                "\tModule temperature                        : 45.00 degrees C / 113.00 "
                                "degrees F\n"
                                "\tRcvr signal avg optical power(Channel 1)  : 0.9603 mW / -0.18 dBm\n"
                                "\tModule temperature high alarm             : Off\n"
                                "\tLaser rx power low warning   (Chan 2)     : On\n"
                                "\tModule temperature high alarm threshold   : 80.00 degrees C / 176.00 "
                                "degrees F\n";

TEST(EthtoolModule, GivesItsTemperaturePowersAndFlags) {
    const host::Host host = hostOfText(kModule);
    EXPECT_EQ(fact(host, "", "Module temperature"), "45.00 degrees C / 113.00 degrees F");
    EXPECT_EQ(fact(host, "", "Rcvr signal avg optical power(Channel 1)"), "0.9603 mW / -0.18 dBm");
    EXPECT_EQ(fact(host, "", "Module temperature high alarm threshold"), "none");
    EXPECT_THAT(faults(host), ElementsAre("module_alarm  Laser rx power low warning   (Chan 2)"));
}

TEST(EthtoolModule, HasAnAlarmWhereItIsHotterThanItsOwnThreshold) {
    std::string text = kModule;
    text.replace(text.find("45.00"), 5, "80.25");
    text.replace(text.find(": On"), 4, ": Off");
    EXPECT_THAT(faults(hostOfText(text)),
                ElementsAre("module_alarm  Module temperature above its high alarm threshold"));
    text.replace(text.find("80.00"), 5, "-1.00"); // no threshold of a module
    EXPECT_THAT(faults(hostOfText(text)), IsEmpty());
}

TEST(EthtoolModule, OfASessionHasTheNameOfThePrompt) {
    const host::Host host =
        hostOfText(std::string("root@gpu-7:~# ethtool -m ens1f0\n") + kModule + "root@gpu-7:~# \n");
    EXPECT_EQ(fact(host, "ens1f0", "Vendor name"), "ACME");
}

TEST(EthtoolModule, OfSeveralInterfacesAreNumbered) {
    const host::Host host = hostOfText(std::string(kModule) + kModule);
    EXPECT_EQ(fact(host, "module 2", "Vendor PN"), "A-100G");
}

} // namespace
} // namespace fabricscope::formats
