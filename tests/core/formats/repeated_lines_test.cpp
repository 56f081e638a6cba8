// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Readers of functions compare a line with that of the previous function: a value taken over must equal the
// value of the line itself, with the evidence of its own line.
#include "tests/core/formats/Captures.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

namespace fabricscope::formats {
namespace {

using host::PciFunction;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Appends a fact with the text of its evidence.
template<class T, class Show>
void addFact(std::string &text, const char *name, const capture::Capture &capture, const host::Fact<T> &fact,
             Show show) {
    if (fact)
        text += fmt::format("{}={} by '{}'\n", name, show(*fact), evidenceText(capture, fact.evidence()));
}

std::string factsOf(const capture::Capture &capture, const PciFunction &f) {
    const auto same = [](const auto &value) {
        return value;
    };
    const auto speed = [](const pci::LinkSpeed &s) {
        return s.generation();
    };
    const auto width = [](std::uint8_t w) {
        return unsigned{w};
    };
    std::string text = f.address.toString() + '\n';
    addFact(text, "class", capture, f.classCode, same);
    addFact(text, "vendor", capture, f.vendor, same);
    addFact(text, "device", capture, f.device, same);
    addFact(text, "subsystem", capture, f.subsystemDevice, same);
    addFact(text, "revision", capture, f.revision, width);
    addFact(text, "numa", capture, f.numaNode, same);
    addFact(text, "cpus", capture, f.localCpus, same);
    addFact(text, "power", capture, f.powerState, same);
    addFact(text, "secondary", capture, f.rare->secondaryBus, width);
    addFact(text, "subordinate", capture, f.rare->subordinateBus, width);
    addFact(text, "speed", capture, f.currentSpeed, speed);
    addFact(text, "most", capture, f.maxSpeed, speed);
    addFact(text, "width", capture, f.currentWidth, width);
    addFact(text, "driver", capture, f.driver, same);
    addFact(text, "physfn", capture, f.physfn, [](const host::Address &a) { return a.toString(); });
    for (const host::Bar &bar : f.bars)
        text += fmt::format("bar {} {} {:x}\n", bar.index, bar.size.value, bar.flags);
    if (f.config) {
        text += fmt::format("config {} {:x} {:x} {} {} {}\n", f.config->bytesRead, f.config->vendor,
                            f.config->command, f.config->capabilities.size(), f.config->express.has_value(),
                            f.config->dead);
        text += evidenceText(capture, f.configEvidence);
    }
    return text;
}

std::string bdfOf(std::string_view line) {
    const auto at = line.find_first_of("0123456789abcdef");
    return at == std::string_view::npos ? std::string() : std::string(line.substr(at, 12));
}

/// The collector lists a function before its lines: lines of known functions are compared at once.
std::string deviceLine(const std::string &bdf) {
    return fmt::format("l {0} -> ../../../devices/pci0000:00/{0}\n", bdf);
}

/// The lines of each function, in the order of the text.
std::map<std::string, std::string> byFunction(std::string_view text) {
    std::map<std::string, std::string> parts;
    std::string bdf;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n') + 1);
        if (line.front() != ' ')
            bdf = bdfOf(line);
        parts[bdf] += line;
        rest.remove_prefix(line.size());
    }
    return parts;
}

TEST(RepeatedLines, GiveEachFunctionTheFactsOfItsOwnLines) {
    const capture::Capture made = samples::toCapture(samples::manyFunctions(700));
    std::vector<TestSection> all;
    std::map<std::string, std::vector<TestSection>> single;
    for (const capture::Section &section : made.sections) {
        const std::string &name = section.meta().name;
        if (name != "pci-devices" && name != "pci" && name != "pci-links" && name != "pci-touch" &&
            name != "pci-config")
            continue;
        all.push_back({name, section.bytes(), section.meta().part});
        for (auto &[bdf, lines] : byFunction(section.bytes()))
            single[bdf].push_back({name, lines, section.meta().part});
    }
    ASSERT_EQ(all.size(), 5U);
    const capture::Capture whole = captureOf(all);
    const host::Host together = readHost(whole);
    ASSERT_EQ(together.functions.size(), 700U);
    for (const auto &[bdf, sections] : single) {
        const host::Host alone = hostOf(sections);
        ASSERT_EQ(factsOf(whole, *together.function(addressOf(bdf))),
                  factsOf(captureOf(sections), *alone.function(addressOf(bdf))));
    }
}

TEST(RepeatedLines, TakeNoValueFromAnotherLine) {
    const host::Host host = hostOf({{"pci", "0000:01:00.0/current_link_speed:16.0 GT/s PCIe\n"
                                            "0000:01:00.0/numa_node:0\n"
                                            "0000:01:00.0/numa_node:1\n"
                                            "0000:02:00.0/current_link_speed:Unknown\n"
                                            "0000:02:00.0/numa_node:0\n"
                                            "0000:03:00.0/current_link_speed:Unknown\n"
                                            "0000:03:00.0/numa_node:0\n"},
                                    {"pci-touch", "0000:01:00.0/current_link_speed:Unknown\n"
                                                  "0000:03:00.0/current_link_speed:Unknown\n"}});
    EXPECT_EQ(*host.functions[0].numaNode, 1) << "of two lines, the later one";
    EXPECT_EQ(*host.functions[1].numaNode, 0);
    EXPECT_EQ(*host.functions[2].numaNode, 0);
    EXPECT_EQ(host.functions[0].currentSpeed->generation(), 4U);
    EXPECT_FALSE(host.functions[1].currentSpeed);
    EXPECT_FALSE(host.functions[2].currentSpeed);
}

TEST(RepeatedLines, CountRegionsAlsoWhereTheirRunsAreOfDifferentLengths) {
    const std::string none = "resource:0x0000000000000000 0x0000000000000000 0x0000000000000000\n";
    const std::string used = "resource:0x00000000F0000000 0x00000000f0000fff 0x0000000000040200\n";
    const auto lines = [&](const std::string &bdf, std::string_view regions) {
        std::string text;
        for (const char region : regions)
            text += bdf + '/' + (region == '-' ? none : used);
        return text;
    };
    const host::Host host =
        hostOf({{"pci", lines("0000:01:00.0", "-------------") + lines("0000:01:00.1", "x------------") +
                            lines("0000:01:00.2", "x-x----------------") +
                            lines("0000:01:00.3", "--x-x---x") + lines("0000:01:00.4", "--x-x---x---x")}});
    EXPECT_THAT(host.warnings, IsEmpty());
    const auto indexes = [&](std::size_t function) {
        std::vector<int> list;
        for (const host::Bar &bar : host.functions[function].bars)
            list.push_back(bar.index);
        return list;
    };
    EXPECT_THAT(indexes(0), IsEmpty());
    EXPECT_THAT(indexes(1), ElementsAre(0));
    EXPECT_THAT(indexes(2), ElementsAre(0, 2));
    EXPECT_THAT(indexes(3), ElementsAre(2, 4, 8));
    EXPECT_THAT(indexes(4), ElementsAre(2, 4, 8, 12));
    EXPECT_EQ(host.functions[1].bars[0].size.value, 4096U);
}

TEST(RepeatedLines, InvalidRegionCountsOnceAndIsReported) {
    const host::Host host =
        hostOf({{"pci", "0000:01:00.0/vendor:0x1002\n"
                        "0000:01:00.0/resource:0x00000000f000000g 0x00000000f0000fff 0x0000000000040200\n"
                        "0000:01:00.0/resource:0x00000000f0000000 0x00000000f0000fff 0x0000000000040200\n"}});
    ASSERT_EQ(host.functions[0].bars.size(), 1U);
    EXPECT_EQ(host.functions[0].bars[0].index, 1);
    EXPECT_THAT(host.warnings, ElementsAre(HasSubstr("pci: line 2: invalid value of 0000:01:00.0/resource")));
}

TEST(RepeatedLines, NoFunctionIsItsOwnPhysicalOne) {
    const host::Host host = hostOf({{"pci-links", "l 0000:01:00.1/physfn -> ../0000:01:00.0\n"
                                                  "l 0000:01:00.0/physfn -> ../0000:01:00.0\n"
                                                  "l 0000:01:00.2/physfn -> ../0000:01:00.0\n"},
                                    {"pci-touch", "0000:01:00.0/vendor:0x1002\n"}});
    EXPECT_FALSE(host.functions[0].physfn);
    EXPECT_EQ(*host.functions[1].physfn, addressOf("0000:01:00.0"));
    EXPECT_EQ(*host.functions[2].physfn, addressOf("0000:01:00.0"));
    EXPECT_THAT(host.warnings, ElementsAre(HasSubstr("pci-links: line 2: not a link of a PCI function")));
}

TEST(RepeatedLines, VirtualFunctionsAreThoseThatTheLinksName) {
    const std::string folder = "l 0000:01:00.0/";
    const host::Host host = hostOf({{"pci", "0000:01:00.0/vendor:0x15b3\n"},
                                    {"pci-links", folder + "virtfn0 -> ../0000:01:00.1\n"           //
                                                      + folder + "virtfn10 -> ../0000:01:01.3\n"    //
                                                      + folder + "virtfn2 -> /sys/x/0000:01:00.3\n" //
                                                      + folder + "virtfn1 -> ../10000:01:00.2\n"    //
                                                      + folder + "virtfn3 -> ../0000:01:00.0\n"     //
                                                      + folder + "virtfn -> ../0000:01:00.7\n"      //
                                                      + folder + "virtfn65536 -> ../0000:01:00.6\n" //
                                                      + folder + "virtfn4 -> ../0000:01:00.5"}});
    EXPECT_THAT(host.functions[0].virtfns,
                ElementsAre(addressOf("0000:01:00.1"), addressOf("10000:01:00.2"), addressOf("0000:01:00.3"),
                            addressOf("0000:01:00.5"), addressOf("0000:01:01.3")))
        << "in the order of their numbers";
    EXPECT_THAT(host.warnings, ElementsAre(HasSubstr("pci-links: line 5: not a link of a PCI function")));
}

TEST(RepeatedLines, ALineIsOfTheFunctionThatItNames) {
    const std::string first = "0000:01:00.0/class:0x020000\n0000:01:00.0/vendor:0x15b3\n"
                              "0000:01:00.0/device:0x1021\n";
    const capture::Capture whole =
        captureOf({{"pci", first + "0000:01:00.1/class:0x020000\n0000:01:00.2/vendor:0x15b3\n"
                                   "0000:01:00.1/device:0x1021\n"}});
    const host::Host host = readHost(whole);
    ASSERT_EQ(host.functions.size(), 3U);
    EXPECT_TRUE(host.functions[1].classCode && host.functions[1].device && !host.functions[1].vendor);
    EXPECT_TRUE(host.functions[2].vendor && !host.functions[2].classCode && !host.functions[2].device);
    EXPECT_EQ(evidenceText(whole, host.functions[1].device.evidence()), "0000:01:00.1/device:0x1021");
}

/// Unchanged lines are skipped in blocks: a difference in the middle of a block is detected anyway.
TEST(RepeatedLines, ManyAtOnceAreOfTheFunctionThatTheyName) {
    const std::vector<std::string> files = {"class:0x020000", "vendor:0x15b3", "device:0x101e",
                                            "revision:0x00",  "numa_node:0",   "enable:1",
                                            "power_state:D0"};
    constexpr std::size_t kFunctions = 20;
    std::map<std::size_t, std::map<std::size_t, std::string>> odd; // function, and the replacement of a line
    odd[5][2] = "device:0x1021";
    odd[6][2] = "power_state:D3hot";
    odd[9][0] = "";
    odd[11][6] = "";
    odd[13][3] = "revision:0x0g";
    odd[16][4] = "numa_node:1\nBDF/numa_node:-1";
    std::string devices, text;
    std::vector<std::string> own;
    for (std::size_t function = 0; function < kFunctions; ++function) {
        const std::string bdf = fmt::format("0000:01:{:02x}.{}", function / 8, function % 8);
        devices += deviceLine(bdf);
        std::string &lines = own.emplace_back();
        for (std::size_t line = 0; line < files.size(); ++line) {
            const bool isOdd = odd[function].contains(line);
            const std::string &file = isOdd ? odd[function][line] : files[line];
            if (!file.empty())
                lines += fmt::format("{}/{}\n", bdf, file);
        }
        if (const auto at = lines.find("BDF"); at != std::string::npos)
            lines.replace(at, 3, bdf);
        text += lines;
        if (function == 18) // with a line of another function in between
            text += "0000:01:00.0/numa_node:3\n";
    }
    own[0] += "0000:01:00.0/numa_node:3\n";
    const capture::Capture whole = captureOf({{"pci-devices", devices}, {"pci", text}});
    const host::Host together = readHost(whole);
    ASSERT_EQ(together.functions.size(), kFunctions);
    for (std::size_t function = 0; function < kFunctions; ++function) {
        const capture::Capture part = captureOf({{"pci", own[function]}});
        EXPECT_EQ(factsOf(whole, together.functions[function]),
                  factsOf(part, readHost(part).functions.at(0)));
    }
}

/// The lines of one function, drawn at random from few: neighbours often have equal lines, and as often omit
/// a line, repeat it, differ, or have an ignored line in between.
std::string drawnLines(std::mt19937 &random, const std::string &bdf) {
    static const std::vector<std::string> kFiles = {
        "class:0x020000",     "vendor:0x15b3",
        "device:0x101e",      "aer_dev_fatal:Undefined 0",
        "revision:0x00",      "numa_node:0",
        "power_state:D3cold", "resource:0x0000000000000000 0x0000000000000000 0x0000000000000000",
        "enable:1",           "unknown:1",
        "local_cpulist:0-31"};
    static const std::vector<std::string> kOthers = {"vendor:0x15b4", "numa_node:1",
                                                     "power_state:", "numa_node:x"};
    const auto draw = [&](std::size_t below) {
        return static_cast<std::size_t>(random()) % below;
    };
    std::vector<std::string> files = kFiles;
    for (std::size_t changes = draw(2) * draw(3); changes > 0; --changes) {
        const std::size_t at = draw(files.size());
        switch (draw(3)) {
        case 0:
            files.erase(files.begin() + static_cast<std::ptrdiff_t>(at));
            break;
        case 1:
            files.insert(files.begin() + static_cast<std::ptrdiff_t>(at), kOthers[draw(kOthers.size())]);
            break;
        default:
            files[at] = files[draw(files.size())];
        }
    }
    std::string text;
    for (const std::string &file : files)
        text += bdf + '/' + file + '\n';
    return text;
}

TEST(RepeatedLines, GiveTheSameFactsTogetherAndAloneInAnyOrder) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        std::vector<std::string> own;
        std::string devices, text;
        for (int function = 0; function < 8; ++function) {
            const std::string bdf = fmt::format("0000:01:00.{}", function);
            devices += deviceLine(bdf);
            text += own.emplace_back(drawnLines(random, bdf));
        }
        const capture::Capture whole = captureOf({{"pci-devices", devices}, {"pci", text}});
        const host::Host together = readHost(whole);
        for (std::size_t function = 0; function < own.size(); ++function) {
            const capture::Capture part = captureOf({{"pci", own[function]}});
            ASSERT_EQ(factsOf(whole, together.functions.at(function)),
                      factsOf(part, readHost(part).functions.at(0)))
                << "seed " << seed << ":\n"
                << text;
        }
    }
}

TEST(RepeatedLines, SiblingsAreKnownByTheirFolderAndNothingElse) {
    const std::string above = " -> ../../../devices/pci0000:00/0000:00:01.0/";
    const host::Host host =
        hostOf({{"pci-devices", "l 0000:01:00.0" + above + "0000:01:00.0\n"                    //
                                    + "l 0000:01:00.1" + above + "0000:01:00.1\n"              //
                                    + "l 0000:02:00.0" + above + "0000:01:00.2/0000:02:00.0\n" //
                                    + "l 0000:01:00.3" + above + "0000:01:00.3\n"}});
    EXPECT_THAT(host.warnings, IsEmpty());
    ASSERT_EQ(host.functions.size(), 4U);
    EXPECT_EQ(host.functions[1].parent, addressOf("0000:00:01.0"));
    EXPECT_EQ(host.functions[2].parent, addressOf("0000:00:01.0"));
    EXPECT_EQ(host.functions[3].parent, addressOf("0000:01:00.2"));
}

TEST(RepeatedLines, ConfigSpaceIsThatOfItsOwnLines) {
    std::vector<std::uint8_t> bytes(256);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(i * 7 + 2);
    bytes[0x06] = bytes[0x0E] = 0; // no list, type 0
    const auto with = [&](std::size_t at, std::uint8_t value, std::size_t size = 256) {
        std::vector<std::uint8_t> other(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        other[at] = value;
        return other;
    };
    const std::vector<std::vector<std::uint8_t>> spaces = {
        bytes,        bytes, with(0x04, 0x77), bytes, with(0x04, 0x78, 64), with(0x04, 0x78, 128),
        with(200, 9), bytes};
    std::string text;
    for (std::size_t i = 0; i < spaces.size(); ++i)
        text += configText(fmt::format("0000:01:00.{}", i), spaces[i]) + (i == 3 ? "\n" : "");
    const capture::Capture whole = captureOf({{"pci-config", text}});
    const host::Host host = readHost(whole);
    EXPECT_THAT(host.warnings, IsEmpty());
    ASSERT_EQ(host.functions.size(), spaces.size());
    for (std::size_t i = 0; i < spaces.size(); ++i) {
        EXPECT_EQ(*host.functions[i].config, pci::decodeConfigSpace(spaces[i])) << i;
        EXPECT_THAT(evidenceText(whole, host.functions[i].configEvidence),
                    HasSubstr(fmt::format("=0000:01:00.{}\n", i)));
    }
}

} // namespace
} // namespace fabricscope::formats
