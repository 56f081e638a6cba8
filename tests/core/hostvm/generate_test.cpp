// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/generate/Generate.h"
#include "core/hostvm/verify/Verify.h"
#include "core/nccl/DecideFor.h"
#include "tests/core/hostvm/SampleVm.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace fabricscope::hostvm {
namespace {

using samples::sampleVm;
using samples::SampleVm;
using samples::VmPlan;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// The NICs that the library uses for each GPU, by address, with the file and all its required settings; and
/// their worst path type.
struct Used {
    std::map<pci::Address, std::set<pci::Address>> nics;
    nccl::PathType worst = nccl::PathType::Loc;
};
Used usedWith(const SampleVm &vm, const Generated &made, const nccl::Options &library = {}) {
    nccl::Options options = library;
    for (const Setting &setting : made.settings)
        if (!setting.variable.empty())
            options.environment.set(setting.variable, setting.value);
    const auto decided = nccl::decideForText(vm.guest->host(), *vm.guest, options, "/etc/t.xml", made.text);
    EXPECT_FALSE(decided.decisions.error) << decided.decisions.error->toString();
    Used used;
    const nccl::Decisions &d = decided.decisions;
    for (std::size_t gpu = 0; gpu < d.gpus.size(); ++gpu)
        for (std::size_t channel = 0; channel < nccl::kReportedChannels; ++channel)
            if (const auto &nic = d.localNic(gpu, channel)) {
                const auto index = static_cast<std::size_t>(*nic);
                used.nics[*d.gpus[gpu].busId].insert(*d.nics[index].busId);
                used.worst = std::max(used.worst, d.pair(gpu, index).type);
            }
    return used;
}

void expectPlain(const std::string &text) {
    EXPECT_TRUE(text.starts_with("<system version=")) << "no declaration, no byte order mark";
    EXPECT_EQ(text.find('\t'), std::string::npos);
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        EXPECT_EQ(std::count(line.begin(), line.end(), '<'), 1) << line;
        EXPECT_TRUE(line.ends_with('>')) << line;
    }
}

TEST(Generate, ReadBackByTheLibrarysRulesEveryMadeVmHasItsHardwaresPairs) {
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        std::mt19937 random(seed);
        VmPlan plan;
        plan.seed = seed;
        plan.amd = seed % 2 == 0;
        plan.guestReportsNuma = seed % 3 != 0;
        plan.hostBridges = seed % 5 != 0;
        plan.switches.assign(2 + random() % 7, {});
        for (samples::SwitchPlan &one : plan.switches)
            one = {1, 1 + static_cast<int>(random() % 2)};
        const SampleVm vm = sampleVm(plan);
        const Generated made = generate(vm.sides());
        ASSERT_FALSE(made.text.empty()) << seed << ": " << testing::PrintToString(made.notes);
        expectPlain(made.text);
        const Used used = usedWith(vm, made);
        EXPECT_EQ(used.nics, vm.truth) << seed << "\n" << made.text;
        EXPECT_LE(used.worst, nccl::PathType::Pix) << seed << "\n" << made.text;
    }
}

TEST(Generate, AllItsFilesPassVerifyOfTheSameGuest) {
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        VmPlan plan;
        plan.seed = seed;
        plan.amd = seed % 2 == 0;
        const SampleVm vm = sampleVm(plan);
        const Generated made = generate(vm.sides());
        VerifyOptions options;
        options.library.environment = withSettings({}, made.settings);
        const Verification verified = verify(made.text, vm.sides(), options);
        EXPECT_TRUE(verified.effective);
        EXPECT_EQ(verified.count(Severity::Error) + verified.count(Severity::Warning), 0U)
            << verified.sentence() << "\n"
            << (verified.findings.empty() ? "" : verified.findings.front().finding.rule) << "\n"
            << made.text;
        EXPECT_THAT(verified.corrected, IsEmpty()) << verified.diff;
    }
}

TEST(Generate, WritesAPairAsTheLibraryWantsIt) {
    VmPlan plan;
    plan.switches = {{}};
    plan.guestNodes = 1;
    const SampleVm vm = sampleVm(plan);
    EXPECT_EQ(
        generate(vm.sides()).text,
        "<system version=\"2\">\n"
        "  <cpu numaid=\"0\" affinity=\"ffffffff\" arch=\"x86_64\" vendor=\"AuthenticAMD\" familyid=\"191\" "
        "modelid=\"2\">\n"
        "    <pci busid=\"ffff:ff:01.0\" class=\"0x060400\" vendor=\"0xffff\" device=\"0xffff\" "
        "subsystem_vendor=\"0xffff\" subsystem_device=\"0xffff\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\">\n"
        "      <pci busid=\"0002:00:01.0\" class=\"0x120000\" vendor=\"0x1002\" device=\"0x75a0\" "
        "subsystem_vendor=\"0x1002\" subsystem_device=\"0x0001\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\"/>\n"
        "      <pci busid=\"0002:00:09.0\" class=\"0x020000\" vendor=\"0x1dd8\" device=\"0x1003\" "
        "subsystem_vendor=\"0x1dd8\" subsystem_device=\"0x0001\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\">\n"
        "        <nic>\n"
        "          <net name=\"ionic_0\" dev=\"0\" speed=\"400000\" port=\"1\" guid=\"0x069081fffe3730c8\" "
        "maxconn=\"131072\" gdr=\"1\"/>\n"
        "        </nic>\n"
        "      </pci>\n"
        "    </pci>\n"
        "  </cpu>\n"
        "</system>\n");
}

TEST(Generate, WritesForTheLibraryThatIsAskedFor) {
    VmPlan plan;
    plan.amd = false;
    const SampleVm vm = sampleVm(plan);
    EXPECT_THAT(generate(vm.sides()).text, testing::StartsWith("<system version=\"1\">"));
    GenerateOptions options;
    EXPECT_THAT(generate(sampleVm({}).sides()).text, testing::StartsWith("<system version=\"2\">"));
    options.library.version = nccl::assumedVersion(nccl::Flavor::Rccl);
    const Generated other = generate(vm.sides(), options);
    EXPECT_THAT(other.text, testing::StartsWith("<system version=\"2\">"));
    EXPECT_THAT(other.notes, Contains(HasSubstr("does not run on this guest's GPUs")));
}

TEST(Generate, SeveralNicsOfAGpuAndOneNicOfSeveralGpusShareASwitch) {
    VmPlan plan;
    plan.switches = {{1, 2}, {2, 1}, {1, 1}};
    plan.seed = 7;
    const SampleVm vm = sampleVm(plan);
    const Generated made = generate(vm.sides());
    ASSERT_THAT(made.groups, SizeIs(3));
    EXPECT_EQ(usedWith(vm, made).nics, vm.truth) << made.text;
}

TEST(Generate, AttachesAGpuWithoutNearbyNicToItsCpuAndReportsIt) {
    VmPlan plan;
    plan.switches = {{1, 1}, {1, 0}};
    const SampleVm vm = sampleVm(plan);
    const Generated made = generate(vm.sides());
    EXPECT_THAT(made.atCpu, SizeIs(1));
    EXPECT_THAT(made.notes, Contains(HasSubstr("has no NIC below its switches")));
    EXPECT_THAT(made.text, HasSubstr("0003:00:01.0"));
    EXPECT_THAT(made.groups, SizeIs(1));
}

TEST(Generate, NothingIsInventedForDevicesThatAreNotKnown) {
    SampleVm vm = sampleVm({});
    const pci::Address gpu = *pci::Address::parse("0002:00:01.0"), nic = *pci::Address::parse("0003:00:09.0");
    std::erase_if(vm.guestMapping.matches,
                  [&](const Match &match) { return match.guest == gpu || match.guest == nic; });
    const Generated made = generate(vm.sides());
    EXPECT_THAT(made.text, Not(HasSubstr("0002:00:01.0")));
    EXPECT_THAT(made.text, Not(HasSubstr("0003:00:09.0")));
    EXPECT_THAT(made.notes, Contains(HasSubstr("(0002:00:01.0) matches no known host device")));
    EXPECT_THAT(made.notes, Contains(HasSubstr("(0003:00:09.0) matches no known host device")));
    EXPECT_THAT(made.groups, SizeIs(2));
}

TEST(Generate, ExplainsWhyThereIsNoFileWithoutAHostOrAMatch) {
    SampleVm vm = sampleVm({});
    const GuestMapping none;
    const Generated alone = generate({*vm.guest, nullptr, none});
    EXPECT_THAT(alone.text, IsEmpty());
    EXPECT_THAT(alone.settings, IsEmpty());
    EXPECT_THAT(alone.notes, Contains(HasSubstr("no host is known")));
    const Generated strange = generate({*vm.guest, vm.server.get(), none});
    EXPECT_THAT(strange.text, IsEmpty());
    EXPECT_THAT(strange.notes, Contains(HasSubstr("pairs are not guessed")));
}

TEST(Generate, ReportsPairsBasedOnAGuess) {
    SampleVm vm = sampleVm({});
    vm.guestMapping.matches.front().confidence = Confidence::Guess;
    const Generated made = generate(vm.sides());
    EXPECT_EQ(made.groups.front().confidence, Confidence::Guess);
    EXPECT_THAT(made.notes, Contains(HasSubstr("is a guess")));
}

TEST(Generate, DoesNotAssumeNodeZeroForAnUnknownNumaNode) {
    VmPlan plan;
    plan.guestReportsNuma = false;
    plan.guestNodes = 1;
    const Generated one = generate(sampleVm(plan).sides());
    EXPECT_FALSE(one.text.empty()) << "a guest of one node has no other";

    plan.guestNodes = 4; // the host has two nodes: its numbers have no meaning here
    const Generated four = generate(sampleVm(plan).sides());
    EXPECT_THAT(four.text, IsEmpty());
    EXPECT_THAT(four.notes, Contains(HasSubstr("NUMA node of")));
}

TEST(Generate, TakesTheRealLinksOfTheHost) {
    VmPlan plan;
    plan.switches = {{}};
    plan.guestNodes = 1;
    SampleVm vm = sampleVm(plan);
    host::Host server = vm.server->host();
    for (host::PciFunction &function : server.functions)
        if (function.parent && function.classCode.valueOr(0) == 0x020000)
            function.maxSpeed = function.currentSpeed = {*pci::LinkSpeed::fromCode(4), {}};
    vm.server = topology::build(std::make_shared<const host::Host>(std::move(server)));
    const std::string text = generate(vm.sides()).text;
    EXPECT_THAT(text, HasSubstr("\"0x1dd8\" subsystem_device=\"0x0001\" link_speed=\"16.0 GT/s PCIe\""));
    EXPECT_THAT(text, HasSubstr("class=\"0x120000\" vendor=\"0x1002\" device=\"0x75a0\""));
}

TEST(Settings, ListWhatTheGuestLacksWithReasons) {
    const Generated made = generate(sampleVm({}).sides(), {{}, "/etc/it's mine.xml"});
    std::vector<std::string> lines;
    for (const Setting &setting : made.settings) {
        lines.push_back(setting.line);
        EXPECT_THAT(setting.why, Not(IsEmpty()));
        EXPECT_FALSE(setting.done);
    }
    ASSERT_THAT(lines, SizeIs(3)) << testing::PrintToString(lines);
    EXPECT_EQ(lines[0], "export NCCL_TOPO_FILE='/etc/it'\\''s mine.xml'");
    EXPECT_EQ(lines[1], "export NCCL_IB_MERGE_VFS=0");
    EXPECT_THAT(lines[2], HasSubstr("docker run -v '/etc/it'\\''s mine.xml':'/etc/it'\\''s mine.xml':ro -e "
                                    "NCCL_TOPO_FILE="));
    EXPECT_THAT(lines[2], HasSubstr("-e NCCL_IB_MERGE_VFS=0"));
}

TEST(Settings, AskForDmaBufWherePeerMemoryIsRefused) {
    VmPlan plan;
    const SampleVm vm = sampleVm(plan);
    host::Host guest = vm.guest->host();
    guest.kernelMessages.push_back(
        {host::KernelMessage::Kind::Driver,
         {},
         "failing symbol_get of non-GPLONLY symbol ib_register_peer_memory_client.",
         1,
         {}});
    guest.ncclSettings.push_back({"env", "NCCL_IB_MERGE_VFS", {"0", {}}});
    const auto topology = topology::build(std::make_shared<const host::Host>(std::move(guest)));
    const Generated made = generate({*topology, vm.server.get(), vm.guestMapping});
    std::map<std::string, bool> done;
    for (const Setting &setting : made.settings)
        if (!setting.variable.empty())
            done[setting.variable + "=" + setting.value] = setting.done;
    EXPECT_EQ(done, (std::map<std::string, bool>{{"NCCL_TOPO_FILE=/etc/nccl-topo.xml", false},
                                                 {"NCCL_IB_MERGE_VFS=0", true},
                                                 {"NCCL_DMABUF_ENABLE=1", false}}));
    EXPECT_THAT(made.text, HasSubstr("gdr=\"1\"")) << "as it is with that set";
}

} // namespace
} // namespace fabricscope::hostvm
