// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Credentials are in no capture that is collected or imported, redacted or not.
#include "core/capture/Secrets.h"
#include "core/capture/StreamSplitter.h"
#include "core/formats/HostReader.h"
#include "core/formats/files/Joining.h"
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

} // namespace
} // namespace fabricscope::formats
