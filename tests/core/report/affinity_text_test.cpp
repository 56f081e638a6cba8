// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/affinity/Examine.h"
#include "core/formats/HostReader.h"
#include "core/report/AffinityPlainText.h"
#include "core/report/AffinityText.h"
#include "core/report/TextTable.h"
#include "tests/support/samples/SampleAffinity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace fabricscope::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> linesOf(const std::string &text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

std::vector<std::string> split(const std::string &line, char separator) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, separator);)
        fields.push_back(field);
    return fields;
}

struct Swapped {
    samples::PairingHost host = samples::pairingHost(samples::mi355xServer());
    std::shared_ptr<const affinity::Examination> examination = samples::examinationOf(host, {2, 3});
    /// The part of the verdict that is never wrapped.
    [[nodiscard]] std::string head() const {
        const std::string &sentence = examination->judgement.verdict.sentence;
        return sentence.substr(0, sentence.find(':'));
    }
    [[nodiscard]] std::string text(AffinityFormat format) const {
        return affinityText({examination->judgement, nullptr, host.topology.get()}, format);
    }
};

TEST(AffinityText, CsvHasARowAGpuWithUsedAndBest) {
    const Swapped swapped;
    const auto lines = linesOf(swapped.text(AffinityFormat::Csv));
    ASSERT_EQ(lines.size(), 9U);
    const auto heads = split(lines[0], ',');
    const std::size_t fields = heads.size();
    EXPECT_EQ(heads[0], "gpu");
    EXPECT_EQ(heads[fields - 2], "used");
    for (const std::string &line : lines) {
        EXPECT_EQ(line.back(), '\r');
        EXPECT_EQ(split(line, ',').size(), fields) << line;
    }
    const auto gpu0 = split(lines[1], ','), gpu2 = split(lines[3], ','), gpu3 = split(lines[4], ',');
    EXPECT_EQ(gpu2[0], "GPU2");
    EXPECT_EQ(gpu2[1], "0000:46:00.0");
    EXPECT_EQ(gpu0[fields - 2] + "\r", gpu0[fields - 1]);
    EXPECT_EQ(gpu2[fields - 2] + "\r", gpu3[fields - 1]); // GPU2 uses the best NIC of GPU3
    EXPECT_NE(gpu2[fields - 2] + "\r", gpu2[fields - 1]);
}

TEST(AffinityText, EveryFormatMarksASimulatedHost) {
    host::Host host = samples::mi355xServer();
    host.simulated = "simulated: a demo host";
    const samples::PairingHost pairing = samples::pairingHost(std::move(host));
    const auto examination = samples::examinationOf(pairing, {2, 3});
    for (const AffinityFormatName &format : affinityFormats()) {
        const std::string text =
            affinityText({examination->judgement, nullptr, pairing.topology.get()}, format.format);
        EXPECT_THAT(text, testing::AnyOf(HasSubstr("imulated host."), HasSubstr(",simulated\r\n")));
        EXPECT_THAT(Swapped().text(format.format), testing::Not(HasSubstr("imulated")));
        if (format.format == AffinityFormat::Csv) {
            const auto lines = linesOf(text);
            for (std::size_t i = 1; i < lines.size(); ++i)
                EXPECT_TRUE(lines[i].ends_with(",yes\r")) << lines[i];
        }
    }
}

TEST(AffinityText, CsvNeverGivesASpreadsheetAFormula) {
    affinity::Judgement judgement;
    judgement.fabric.gpus.resize(1);
    judgement.fabric.gpus[0].name = "=cmd|' /C calc'!A0";
    judgement.fabric.nics.resize(1);
    judgement.fabric.nics[0].name = "a\"b,c\n";
    judgement.fabric.gpuNic.resize(1);
    judgement.fabric.gpuGpu.resize(1);
    const std::string text = affinityText({judgement}, AffinityFormat::Csv);
    EXPECT_THAT(text, HasSubstr("\n'=cmd"));
    EXPECT_THAT(text, HasSubstr("\"a\"\"b,c"));
}

TEST(AffinityText, MarkdownMarksWhatIsUsedAndEscapesTheRest) {
    const Swapped swapped;
    const std::string text = swapped.text(AffinityFormat::Markdown);
    EXPECT_THAT(text, StartsWith("**" + swapped.head()));
    ASSERT_FALSE(swapped.examination->judgement.verdict.fix.empty());
    EXPECT_THAT(text, HasSubstr("\n1. ")) << "what to do";
    EXPECT_THAT(text, HasSubstr("**NODE 63.0** (mispaired)"));
    EXPECT_THAT(text, HasSubstr("PIX 63.0 (best)"));
    EXPECT_THAT(text, HasSubstr("| GPU to GPU |"));
    affinity::Judgement judgement;
    judgement.fabric.gpus.resize(1);
    judgement.fabric.gpus[0].name = "a|b<script>";
    judgement.fabric.gpuGpu.resize(1);
    judgement.verdict.sentence = "x";
    judgement.verdict.fix = {"put `<pci>`", "again"};
    const std::string escaped = affinityText({judgement}, AffinityFormat::Markdown);
    EXPECT_THAT(escaped, HasSubstr("a\\|b\\<script\\>"));
    EXPECT_THAT(escaped, StartsWith("**x**\n\n1. put \\`\\<pci\\>\\`\n2. again\n\n|"));
}

TEST(AffinityText, TopoMIsSymmetricalInItsLayout) {
    const Swapped swapped;
    const auto lines = linesOf(swapped.text(AffinityFormat::TopoM));
    const auto heads = split(lines[0], '\t');
    ASSERT_GE(heads.size(), 12U);
    EXPECT_EQ(heads[1], "GPU0");
    EXPECT_EQ(heads[9], "NIC0");
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 1; i < lines.size() && !lines[i].empty(); ++i)
        rows.push_back(split(lines[i], '\t'));
    ASSERT_GE(rows.size(), 16U); // GPUs and NICs
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i][0], heads[i + 1]);
        EXPECT_EQ(rows[i][i + 1], " X ");
        for (std::size_t j = 0; j < rows.size(); ++j)
            EXPECT_EQ(rows[i][j + 1], rows[j][i + 1]) << i << " " << j;
    }
    EXPECT_EQ(rows[0][9], "PIX"); // by hardware, regardless of the file
    EXPECT_EQ(rows[0][rows.size() + 2], "0");
    EXPECT_THAT(swapped.text(AffinityFormat::TopoM), HasSubstr("NIC Legend:\n\n  NIC0: "));
}

TEST(AffinityText, TopoMNamesGpusByTheNumbersOfTheirTool) {
    affinity::Judgement judgement;
    judgement.fabric.gpus.resize(2);
    judgement.fabric.gpus[0].name = "GPU3";
    judgement.fabric.gpus[1].name = "GPU6";
    judgement.fabric.gpuGpu.resize(4);
    const auto heads = [&] {
        return split(linesOf(affinityText({judgement}, AffinityFormat::TopoM))[0], '\t');
    };
    EXPECT_EQ(heads()[1], "GPU3");
    EXPECT_EQ(heads()[2], "GPU6");
    judgement.fabric.gpus[0].name = "GPU3/1"; // a partition, which that tool does not know
    EXPECT_EQ(heads()[1], "GPU0");
    EXPECT_EQ(heads()[2], "GPU1");
}

// Parsers of the tool's text can read ours; here our own parser of it.
TEST(AffinityText, TopoMIsReadAsTheToolsOwn) {
    const Swapped swapped;
    capture::Capture capture;
    capture::Section::Meta meta;
    meta.name = "tool-nvidia-smi-topo";
    capture.sections.emplace_back(meta, swapped.text(AffinityFormat::TopoM));
    const host::Host host = formats::readHost(capture);
    ASSERT_EQ(host.deviceMatrices.size(), 1U);
    const host::DeviceMatrix &matrix = host.deviceMatrices[0];
    const affinity::Fabric &fabric = swapped.examination->judgement.fabric;
    const std::size_t gpus = fabric.gpus.size();
    ASSERT_GT(matrix.rows.size(), gpus);
    ASSERT_EQ(matrix.columns.size(), matrix.rows.size());
    for (std::size_t gpu = 0; gpu < gpus; ++gpu) {
        ASSERT_EQ(matrix.rows[gpu].cells.size(), matrix.rows.size());
        for (std::size_t nic = 0; nic + gpus < matrix.rows.size(); ++nic) {
            const auto in = fabric.nicNamed(matrix.rows[gpus + nic].device);
            ASSERT_TRUE(in) << "the legend names each";
            EXPECT_EQ(matrix.rows[gpu].cells[gpus + nic], topology::toString(fabric.reach(gpu, *in)));
        }
        EXPECT_EQ(matrix.rows[gpu].numaNodes.valueOr("?"), std::to_string(fabric.gpus[gpu].numa->value));
    }
    EXPECT_FALSE(matrix.rows[gpus].cpus.known()) << "a NIC's row ends with nothing";
}

TEST(AffinityText, TopoMHasTheToolsOwnLegendAndListsWhatItLists) {
    const Swapped swapped;
    const std::string text = swapped.text(AffinityFormat::TopoM);
    // As in the output of a real server in the corpus.
    EXPECT_THAT(
        text, HasSubstr("\nLegend:\n\n  X    = Self\n  SYS  = Connection traversing PCIe as well as the SMP "
                        "interconnect between NUMA nodes (e.g., QPI/UPI)\n  NODE = "));
    EXPECT_THAT(text, HasSubstr("\n  NV#  = Connection traversing a bonded set of # NVLinks\n  XGMI = "));
    EXPECT_THAT(text, Not(HasSubstr("  ?    ="))) << "nothing is unknown here";
    EXPECT_THAT(text, HasSubstr("NIC Legend:\n\n  NIC0: "));
    for (const affinity::Nic &nic : swapped.examination->judgement.fabric.nics) {
        const auto listed = HasSubstr(": " + nic.name + "\n");
        EXPECT_THAT(text, nic.rdma ? testing::Matcher<const std::string &>(listed) : Not(listed))
            << "the tool lists RDMA devices: " << nic.name;
    }
    const samples::PairingHost vm = samples::pairingHost(samples::flatVm());
    const auto examination = samples::examinationOf(vm);
    EXPECT_THAT(affinityText({examination->judgement, nullptr, vm.topology.get()}, AffinityFormat::TopoM),
                HasSubstr("  ?    = Unknown\n"));
}

TEST(AffinityText, TopoMShowsTheLocalCpusOfEachGpu) {
    host::Host server = samples::mi355xServer();
    const pci::Address first = server.gpus.at(0).address;
    for (host::PciFunction &function : server.functions)
        if (function.address == first)
            function.localCpus = host::Fact<std::string>("0-3,64-67", {});
    const auto topology = samples::topologyOf(std::move(server));
    const auto examination = affinity::examine(*topology, {});
    const auto gpu = examination.judgement.fabric.gpuAt(first);
    ASSERT_TRUE(gpu);
    const auto lines =
        linesOf(affinityText({examination.judgement, nullptr, topology.get()}, AffinityFormat::TopoM));
    EXPECT_THAT(lines.at(*gpu + 1), HasSubstr("\t0-3,64-67\t"));
    EXPECT_THAT(lines.at(*gpu + 2), Not(HasSubstr("64-67\t"))) << "another's are its node's";
}

TEST(AffinityPlainText, MarksWhatIsUsedAndWhatWouldBeBest) {
    const Swapped swapped;
    const std::string text = affinityPlainText(*swapped.examination, {0, swapped.host.topology.get()});
    EXPECT_THAT(text, HasSubstr("\n" + swapped.head()));
    const auto lines = linesOf(text);
    const auto row = std::find_if(lines.begin(), lines.end(),
                                  [](const std::string &line) { return line.starts_with("GPU2 "); });
    ASSERT_NE(row, lines.end());
    EXPECT_THAT(*row, HasSubstr("NODE !"));
    EXPECT_THAT(*row, HasSubstr("PIX +"));
    EXPECT_THAT(text, HasSubstr("Fix  "));
    for (const std::string &line : linesOf(affinityPlainText(*swapped.examination, {60, nullptr})))
        EXPECT_TRUE(columnsOf(line) <= 60U || line.find(' ', line.find_first_not_of(' ')) == line.npos)
            << "only a kernel parameter cannot be broken: " << line;
}

TEST(AffinityText, UnknownIsAQuestionMarkEverywhere) {
    const samples::PairingHost host = samples::pairingHost(samples::flatVm());
    const auto examination = samples::examinationOf(host);
    for (const AffinityFormatName &format : affinityFormats()) {
        const std::string text =
            affinityText({examination->judgement, nullptr, host.topology.get()}, format.format);
        EXPECT_THAT(text, HasSubstr("?")) << format.name;
        EXPECT_THAT(text, Not(HasSubstr("mispaired"))) << format.name;
    }
}

} // namespace
} // namespace fabricscope::report
