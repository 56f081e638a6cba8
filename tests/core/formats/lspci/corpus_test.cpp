// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dumps and pasted texts of real machines, read from the corpus.
#include "tests/Places.h"
#include "tests/core/formats/lspci/LspciHosts.h"
#include "tests/support/Equality.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

namespace fabricscope::formats {
namespace {

namespace fs = std::filesystem;
using test::Equality;
const fs::path kCaptures = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/captures";

std::string fullSlot(const std::string &slot) {
    return slot.size() == 7 ? "0000:" + slot : slot;
}

/// Removes lspci's assessments: "Speed 16GT/s (downgraded), Width x2".
std::string withoutJudgement(const std::string &text) {
    return std::regex_replace(text, std::regex(R"( \((ok|downgraded|overdriven|strange)\))"), "");
}

std::string rate(const std::optional<pci::LinkSpeed> &speed, const std::optional<std::uint8_t> &width) {
    const std::string rate = speed ? fmt::format("{:g}GT/s", speed->gigatransfersPerSecond()) : "unknown";
    return fmt::format("Speed {}, Width x{}", rate, width.value_or(0));
}

std::string signs(std::uint8_t bits) {
    static constexpr const char *kWords[] = {"SrcValid",    "TransBlk",   "ReqRedir",   "CmpltRedir",
                                             "UpstreamFwd", "EgressCtrl", "DirectTrans"};
    std::string text;
    for (unsigned i = 0; i < std::size(kWords); ++i)
        text += fmt::format("{}{}{}", i > 0 ? " " : "", kWords[i], (bits >> i) & 1U ? '+' : '-');
    return text;
}

/// The port type in lspci's form, without the version: "Root Port (Slot+)".
std::string portText(const pci::Express &express) {
    using pci::PortType;
    static const std::map<PortType, std::string> kWords = {
        {PortType::Endpoint, "Endpoint"},
        {PortType::LegacyEndpoint, "Legacy Endpoint"},
        {PortType::RootPort, "Root Port"},
        {PortType::UpstreamPort, "Upstream Port"},
        {PortType::DownstreamPort, "Downstream Port"},
        {PortType::PcieToPci, "PCI-Express to PCI/PCI-X Bridge"},
        {PortType::PciToPcie, "PCI/PCI-X to PCI-Express Bridge"},
        {PortType::RootComplexEndpoint, "Root Complex Integrated Endpoint"},
        {PortType::EventCollector, "Root Complex Event Collector"},
    };
    return kWords.at(express.portType);
}

using Quantities = std::map<std::string, Equality::Values>; ///< quantity -> slot -> value

Quantities expectedOf(const nlohmann::json &devices) {
    Quantities all;
    for (const auto &device : devices) {
        const std::string slot = fullSlot(device.at("slot"));
        all["functions"][slot] = "there";
        for (const auto &[key, quantity] :
             {std::pair("lnkcap", "LnkCap"), std::pair("lnksta", "LnkSta"), std::pair("acscap", "ACSCap"),
              std::pair("acsctl", "ACSCtl"), std::pair("driver", "driver"), std::pair("sriov", "total VFs")})
            if (device.contains(key))
                all[quantity][slot] = withoutJudgement(device.at(key));
        if (device.contains("express")) {
            const std::string words = device.at("express");
            all["Express"][slot] =
                std::regex_replace(words, std::regex(R"(^Express \(v\d\) | \(Slot[+-]\)$)"), "");
        }
        std::string capabilities;
        for (const std::string place : device.value("caps", nlohmann::json::array()))
            capabilities += (capabilities.empty() ? "" : ", ") + place;
        if (!capabilities.empty())
            all["capabilities"][slot] = capabilities;
    }
    return all;
}

Quantities quantitiesOf(const host::Host &host) {
    Quantities all;
    for (const host::PciFunction &f : host.functions) {
        const std::string slot = f.address.toString();
        all["functions"][slot] = "there";
        if (f.driver)
            all["driver"][slot] = *f.driver;
        if (!f.config)
            continue;
        if (const auto &express = f.config->express) {
            all["Express"][slot] = portText(*express);
            if (express->portType != pci::PortType::RootComplexEndpoint) {
                all["LnkCap"][slot] = rate(express->maxSpeed, express->maxWidth);
                all["LnkSta"][slot] = rate(express->currentSpeed, express->currentWidth);
            }
        }
        if (f.config->acs) {
            all["ACSCap"][slot] = signs(f.config->acs->supported);
            all["ACSCtl"][slot] = signs(f.config->acs->enabled);
        }
        if (f.config->sriov)
            all["total VFs"][slot] = std::to_string(f.config->sriov->totalVfs);
        std::string capabilities;
        for (const pci::CapabilityRef &ref : f.config->capabilities)
            capabilities += (capabilities.empty() ? "" : ", ") +
                            (ref.extended ? fmt::format("{:03x} v{}", ref.offset, ref.version)
                                          : fmt::format("{:02x}", ref.offset));
        if (!capabilities.empty())
            all["capabilities"][slot] = capabilities;
    }
    return all;
}

/// One table for all quantities, with keys like "0000:00:1c.0 LnkCap".
Equality::Values flat(const Quantities &all) {
    Equality::Values values;
    for (const auto &[quantity, bySlot] : all)
        for (const auto &[slot, value] : bySlot)
            values[slot + " " + quantity] = value;
    return values;
}

/// The parents shown by a tree.
Equality::Values parentsOfTree(const std::string &tree) {
    Equality::Values parents;
    for (const host::PciFunction &f : importedHost({{"lspci-tree", tree}}).functions)
        parents[f.address.toString()] =
            f.parent ? f.parent->toString()
                     : fmt::format("pci{:04x}:{:02x}", f.rootBus->first, unsigned{f.rootBus->second});
    return parents;
}

TEST(LspciCorpus, GivesWhatLspciReadsOutOfTheDumps) {
    if (!fs::exists(kCaptures / "lspci"))
        GTEST_SKIP() << "SKIPPED: no corpus at " << kCaptures;
    const bool oracle = lspciIsThere();
    if (!oracle)
        GTEST_SKIP() << "SKIPPED: lspci is not installed (package pciutils)";
    Equality table("lspci dumps");
    std::vector<fs::path> files;
    for (const auto &entry : fs::directory_iterator(kCaptures / "lspci"))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    EXPECT_EQ(files.size(), 21U);
    for (const fs::path &file : files) {
        const std::string name = file.filename().string();
        const auto expected =
            nlohmann::json::parse(fileText(kCaptures / "expected" / (name + ".json")), nullptr, true);
        const Quantities reference = expectedOf(expected.at("devices"));
        const host::Host bytes = importedHost({{"lspci-hex", fileText(file)}});
        table.rows(name, "facts of the file", flat(reference), flat(quantitiesOf(bytes)),
                   [](const std::string &, const std::string &theirs, const std::string &ours) {
                       const bool more = theirs == "absent" || (ours.rfind(theirs, 0) == 0);
                       return more ? "in the file's text; lspci -F reads only the bytes" : "";
                   });
        const host::Host words = importedHost({{"lspci-text", lspciOf(file, "-vvv")}});
        table.rows(name, "facts of its -vvv", flat(reference), flat(quantitiesOf(words)));
        std::string tree;
        for (const std::string line : expected.at("tree"))
            tree += line + '\n';
        table.rows(name, "parents", parentsOfTree(tree), parentsOf(bytes));
        table.rows(name, "parents of its -tvnn", parentsOfTree(lspciOf(file, "-tvnn")), parentsOf(bytes));
        const host::Host machine = importedHost({{"lspci-machine", lspciOf(file, "-vmmn")}});
        Equality::Values ids, machineIds;
        for (const host::PciFunction &f : bytes.functions)
            ids[f.address.toString()] =
                fmt::format("{:04x}:{:04x} {:04x}", *f.vendor, *f.device, *f.classCode >> 8);
        for (const host::PciFunction &f : machine.functions)
            machineIds[f.address.toString()] =
                fmt::format("{:04x}:{:04x} {:04x}", *f.vendor, *f.device, *f.classCode >> 8);
        table.rows(name, "ids of its -vmm", machineIds, ids);
    }
    test::expectEquality(table);
}

/// Written by old versions of lspci, with different texts.
TEST(LspciCorpus, TextMatchesHexDump) {
    if (!fs::exists(kCaptures / "lspci"))
        GTEST_SKIP() << "SKIPPED: no corpus at " << kCaptures;
    const std::regex rows(R"(\n[0-9a-f]{2,3}: [0-9a-f ]{47})");
    std::size_t links = 0, acs = 0, controls = 0;
    for (const auto &entry : fs::directory_iterator(kCaptures / "lspci")) {
        SCOPED_TRACE(entry.path().filename().string());
        const std::string both = fileText(entry.path());
        const host::Host words = textHost(std::regex_replace(both, rows, ""));
        for (const host::PciFunction &f : importedHost({{"lspci-hex", both}}).functions) {
            SCOPED_TRACE(f.address.toString());
            const host::PciFunction *described = words.function(f.address);
            if (described == nullptr || !described->config || !described->config->express)
                continue;
            const pci::Express &text = *described->config->express;
            const pci::Express &registers = *f.config->express;
            EXPECT_TRUE(described->config->fromText);
            EXPECT_EQ(text.portType, registers.portType);
            if (text.maxSpeed) {
                EXPECT_EQ(text.maxSpeed, registers.maxSpeed);
                EXPECT_EQ(text.maxWidth, registers.maxWidth);
                EXPECT_EQ(text.currentSpeed, registers.currentSpeed);
                EXPECT_EQ(text.currentWidth, registers.currentWidth);
                ++links;
            }
            if (text.maxPayload) {
                EXPECT_EQ(text.maxPayload, registers.maxPayload);
                EXPECT_EQ(text.maxPayloadSupported, registers.maxPayloadSupported);
                EXPECT_EQ(text.maxReadRequest, registers.maxReadRequest);
                EXPECT_EQ(text.relaxedOrdering, registers.relaxedOrdering);
                EXPECT_EQ(text.deviceErrors, registers.deviceErrors);
                ++controls;
            }
            if (described->config->acs && f.config->acs) {
                EXPECT_EQ(described->config->acs->enabled, f.config->acs->enabled);
                ++acs;
            }
        }
    }
    EXPECT_GE(links, 12U);
    EXPECT_GE(controls, 16U);
    EXPECT_GE(acs, 2U);
}

/// Number of lines of `text` that match `pattern`.
std::size_t countOf(const std::string &text, const char *pattern) {
    const std::regex expression(pattern);
    return static_cast<std::size_t>(
        std::distance(std::sregex_iterator(text.begin(), text.end(), expression), std::sregex_iterator()));
}

class EpycHost : public testing::Test {
protected:
    void SetUp() override {
        if (!fs::exists(m_folder))
            GTEST_SKIP() << "SKIPPED: no corpus at " << m_folder;
        m_tree = fileText(m_folder / "lspci-tv.txt");
        m_text = fileText(m_folder / "lspci-vvv-selected.txt");
    }
    const fs::path m_folder = kCaptures / "host-asus-esc8000a-e12";
    std::string m_tree, m_text;
};

TEST_F(EpycHost, HasAllFunctionsOfItsTree) {
    const host::Host host = importedHost({{"lspci-tree", m_tree}});
    EXPECT_EQ(host.functions.size(), countOf(m_tree, R"([+\\-]-[0-9a-f]{2}\.[0-7][ -])"));
    std::size_t gpus = 0, bridges = 0;
    for (const host::PciFunction &f : host.functions) {
        gpus += f.rare->name && f.rare->name->find("AD102GL") != std::string::npos ? 1 : 0;
        bridges += f.rare->secondaryBus ? 1 : 0;
    }
    EXPECT_EQ(gpus, countOf(m_tree, "AD102GL"));
    EXPECT_EQ(bridges, countOf(m_tree, R"(\.[0-7]-\[)"));
    EXPECT_TRUE(host.warnings.empty()) << host.warnings.front();
}

TEST_F(EpycHost, OfTwoFilesIsOneTreeWithGpusAndNicsUnderTheirRootPorts) {
    const host::Host host = importedHost({{"lspci-tree", m_tree}, {"lspci-text", m_text}});
    EXPECT_EQ(host.functions.size(), importedHost({{"lspci-tree", m_tree}}).functions.size())
        << "the second file names functions of the first";
    const auto parents = parentsOf(host);
    EXPECT_EQ(parents.at("0000:01:00.0"), "0000:00:01.1");
    EXPECT_EQ(parents.at("0000:41:00.0"), "0000:40:01.1");
    EXPECT_EQ(parents.at("0000:21:00.1"), "0000:20:03.1");
    EXPECT_EQ(parents.at("0000:81:00.0"), "0000:80:01.1");
    EXPECT_EQ(parents.at("0000:65:00.0"), "0000:64:10.0");
    EXPECT_EQ(parents.at("0000:64:10.0"), "0000:63:00.0");
    EXPECT_EQ(parents.at("0000:63:00.0"), "0000:62:00.0");
    EXPECT_EQ(parents.at("0000:62:00.0"), "0000:61:00.0");
    EXPECT_EQ(parents.at("0000:61:00.0"), "0000:60:01.1");
    EXPECT_EQ(parents.at("0000:60:01.1"), "pci0000:60");
    // The content of the second file is applied to the functions of the tree.
    std::size_t numa = 0, links = 0, drivers = 0, bars = 0;
    for (const host::PciFunction &f : host.functions) {
        numa += f.numaNode ? 1 : 0;
        links += f.config && f.config->express && f.config->express->maxSpeed ? 1 : 0;
        drivers += f.driver ? 1 : 0;
        bars += f.bars.size();
    }
    EXPECT_EQ(numa, countOf(m_text, "NUMA node: "));
    EXPECT_EQ(links, countOf(m_text, "LnkCap:"));
    EXPECT_EQ(drivers, countOf(m_text, "Kernel driver in use:"));
    EXPECT_EQ(bars, countOf(m_text, R"(\n {2,8}(Region|Expansion ROM)[^\n]*\[size=)"));
    const host::PciFunction &gpu = *host.function(bdf("01:00.0"));
    EXPECT_EQ(*gpu.rare->slotLabel, "3");
    EXPECT_EQ(*gpu.driver, "nvidia");
    EXPECT_EQ(gpu.config->express->currentSpeed, pci::LinkSpeed::fromCode(1));
    EXPECT_EQ(gpu.config->express->maxSpeed, pci::LinkSpeed::fromCode(4));
    EXPECT_TRUE(host.warnings.empty()) << host.warnings.front();
}

TEST_F(EpycHost, TextAloneGivesMatchingCounts) {
    const host::Host host = textHost(m_text);
    EXPECT_EQ(host.functions.size(), countOf("\n" + m_text, R"(\n[0-9a-f]{2}:[0-9a-f]{2}\.[0-7] )"));
    std::size_t relaxed = 0, width16 = 0, acs = 0;
    for (const host::PciFunction &f : host.functions) {
        ASSERT_TRUE(f.config && f.config->express) << f.address.toString();
        relaxed += f.config->express->relaxedOrdering == true ? 1 : 0;
        width16 += f.config->express->currentWidth == 16 ? 1 : 0;
        acs += f.config->acs ? 1 : 0;
    }
    EXPECT_EQ(relaxed, countOf(m_text, R"(RlxdOrd\+)"));
    EXPECT_EQ(width16, countOf(m_text, R"(LnkSta:\s*Speed [^,\n]*, Width x16\b)"));
    EXPECT_EQ(acs, countOf(m_text, "ACSCtl:"));
}

} // namespace
} // namespace fabricscope::formats
