// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two hundred kinds of secrets, each in place of every word in every kind of section: none remains after
// redaction.
#include "core/capture/redact/AllowedTokens.h"
#include "core/capture/redact/Redact.h"
#include "core/capture/redact/SectionRules.h"
#include "core/formats/HostReader.h"
#include "tests/Places.h"
#include "tests/core/formats/files/PlantedSecrets.h"
#include "tests/fuzz/SectionSeeds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <set>

namespace fabricscope::formats {
namespace {

using capture::Capture;
using capture::Section;
using test::PlantedSecret;
using test::plantedSecrets;

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

std::string hex(std::string_view text) {
    std::string out;
    for (const char c : text)
        for (const unsigned digit :
             {static_cast<unsigned char>(c) / 16U, static_cast<unsigned char>(c) % 16U})
            out += "0123456789abcdef"[digit];
    return out;
}

std::string base64(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (; text.size() >= 3; text.remove_prefix(3)) { // the remainder depends on the bytes after it
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8U | static_cast<unsigned char>(text[i]);
        for (int shift = 18; shift >= 0; shift -= 6)
            out += kDigits[bits >> static_cast<unsigned>(shift) & 63U];
    }
    return out;
}

/// Hex digits only: a MAC address may appear in another notation.
std::string digitsOf(std::string_view text) {
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out),
                 [](unsigned char c) { return std::isxdigit(c) != 0; });
    return out;
}

/// The form in which a part of a secret is in the text (in lower case); empty if it is not.
std::string_view formIn(const std::string &text, std::string_view part) {
    const std::string plain = lowered(part);
    constexpr std::size_t kMinEncoded = 6;
    const auto has = [&](const std::string &form) {
        return text.find(form) != std::string::npos;
    };
    if (has(plain))
        return "plain";
    if (plain.size() < kMinEncoded)
        return {};
    if (has(hex(part)) || has(hex(std::string(part.rbegin(), part.rend()))))
        return "hex";
    if (has(lowered(base64(part))))
        return "base64";
    if (has(std::string(plain.rbegin(), plain.rend())))
        return "reversed";
    const bool address = plain.find_first_not_of("0123456789abcdefx:-.") == std::string::npos;
    const std::string digits = digitsOf(plain);
    return address && digits.size() >= 12 && has(digits) ? "digits" : std::string_view{};
}

/// A line with a gap.
struct Position {
    std::string before, behind;
};

/// Before and after each line, and in place of each word.
std::vector<Position> positionsIn(const std::string &text) {
    constexpr std::size_t kMost = 48;
    std::vector<Position> positions{{"", ""}};
    std::size_t begin = 0;
    while (begin < text.size() && positions.size() < kMost) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        positions.push_back({"", " " + line});
        positions.push_back({line + " ", ""});
        for (std::size_t at = 0; at < line.size() && positions.size() < kMost;) {
            std::size_t next = at;
            while (next < line.size() && capture::isTokenChar(line[next]))
                ++next;
            if (next > at)
                positions.push_back({line.substr(0, at), line.substr(next)});
            at = std::max(next, at + 1);
        }
        begin = end + 1;
    }
    return positions;
}

/// Numbers may remain where the kernel or a VMM writes sizes in bytes; there any number is allowed.
bool mayRemain(std::string_view part, const capture::SectionRule &rule) {
    if (part.starts_with("0x")) // registers, written by the kernel
        return rule.numbers.wideHex && part.size() < std::string_view("0x0000c9a1b2c3").size();
    return part.find_first_not_of("0123456789-") == std::string_view::npos &&
           (rule.numbers.wide || rule.sizes);
}

class PlantedIn : public testing::TestWithParam<std::string_view> {};

TEST_P(PlantedIn, NoSecretIsLeft) {
    const capture::SectionRule *rule = capture::sectionRule(GetParam());
    ASSERT_NE(rule, nullptr);
    const auto &seeds = fuzz::sectionSeeds();
    const auto seed = std::find_if(seeds.begin(), seeds.end(),
                                   [&](const fuzz::SectionSeed &each) { return each.name == GetParam(); });
    ASSERT_NE(seed, seeds.end());
    std::set<std::string_view> left; // each only once
    for (const Position &position : positionsIn(seed->bytes)) {
        std::string text;
        for (const PlantedSecret &secret : plantedSecrets())
            if (!mayRemain(secret.text, *rule))
                text += position.before + std::string(secret.text) + position.behind + '\n';
        Section::Meta meta;
        meta.name = GetParam();
        Capture capture;
        capture.sections.emplace_back(meta, text);
        const std::string out = lowered(capture::redacted(capture, "key").sections.at(0).bytes());
        for (const PlantedSecret &secret : plantedSecrets())
            for (const std::string_view part : secret.parts)
                if (!mayRemain(part, *rule) && !formIn(out, part).empty() && left.insert(secret.kind).second)
                    ADD_FAILURE() << secret.kind << ": " << part << " (" << formIn(out, part) << ") in '"
                                  << position.before << "|" << position.behind << "'";
    }
}

INSTANTIATE_TEST_SUITE_P(Sections, PlantedIn, testing::ValuesIn(readableSections()), [](const auto &each) {
    std::string name(each.param);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(Planted, AreTwoHundredKindsAndMore) {
    std::set<std::string_view> kinds;
    for (const PlantedSecret &secret : plantedSecrets()) {
        EXPECT_TRUE(kinds.insert(secret.kind).second) << secret.kind;
        for (const std::string_view part : secret.parts)
            EXPECT_NE(secret.text.find(part), std::string_view::npos) << secret.kind << ": " << part;
    }
    EXPECT_GE(kinds.size(), 200U);
}

// Target, notes, origins, damage, and the collecting user.
TEST(Planted, AreNotInTheMetadataOfACapture) {
    for (const PlantedSecret &secret : plantedSecrets()) {
        Capture capture;
        const std::string text(secret.text);
        capture.takenBy = "fabricscope " + text;
        capture.simulated = "simulated " + text;
        capture.notes = {text, "cannot read /srv/" + text + ": denied", text + " is stuck"};
        Section::Meta meta;
        meta.name = "pci";
        meta.origin = "/home/" + text + "/x " + text;
        meta.damageText = "stuck after " + text;
        capture.sections.emplace_back(meta, "");
        const Capture out = capture::redacted(capture, "key");
        std::string all = out.takenBy + '\n' + out.simulated + '\n' + out.sections.at(0).meta().origin +
                          '\n' + out.sections.at(0).meta().damageText;
        for (const std::string &note : out.notes)
            all += '\n' + note;
        for (const std::string_view part : secret.parts)
            EXPECT_EQ(formIn(lowered(all), part), "") << secret.kind << ": " << part << " in\n" << all;
    }
}

TEST(Planted, AreNotInTheTargetWhateverItsNamesAre) {
    for (const char *name : {"zeta07", "node", "gpu", "memory", "a.b.c", "eth0", "z"})
        for (const char *form : {"%@h", "root@%", "root@%:22", "ssh://%@h:22", "%/docker:c", "h1/docker:%",
                                 "a@b/podman:%", "h1/crictl:%", "kubectl:%/pod7", "kubectl:team7/%"}) {
            Capture capture;
            capture.target = form;
            capture.target.replace(capture.target.find('%'), 1, name);
            const std::string out = capture::redacted(capture, "key").target;
            std::string kept(form);
            kept.erase(kept.find('%'), 1);
            EXPECT_TRUE(out.find(name) == std::string::npos || kept.find(name) != std::string::npos ||
                        std::string_view(name).size() == 1)
                << capture.target << " became " << out;
        }
}

// The content of an unknown section cannot be assumed harmless.
TEST(Planted, UnknownSectionIsRemovedWithANote) {
    Capture capture;
    for (const char *name : {"tool-acmecorp", "pci", "zeta", "pci-x"}) {
        Section::Meta meta;
        meta.name = name;
        capture.sections.emplace_back(meta, "numa 0\n");
    }
    const Capture out = capture::redacted(capture, "key");
    ASSERT_EQ(out.sections.size(), 1U);
    EXPECT_EQ(out.sections[0].meta().name, "pci");
    ASSERT_EQ(out.notes.size(), 1U);
    EXPECT_THAT(out.notes[0], testing::StartsWith("redaction removed 3 sections"));
}

TEST(Planted, EveryKindOfSectionHasARow) {
    for (const std::string_view name : readableSections())
        EXPECT_NE(capture::sectionRule(name), nullptr) << name;
    std::ifstream contract(FABRICSCOPE_SOURCE_DIR "/resources/collector/SECTIONS.md");
    std::size_t found = 0;
    for (std::string line; std::getline(contract, line);) {
        const auto begin = line.find("| `");
        if (begin == std::string::npos || line.find(" | ", begin) == std::string::npos || begin < 4)
            continue;
        const std::string name = line.substr(begin + 3, line.find('`', begin + 3) - begin - 3);
        if (name == "tool-NAME")
            continue;
        ++found;
        EXPECT_NE(capture::sectionRule(name), nullptr) << name;
    }
    EXPECT_GT(found, 40U);
}

} // namespace
} // namespace fabricscope::formats
