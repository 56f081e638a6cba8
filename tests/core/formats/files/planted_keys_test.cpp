// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Credentials are in no capture that is collected or imported, redacted or not.
#include "core/capture/Secrets.h"
#include "core/capture/StreamSplitter.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Joining.h"
#include "tests/core/formats/files/Imported.h"
#include "tests/core/formats/files/PlantedSecrets.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::formats {
namespace {

using capture::Section;

/// The text of a kind within other text, as in command lines, logs and files.
std::vector<std::string> linesWith(std::string_view text) {
    const std::string with(text);
    return {with,
            "=" + with,
            "=sh\n=-c\n=exec agent " + with + " --port 1",
            "[   12.5] init: " + with + " started",
            "    " + with + ",",
            "<x>" + with + "</x>"};
}

std::string textOf(std::string_view kind) {
    const auto &all = test::plantedSecrets();
    const auto at = std::find_if(all.begin(), all.end(), [&](const auto &each) { return each.kind == kind; });
    return at == all.end() ? std::string() : std::string(at->text);
}

class PlantedKeysIn : public testing::TestWithParam<std::string_view> {};

TEST_P(PlantedKeysIn, AreNotInASectionThatArrives) {
    for (const test::PlantedKey &key : test::plantedKeys())
        for (const std::string &line : linesWith(textOf(key.kind))) {
            std::string out;
            capture::StreamSplitter splitter("n", capture::Part::Touch,
                                             {[&](Section section) { out += section.bytes(); }, {}, {}});
            splitter.feed(fmt::format("@@fabricscope n begin touch 1\n@@fabricscope n section {} x\n{}\n\n"
                                      "@@fabricscope n end 0\n",
                                      GetParam(), line),
                          1);
            EXPECT_NE(out, "");
            EXPECT_EQ(out.find(key.part), std::string::npos) << key.kind << " of\n"
                                                             << line << "\nis in\n"
                                                             << out;
        }
}

std::vector<std::string_view> sectionsWithText() {
    std::vector<std::string_view> names = readableSections();
    std::erase_if(names, [](std::string_view name) { return !capture::mayHoldSecrets(name); });
    return names;
}

INSTANTIATE_TEST_SUITE_P(Sections, PlantedKeysIn, testing::ValuesIn(sectionsWithText()),
                         [](const auto &each) {
                             std::string name(each.param);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(PlantedKeys, AreOfTheKindsThatArePlanted) {
    EXPECT_GE(test::plantedKeys().size(), 40U);
    for (const test::PlantedKey &key : test::plantedKeys())
        EXPECT_NE(textOf(key.kind).find(key.part), std::string::npos) << key.kind;
}

/// Any imported file, even a very long one.
TEST(PlantedKeys, AreNotInWhatIsImported) {
    std::string fill;
    while (fill.size() < (std::size_t{17} << 20U))
        fill += "[    1.0] a line of a log that says nothing of anybody\n";
    std::string text;
    for (const test::PlantedKey &key : test::plantedKeys())
        for (const std::string &line : linesWith(textOf(key.kind)))
            text += line + "\n\n";
    Source source;
    source.name = "f";
    source.isCapture = true;
    source.content.target = "f";
    for (const bool isLong : {false, true}) {
        Section::Meta meta;
        meta.name = "dmesg";
        meta.origin = "agent --token zeustok99";
        meta.damageText = "stuck after password=Tr0ub4dor3";
        source.content.sections.emplace_back(meta, isLong ? text + fill + text : text);
    }
    source.content.notes = {"refused: https://alicew:pwzeus@repo", "token: zeustok98"};
    const auto out = joined({source}, capture::Limits{});
    ASSERT_TRUE(out) << out.error().what;
    ASSERT_EQ(out->sections.size(), 2U);
    EXPECT_GT(out->sections[1].size(), fill.size());
    std::string all = out->notes.at(0) + '\n' + out->notes.at(1);
    for (const Section &section : out->sections)
        all += '\n' + section.meta().origin + '\n' + section.meta().damageText + '\n' + section.bytes();
    for (const test::PlantedKey &key : test::plantedKeys())
        EXPECT_EQ(all.find(key.part), std::string::npos) << key.kind;
    EXPECT_NE(all.find("agent --token ***"), std::string::npos);
}

/// As a terminal of so many columns shows it.
std::string brokenAt(std::string_view text, std::size_t width) {
    std::string out;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        for (std::size_t at = 0; at < line.size(); at += width)
            out.append(line.substr(at, width)).append("\n");
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return out;
}

TEST(PlantedKeys, ThatATerminalBrokeAreNotInAnImportedText) {
    constexpr std::string_view kSecret = "pQ5xW7rTk9ZmB2vN";
    constexpr std::size_t kWidth = 80;
    for (std::size_t shift = 0; shift < kSecret.size() + 20; ++shift) {
        const std::string text = fmt::format(
            "[    0.000000] Linux version 6.8.0-45-generic (build@host) (gcc 13.2.0) #45 SMP PREEMPT "
            "Fri Aug 30 12:02:04 2024\n"
            "[    0.000000] Command line: BOOT_IMAGE=/vmlinuz {}rd.iscsi.password={} quiet iommu=pt "
            "intel_iommu=on default_hugepagesz=1G\n"
            "[    5.100000] nvidia 0000:41:00.0: enabling device (0000 -> 0002)\n"
            "[   99.000000] NVRM: Xid (PCI:0000:41:00): 79, pid=1234, GPU has fallen off the bus.\n",
            std::string(shift, 'a') + " ", kSecret);
        const capture::Capture capture = imported({{"dmesg.txt", brokenAt(text, kWidth)}});
        ASSERT_FALSE(capture.sections.empty());
        for (const Section &section : capture.sections)
            for (std::size_t part = 0; part + 4 <= kSecret.size(); ++part)
                EXPECT_EQ(section.bytes().find(kSecret.substr(part, 4)), std::string::npos)
                    << shift << "\n"
                    << section.bytes();
        EXPECT_NE(capture.sections[0].bytes().find("fallen off the bus"), std::string::npos);
    }
}

} // namespace
} // namespace fabricscope::formats
