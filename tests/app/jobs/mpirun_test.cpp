// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/Binding.h"
#include "core/bench/run/OutputParser.h"
#include "tests/Places.h"
#include "tests/app/ProgramRun.h"
#include "tests/core/bench/ExaminedHost.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

/// A collective over two hosts: the real mpirun, from one sshd to another whose sessions have a different
/// hostname, and a substitute for all_reduce_perf that does a real MPI_Allreduce in host memory.
namespace fabricscope::app {
namespace {

namespace fs = std::filesystem;
using test::ProgramRun;
using test::Sshd;
using testing::AllOf;
using testing::HasSubstr;

/// Open MPI distinguishes hosts by name.
test::SshdOptions named(const std::string &name) {
    test::SshdOptions options;
    options.lines = {"ForceCommand exec unshare --uts sh -c 'hostname " + name +
                     "; exec sh -c \"$SSH_ORIGINAL_COMMAND\"'"};
    options.clientLines = {"LogLevel ERROR"};
    return options;
}

class Mpirun : public testing::Test {
protected:
    void SetUp() override {
        constexpr const char *fakeTool = FABRICSCOPE_BIN_DIR "/standin/all_reduce_perf";
        if (!fs::exists(fakeTool) || !fs::exists("/usr/bin/mpirun"))
            GTEST_SKIP() << "NOT TESTED: needs openmpi-bin and libopenmpi-dev";
        if (::geteuid() != 0)
            GTEST_SKIP() << "NOT TESTED: a hostname of its own for each sshd needs root";
        fs::create_symlink(fakeTool, m_test);
        m_first = std::make_unique<Sshd>(named("node-a"));
        m_second = std::make_unique<Sshd>(named("node-b"));
        // The launch agent of mpirun: HOST COMMAND...
        m_agent =
            m_folder
                .write("agent", "#!/bin/sh\ncase $1 in\nnode-a) config=" + m_first->configFile().string() +
                                    " ;;\n*) config=" + m_second->configFile().string() +
                                    " ;;\nesac\nshift\nexec ssh -F \"$config\" sshd0 \"$@\"\n")
                .string();
        fs::permissions(m_agent, fs::perms(0755));
    }

    /// The run proposed by the catalogue for two hosts with one GPU each.
    [[nodiscard]] bench::RunSpec proposed() const {
        const bench::ExaminedHost host = bench::examinedHost(bench::standaloneServer());
        bench::BindingRequest request;
        request.tool = "rccl-tests";
        request.test = "all_reduce_perf";
        request.program = m_test;
        request.oneRankPerGpu = true;
        request.gpus = {host.examination.judgement.fabric.gpus.size() - 1};
        request.mpiHosts = {"node-a", "node-b"};
        request.options = {{"-b", "1K"}, {"-e", "64K"}, {"-f", "4"}, {"-n", "5"}};
        request.environment = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},       {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                               {"OMPI_MCA_plm_rsh_agent", m_agent},   {"OMPI_MCA_btl", "tcp,self"},
                               {"OMPI_MCA_btl_tcp_if_include", "lo"}, {"OMPI_MCA_oob_tcp_if_include", "lo"}};
        const auto bound = bench::bindRun(request, {*host.topology, host.examination});
        EXPECT_TRUE(bound.has_value()) << (bound ? "" : bound.error().toString());
        return bound ? bound->spec : bench::RunSpec();
    }

    ProgramRun benchRun(const bench::RunSpec &spec) const {
        ::setenv("XDG_DATA_HOME", m_folder.path().c_str(), 1);
        std::vector<std::string> arguments = {
            "bench", "run", "sshd0", "rccl-tests", "--ssh-config", m_first->configFile().string(), "--yes"};
        for (const bench::EnvironmentValue &value : spec.command.environment)
            arguments.insert(arguments.end(), {"--set", value.name + '=' + value.value});
        arguments.emplace_back("--");
        for (const std::string &word : spec.command.words)
            arguments.push_back(word == "numa" ? "none" : word); // this machine may have no NUMA nodes
        return test::runProgram("fabricscope", arguments);
    }

    test::TemporaryFolder m_folder;
    /// A separate path, so that its processes are distinct from those of a concurrent test.
    const std::string m_test = (m_folder.path() / "all_reduce_perf").string();
    std::unique_ptr<Sshd> m_first, m_second;
    std::string m_agent;
};

TEST_F(Mpirun, RanksOfTwoHostsReduceAndTheirRowsAreRead) {
    const ProgramRun run = benchRun(proposed());
    ASSERT_EQ(run.status, 0) << run.err << run.out;
    EXPECT_THAT(run.out, AllOf(HasSubstr("on     node-a device"), HasSubstr("on     node-b device"),
                               HasSubstr("stand-in of fabricscope")));
    const auto parser = bench::makeParser("rccl-tests");
    parser->feed(run.out);
    parser->end();
    ASSERT_EQ(parser->results().size(), 1U);
    const bench::Results &results = parser->results().front();
    ASSERT_EQ(results.rows.size(), 4U) << run.out;
    for (const bench::CollectiveRow &row : results.rows) {
        ASSERT_TRUE(row.outOfPlace && row.inPlace);
        EXPECT_EQ(row.outOfPlace->wrong, 0);
        EXPECT_EQ(row.inPlace->wrong, 0);
    }
    EXPECT_EQ(results.rows.back().sizeBytes, 65536U);
    EXPECT_TRUE(results.complete);
    EXPECT_EQ(results.summary.outOfBounds, 0U);
    EXPECT_THAT(test::runProgram("fabricscope", {"runs", "list"}).out, HasSubstr("rccl-tests"));
}

TEST_F(Mpirun, HostThatCannotBeReachedFailsTheRunAndLeavesNobody) {
    bench::RunSpec spec = proposed();
    for (bench::EnvironmentValue &value : spec.command.environment)
        if (value.name == "OMPI_MCA_plm_rsh_agent")
            value.value = m_folder.write("no-agent", "#!/bin/sh\nexit 255\n").string();
    fs::permissions(m_folder.path() / "no-agent", fs::perms(0755));
    const ProgramRun run = benchRun(spec);
    EXPECT_EQ(run.status, 1) << run.out;
    EXPECT_EQ(test::run({"sh", "-c", "pgrep -f '^" + m_test + "' || true"}), "");
}

} // namespace
} // namespace fabricscope::app
