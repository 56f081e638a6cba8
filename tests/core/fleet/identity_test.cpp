// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Identity.h"
#include "tests/core/fleet/Server.h"

#include <gmock/gmock.h>

namespace fabricscope::fleet {

namespace {

using testing::HasSubstr;

/// An identical second server: everything with a unique number has another one.
Host twin() {
    Host host = server();
    host.id.machineId = "b";
    host.hostname = text("server-b");
    host.productSerial = text("S2");
    host.boardSerial = text("B2");
    for (host::PciFunction &function : host.functions)
        if (function.config && function.config->serialNumber)
            function.config->serialNumber = *function.config->serialNumber + 1;
    for (auto &[bdf, serial] : host.nvmeSerials)
        serial = text("T" + *serial);
    for (host::GpuFacts &gpu : host.gpus)
        if (gpu.uniqueId)
            gpu.uniqueId = text("t" + *gpu.uniqueId);
    for (host::RdmaDevice &device : host.rdmaDevices)
        if (device.nodeGuid)
            device.nodeGuid = text("t" + *device.nodeGuid);
    return host;
}

Host first() {
    Host host = server();
    host.id.machineId = "a";
    return host;
}

TEST(Identity, OfTwoMachinesIsQuietAndARealDifferenceIsLoud) {
    Host after = twin();
    at(after, kGpu).currentWidth = fact(std::uint8_t{8});
    const Comparison comparison = compared(first(), after);
    std::size_t identity = 0;
    for (const Difference &difference : comparison.differences) {
        if (difference.category != Category::Identity) {
            EXPECT_EQ(difference.rule, "link.width") << difference.text();
            EXPECT_EQ(difference.severity, Severity::Error);
            continue;
        }
        ++identity;
        EXPECT_EQ(difference.severity, Severity::Note) << difference.text();
        EXPECT_TRUE(difference.before.value && difference.after.value)
            << "the values stay: " << difference.text();
    }
    EXPECT_GT(identity, 10U);
    const auto groups = grouped(comparison);
    const Counts counts = countOf(comparison, groups);
    EXPECT_EQ(counts.errors, 1U);
    EXPECT_EQ(counts.warnings, 0U);
    EXPECT_LT(counts.notes, 10U) << "a line for each kind of number";
    ASSERT_FALSE(groups.empty());
    EXPECT_THAT(groups.front().text, HasSubstr("x8"));
}

host::VmProcess vm(const char *name, const char *device) {
    host::VmProcess made;
    made.pid = 4242;
    made.name = name;
    made.devices = {address(device)};
    return made;
}

TEST(Identity, TheVmsOfTwoHypervisorsAreTheirOwnAndOfOneTheyCameAndWent) {
    Host before = first(), after = twin();
    before.vms = {vm("vm-01a", kGpu)};
    after.vms = {vm("vm-02a", kGpu), vm("vm-02b", kNic)};
    const Comparison two = compared(before, after);
    std::vector<std::string> texts;
    for (const Difference &difference : two.differences)
        if (difference.category == Category::Vm) {
            EXPECT_EQ(difference.severity, Severity::Note) << difference.text();
            texts.push_back(difference.subject + ": " + difference.what);
        }
    EXPECT_THAT(texts, testing::IsSupersetOf({HasSubstr("vm-01a: runs on the first host only"),
                                              HasSubstr("vm-02a: runs on the second host only"),
                                              HasSubstr("vm-02b: runs on the second host only")}));
    EXPECT_EQ(countOf(two, grouped(two)).warnings, 0U);

    after = first();
    after.vms = {vm("vm-02a", kGpu)};
    const Comparison one = compared(before, after);
    ASSERT_EQ(one.differences.size(), 2U);
    for (const Difference &difference : one.differences)
        EXPECT_EQ(difference.severity, Severity::Warning) << difference.text();
}

TEST(Identity, ReportsReplacedHardwareInOneMachine) {
    Host after = first();
    after.nvmeSerials[kNvme] = text("S7");
    const Comparison comparison = compared(first(), after);
    ASSERT_EQ(comparison.differences.size(), 1U);
    EXPECT_EQ(comparison.differences.front().severity, Severity::Warning);
    EXPECT_EQ(comparison.differences.front().category, Category::Hardware);
}

TEST(Identity, ComparesMachineIdsThenSerialNumbers) {
    Host a = server(), b = server();
    a.id.machineId.clear();
    b.id.machineId.clear();
    EXPECT_FALSE(areTwoMachines(a, b));
    b.boardSerial = text("B2");
    b.productSerial = {};
    EXPECT_TRUE(areTwoMachines(a, b));
    a.id.machineId = b.id.machineId = "same";
    EXPECT_FALSE(areTwoMachines(a, b)) << "a new board in the same machine";
    b.id.machineId = "other";
    EXPECT_TRUE(areTwoMachines(a, b));
    b.boardSerial = a.boardSerial;
    b.productSerial = a.productSerial;
    EXPECT_TRUE(areTwoMachines(a, b));
}

} // namespace

} // namespace fabricscope::fleet
