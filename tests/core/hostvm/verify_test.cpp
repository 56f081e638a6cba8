// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/findings/Rules.h"
#include "core/hostvm/generate/Generate.h"
#include "core/hostvm/verify/Verify.h"
#include "tests/core/hostvm/SampleVm.h"
#include "tests/support/FindingValue.h"
#include "tests/support/samples/SampleHosts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <regex>

namespace fabricscope::hostvm {
namespace {

using samples::SampleVm;
using samples::sampleVm;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A VM, the correct file for it, and the verification settings, which include everything the file needs.
struct Case {
    SampleVm vm = sampleVm({});
    std::string right = generate(vm.sides()).text;

    [[nodiscard]] Verification verified(const std::string &text, nccl::Environment environment) const {
        VerifyOptions options;
        options.library.environment = std::move(environment);
        return verify(text, vm.sides(), options);
    }
    [[nodiscard]] Verification verified(const std::string &text) const {
        return verified(text, withSettings({}, generate(vm.sides()).settings));
    }
};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos)
        text.replace(at, from.size(), to);
    return text;
}

std::uint32_t lineOf(const std::string &text, std::string_view what) {
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return 1 + static_cast<std::uint32_t>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::string lineAt(const std::string &text, std::uint32_t line) {
    std::string_view rest = text;
    for (std::uint32_t i = 1; i < line; ++i)
        rest.remove_prefix(std::min(rest.find('\n') + 1, rest.size()));
    return std::string(rest.substr(0, rest.find('\n')));
}

const FileFinding *find(const Verification &verification, std::string_view code) {
    const auto at = std::find_if(verification.findings.begin(), verification.findings.end(),
                                 [&](const FileFinding &one) { return codeOf(one) == code; });
    return at == verification.findings.end() ? nullptr : &*at;
}

std::string codesOf(const Verification &verification) {
    std::string codes;
    for (const FileFinding &one : verification.findings)
        codes += fmt::format("{}:{} ", codeOf(one), one.finding.place.line);
    return codes;
}

/// A single error in the correct file. The corrected line reverts it.
struct Mistake {
    const char *code;
    const char *from, *to;
    bool effective = true;
};

constexpr const char *kSwitch1 =
    "link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n      <pci busid=\"0002:00:01.0\"";

constexpr Mistake kMistakes[] = {
    // Errors that make a VM's file ineffective.
    {"spelling", "\"0002:00:0a.0\"", "\"0002:00:0A.0\""},
    {"spelling", "\"0002:00:01.0\"", "\"00000002:00:01.0\""},
    {"host_address", "\"0002:00:01.0\"", "\"0000:13:00.0\""},
    {"net_gdr_off", "gdr=\"1\"", "gdr=\"0\""},
    {"net_speed", "speed=\"400000\"", "speed=\"100000\""},
    {"net_port", "port=\"1\" guid", "port=\"2\" guid"},
    {"net_name", "name=\"ionic_0\"", "name=\"mlx5_0\""},
    {"link_speed_unknown", kSwitch1,
     "link_speed=\"32 GigaTransfers\" link_width=\"16\">\n      <pci busid=\"0002:00:01.0\""},
    {"link_missing", kSwitch1, "link_width=\"16\">\n      <pci busid=\"0002:00:01.0\""},
    {"link_missing", kSwitch1, "link_speed=\"32.0 GT/s PCIe\">\n      <pci busid=\"0002:00:01.0\""},
    {"link_slow", kSwitch1,
     "link_speed=\"2.5 GT/s PCIe\" link_width=\"16\">\n      <pci busid=\"0002:00:01.0\""},
    {"link_slow", kSwitch1,
     "link_speed=\"32.0 GT/s PCIe\" link_width=\"1\">\n      <pci busid=\"0002:00:01.0\""},
    {"device_ids", "device=\"0x75a0\"", "device=\"0x75a3\""},
    {"device_ids", "vendor=\"0x1002\"", "vendor=\"0x10de\""},
    {"keep", "<pci busid=\"ffff:ff:02.0\"", "<pci keep=\"1\" busid=\"ffff:ff:02.0\""},
    // Errors that the library's parser rejects.
    {"byte_order_mark", "<system", "\xEF\xBB\xBF<system", false},
    {"xml_declaration", "<system", "<?xml version=\"1.0\"?>\n<system", false},
    {"stray_text", "  <cpu numaid=\"0\"", "\t<cpu numaid=\"0\"", false},
    {"stray_text", "    <pci busid=\"ffff:ff:01.0\"", "text    <pci busid=\"ffff:ff:01.0\"", false},
    {"broken_tag", "vendor=\"0x1002\" device", "vendor=\"0x1002\"\n device", false},
    {"broken_tag", "vendor=\"0x1002\"", "vendor = \"0x1002\"", false},
    {"broken_tag", "<system version=\"2\">", "<system version=2>", false},
    {"no_version", "<system version=\"2\">", "<system>", false},
    {"wrong_version", "<system version=\"2\">", "<system version=\"1\">", false},
    {"open_element", "</system>", "", false},
    {"wrong_closing", "  </cpu>", "  </pci>", false},
    {"open_comment", "</system>", "<!-- </system>", false},
    {"missing_attribute", "class=\"0x060400\" ", "", false},
};

TEST(Verify, FindsEachMistakeAndOffersACorrectedLine) {
    const Case made;
    ASSERT_THAT(made.right, Not(IsEmpty()));
    for (const Mistake &mistake : kMistakes) {
        const std::string text = replaced(made.right, mistake.from, mistake.to);
        const Verification found = made.verified(text);
        const FileFinding *problem = find(found, mistake.code);
        ASSERT_NE(problem, nullptr) << mistake.code << ": " << codesOf(found);
        EXPECT_EQ(found.effective, mistake.effective) << mistake.code << ": " << found.effectiveWhy;
        EXPECT_GT(problem->finding.place.line, 0U) << mistake.code;
        EXPECT_THAT(findings::remedy(problem->finding), Not(IsEmpty())) << mistake.code;
        EXPECT_THAT(findings::cost(problem->finding), Not(IsEmpty())) << mistake.code;
        if (problem->edit.isEmpty()) {
            EXPECT_TRUE(!mistake.effective) << mistake.code << " has no corrected line";
            continue;
        }
        EXPECT_THAT(found.corrected, Not(IsEmpty())) << mistake.code;
        const Verification edited = made.verified(found.corrected);
        EXPECT_EQ(edited.count(Severity::Error), 0U) << mistake.code << "\n" << found.diff << codesOf(edited);
        EXPECT_TRUE(edited.effective) << mistake.code;
    }
}

TEST(Verify, TakesIdsThatStateNothingAndThoseOfNicsForNoOtherModel) {
    const Case made;
    for (const auto &[from, to] :
         {std::pair("device=\"0x75a0\"", "device=\"0xffff\""),
          std::pair("device=\"0x75a0\"", "device=\"0x0000\""),
          std::pair("device=\"0x1003\"", "device=\"0x1002\"")}) { // that of the physical function
        const Verification found = made.verified(replaced(made.right, from, to));
        EXPECT_EQ(find(found, "device_ids"), nullptr) << to << ": " << codesOf(found);
    }
}

TEST(Verify, NamesTheLineAndTheDeviceAndGivesBackTheRightLine) {
    const Case made;
    const std::string text = replaced(made.right, "\"0002:00:0a.0\"", "\"0002:00:0A.0\"");
    const Verification found = made.verified(text);
    const FileFinding *problem = find(found, "spelling");
    ASSERT_NE(problem, nullptr) << codesOf(found);
    const std::uint32_t line = lineOf(text, "0002:00:0A.0");
    EXPECT_EQ(problem->finding.place.line, line);
    EXPECT_EQ(problem->finding.place.address, "0002:00:0A.0");
    EXPECT_EQ(problem->correctedLine, line);
    EXPECT_EQ(problem->corrected, lineAt(made.right, line));
    EXPECT_EQ(found.corrected, made.right);
}

TEST(Verify, ReportsSwappedNicsAndTheirCost) {
    const Case made;
    std::string text = replaced(made.right, "0002:00:09.0", "X");
    text = replaced(text, "0002:00:0a.0", "0002:00:09.0");
    text = replaced(text, "X", "0002:00:0a.0");
    text = replaced(text, "\"ionic_0\" dev=\"0\"", "Y");
    text = replaced(text, "\"ionic_1\" dev=\"1\"", "\"ionic_0\" dev=\"0\"");
    text = replaced(text, "Y", "\"ionic_1\" dev=\"1\"");
    const Verification found = made.verified(text);
    const FileFinding *problem = find(found, "nics_swapped");
    ASSERT_NE(problem, nullptr) << codesOf(found);
    EXPECT_EQ(test::valueOf(problem->finding, "first"), "ionic_0 (0002:00:09.0)");
    EXPECT_EQ(test::valueOf(problem->finding, "second"), "ionic_1 (0002:00:0a.0)");
    EXPECT_EQ(problem->finding.place.line, lineOf(text, "0002:00:0a.0")) << "the first of both";
    EXPECT_THAT(test::valueOf(problem->finding, "effect"),
                AllOf(HasSubstr("GPU0: RCCL 2.21 sees PHB instead of PIX to ionic_0, so no GPUDirect RDMA"),
                      HasSubstr("GPU1: RCCL 2.21 sees PHB instead of PIX to ionic_1, so no GPUDirect RDMA"),
                      HasSubstr("because " + findings::title(problem->finding))));
    EXPECT_EQ(found.count(Severity::Error), 1U) << codesOf(found);
    EXPECT_TRUE(found.effective);
    EXPECT_EQ(made.verified(found.corrected).count(Severity::Error), 0U) << found.corrected;
}

TEST(Verify, ASwapByGuessedMatchesIsNoError) {
    Case made;
    for (Match &match : made.vm.guestMapping.matches)
        match.confidence = Confidence::Guess;
    std::string text = replaced(made.right, "0002:00:09.0", "X");
    text = replaced(text, "0002:00:0a.0", "0002:00:09.0");
    text = replaced(text, "X", "0002:00:0a.0");
    text = replaced(text, "\"ionic_0\" dev=\"0\"", "Y");
    text = replaced(text, "\"ionic_1\" dev=\"1\"", "\"ionic_0\" dev=\"0\"");
    text = replaced(text, "Y", "\"ionic_1\" dev=\"1\"");
    const Verification found = made.verified(text);
    const FileFinding *problem = find(found, "nics_swapped");
    ASSERT_NE(problem, nullptr) << codesOf(found);
    EXPECT_EQ(problem->finding.severity, Severity::Warning);
    EXPECT_THAT(findings::title(problem->finding),
                HasSubstr("are swapped, if the guessed matches of guest and host are right"));
    EXPECT_THAT(findings::sentence(problem->finding),
                testing::StartsWith("By the guessed matches ionic_0 belongs to"));
    EXPECT_THAT(findings::remedy(problem->finding), HasSubstr("--pair"));
    EXPECT_EQ(found.count(Severity::Error), 0U) << codesOf(found);
}

/// A file that puts devices of one node into each of its switches, and leaves the rest to the guest's /sys.
std::string fileOfSwitches(const std::vector<std::vector<std::string>> &switches) {
    std::string text = "<system version=\"2\">\n";
    int number = 0;
    for (const auto &devices : switches) {
        const bool isFirst = devices.front().starts_with("0002");
        text += fmt::format("<cpu numaid=\"{}\" affinity=\"ffffffff\" arch=\"x86_64\" "
                            "vendor=\"AuthenticAMD\" familyid=\"175\" modelid=\"17\">\n",
                            isFirst ? 0 : 1);
        text += fmt::format("<pci busid=\"ffff:ff:{:02x}.0\" class=\"0x060400\" link_speed=\"32.0 GT/s "
                            "PCIe\" link_width=\"16\">\n",
                            ++number);
        for (const std::string &device : devices)
            text += fmt::format("<pci busid=\"{}\" class=\"{}\"/>\n", device,
                                device[8] == '0' && device[9] < '9' ? "0x120000" : "0x020000");
        text += "</pci>\n</cpu>\n";
    }
    return text + "</system>\n";
}

TEST(Verify, ReportsRowsWhoseNicIsNotTheNearest) {
    Case made;
    made.vm = sampleVm({.switches = std::vector<samples::SwitchPlan>(8)});
    const std::string text =
        fileOfSwitches({{"0002:00:01.0", "0002:00:02.0", "0002:00:03.0", "0002:00:04.0", "0002:00:09.0",
                         "0002:00:0a.0", "0002:00:0b.0", "0002:00:0c.0"},
                        {"0003:00:01.0", "0003:00:02.0", "0003:00:03.0", "0003:00:04.0", "0003:00:09.0",
                         "0003:00:0a.0", "0003:00:0b.0", "0003:00:0c.0"}});
    VerifyOptions options;
    options.library.environment = withSettings({}, generate(made.vm.sides()).settings);
    options.library.version = nccl::findVersion("rccl-2.27.7");
    const Verification found = verify(text, made.vm.sides(), options);
    const FileFinding *rows = find(found, "other_nic");
    ASSERT_NE(rows, nullptr) << codesOf(found);
    EXPECT_THAT(test::valueOf(rows->finding, "rows"),
                HasSubstr("GPU1 ionic_2 (NODE in hardware, ionic_1 PIX)"));
    EXPECT_EQ(rows->finding.severity, Severity::Error);
    EXPECT_THAT(found.sentence(), Not(HasSubstr("No findings")));
    options.library.version = nullptr;
    const Verification right = verify(generate(made.vm.sides()).text, made.vm.sides(), options);
    EXPECT_EQ(right.count(Severity::Error) + right.count(Severity::Warning), 0U) << codesOf(right);
}

TEST(Verify, ReportsRowsWhoseDistanceIsNotThatOfTheHardware) {
    Case made;
    made.vm = sampleVm({.switches = {{1, 1}, {1, 0}, {1, 1}, {1, 0}}});
    const std::string text = fileOfSwitches(
        {{"0002:00:01.0", "0002:00:02.0", "0002:00:09.0"}, {"0003:00:01.0", "0003:00:02.0", "0003:00:09.0"}});
    const Verification found = made.verified(text);
    const FileFinding *rows = find(found, "other_distance");
    ASSERT_NE(rows, nullptr) << codesOf(found);
    EXPECT_THAT(test::valueOf(rows->finding, "rows"), HasSubstr("GPU1 ionic_0 (PIX, in hardware NODE)"));
    EXPECT_EQ(rows->finding.severity, Severity::Warning);
    const Verification right = made.verified(generate(made.vm.sides()).text);
    EXPECT_EQ(find(right, "other_distance"), nullptr) << codesOf(right);
    EXPECT_EQ(find(right, "other_nic"), nullptr) << codesOf(right);
}

TEST(Verify, WhatCostsAGpuItsNicIsAnError) {
    const Case made;
    const Verification found =
        made.verified(replaced(made.right, "<pci busid=\"ffff:ff:02.0\"", "<pci busid=\"0002:00:01.0\""));
    const FileFinding *twice = find(found, "busid_twice");
    ASSERT_NE(twice, nullptr) << codesOf(found);
    EXPECT_THAT(test::valueOf(twice->finding, "effect"), HasSubstr("no path to"));
    EXPECT_EQ(twice->finding.severity, Severity::Error);
    const Verification harmless =
        made.verified(replaced(made.right, "<pci busid=\"ffff:ff:02.0\"", "<pci busid=\"ffff:ff:01.0\""));
    const FileFinding *bridges = find(harmless, "busid_twice");
    ASSERT_NE(bridges, nullptr) << codesOf(harmless);
    EXPECT_EQ(bridges->finding.severity, Severity::Warning);
    EXPECT_THAT(findings::titleWithCost(bridges->finding), Not(HasSubstr("no effect")))
        << "what is below the second is found by its own address";
}

TEST(Verify, AnAssumedCpuContradictsNoFile) {
    const Case made;
    const GuestMapping none;
    const auto verified = [&](const host::Host &host) {
        const auto guest = samples::topologyOf(host);
        return verify(replaced(made.right, "modelid=\"", "modelid=\"9"), {*guest, nullptr, none}, {});
    };
    host::Host host = made.vm.guest->host();
    EXPECT_NE(find(verified(host), "cpu_model"), nullptr) << codesOf(verified(host));
    host.cpuModelNumber = {};
    host.cpuFamily = {};
    EXPECT_EQ(find(verified(host), "cpu_model"), nullptr) << codesOf(verified(host));
}

TEST(Verify, ReportsPairsAsWrittenAndAsWired) {
    const Case made;
    std::string text = replaced(made.right, "0002:00:09.0", "X");
    text = replaced(text, "0002:00:0a.0", "0002:00:09.0");
    text = replaced(text, "X", "0002:00:0a.0");
    text = replaced(text, "\"ionic_0\"", "Y");
    text = replaced(text, "\"ionic_1\"", "\"ionic_0\"");
    text = replaced(text, "Y", "\"ionic_1\"");
    const Verification found = made.verified(text);
    std::map<std::string, std::string> written, wired;
    for (const affinity::Pair &pair : found.judgement.pairs) {
        const auto &fabric = found.judgement.fabric;
        if (pair.basis == affinity::Basis::Library)
            written[fabric.gpus[pair.gpu].name] = fabric.nics[*pair.nic].name;
        if (pair.basis == affinity::Basis::Ideal)
            wired[fabric.gpus[pair.gpu].name] = fabric.nics[*pair.nic].name;
    }
    EXPECT_EQ(wired["GPU0"], "ionic_0");
    EXPECT_EQ(written["GPU0"], "ionic_1");
    EXPECT_EQ(written["GPU1"], "ionic_0");
    EXPECT_EQ(written["GPU2"], wired["GPU2"]);
}

TEST(Verify, ReportsPxbForAGpuBelowItsOwnSyntheticSwitch) {
    const Case made;
    const std::string gpu = "      <pci busid=\"0002:00:01.0\" class=\"0x120000\"";
    const std::uint32_t line = lineOf(made.right, gpu);
    const std::string element = lineAt(made.right, line);
    const std::string inner = "      <pci busid=\"ffff:ff:10.0\" class=\"0x060400\" vendor=\"0xffff\" "
                              "device=\"0xffff\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n  " +
                              element + "\n      </pci>";
    const Verification found = made.verified(replaced(made.right, element, inner));
    const FileFinding *problem = find(found, "pxb");
    ASSERT_NE(problem, nullptr) << codesOf(found);
    EXPECT_EQ(problem->finding.place.line, line);
    EXPECT_EQ(problem->finding.place.address, "ffff:ff:10.0");
    EXPECT_EQ(problem->finding.severity, Severity::Note);
    EXPECT_THAT(
        test::valueOf(problem->finding, "effect"),
        HasSubstr("GPU0: RCCL 2.21 sees PXB instead of PIX to ionic_0 (GPUDirect RDMA stays on), because"));
    EXPECT_THAT(test::valueOf(problem->finding, "effect"), Not(HasSubstr("no GPUDirect RDMA")));
    EXPECT_EQ(found.count(Severity::Error), 0U);
    EXPECT_TRUE(found.effective);
    EXPECT_EQ(made.verified(found.corrected).findings.size(), 0U) << found.corrected;
}

TEST(Verify, CorrectsTheLinesThatMatterAndKeepsTheirIndentation) {
    const Case made;
    // As in the field story: each GPU in its own bridge (a note), and two NICs swapped (an error).
    std::string text = made.right;
    for (const char *id : {"0002:00:01.0", "0002:00:02.0"}) {
        const std::uint32_t line =
            lineOf(text, fmt::format("      <pci busid=\"{}\" class=\"0x120000\"", id));
        const std::string element = lineAt(text, line);
        text = replaced(
            text, element,
            fmt::format(
                "      <pci busid=\"ffff:ff:1{}.0\" class=\"0x060400\" vendor=\"0xffff\" "
                "device=\"0xffff\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n  {}\n      </pci>",
                id[9], element));
    }
    const Verification notesOnly = made.verified(text);
    EXPECT_EQ(notesOnly.count(Severity::Note), 2U) << codesOf(notesOnly);
    EXPECT_EQ(notesOnly.corrected, made.right) << "without the bridges, and indented as before";

    const std::string swapped = replaced(replaced(replaced(text, "busid=\"0002:00:09.0\"", "busid=\"other\""),
                                                  "busid=\"0002:00:0a.0\"", "busid=\"0002:00:09.0\""),
                                         "busid=\"other\"", "busid=\"0002:00:0a.0\"");
    const Verification found = made.verified(swapped);
    EXPECT_GT(found.count(Severity::Error), 0U) << codesOf(found);
    EXPECT_THAT(found.corrected, HasSubstr("ffff:ff:11.0")) << "what a note suggests is left to the user";
    EXPECT_EQ(made.verified(found.corrected).count(Severity::Error), 0U) << found.corrected;
}

TEST(Verify, DevicesDirectlyBelowTheCpuArePhb) {
    const Case made;
    std::string text = made.right;
    for (const char *line : {"    <pci busid=\"ffff:ff:01.0\"", "    </pci>"}) {
        const auto at = text.find(line);
        ASSERT_NE(at, std::string::npos);
        text.erase(at, text.find('\n', at) + 1 - at);
    }
    const Verification found = made.verified(text);
    const FileFinding *problem = find(found, "at_cpu");
    ASSERT_NE(problem, nullptr) << codesOf(found) << text;
    EXPECT_EQ(problem->finding.severity, Severity::Error);
    EXPECT_EQ(problem->finding.argument("effect"), nullptr) << "the cost is that of the rule";
}

TEST(Verify, AMissingNicIsNamedWithTheGpuThatThenShares) {
    const Case made;
    std::string text = made.right;
    const auto begin = text.find("      <pci busid=\"0002:00:09.0\"");
    const auto end = text.find("      </pci>\n", begin) + std::string_view("      </pci>\n").size();
    text.erase(begin, end - begin);
    const Verification found = made.verified(text);
    const FileFinding *problem = find(found, "nic_not_in_file");
    ASSERT_NE(problem, nullptr) << codesOf(found);
    EXPECT_EQ(problem->finding.place.address, "0002:00:09.0");
    EXPECT_THAT(test::valueOf(problem->finding, "effect"),
                HasSubstr("GPU0: RCCL 2.21 sees PHB instead of PIX to ionic_0, so no GPUDirect RDMA"));
    EXPECT_THAT(problem->corrected, HasSubstr("busid=\"0002:00:09.0\""));
    EXPECT_EQ(made.verified(found.corrected).count(Severity::Error), 0U) << found.corrected;
}

TEST(Verify, ReportsMergedVirtualFunctionsForNicsWithoutNames) {
    const Case made;
    std::string text = made.right;
    for (auto at = text.find("<nic>"); at != std::string::npos; at = text.find("<nic>")) {
        const auto tag = text.rfind(">\n", at); // of its parent pci
        const auto end = text.find("</pci>", at);
        text.replace(tag, end + std::string_view("</pci>").size() - tag, "/>");
    }
    nccl::Environment environment;
    environment.set("NCCL_TOPO_FILE", "/etc/nccl-topo.xml");
    const Verification found = made.verified(text, environment);
    const FileFinding *problem = find(found, "nics_merged");
    ASSERT_NE(problem, nullptr) << codesOf(found) << text;
    EXPECT_GT(problem->finding.place.line, 0U);
    EXPECT_THAT(problem->corrected, HasSubstr("        <nic>\n          <net name=\"ionic_0\""));
    EXPECT_EQ(made.verified(found.corrected, environment).count(Severity::Error), 0U) << found.corrected;
    environment.set("NCCL_IB_MERGE_VFS", "0");
    EXPECT_EQ(find(made.verified(text, environment), "nics_merged"), nullptr);
}

TEST(Verify, AllHostAddressesHaveNoEffectAtAll) {
    const Case made;
    std::string text = made.right;
    for (const Match &match : made.vm.guestMapping.matches)
        text = replaced(text, match.guest.toString(), match.onHost.toString());
    for (auto at = text.find("name=\"ionic"); at != std::string::npos; at = text.find("name=\"ionic"))
        text.replace(at, 11, "name=\"other");
    const Verification found = made.verified(text);
    EXPECT_FALSE(found.effective);
    EXPECT_THAT(found.effectiveWhy, HasSubstr("finds no guest GPU or NIC"));
    ASSERT_NE(find(found, "nothing_found"), nullptr) << codesOf(found);
    EXPECT_EQ(static_cast<std::size_t>(
                  std::count_if(found.findings.begin(), found.findings.end(),
                                [](const FileFinding &one) { return codeOf(one) == "host_address"; })),
              made.vm.guestMapping.matches.size());
    EXPECT_EQ(made.verified(found.corrected).count(Severity::Error), 0U) << found.diff;
}

TEST(Verify, AnElementInCapitalsIsNoSystem) {
    const Case made;
    const Verification found = made.verified("<System version=\"2\">\n</System>\n");
    EXPECT_FALSE(found.effective);
    EXPECT_NE(find(found, "no_system"), nullptr) << codesOf(found);
}

TEST(Verify, ReportsRequiredSettings) {
    const Case made;
    nccl::Environment environment;
    EXPECT_NE(find(made.verified(made.right, environment), "not_named"), nullptr);
    environment.set("NCCL_TOPO_FILE", "/etc/nccl-topo.xml");
    environment.set("NCCL_GRAPH_FILE", "/etc/graph.xml");
    const Verification graph = made.verified(made.right, environment);
    EXPECT_EQ(find(graph, "not_named"), nullptr);
    EXPECT_NE(find(graph, "graph_file"), nullptr);

    VerifyOptions options;
    options.library.environment = environment;
    options.installed = "<system version=\"2\"/>\n";
    EXPECT_NE(find(verify(made.right, made.vm.sides(), options), "other_file_named"), nullptr);
}

TEST(Verify, ReportsThatPairsAreUnknownWithoutAHost) {
    const Case made;
    const GuestMapping none;
    const Verification found = verify(made.right, {*made.vm.guest, nullptr, none});
    EXPECT_NE(find(found, "no_host"), nullptr) << codesOf(found);
    EXPECT_EQ(find(found, "nics_swapped"), nullptr);
    EXPECT_TRUE(found.effective);
}

TEST(Verify, FindsAllFatalFaultsOfAFileAtOnce) {
    const Case made;
    std::string text = "<?xml version=\"1.0\"?>\n" + made.right;
    text = replaced(text, "  <cpu numaid=\"0\"", "\t<cpu numaid=\"0\"");
    text = replaced(text, "vendor=\"0x1dd8\"", "vendor=0x1dd8");
    const Verification found = made.verified(text);
    EXPECT_FALSE(found.effective);
    EXPECT_NE(find(found, "xml_declaration"), nullptr) << codesOf(found);
    ASSERT_NE(find(found, "stray_text"), nullptr) << codesOf(found);
    EXPECT_EQ(find(found, "stray_text")->finding.place.line, lineOf(text, "\t<cpu"));
    ASSERT_NE(find(found, "broken_tag"), nullptr) << codesOf(found);
    EXPECT_EQ(find(found, "broken_tag")->finding.place.line, lineOf(text, "vendor=0x1dd8"));
    EXPECT_TRUE(made.verified(found.corrected).effective) << found.corrected;
}

TEST(Verify, AnyTextIsAnswered) {
    const Case made;
    const std::string deep = [] {
        std::string text = "<system version=\"2\">";
        for (int i = 0; i < 3000; ++i)
            text += "<pci busid=\"x\">";
        return text;
    }();
    for (const std::string &text :
         {std::string(), std::string("\0\0", 2), std::string("<"), std::string("<system"), deep,
          std::string("<system version=\"2\">\n<cpu numaid=\"\xff\xfe\">"), std::string(100000, 'a'),
          std::string("<!DOCTYPE a [<!ENTITY b \"b\">]>\n<system version=\"2\"/>")}) {
        const Verification found = made.verified(text);
        EXPECT_FALSE(found.effective);
        for (const FileFinding &one : found.findings) {
            const std::string title = findings::title(one.finding);
            EXPECT_EQ(HostText(title).plain(title.size()), title);
            EXPECT_EQ(HostText(one.corrected).plain(1U << 20), one.corrected);
        }
    }
}

TEST(Verify, AFaultBehindWhatWasClosedAtTheEndIsInTheLastLineOfTheFile) {
    const Case made;
    using namespace std::string_view_literals;
    const std::string text(
        "<system v\xd5rsion=\"2\n\0\0\0\xff\"\0\0umaid=\"0\" affinity=f>\0\0\0\0umaid=\"0\" affinity=ffi"sv);
    const Verification found = made.verified(text);
    EXPECT_NE(find(found, "stray_text"), nullptr);
    for (const FileFinding &one : found.findings)
        EXPECT_LE(one.finding.place.line, 2U) << codeOf(one);
}

/// The first path type that is not attributed to the library by the text before it; empty if none.
std::string unnamedPathToken(const std::string &text) {
    static const std::regex kWords("\\b(PIX|PXB|PHB|NODE|SYS|P2C|PXN)\\b");
    std::smatch found;
    if (!std::regex_search(text, found, kWords))
        return {};
    const std::string before = found.prefix();
    const bool isNamed =
        before.find("library") != std::string::npos || before.find("CCL 2.") != std::string::npos;
    return isNamed ? std::string() : found.str();
}

TEST(Verify, AttributesPathTypesToTheLibrary) {
    for (const findings::Rule *rule : findings::allRules())
        for (const std::string_view text : {rule->title, rule->cost, rule->remedy})
            EXPECT_EQ(rule->id.starts_with("topo_file.") ? unnamedPathToken(std::string(text)) : "", "")
                << rule->id << ": " << text;
    const Case made;
    std::string swapped = replaced(made.right, "0002:00:09.0", "X");
    swapped = replaced(swapped, "0002:00:0a.0", "0002:00:09.0");
    swapped = replaced(swapped, "X", "0002:00:0a.0");
    const Verification found = made.verified(swapped);
    ASSERT_FALSE(found.findings.empty());
    std::size_t named = 0;
    for (const FileFinding &one : found.findings)
        for (const std::string &text :
             {findings::title(one.finding), findings::cost(one.finding), findings::remedy(one.finding)}) {
            EXPECT_EQ(unnamedPathToken(text), "") << text;
            named += text.find("RCCL 2.21 sees P") != std::string::npos ? 1 : 0;
        }
    EXPECT_GT(named, 0U) << codesOf(found);
}

} // namespace
} // namespace fabricscope::hostvm
