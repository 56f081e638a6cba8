// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "core/report/TextDiff.h"
#include "tests/support/Golden.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::report {

namespace {

using samples::address;
using samples::fact;
using samples::text;
using testing::HasSubstr;
using testing::Not;

/// The changes of a reboot with a new kernel, a loose riser and a lost drive.
host::Host rebooted() {
    host::Host host = samples::mi355xServer();
    host.id.bootId = "1c0a5d2f-8b63-4a4f-9b78-2d3e4f5a6b7c";
    host.kernel = text("6.8.0-64-generic");
    host.commandLine = text("BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro quiet");
    host.function(address("0000:c6:00.0"))->currentWidth = fact(std::uint8_t{8});
    for (host::PciFunction &function : host.functions)
        if (function.driver && *function.driver == "amdgpu")
            function.driver = text("vfio-pci");
    const auto gone = address("0000:e9:00.0");
    std::erase_if(host.functions, [&](const auto &f) { return f.address == gone; });
    host.nvmeModels.erase(gone.toString());
    std::swap(host.rdmaDevices[0].name, host.rdmaDevices[2].name);
    return host;
}

std::string diffOf(const host::Host &before, const host::Host &after, std::size_t width = 110) {
    const auto left = samples::topologyOf(before);
    const auto right = samples::topologyOf(after);
    const fleet::Side from{*left};
    const fleet::Side to{*right};
    return diffText(from, to, fleet::compare(from, to), {width, nullptr});
}

TEST(DiffText, OfARebootIsAsReviewed) {
    const capture::Capture before = samples::toCapture(samples::mi355xServer());
    const capture::Capture after = samples::toCapture(rebooted());
    const auto left = samples::topologyOf(formats::readHost(before));
    const auto right = samples::topologyOf(formats::readHost(after));
    const fleet::Side from{*left, &before};
    const fleet::Side to{*right, &after};
    test::expectGolden(diffText(from, to, fleet::compare(from, to), {110, nullptr}),
                       "tests/core/report/golden/reboot.diff.txt");
}

TEST(DiffText, ReportsThatNothingChanged) {
    const std::string same = diffOf(samples::mi355xServer(), samples::mi355xServer());
    EXPECT_THAT(same, HasSubstr("\nNothing changed.\n"));
    EXPECT_THAT(same, HasSubstr("Same boot.\n"));
    EXPECT_THAT(same, Not(HasSubstr("Could not")));
}

TEST(DiffText, ReportsWhatCouldNotBeComparedAndWhy) {
    host::Host after = samples::mi355xServer();
    for (host::PciFunction &function : after.functions)
        if (function.config) {
            function.config->bytesRead = 64;
            function.config->acs.reset();
        }
    after.missing.push_back({"ACS of bridges", "config space needs root", "collect with --sudo"});
    const std::string text = diffOf(samples::mi355xServer(), after, 0);
    EXPECT_THAT(text, HasSubstr("Nothing changed in the compared facts.\n"));
    EXPECT_THAT(text,
                testing::ContainsRegex("\\? ACS control \\([0-9]+ times, first .*\\): unknown after\n"));
    EXPECT_THAT(
        text, HasSubstr("after: ACS of bridges: config space needs root; to get it: collect with --sudo\n"));
}

TEST(DiffText, KeepsEveryLineWithinTheWidthAndEndsWithALineFeed) {
    std::string text = diffOf(samples::mi355xServer(), rebooted(), 80);
    ASSERT_EQ(text.back(), '\n');
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         begin = end + 1, end = text.find('\n', begin)) {
        const std::string line = text.substr(begin, end - begin);
        const auto columns =
            std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
        ASSERT_LE(columns, 80) << line;
    }
}

TEST(DiffText, LetsNoEscapeSequenceOfTheHostThrough) {
    host::Host after = rebooted();
    after.hostname = text("evil\x1b[2J");
    after.kernel = text("\x1b]0;title\x07");
    after.missing.push_back({"\x1b[1m", "\x9b", "\r"});
    for (const char byte : diffOf(samples::mi355xServer(), after))
        ASSERT_FALSE((static_cast<unsigned char>(byte) < 0x20 && byte != '\n') || byte == 0x7f) << int{byte};
}

} // namespace

} // namespace fabricscope::report
