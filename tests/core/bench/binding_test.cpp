// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Binding.h"
#include "core/bench/plan/DeviceChoice.h"
#include "tests/core/bench/ExaminedHost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

BindingRequest perftest(std::size_t gpu) {
    BindingRequest request;
    request.tool = "perftest";
    request.test = "ib_write_bw";
    request.host = "server";
    request.gpus = {gpu};
    return request;
}

BoundRun bound(const BindingRequest &request, const ExaminedHost &host,
               const ToolSupport *support = nullptr) {
    auto made = bindRun(request, {*host.topology, host.examination, support});
    EXPECT_TRUE(made.has_value()) << (made ? "" : made.error().toString());
    return made ? *made : BoundRun{};
}

const Filled *filled(const BoundRun &bound, std::string_view what) {
    const auto found = std::find_if(bound.filled.begin(), bound.filled.end(),
                                    [&](const Filled &one) { return one.what.starts_with(what); });
    return found == bound.filled.end() ? nullptr : &*found;
}

TEST(Binding, GivesEachGpuItsNearestNicItsNumberAndItsNumaNode) {
    const ExaminedHost server = examinedHost(standaloneServer());
    const auto &fabric = server.examination.judgement.fabric;
    const std::size_t last = fabric.gpus.size() - 1;
    const BoundRun made = bound(perftest(last), server);
    const std::size_t nic = server.examination.judgement.ideal[last].front();
    ASSERT_THAT(made.nics, ElementsAre(nic));
    const std::string number = std::to_string(fabric.gpus[last].numbers->visible->value);
    EXPECT_EQ(shellLine(made.spec.command), "numactl -N 1 -m 1 stdbuf -oL ib_write_bw -d " +
                                                fabric.nics[nic].name + " --use_rocm_dmabuf " +
                                                "--use_rocm=" + number + " -x 3");
    EXPECT_THAT(filled(made, "--use_rocm_dmabuf")->why, HasSubstr("6.8.0-79"));
    EXPECT_TRUE(made.findings.empty()) << made.findings.front().rule;
}

TEST(Binding, TakesADeviceInSoftwareWhereItIsAskedForOrNothingElseIsUp) {
    BindingRequest request = perftest(0);
    request.gpus.clear();
    const ExaminedHost both = examinedHost(withSoftRoce(standaloneServer(), "rxe0", "10.8.0.1"));
    EXPECT_THAT(bound(request, both).spec.command.words, Not(Contains("rxe0")));
    request.softwareNic = "rxe0";
    const BoundRun asked = bound(request, both);
    EXPECT_EQ(shellLine(asked.spec.command), "numactl -N 0 -m 0 stdbuf -oL ib_write_bw -d rxe0 -x 3");
    ASSERT_NE(filled(asked, "-d rxe0"), nullptr);
    EXPECT_THAT(filled(asked, "-d rxe0")->why, HasSubstr("soft-RoCE over "));
    EXPECT_FALSE(filled(asked, "--use_rocm")->isSet) << "it does not reach a GPU's memory";
    EXPECT_TRUE(asked.nics.empty() && asked.gpus.empty());
    host::Host iwarp = withSoftRoce(standaloneServer(), "siw0", "10.8.0.1");
    iwarp.rdmaDevices.back().nodeType = samples::text("RNIC");
    request.softwareNic = "siw0";
    EXPECT_THAT(bound(request, examinedHost(std::move(iwarp))).spec.command.words,
                testing::AllOf(Contains("-R"), Not(Contains("-x"))));
    request.softwareNic = "rxe1";
    EXPECT_FALSE(bindRun(request, {*both.topology, both.examination}).has_value());
    request.softwareNic.clear();
    host::Host host = standaloneServer();
    host.rdmaDevices.clear();
    const ExaminedHost alone = examinedHost(withSoftRoce(std::move(host), "rxe0", "10.8.0.1"));
    EXPECT_THAT(bound(request, alone).spec.command.words, Contains("rxe0"));
}

TEST(Binding, BothEndsOnOneHostAreOneCommandAroundTheWordsOfOne) {
    const ExaminedHost server = examinedHost(standaloneServer());
    BindingRequest request = perftest(2);
    const Command one = bound(request, server).spec.command;
    request.loopback = true;
    const BoundRun both = bound(request, server);
    ASSERT_EQ(both.spec.command.words.size(), one.words.size() + 4);
    EXPECT_TRUE(std::equal(one.words.begin(), one.words.end(), both.spec.command.words.begin() + 4));
    EXPECT_EQ(optionOf(both.spec.command, {"-d"}), optionOf(one, {"-d"})) << "the devices are told as before";
    EXPECT_NE(filled(both, "sh -c"), nullptr);
    const auto steps = stepsOf(both.spec, {"-s", {"65536"}, 1});
    ASSERT_TRUE(steps.has_value());
    EXPECT_EQ(optionOf(steps->front().spec.command, {"-s"}), "65536");
    EXPECT_EQ(steps->front().spec.command.words[3], "loopback") << "an option goes to the tool's own words";
}

TEST(Binding, AGpuOfAVmIsAFindingUnlessTheHostsMemoryWillDo) {
    const ExaminedHost hypervisor = examinedHost(samples::mi355xServer());
    const auto &gpus = hypervisor.examination.judgement.fabric.gpus;
    const auto held = std::find_if(gpus.begin(), gpus.end(), [&](const affinity::Gpu &gpu) {
        return gpu.node && hypervisor.topology->node(*gpu.node).owner;
    });
    ASSERT_NE(held, gpus.end());
    BindingRequest request = perftest(static_cast<std::size_t>(held - gpus.begin()));
    request.nic = 0;
    EXPECT_THAT(rulesOf(bound(request, hypervisor).findings), Contains("binding.gpu_number"));
    request.hostMemoryFallback = true;
    const BoundRun made = bound(request, hypervisor);
    EXPECT_THAT(rulesOf(made.findings), Not(Contains("binding.gpu_number")));
    EXPECT_FALSE(optionOf(made.spec.command, {"--use_rocm"}));
    ASSERT_NE(filled(made, "--use_rocm"), nullptr);
    EXPECT_THAT(filled(made, "--use_rocm")->why, HasSubstr("so host memory is used"));
    EXPECT_TRUE(made.gpus.empty());
}

TEST(Binding, DevicesAreChosenByNameAndAddressAndNicsByTheirRdma) {
    const ExaminedHost server = examinedHost(standaloneServer());
    affinity::Fabric fabric = server.examination.judgement.fabric;
    ASSERT_GT(fabric.gpus.size(), 2U);
    EXPECT_EQ(choiceOf(fabric.gpus[2]), fabric.gpus[2].name + ' ' + fabric.gpus[2].busIdText);
    EXPECT_EQ(chosenGpu(fabric, choiceOf(fabric.gpus[2])), 2U);
    EXPECT_EQ(chosenGpu(fabric, fabric.gpus[2].name), std::nullopt);
    const std::string nic = nicChoices(fabric).front();
    const std::size_t at = chosenNic(fabric, nic).value();
    fabric.nics[at].rdma = false;
    EXPECT_EQ(chosenNic(fabric, nic), std::nullopt);
    EXPECT_THAT(nicChoices(fabric), Not(Contains(nic)));
}

TEST(Binding, OmitsDmaBufOnAnOlderKernelAndReportsIt) {
    host::Host host = standaloneServer();
    host.kernel = samples::text("5.15.0-139-generic");
    const ExaminedHost server = examinedHost(std::move(host));
    const BoundRun made = bound(perftest(5), server);
    EXPECT_THAT(made.spec.command.words, Not(Contains("--use_rocm_dmabuf")));
    ASSERT_NE(filled(made, "--use_rocm_dmabuf"), nullptr);
    EXPECT_FALSE(filled(made, "--use_rocm_dmabuf")->isSet);
}

TEST(Binding, FindsABuildWithoutWhatTheRunNeeds) {
    const ExaminedHost server = examinedHost(standaloneServer());
    ToolSupport support;
    addProbe(support, Probe::Kind::Help, "  --use_cuda=<n>\n  --report_gbits\n");
    const BoundRun made = bound(perftest(5), server, &support);
    EXPECT_THAT(rulesOf(made.findings), ElementsAre("tool.no_rocm", "tool.no_dmabuf"));
    EXPECT_THAT(made.spec.command.words, Not(Contains("--use_rocm_dmabuf")));
}

TEST(Binding, WhatIsGivenWinsOverWhatIsKnown) {
    const ExaminedHost server = examinedHost(standaloneServer());
    BindingRequest request = perftest(5);
    request.options = {{"-a", ""}, {"-d", "mlx5_7"}, {"--report_gbits", ""}, {"-x", "1"}};
    const BoundRun made = bound(request, server);
    EXPECT_THAT(shellLine(made.spec.command), testing::EndsWith("-a -d mlx5_7 --report_gbits -x 1"));
}

TEST(Binding, DoesNotPinInAVmWithoutNumaInformation) {
    const ExaminedHost vm = examinedHost(samples::flatVm());
    const BoundRun made = bound(perftest(0), vm);
    ASSERT_NE(filled(made, "numactl"), nullptr);
    EXPECT_FALSE(filled(made, "numactl")->isSet);
    EXPECT_THAT(filled(made, "numactl")->why, HasSubstr("VM"));
    EXPECT_THAT(rulesOf(made.findings), Contains("binding.no_nearest"));
}

TEST(Binding, GivesACollectiveAllGpusOfTheHostAndNoneOfAVms) {
    const ExaminedHost own = examinedHost(standaloneServer());
    BindingRequest request;
    request.tool = "rccl-tests";
    request.test = "all_reduce_perf";
    request.options = {{"-b", "1M"}, {"-e", "16G"}, {"-f", "2"}};
    const BoundRun all = bound(request, own);
    EXPECT_EQ(all.spec.command.words,
              (std::vector<std::string>{"all_reduce_perf", "-g", "8", "-b", "1M", "-e", "16G", "-f", "2"}));
    EXPECT_THAT(all.spec.command.environment, Contains(EnvironmentValue{"NCCL_DMABUF_ENABLE", "1"}));
    const ExaminedHost shared = examinedHost(samples::mi355xServer());
    const BoundRun rest = bound(request, shared);
    EXPECT_THAT(shellLine(rest.spec.command), HasSubstr("-g 4"));
    EXPECT_THAT(filled(rest, "GPU0")->why, HasSubstr("vm-03a"));
}

TEST(Binding, StartsARankAGpuUnderMpirun) {
    const ExaminedHost own = examinedHost(standaloneServer());
    BindingRequest request;
    request.tool = "rccl-tests";
    request.test = "all_gather_perf";
    request.oneRankPerGpu = true;
    request.nodes = 2;
    const BoundRun made = bound(request, own);
    EXPECT_THAT(shellLine(made.spec.command), HasSubstr("mpirun -np 8 --bind-to numa all_gather_perf -g 1"));
    EXPECT_THAT(made.spec.command.environment, Contains(EnvironmentValue{"NCCL_IB_GID_INDEX", "3"}));
}

TEST(Binding, NamesTheHostsOfAJobAndHandsTheVariablesOn) {
    const ExaminedHost own = examinedHost(standaloneServer());
    BindingRequest request;
    request.tool = "rccl-tests";
    request.test = "all_reduce_perf";
    request.oneRankPerGpu = true;
    request.options = {{"-b", "8"}};
    request.environment = {{"OMPI_MCA_btl", "tcp,self"}, {"NCCL_DEBUG", "INFO"}};
    request.mpiHosts = {"gpu-01", "gpu-02"};
    const BoundRun made = bound(request, own);
    EXPECT_THAT(shellLine(made.spec.command),
                HasSubstr("mpirun -np 16 -host gpu-01:8,gpu-02:8 --bind-to numa -x NCCL_DEBUG -x "));
    EXPECT_THAT(made.spec.command.words, Contains("NCCL_IB_GID_INDEX"));
    EXPECT_THAT(made.spec.command.words, Not(Contains("OMPI_MCA_btl")));
    EXPECT_THAT(shellLine(made.spec.command), testing::EndsWith("all_reduce_perf -g 1 -b 8"));
    for (const char *name : {"a,b", "-x", "", "a b"}) {
        request.mpiHosts = {name};
        EXPECT_FALSE(bindRun(request, {*own.topology, own.examination}).has_value()) << name;
    }
}

TEST(Binding, LeavesFrontEndNicsWithRdmaOut) {
    host::Host host = standaloneServer();
    ExaminedHost own = examinedHost(host);
    auto &nics = own.examination.judgement.fabric.nics;
    const auto frontEnd = std::find_if(nics.begin(), nics.end(), [](const auto &nic) { return nic.rdma; });
    ASSERT_NE(frontEnd, nics.end());
    frontEnd->frontEnd = true;
    BindingRequest request;
    request.tool = "rccl-tests";
    request.test = "all_reduce_perf";
    EXPECT_EQ(filled(bound(request, own), "NCCL_IB_HCA"), nullptr); // one host: NICs are not used
    request.nodes = 2;
    const BoundRun made = bound(request, own);
    const Filled *list = filled(made, "NCCL_IB_HCA==");
    ASSERT_NE(list, nullptr);
    EXPECT_THAT(list->what + ',', Not(HasSubstr(frontEnd->name + ',')));
    EXPECT_THAT(list->why, HasSubstr(frontEnd->name));
}

TEST(Binding, FindsWhatAProfileOfTheHostLeftOver) {
    host::Host host = standaloneServer();
    host.ncclSettings.push_back({"/etc/nccl.conf", "NCCL_IB_DISABLE", samples::text("1")});
    const ExaminedHost own = examinedHost(std::move(host));
    BindingRequest request;
    request.tool = "rccl-tests";
    request.test = "all_reduce_perf";
    const BoundRun made = bound(request, own);
    const Finding *finding = findingOf(made.findings, "environment.ib_disabled");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->evidence.back(), (findings::Evidence{"set on the host", "/etc/nccl.conf"}));
    request.environment = {{"NCCL_IB_DISABLE", "0"}};
    EXPECT_EQ(findingOf(bound(request, own).findings, "environment.ib_disabled"), nullptr);
}

TEST(Binding, ShowsChosenGpusOnly) {
    const ExaminedHost own = examinedHost(standaloneServer());
    BindingRequest request;
    request.tool = "rccl-tests";
    request.test = "all_reduce_perf";
    request.gpus = {5, 6};
    const BoundRun made = bound(request, own);
    const auto &gpus = own.examination.judgement.fabric.gpus;
    EXPECT_THAT(made.spec.command.environment,
                Contains(EnvironmentValue{"HIP_VISIBLE_DEVICES",
                                          std::to_string(gpus[5].numbers->runtime->value) + ',' +
                                              std::to_string(gpus[6].numbers->runtime->value)}));
    EXPECT_THAT(shellLine(made.spec.command), HasSubstr("-g 2"));
}

TEST(Binding, RefusesWhatIsNotThere) {
    const ExaminedHost own = examinedHost(standaloneServer());
    const BindingFacts facts{*own.topology, own.examination, nullptr};
    EXPECT_FALSE(bindRun(perftest(99), facts).has_value());
    BindingRequest request = perftest(0);
    request.nic = 9999;
    EXPECT_FALSE(bindRun(request, facts).has_value());
    request = perftest(0);
    request.test = "rm";
    EXPECT_THAT(bindRun(request, facts).error().hint, HasSubstr("bench list perftest"));
}

TEST(Binding, GivesServerAndClientOnePort) {
    const ExaminedHost own = examinedHost(standaloneServer());
    const BindingFacts facts{*own.topology, own.examination, nullptr};
    const auto ends = bindPerftestPair(perftest(0), facts, perftest(1), facts, 20001, "10.1.0.21");
    ASSERT_TRUE(ends.has_value());
    EXPECT_THAT(shellLine(ends->server.spec.command), testing::EndsWith("-p 20001"));
    EXPECT_THAT(shellLine(ends->client.spec.command), testing::EndsWith("-p 20001 10.1.0.21"));
    EXPECT_NE(ends->server.nics, ends->client.nics);
    EXPECT_FALSE(bindPerftestPair(perftest(0), facts, perftest(1), facts, 0, "10.1.0.21").has_value());
    EXPECT_FALSE(bindPerftestPair(perftest(0), facts, perftest(1), facts, 20001, "-h").has_value());
}

RunSpec specOf(std::vector<std::string> words) {
    RunSpec spec;
    spec.tool = "rccl-tests";
    spec.test = "all_reduce_perf";
    spec.command.words = std::move(words);
    return spec;
}

TEST(Sweep, VariesOneOptionInPlaceAndRepeatsTheWhole) {
    const auto steps =
        stepsOf(specOf({"/opt/x/all_reduce_perf", "-b", "8", "-g", "8"}), {"-g", {"2", "4"}, 2});
    ASSERT_TRUE(steps.has_value());
    std::vector<std::string> order;
    for (const SweepStep &step : *steps)
        order.push_back(std::to_string(step.repeat) + ':' + step.spec.command.words.back());
    EXPECT_THAT(order, ElementsAre("0:2", "0:4", "1:2", "1:4"));
}

TEST(Sweep, SetsALauncherOptionBeforeTheProgramAndVariablesInTheEnvironment) {
    const auto ranks =
        stepsOf(specOf({"mpirun", "-np", "8", "all_reduce_perf", "-g", "1"}), {"-np", {"4"}, 1});
    ASSERT_TRUE(ranks.has_value());
    EXPECT_THAT(ranks->front().spec.command.words,
                ElementsAre("mpirun", "-np", "4", "all_reduce_perf", "-g", "1"));
    const auto algo = stepsOf(specOf({"all_reduce_perf"}), {"NCCL_ALGO=", {"Ring", "Tree"}, 1});
    ASSERT_TRUE(algo.has_value());
    EXPECT_THAT(algo->back().spec.command.environment, ElementsAre(EnvironmentValue{"NCCL_ALGO", "Tree"}));
}

TEST(Sweep, RefusesWhatHasNoEndOrNoBeginning) {
    EXPECT_FALSE(stepsOf(specOf({"all_reduce_perf"}), {"-g", {}, 1}).has_value());
    const RunSpec script = specOf({"/bin/bash", "-lc", "module load mpi; all_reduce_perf -b $FIRST"});
    const auto refused = stepsOf(script, {"-b", {"1M"}, 1});
    ASSERT_FALSE(refused.has_value()) << "the shell would take it, or the script as $0";
    EXPECT_THAT(refused.error().toString(), HasSubstr("-b cannot be added to the program in the script"));
    EXPECT_TRUE(stepsOf(script, {"FIRST", {"1M"}, 1}).has_value());
    EXPECT_FALSE(stepsOf(specOf({"all_reduce_perf"}), {"-g", {"1"}, 0}).has_value());
    EXPECT_FALSE(stepsOf(specOf({"all_reduce_perf"}), {"-g", {"1", "2"}, 4000000000U}).has_value());
    EXPECT_FALSE(stepsOf(specOf({"all_reduce_perf"}), {"A-B=", {"1"}, 1}).has_value());
    EXPECT_FALSE(stepsOf(specOf({"all_reduce_perf"}), {"-g", {std::string("1\0", 2)}, 1}).has_value());
    EXPECT_FALSE(stepsOf(specOf({}), {"-g", {"1"}, 1}).has_value());
}

TEST(Sweep, ReadsListsAndRangesOfValues) {
    EXPECT_THAT(*sweepValues("2, 4 8"), ElementsAre("2", "4", "8"));
    EXPECT_THAT(*sweepValues("1M..8M*2"), ElementsAre("1M", "2M", "4M", "8M"));
    EXPECT_THAT(*sweepValues("512K..2M*2"), ElementsAre("512K", "1M", "2M"));
    EXPECT_THAT(*sweepValues("2..7+2"), ElementsAre("2", "4", "6"));
    for (const char *bad :
         {"", "1..8", "1..8*1", "8..1*2", "0..8*2", "0..18446744073709551615+1", "a..b*2", "1..2*"})
        EXPECT_FALSE(sweepValues(bad).has_value()) << bad;
}

TEST(Sweep, OnlyRepeatsOfTheSameValueFollowARunWithWrongResultsInVain) {
    const SweepStep ended{{}, "16", 1};
    EXPECT_TRUE(repeatsWrongRun({{}, "16", 2}, ended, 3));
    EXPECT_FALSE(repeatsWrongRun({{}, "32", 2}, ended, 3));
    EXPECT_FALSE(repeatsWrongRun({{}, "16", 0}, ended, 3)) << "it has run";
    EXPECT_FALSE(repeatsWrongRun({{}, "16", 2}, ended, 0));
    EXPECT_FALSE(repeatsWrongRun({{}, "16", 2}, ended, std::nullopt)) << "the tool did not check";
}

} // namespace
} // namespace fabricscope::bench
