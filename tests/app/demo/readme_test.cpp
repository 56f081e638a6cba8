// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/DemoFleet.h"
#include "tests/Places.h"
#include "tests/app/ProgramRun.h"
#include "tests/app/demo/DemoTrees.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleBundles.h"
#include "tests/support/samples/SampleHosts.h"
#include "tests/support/samples/SampleHwloc.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

/// The commands of README, run unchanged by a shell in a folder of their own: names of a user's
/// hosts are replaced by demo hosts, and the files that they read are there.
namespace fabricscope::test {
namespace {

namespace fs = std::filesystem;

/// A text of README, and what runs in its place.
constexpr std::pair<std::string_view, std::string_view> kReplaced[] = {
    {"mi300x-[001-064]", "ai[1-2]"},
    {"gpu-[01-08]", "ai[1-2]"},
    {"gpu-07", "ai1"},
    {"gpu-08", "ai2"},
    {"mlx5_0", "mb_0"},
    {"-e 16G", "-e 64K"},                           // each size takes its time in the demo, too
    {"-D 5", "-D 1 --devices mb_0 --clients mb_0"}, // 64 pairs of 5 s
    {"--to /etc/nccl-topo.xml", "--to /etc/nccl-topo.xml --yes"},
    {"sh collect.sh", "sh collect.sh 2>/dev/null"},
};

/// What is not run, and why.
constexpr std::pair<std::string_view, std::string_view> kNotRun[] = {
    {"packaging/", "installs packages and builds"},
    {"--connect", "opens the window"},
    {"docker:", "demo hosts have no container runtime"},
};

/// 1: there are findings, or the tool failed; both are reported in the text.
bool isExpected(const std::string &command, int status) {
    const bool reports =
        command.find(" verify ") != std::string::npos || command.find(" check ") != std::string::npos ||
        command.find(" diff ") != std::string::npos || command.find(" affinity") != std::string::npos;
    return status == 0 || (status == 1 && reports);
}

bool isRun(const std::string &command) {
    return std::none_of(std::begin(kNotRun), std::end(kNotRun),
                        [&](const auto &row) { return command.find(row.first) != std::string::npos; });
}

struct Section {
    std::string title;
    std::vector<std::string> commands;
};

/// In the blocks of shell commands, without their comments.
std::vector<Section> sectionsOf(const fs::path &document) {
    std::ifstream file(document);
    std::vector<Section> sections;
    bool isShell = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("## "))
            sections.push_back({line.substr(3), {}});
        else if (line.starts_with("```"))
            isShell = line == "```sh";
        else if (isShell && !sections.empty())
            sections.back().commands.push_back(std::regex_replace(line, std::regex(R"(\s+#\s.*$)"), ""));
    }
    std::erase_if(sections, [](const Section &section) {
        return std::none_of(section.commands.begin(), section.commands.end(), isRun);
    });
    return sections;
}

std::string replaced(std::string command) {
    for (const auto &[from, to] : kReplaced)
        for (std::size_t at = command.find(from); at != std::string::npos;
             at = command.find(from, at + to.size()))
            command.replace(at, from.size(), to);
    return command;
}

class Readme : public testing::TestWithParam<Section> {
protected:
    void SetUp() override {
        app::demo::DemoFleetOptions options;
        options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
        auto fleet = app::demo::DemoFleet::start(options);
        ASSERT_TRUE(fleet) << fleet.error().toString();
        m_fleet = std::move(*fleet);
        fs::create_directories(m_folder.path() / "ticket-4711");
        ASSERT_EQ(run("fabricscope capture ai1 mi355x-02 vm-02a -o .").status, 0);
        for (const char *line : {"mkdir captures && cp *.fscope captures", "cp ai1.fscope yesterday.fscope",
                                 "cp ai1.fscope today.fscope", "(umask 077 && head -c 32 /dev/urandom > key)",
                                 "fabricscope capture --print-script > script && sh script > out"})
            ASSERT_EQ(run(line).status, 0) << line;
        ASSERT_EQ(
            run("fabricscope nccl-topo generate --guest vm-02a.fscope --host mi355x-02.fscope -o topo.xml")
                .status,
            0);
        const std::string lspci =
            "00:00.0 Host bridge: Advanced Micro Devices, Inc. [AMD] Device 153a (rev 01)\n"
            "01:00.0 Processing accelerators: Advanced Micro Devices, Inc. [AMD/ATI] Device "
            "75a0 (rev 02)\n";
        write("ticket-4711/lspci.txt", lspci);
        write("lspci.txt", lspci);
        write("topo.txt", onHost("vm-02a", "rocm-smi --showtopo"));
        write("dmesg.txt", "[    0.000000] Linux version 6.8.0-60-generic (builder)\n");
        write("topology.xml", samples::toHwlocXml(samples::mi355xServer(), 2));
        write("sosreport.tar.xz", packed(tarOf(sosReport({})), Packing::Xz));
        write("all_reduce.log", onHost("vm-02a", "all_reduce_perf -b 8 -e 1M -f 2 -g 8"));
        write("nccl.log", onHost("vm-02a", "env NCCL_DEBUG=INFO all_reduce_perf -b 8 -e 1M -f 2 -g 8"));
    }
    [[nodiscard]] std::string onHost(const std::string &host, const std::string &command) const {
        std::string text = shell(fmt::format("ssh -F '{}' {} '{}' 2>/dev/null",
                                             m_fleet->configFile().string(), host, command))
                               .out;
        EXPECT_NE(text, "") << command;
        return text;
    }
    void write(const std::string &name, const std::string &text) const {
        std::ofstream(m_folder.path() / name, std::ios::binary) << text;
    }
    /// In the folder, with the built programs in front of all others.
    [[nodiscard]] ShellRun run(std::string command) const {
        if (command.starts_with("fabricscope ") && command.find(" bench list") == std::string::npos &&
            command.find(" bench parse") == std::string::npos &&
            command.find("nccl-log") == std::string::npos && command.find(" runs ") == std::string::npos &&
            command.find("--print-script") == std::string::npos &&
            command.find(" import ") == std::string::npos && command.find(" diff ") == std::string::npos) {
            const std::string config = " --ssh-config " + m_fleet->configFile().string();
            const std::size_t end = std::min(command.find(" -- "), command.size());
            command.insert(end, config);
        }
        return shell(
            fmt::format("cd '{}' && PATH='{}':$PATH XDG_DATA_HOME='{}/data' && export PATH XDG_DATA_HOME && "
                        "{} </dev/null 2>err",
                        m_folder.path().string(), FABRICSCOPE_BIN_DIR, m_folder.path().string(), command));
    }

    TemporaryFolder m_folder;
    std::unique_ptr<app::demo::DemoFleet> m_fleet;
};

TEST_P(Readme, HasCommandsThatRun) {
    for (const std::string &line : GetParam().commands) {
        if (!isRun(line))
            continue;
        const std::string command = replaced(line);
        const ShellRun ran = run(command);
        EXPECT_TRUE(isExpected(command, ran.status))
            << line << "\n  ran: " << command << "\n  status " << ran.status << "\n"
            << readFile(m_folder.path() / "err");
        EXPECT_TRUE(!ran.out.empty() || command.find(" -o ") != std::string::npos ||
                    command.find(" > ") != std::string::npos ||
                    command.find("--corrected") != std::string::npos)
            << line;
    }
}

std::vector<Section> sections() {
    return sectionsOf(FABRICSCOPE_SOURCE_DIR "/README.md");
}

TEST(ReadmeSections, HoldMostCommands) {
    std::size_t all = 0, run = 0;
    for (const Section &section : sections())
        for (const std::string &command : section.commands) {
            ++all;
            run += isRun(command) ? 1 : 0;
        }
    EXPECT_GE(run, 30U);
    EXPECT_LE(all - run, 4U) << "those that a table above names";
}

INSTANTIATE_TEST_SUITE_P(Of, Readme, testing::ValuesIn(sections()), [](const auto &section) {
    std::string name;
    for (const char c : section.param.title)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            name += c;
    return name;
});

} // namespace
} // namespace fabricscope::test
