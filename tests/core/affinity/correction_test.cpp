// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Corrected NCCL files: read back, the file must have the hardware's pairs, and nothing else may change.
#include "core/affinity/Correction.h"
#include "core/affinity/Examine.h"
#include "core/nccl/Version.h"
#include "tests/core/affinity/FabricBuilder.h"
#include "tests/core/affinity/SampleGuest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::affinity {
namespace {

using testing::HasSubstr;
using testing::Not;

class Corrected : public testing::Test {
protected:
    Corrected()
        : m_vm(samples::topologyOf(samples::guest()))
        , m_hypervisor(samples::topologyOf(samples::mi355xServer())) {}

    [[nodiscard]] Examination examined(const std::string &text) const {
        Question question = samples::withFile(text);
        samples::attachHypervisor(question, *m_hypervisor, *m_vm);
        return examine(*m_vm, question);
    }

    /// The NIC of each GPU in one basis.
    static std::vector<std::size_t> nicsOf(const Examination &examination, Basis basis) {
        std::vector<std::size_t> nics;
        for (const Pair *pair : pairsOf(examination.judgement, basis))
            nics.push_back(*pair->nic);
        return nics;
    }

    /// The file is judged wrong, and its correction gives file, library and hardware the same pairs.
    [[nodiscard]] Correction expectCorrected(const std::string &text) const {
        const Examination wrong = examined(text);
        EXPECT_TRUE(wrong.correction) << text;
        if (!wrong.correction)
            return {};
        const Examination right = examined(wrong.correction->text);
        EXPECT_FALSE(right.decisions.error);
        const auto ideal = nicsOf(right, Basis::Ideal);
        EXPECT_EQ(ideal.size(), 3u);
        EXPECT_EQ(nicsOf(right, Basis::File), ideal) << wrong.correction->text;
        EXPECT_EQ(nicsOf(right, Basis::Library), ideal) << wrong.correction->text;
        for (const Pair &pair : right.judgement.pairs)
            EXPECT_FALSE(pair.mispaired) << pair.reason;
        EXPECT_FALSE(right.correction) << "there is nothing left to correct";
        return *wrong.correction;
    }

    std::shared_ptr<const topology::Topology> m_vm, m_hypervisor;
};

std::string sortedLines(std::string text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const auto newline = std::min(text.find('\n', at), text.size() - 1);
        lines.push_back(text.substr(at, newline + 1 - at));
        at = newline + 1;
    }
    std::sort(lines.begin(), lines.end());
    std::string sorted;
    for (const std::string &line : lines)
        sorted += line;
    return sorted;
}

TEST_F(Corrected, ASwapChangesTwoLinesAndNothingElse) {
    const std::string text = samples::fileOf({0, 2, 1});
    const Correction correction = expectCorrected(text);
    EXPECT_EQ(sortedLines(correction.text), sortedLines(text)) << "lines change places only";
    EXPECT_EQ(correction.text, samples::fileOf({0, 1, 2}));
    EXPECT_EQ(correction.path, "/etc/rccl/topo.xml");
    EXPECT_THAT(correction.diff, testing::StartsWith("--- /etc/rccl/topo.xml\n+++ /etc/rccl/topo.xml\n@@ -"));
    EXPECT_EQ(std::count(correction.diff.begin(), correction.diff.end(), '\n'), 2 + 1 + 3 + 2 + 3 + 2 + 3);
    EXPECT_THAT(correction.changes,
                testing::ElementsAre("ionic_1 (0002:00:0a.0) moves to GPU1 (0002:00:02.0)",
                                     "ionic_2 (0002:00:0b.0) moves to GPU2 (0002:00:03.0)"));
}

TEST_F(Corrected, ThreeInAWrongRoundComeHome) {
    EXPECT_EQ(expectCorrected(samples::fileOf({1, 2, 0})).text, samples::fileOf({0, 1, 2}));
}

TEST_F(Corrected, CommentsLineEndsAndNestedElementsStay) {
    std::string text = samples::fileOf({0, 2, 1});
    text.insert(text.find("  <cpu"), "  <!-- by hand, <pci> 2026 -->\n");
    const std::string leaf = "\"0002:00:0b.0\" class=\"0x020000\" link_speed=\"32.0 GT/s PCIe\" "
                             "link_width=\"16\"/>";
    const auto at = text.find(leaf);
    ASSERT_NE(at, std::string::npos);
    text.replace(at + leaf.size() - 2, 2,
                 ">\n        <nic>\n          <net name=\"ionic_2\" dev=\"2\" speed=\"400000\" port=\"1\" "
                 "guid=\"0x3\" gdr=\"1\"/>\n        </nic>\n      </pci>");
    std::string windows;
    for (const char c : text)
        windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    for (const std::string &each : {text, windows}) {
        const Correction correction = expectCorrected(each);
        EXPECT_EQ(sortedLines(correction.text), sortedLines(each));
        EXPECT_THAT(correction.text, HasSubstr("by hand"));
    }
}

TEST_F(Corrected, MissingNicIsAddedNextToItsGpu) {
    std::string text = samples::fileOf({0, 1, 2});
    const auto begin = text.find("      <pci busid=\"0002:00:0b.0\"");
    text.erase(begin, text.find('\n', begin) + 1 - begin);
    const Correction correction = expectCorrected(text);
    EXPECT_THAT(correction.text, HasSubstr("<pci busid=\"0002:00:0b.0\" class=\"0x020000\" "
                                           "link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>"));
    EXPECT_THAT(correction.diff, Not(HasSubstr("\n-  ")));
}

TEST_F(Corrected, DevicesDirectlyBelowTheCpuGetSwitches) {
    std::string flat = "<system version=\"2\"><cpu numaid=\"0\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
                       "familyid=\"191\" modelid=\"2\">";
    for (const char *device : {"01", "02", "03", "0b", "0a", "09"})
        flat += std::string("<pci busid=\"0002:00:") + device + ".0\" class=\"" +
                (device[1] < '4' && device[0] == '0' && device[1] > '0' ? "0x120000" : "0x020000") +
                "\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"/>";
    flat += "</cpu></system>\n";
    const Examination wrong = examined(flat);
    ASSERT_TRUE(wrong.judgement.verdict.severity);
    const Correction correction = expectCorrected(flat);
    EXPECT_THAT(correction.text, HasSubstr("<pci busid=\"ffff:ff:01.0\" class=\"0x060400\""));
}

TEST_F(Corrected, WhereThereIsNoFileOneIsWrittenWithWhatItNeeds) {
    Question question;
    samples::attachHypervisor(question, *m_hypervisor, *m_vm);
    const Examination wrong = examine(*m_vm, question);
    ASSERT_TRUE(wrong.judgement.verdict.severity);
    ASSERT_TRUE(wrong.correction) << wrong.judgement.verdict.sentence;
    EXPECT_EQ(wrong.correction->path, "/etc/nccl-topo.xml");
    EXPECT_THAT(wrong.correction->settings, testing::ElementsAre("export NCCL_TOPO_FILE=/etc/nccl-topo.xml",
                                                                 "export NCCL_IB_MERGE_VFS=0"));
    EXPECT_THAT(wrong.correction->diff, testing::StartsWith("--- /etc/nccl-topo.xml"));
    const Examination right = examined(wrong.correction->text);
    EXPECT_FALSE(right.decisions.error) << wrong.correction->text;
    EXPECT_EQ(nicsOf(right, Basis::Library), nicsOf(right, Basis::Ideal)) << wrong.correction->text;
    EXPECT_FALSE(right.correction);
    question.environment = {{"NCCL_NET_GDR_LEVEL", "LOC"}};
    EXPECT_FALSE(examine(*m_vm, question).correction) << "no file helps against that";
    EXPECT_FALSE(examine(*m_vm, Question{}).correction) << "without the hypervisor nothing is known";
}

TEST_F(Corrected, FileNamesItsRequiredSetting) {
    Question question = samples::withFile(samples::fileOf({0, 2, 1}));
    samples::attachHypervisor(question, *m_hypervisor, *m_vm);
    EXPECT_TRUE(examine(*m_vm, question).correction->settings.empty());
    question.environment.clear(); // then the library looks for all NICs at device 00 of their bus
    const Examination collapsed = examine(*m_vm, question);
    ASSERT_TRUE(collapsed.correction);
    EXPECT_THAT(collapsed.correction->settings, testing::ElementsAre("export NCCL_IB_MERGE_VFS=0"));
}

TEST_F(Corrected, ARightFileOrOneThatNobodyCanJudgeIsLeftAlone) {
    EXPECT_FALSE(examined(samples::fileOf({0, 1, 2})).correction);
    const std::string swapped = samples::fileOf({0, 2, 1});
    EXPECT_FALSE(examine(*m_vm, samples::withFile(swapped)).correction) << "no hypervisor: nothing is known";
    EXPECT_FALSE(examineFile(swapped, samples::withFile(swapped)).correction) << "nor of a file alone";
    for (const std::string text : {"", "<system", "<system version=\"2\"></system>", "\t<system/>"})
        EXPECT_FALSE(examined(text).correction) << text;
}

} // namespace
} // namespace fabricscope::affinity
