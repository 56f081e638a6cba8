// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/Collected.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>

/// Collected over SSH from a real Linux with its own PCIe tree, the facts shown by fabricscope equal those of
/// the machine's lspci, numactl and sysfs, as root, as an ordinary user and as one with a sudoers line.
namespace fabricscope::e2e {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char *kGpu = "0000:23:00.0";
constexpr const char *kSleeping = "0000:27:00.0";
constexpr const char *kPhysical = "0000:69:00.0";

std::string busText(int bus) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%02x", static_cast<unsigned>(bus));
    return text.data();
}

TEST_P(Collected, HasTheSceneThatTheseTestsAreAbout) {
    // 9 on the main bus, 5 root ports, 4 switches of 3 ports, 4 GPUs, 4 NICs, a drive and its 2 VFs.
    EXPECT_EQ(server().places().size(), 37u);
    EXPECT_EQ(server().verbose().size(), server().places().size());
    EXPECT_EQ(server().groups().size(), server().places().size());
    EXPECT_EQ(server().numa().size(), 2u);
    for (const auto &[bdf, place] : server().places())
        EXPECT_TRUE(server().verbose().contains(bdf)) << bdf;
    for (const auto &[bdf, place] : server().places()) {
        const auto bus = place.parent ? server().verbose().at(*place.parent).secondaryBus : std::nullopt;
        EXPECT_EQ(bdf.substr(5, 2), bus ? busText(*bus) : place.root.substr(5)) << bdf;
    }
}

TEST_P(Collected, ShowsEachFunctionOnce) {
    compareEach([](const std::string &bdf, const Shown &function, const Verbose &) {
        EXPECT_EQ(function.times, 1) << bdf;
    });
    for (const auto &[bdf, function] : tree())
        EXPECT_TRUE(server().places().contains(bdf)) << bdf << " does not exist";
}

TEST_P(Collected, PutsEachFunctionWhereLspciPutsIt) {
    compareEach([](const std::string &bdf, const Shown &function, const Verbose &) {
        const Place &place = server().places().at(bdf);
        EXPECT_EQ(function.place.root, place.root) << bdf;
        EXPECT_EQ(function.place.parent.value_or("none"), place.parent.value_or("none")) << bdf;
    });
}

TEST_P(Collected, CallsThingsWhatTheyAre) {
    // By port type, or by class prefix.
    static const std::map<std::string, std::string> kKinds = {
        {"Root Port", "root_port"}, {"Upstream Port", "port"},       {"Downstream Port", "port"},
        {"Ethernet", "nic"},        {"Non-Volatile memory", "nvme"}, {"Display", "gpu"}};
    int compared = 0;
    compareEach([&compared](const std::string &bdf, const Shown &function, const Verbose &verbose) {
        for (const auto &[word, kind] : kKinds)
            if (verbose.port == word || verbose.title.starts_with(word)) {
                EXPECT_EQ(function.kind, kind) << bdf;
                ++compared;
            }
    });
    EXPECT_EQ(compared, 5 + 4 * 3 + 4 + 5 + 3); // root ports, ports, GPUs, NICs, the drive and its VFs
}

TEST_P(Collected, NamesTheNumaNodeOfEachFunction) {
    compareEach([](const std::string &bdf, const Shown &function, const Verbose &verbose) {
        if (verbose.port == "Downstream Port")
            return; // a switch is one box
        EXPECT_EQ(function.numa.value_or(-1), verbose.numa.value_or(-1)) << bdf;
    });
}

TEST_P(Collected, NamesTheDriverOfEachFunction) {
    compareEach([](const std::string &bdf, const Shown &function, const Verbose &verbose) {
        EXPECT_EQ(function.driver.value_or("none"), verbose.driver.value_or("none")) << bdf;
    });
}

TEST_P(Collected, NamesTheIommuGroupOfEachFunction) {
    compareEach([](const std::string &bdf, const Shown &function, const Verbose &verbose) {
        EXPECT_EQ(function.group.value_or(-1), server().groups().at(bdf)) << bdf;
        EXPECT_EQ(verbose.group.value_or(-1), server().groups().at(bdf)) << bdf;
    });
}

/// The minimum of the known values.
template<class T> std::optional<T> lesser(std::optional<T> a, std::optional<T> b) {
    if (a && b)
        return std::min(a, b);
    return a ? a : b;
}

TEST_P(Collected, ShowsLinksAsLspciReadsThem) {
    int links = 0;
    compareEach([&links](const std::string &bdf, const Shown &function, const Verbose &verbose) {
        const Place &place = server().places().at(bdf);
        if (!verbose.current || !place.parent || verbose.port == "Downstream Port")
            return;
        if (function.physfn) {
            EXPECT_FALSE(function.current) << bdf << " shares the link of its physical function";
            return;
        }
        if (bdf == kSleeping) {
            EXPECT_EQ(function.linkState, "unknown") << bdf << " was not asked";
            return;
        }
        ASSERT_TRUE(function.current && function.possible) << bdf << " has no link";
        const Verbose &above = server().verbose().at(*place.parent);
        EXPECT_EQ(function.current->speed, verbose.current->speed) << bdf;
        EXPECT_EQ(function.current->width, verbose.current->width) << bdf;
        const bool isEmulated = above.port == "Root Port"; // QEMU's own, which states no lanes
        const LinkText upper = isEmulated ? LinkText{} : *above.capable;
        EXPECT_EQ(function.possible->speed, lesser(verbose.capable->speed, upper.speed)) << bdf;
        EXPECT_EQ(function.possible->width, lesser(verbose.capable->width, upper.width)) << bdf;
        const char *below = isEmulated ? "unknown" : "narrow";
        EXPECT_EQ(function.linkState, function.current == function.possible ? "full" : below) << bdf;
        ++links;
    });
    EXPECT_EQ(links, 4 + 7 + 1); // switches, GPUs and NICs awake, the drive
}

TEST_P(Collected, ShowsVirtualFunctionsWithTheirPhysicalOne) {
    const Shown *physical = shown(kPhysical);
    ASSERT_TRUE(physical);
    EXPECT_THAT(physical->virtfns, ElementsAre("0000:69:00.1", "0000:69:00.2"));
    for (const std::string &bdf : physical->virtfns) {
        const Shown *function = shown(bdf);
        EXPECT_TRUE(function != nullptr && function->physfn == kPhysical) << bdf;
    }
}

TEST_P(Collected, NamesWhoHoldsTheGpu) {
    const Shown *gpu = shown(kGpu);
    ASSERT_TRUE(gpu);
    EXPECT_EQ(gpu->driver, "vfio-pci");
    ASSERT_TRUE(gpu->owner);
    // /proc shows command lines to everybody: the VM is named without root, too.
    EXPECT_THAT(*gpu->owner, HasSubstr("vm-e2e"));
}

TEST_P(Collected, DoesNotWakeASuspendedDeviceAndReportsIt) {
    const auto [before, after] = server().sleep(GetParam());
    EXPECT_THAT(before, HasSubstr("suspended"));
    EXPECT_EQ(before, after);
    EXPECT_THAT(server().captureRun(GetParam()).err, HasSubstr(std::string(kSleeping) + " is asleep"));
}

TEST_P(Collected, LeavesNothingBehindOnTheHost) {
    const CommandResult found = server().ssh(
        "server", "find /tmp /var/tmp /home /root /etc /usr /opt /srv -xdev -newer /run/vmm -type f; "
                  "pgrep -af 'sh -s|fabricscope' | grep -v pgrep");
    EXPECT_EQ(found.out, "") << found.err;
}

INSTANTIATE_TEST_SUITE_P(As, Collected, testing::ValuesIn(logins()), nameOf);

} // namespace
} // namespace fabricscope::e2e
