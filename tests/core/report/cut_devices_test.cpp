// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the last device of a cut text lacks is unknown.
#include "core/fleet/CutDevices.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Import.h"
#include "core/report/host/TextViews.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view kDrivers = "41:00.0 a\n\tKernel driver in use: nvidia\n42:00.0 b\n\tNUMA node: 1";

host::PciFunction functionAt(std::uint8_t bus, std::uint32_t offset) {
    host::PciFunction function;
    function.address = {0, bus, 0, 0};
    function.classCode = {0x030200U, host::EvidenceRef{offset, 9, 0}};
    function.vendor = {std::uint16_t{0x10de}, host::EvidenceRef{offset, 9, 0}};
    return function;
}

host::Host twoDevices() {
    host::Host host;
    host.functions = {functionAt(0x41, 0), functionAt(0x42, 40)};
    host.functions[0].driver = {std::string("nvidia"), host::EvidenceRef{10, 9, 0}};
    return host;
}

capture::Capture captureOf(std::string text, capture::Part part = capture::Part::Import) {
    capture::Section::Meta meta;
    meta.name = "lspci-text";
    meta.part = part;
    capture::Capture capture;
    capture.sections.emplace_back(std::move(meta), std::move(text));
    return capture;
}

TEST(CutDevices, IsTheLastOfATextWithoutALineFeed) {
    const host::Host host = twoDevices();
    EXPECT_THAT(fleet::cutDevices(captureOf(std::string(kDrivers)), host),
                ElementsAre(host::Address{0, 0x42, 0, 0}));
    EXPECT_THAT(fleet::cutDevices(captureOf(std::string(kDrivers) + '\n'), host), IsEmpty());
    EXPECT_THAT(fleet::cutDevices(captureOf(std::string(kDrivers), capture::Part::Safe), host), IsEmpty());
}

TEST(DeadDevices, HaveNoGroupThatIsStatedToBeNone) {
    host::Host host = twoDevices();
    host.functions[0].iommuGroup = {IommuGroup{4}, host::EvidenceRef{10, 9, 0}};
    host.functions[1].driver = host.functions[0].driver;
    const capture::Capture whole = captureOf(std::string(kDrivers) + '\n');
    EXPECT_THAT(devicesText(*samples::topologyOf(host), TextOptions{200, &whole}), HasSubstr(" none "));
    host.functions[1].dead = true;
    const auto topology = samples::topologyOf(host);
    EXPECT_THAT(devicesText(*topology, TextOptions{200, &whole}), Not(HasSubstr(" none ")));
    EXPECT_THAT(iommuText(*topology, TextOptions{200, &whole}),
                HasSubstr("1 function without a known group"));
}

host::Host readTogether(const std::string &text, capture::Capture &capture) {
    auto imported = formats::importPieces({{"pasted.txt", text}});
    EXPECT_TRUE(imported) << (imported ? "" : imported.error().toString());
    if (imported)
        capture = std::move(*imported);
    return formats::readHost(capture);
}

TEST(Groups, OfSomeFunctionsInAKernelLogLeaveTheOthersUnknown) {
    capture::Capture capture;
    const host::Host host =
        readTogether("41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330]\n"
                     "42:00.0 Ethernet controller [0200]: Mellanox MT2910 [15b3:1021]\n"
                     "[    1.000000] pci 0000:41:00.0: Adding to iommu group 7\n"
                     "[    9.000000] NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus\n",
                     capture);
    const auto topology = samples::topologyOf(host);
    for (const std::string &text : {devicesText(*topology, TextOptions{200, &capture}),
                                    treeText(*topology, TextOptions{200, &capture})}) {
        EXPECT_THAT(text, HasSubstr(" g7 "));
        EXPECT_THAT(text, Not(HasSubstr(" none ")));
    }
}

TEST(Groups, OfDetailedFunctionsLeaveListedOnesUnknown) {
    capture::Capture capture;
    const host::Host host =
        readTogether("41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330]\n"
                     "\tControl: I/O- Mem+ BusMaster+\n\tIOMMU group: 7\n"
                     "42:00.0 Ethernet controller [0200]: Mellanox MT2910 [15b3:1021]\n"
                     "43:00.0 Ethernet controller [0200]: Mellanox MT2910 [15b3:1021]\n"
                     "\tControl: I/O- Mem+ BusMaster+\n",
                     capture);
    const std::string text = devicesText(*samples::topologyOf(host), TextOptions{200, &capture});
    EXPECT_THAT(text, testing::ContainsRegex("0000:42:00.0[^\n]* unknown +unknown +"));
    EXPECT_THAT(text, testing::ContainsRegex("0000:43:00.0[^\n]* none +unknown +"));
}

TEST(CutDevices, HaveNoDriverThatIsStatedToBeNone) {
    const auto topology = samples::topologyOf(twoDevices());
    const capture::Capture cut = captureOf(std::string(kDrivers));
    const capture::Capture whole = captureOf(std::string(kDrivers) + '\n');
    EXPECT_THAT(devicesText(*topology, TextOptions{200, &whole}), HasSubstr(" none "));
    EXPECT_THAT(devicesText(*topology, TextOptions{200, &cut}), Not(HasSubstr(" none ")));
}

} // namespace
} // namespace fabricscope::report
