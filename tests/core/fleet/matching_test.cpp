// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/fleet/Compared.h"

#include <gmock/gmock.h>

#include <chrono>
#include <random>

namespace fabricscope::fleet {

namespace {

using host::Host;
using samples::address;
using samples::fact;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

/// Maps every address of the host by `to`.
template<class To> void renumber(Host &host, To &&to) {
    const auto change = [&](auto &at) {
        if (at)
            at = to(*at);
    };
    for (host::PciFunction &function : host.functions) {
        const pci::Address old = function.address;
        function.address = to(old);
        change(function.parent);
        if (function.rootBus)
            function.rootBus = std::pair(function.rootBus->first,
                                         to({function.rootBus->first, function.rootBus->second, 0, 0}).bus);
        if (function.physfn)
            function.physfn = fact(to(*function.physfn));
        for (pci::Address &at : function.virtfns.edit())
            at = to(at);
        if (function.rare->secondaryBus)
            function.rare.edit().secondaryBus =
                fact(to({old.domain, *function.rare->secondaryBus, 0, 0}).bus);
        if (function.rare->subordinateBus)
            function.rare.edit().subordinateBus =
                fact(to({old.domain, *function.rare->subordinateBus, 0, 0}).bus);
        if (function.config && function.config->secondaryBus)
            function.config->secondaryBus = to({old.domain, *function.config->secondaryBus, 0, 0}).bus;
    }
    for (host::NetInterface &net : host.netInterfaces)
        change(net.device);
    for (host::RdmaDevice &device : host.rdmaDevices)
        change(device.device);
    for (host::GpuFacts &gpu : host.gpus)
        gpu.address = to(gpu.address);
    for (host::GpuLink &link : host.gpuLinks) {
        link.from = to(link.from);
        link.to = to(link.to);
    }
    for (host::VmProcess &vm : host.vms)
        for (pci::Address &at : vm.devices)
            at = to(at);
    std::map<std::string, host::Fact<std::string>> models;
    for (const auto &[bdf, model] : host.nvmeModels)
        models[to(address(bdf)).toString()] = model;
    host.nvmeModels = models;
    std::sort(host.functions.begin(), host.functions.end(),
              [](const auto &a, const auto &b) { return a.address < b.address; });
}

pci::Address plusOneAbove(const pci::Address &at, unsigned bus) {
    return at.bus > bus
               ? pci::Address{at.domain, static_cast<std::uint8_t>(at.bus + 1), at.device, at.function}
               : at;
}

void withoutIdentities(Host &host) {
    for (host::NetInterface &net : host.netInterfaces)
        net.mac = {};
}

TEST(Renumbering, OfBusesIsOneDifferenceOfOrder) {
    for (const bool identities : {true, false}) {
        Host before = samples::mi355xServer();
        if (!identities)
            withoutIdentities(before);
        Host after = before;
        renumber(after, [](const pci::Address &at) { return plusOneAbove(at, 0x21); });
        const Comparison comparison = compared(before, after);
        ASSERT_THAT(rules(comparison), ElementsAre("order.bus_numbers"));
        EXPECT_THAT(
            comparison.differences[0].text(),
            testing::MatchesRegex("[0-9]+ functions in the same slots got new numbers: 0000:26:00.0 is "
                                  "0000:27:00.0, .* and [0-9]+ more"));
        EXPECT_EQ(comparison.pairs.size(), before.functions.size());
        EXPECT_TRUE(comparison.notCompared.empty());
    }
}

/// pci=assign-busses and a new BIOS renumber the root buses.
TEST(Renumbering, OfRootBusesIsADifferenceOfOrderOnly) {
    Host before = samples::mi355xServer();
    withoutIdentities(before);
    Host after = before;
    renumber(after, [](const pci::Address &at) {
        return pci::Address{at.domain, static_cast<std::uint8_t>(at.bus + at.bus / 0x20), at.device,
                            at.function};
    });
    EXPECT_THAT(rules(compared(before, after)), Each(StartsWith("order.")));
}

TEST(Renumbering, AfterAddingADriveReportsTheDriveAndTheOrder) {
    Host before = samples::mi355xServer();
    withoutIdentities(before);
    Host after = before;
    renumber(after, [](const pci::Address &at) { return plusOneAbove(at, 0x09); });
    host::PciFunction drive = *after.function(address("0000:09:00.0"));
    drive.address = address("0000:0a:00.0");
    drive.parent = address("0000:02:03.0");
    host::PciFunction port = *after.function(address("0000:02:02.0"));
    port.address = address("0000:02:03.0");
    port.rare.edit().secondaryBus = fact(std::uint8_t{0x0a});
    port.config->secondaryBus = 0x0a;
    drive.iommuGroup = port.iommuGroup = {};
    after.functions.push_back(drive);
    after.functions.push_back(port);
    std::sort(after.functions.begin(), after.functions.end(),
              [](const auto &a, const auto &b) { return a.address < b.address; });
    EXPECT_THAT(rules(compared(before, after)),
                ElementsAre("order.bus_numbers", "hardware.added", "hardware.added"));
}

TEST(Moving, ACardWithItsOwnNumberIsFoundInAnotherSlot) {
    Host before = samples::mi355xServer();
    for (std::size_t i = 0; i < before.gpus.size(); ++i)
        before.gpus[i].uniqueId = samples::text(std::to_string(i));
    Host after = before;
    std::swap(after.gpus[0].uniqueId, after.gpus[2].uniqueId);
    EXPECT_THAT(summary(compared(before, after)),
                testing::IsSupersetOf({"warning hardware.moved GPU6 0000:c6:00.0: moved (was at "
                                       "0000:85:00.0)",
                                       "warning hardware.moved GPU4 0000:85:00.0: moved (was at "
                                       "0000:c6:00.0)"}));
}

TEST(Moving, ACardWithoutANumberIsFoundByItsIdsWhereThereIsOneOnly) {
    Host before = samples::oneGpu();
    Host after = before;
    host::PciFunction port = *after.function(address("0000:40:01.1"));
    port.address = address("0000:40:03.1");
    port.rare.edit().secondaryBus = fact(std::uint8_t{0x51});
    port.config->secondaryBus = 0x51;
    port.iommuGroup = {};
    before.functions.push_back(port); // an empty slot on one side, used on the other
    before.functions.back().rare.edit().secondaryBus = fact(std::uint8_t{0x51});
    host::PciFunction &gpu = *after.function(address("0000:41:00.0"));
    gpu.address = address("0000:51:00.0");
    gpu.parent = port.address;
    after.functions.push_back(port);
    std::sort(after.functions.begin(), after.functions.end(),
              [](const auto &a, const auto &b) { return a.address < b.address; });
    EXPECT_THAT(summary(compared(before, after)),
                ElementsAre("warning hardware.moved GPU0 0000:51:00.0: moved (was at 0000:41:00.0"
                            ")"));
}

TEST(Presence, RemovedSwitchReportsDevicesAndItsBridgesOnce) {
    const Host before = samples::mi355xServer();
    Host after = before;
    std::erase_if(after.functions,
                  [](const auto &f) { return f.address.bus > 0x80 && f.address.bus < 0xa0; });
    const auto lines = summary(compared(before, after));
    EXPECT_THAT(
        lines,
        testing::IsSupersetOf(
            {"error hardware.removed GPU4 0000:85:00.0: is gone, 1002:75a0",
             "error hardware.removed ionic_4 0000:86:00.0: is gone, 1dd8:1003 (1 more function with it)",
             "error hardware.removed Switch 0000:81:00.0: is gone, 1000:c030 (3 more functions with it)"}));
    EXPECT_EQ(
        std::count_if(lines.begin(), lines.end(),
                      [](const std::string &line) { return line.find("hardware.") != std::string::npos; }),
        4);
}

TEST(Presence, TextWithoutATreeIsMatchedByAddress) {
    const Host before = samples::mi355xServer();
    Host after = before;
    for (host::PciFunction &function : after.functions) {
        function.parent.reset();
        function.rootBus.reset();
        function.rare.edit().secondaryBus = {};
        if (function.config)
            function.config->secondaryBus.reset();
    }
    const Comparison comparison = compared(before, after);
    EXPECT_EQ(comparison.pairs.size(), before.functions.size());
    EXPECT_THAT(rules(comparison), testing::Not(Contains(StartsWith("hardware."))));
    EXPECT_THAT(rules(comparison), testing::Not(Contains(StartsWith("order."))));
}

TEST(RandomHosts, AgainstThemselvesGiveNothing) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        const Host host = samples::randomHost(seed, seed % 97);
        const Comparison comparison = compared(host, host);
        ASSERT_THAT(summary(comparison), IsEmpty()) << seed;
        ASSERT_TRUE(comparison.notCompared.empty()) << seed << " " << comparison.notCompared[0].rule;
        ASSERT_EQ(comparison.pairs.size(), host.functions.size()) << seed;
    }
    for (const Host &host :
         {samples::mi355xServer(), samples::flatVm(), samples::laptop(), samples::vmdHost(),
          samples::cpuLessNodes(), samples::cycles(), samples::partitionedGpu(), Host()})
        EXPECT_THAT(summary(compared(host, host)), IsEmpty());
}

TEST(RandomHosts, ExchangedGiveTheSameDifferencesExchanged) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        const Host before = samples::randomHost(seed, seed % 61);
        Host after = before;
        std::mt19937 dice(seed);
        for (host::PciFunction &function : after.functions) { // changes a few facts
            if (dice() % 8 == 0)
                function.numaNode = fact(static_cast<int>(dice() % 4));
            if (dice() % 8 == 0)
                function.device = fact(static_cast<std::uint16_t>(dice() % 3));
            if (dice() % 16 == 0)
                function.parent.reset();
        }
        if (!after.functions.empty() && seed % 3 == 0)
            after.functions.erase(after.functions.begin() + dice() % after.functions.size());
        ASSERT_EQ(essence(compared(before, after), true), essence(compared(after, before), false)) << seed;
    }
}

TEST(RandomHosts, OfNoRelationGiveTheSameDifferencesExchangedAndAllOfThemSafeText) {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        const Host before = samples::randomHost(seed, 50);
        const Host after = samples::randomHost(seed + 5000, 50);
        const Comparison comparison = compared(before, after);
        ASSERT_EQ(essence(comparison, true), essence(compared(after, before), false)) << seed;
        for (const Difference &difference : comparison.differences) {
            ASSERT_FALSE(difference.text().empty()) << difference.rule;
            ASSERT_EQ(difference.text().find('\x1b'), std::string::npos) << difference.rule;
        }
    }
}

TEST(Comparison, IsTheSameTwice) {
    const Host before = samples::randomHost(7, 90);
    const Host after = samples::randomHost(8, 90);
    EXPECT_EQ(summary(compared(before, after)), summary(compared(before, after)));
}

TEST(Comparison, BeginsWithErrorsAndEndsWithNotes) {
    const Comparison comparison = compared(samples::mi355xServer(), samples::flatVm());
    EXPECT_TRUE(std::is_sorted(comparison.differences.begin(), comparison.differences.end(),
                               [](const auto &a, const auto &b) { return a.severity > b.severity; }));
    EXPECT_GT(comparison.differences.size(), 10U);
}

/// Twice the functions may take slightly more than twice the time; quadratic time would be four times.
TEST(Comparison, OfThousandsOfFunctionsGrowsWithTheirNumber) {
    const auto best = [](std::size_t functions) {
        const auto before = samples::topologyOf(samples::manyFunctions(functions));
        Host changed = samples::manyFunctions(functions);
        for (host::PciFunction &function : changed.functions)
            function.revision = fact(std::uint8_t{9});
        renumber(changed, [](const pci::Address &at) { return at; });
        const auto after = samples::topologyOf(changed);
        double least = 1e9;
        for (int round = 0; round < 5; ++round) {
            const std::clock_t start = std::clock();
            const Comparison comparison = compare({*before}, {*after});
            EXPECT_EQ(comparison.differences.size(), functions);
            least = std::min(least, static_cast<double>(std::clock() - start));
        }
        return least;
    };
    const double small = best(2048);
    const double large = best(8192);
    EXPECT_LT(large, small * 10) << "four times the functions";
    RecordProperty("microseconds_of_8192", static_cast<int>(large));
    RecordProperty("microseconds_of_2048", static_cast<int>(small));
}

} // namespace

} // namespace fabricscope::fleet
