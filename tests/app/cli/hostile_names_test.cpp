// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/app/ProgramRun.h"
#include "tests/core/affinity/SampleGuest.h"
#include "tests/core/store/StoreFolder.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/support/samples/SampleHosts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

/// Hostile names in all input, for each command with text output: none of them is printed unescaped.
namespace fabricscope::test {
namespace {

/// {} is replaced by the folder with the input files.
struct Printing {
    const char *name;
    std::vector<const char *> words;
};
const Printing kCommands[] = {
    {"show", {"show", "{}/server.fscope"}},
    {"showDevices", {"show", "{}/server.fscope", "--view", "devices"}},
    {"showNuma", {"show", "{}/server.fscope", "--view", "numa"}},
    {"showIommu", {"show", "{}/server.fscope", "--view", "iommu"}},
    {"showAffinity", {"show", "{}/guest.fscope", "--view", "affinity", "--host", "{}/server.fscope"}},
    {"showHostVm", {"show", "{}/server.fscope", "{}/guest.fscope", "--view", "host-vm"}},
    {"import", {"import", "{}/server.fscope", "-o", "{}/imported.fscope"}},
    {"diff", {"diff", "{}/server.fscope", "{}/guest.fscope"}},
    {"check", {"check", "{}/server.fscope", "{}/guest.fscope"}},
    {"checkMarkdown", {"check", "{}/server.fscope", "--format", "markdown"}},
    {"checkJunit", {"check", "{}/server.fscope", "--format", "junit"}},
    {"checkSarif", {"check", "{}/server.fscope", "--format", "sarif"}},
    {"generate", {"nccl-topo", "generate", "--guest", "{}/guest.fscope", "--host", "{}/server.fscope"}},
    {"verify", {"nccl-topo", "verify", "{}/topo.xml", "--guest", "{}/guest.fscope"}},
    {"ncclLog", {"nccl-log", "{}/hostile.log"}},
    {"benchParse", {"bench", "parse", "{}/hostile.log"}},
    {"benchPlan", {"bench", "plan", "{}/server.fscope"}},
    {"benchRunElsewhere", {"bench", "run", "@", "custom", "--env", "A=@", "--", "true"}},
    {"render", {"render", "{}/server.fscope", "-o", "{}/@.svg"}},
    {"renderNowhere", {"render", "{}/server.fscope", "-o", "{}/no/@.svg"}},
    {"runsList", {"runs", "--database", "{}/runs.db", "list"}},
    {"runsShow", {"runs", "--database", "{}/runs.db", "show", "first"}},
    {"runsExport", {"runs", "--database", "{}/runs.db", "export", "first", "-o", "{}/no/@"}},
    {"runsUsage", {"runs", "--database", "{}/runs.db", "usage"}},
    {"runsDelete", {"runs", "--database", "{}/runs.db", "delete", "@"}},
    {"showUnread", {"show", "{}/@.fscope"}},
    {"capture", {"capture", "local:", "-o", "{}/no\x1b\r\x07/@.fscope"}},
    {"captureUnreached", {"capture", "@:1"}},
    {"unknownOption", {"show", "{}/server.fscope", "--@"}},
    {"unknownView", {"show", "{}/server.fscope", "--view", "@"}},
};

void PrintTo(const Printing &command, std::ostream *out) {
    *out << command.name;
}

/// Set window title, carriage return, BEL, CSI as one character, U+202E, U+061C.
const std::string kHostile = "\x1b]0;t\x07\r\xC2\x9B"
                             "31m\xE2\x80\xAE\xD8\x9Cx";

class HostileNames : public testing::TestWithParam<Printing> {
protected:
    static void SetUpTestSuite() {
        s_folder = std::make_unique<TemporaryFolder>();
        host::Host server = samples::mi355xServer(), guest = samples::guest();
        for (host::Host *host : {&server, &guest}) {
            host->hostname = samples::text(host == &server ? kHostile + std::string(1 << 20, 'h') : kHostile);
            host->id.target += kHostile;
            for (auto *fact : {&host->kernel, &host->osName, &host->cpuModel, &host->product, &host->vendor})
                *fact = samples::text(kHostile);
            for (host::NetInterface &interface : host->netInterfaces)
                interface.physPortName = samples::text(kHostile);
        }
        EXPECT_TRUE(capture::save(samples::toCapture(server), path("server.fscope")));
        EXPECT_TRUE(capture::save(samples::toCapture(guest), path("guest.fscope")));
        std::string topo = samples::fileOf({0, 1, 2});
        topo.replace(topo.find("AuthenticAMD"), 12, "\xE2\x80\xAE\xD8\x9C\xC2\x9B");
        s_folder->write("topo.xml", topo);
        s_folder->write("hostile.log", "# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor)\n" +
                                           kHostile + ":1:1 [0] NCCL INFO NCCL version 2.27.5+cuda12.9" +
                                           kHostile + "\nn1:1:1 [0] NCCL WARN " + kHostile +
                                           std::string(1 << 20, 'w') + "\n");
        auto runs = store::RunStore::open(path("runs.db"));
        bench::RunRecord run = store::recordOf("first");
        for (std::string *text : {&run.spec.host, &run.spec.tool, &run.spec.test, &run.note, &run.group,
                                  &run.sweepValue, &run.state.why, &run.summary.unit})
            *text = kHostile;
        run.spec.test += std::string(1 << 20, 't');
        run.spec.command.words = {kHostile};
        run.spec.command.environment = {{"A", kHostile}};
        run.summary.best = 1;
        run.state.phase = bench::Phase::Ended;
        EXPECT_TRUE(runs && runs->add(run) && runs->flush());
    }
    static void TearDownTestSuite() { s_folder.reset(); }
    static std::string path(const std::string &name) { return (s_folder->path() / name).string(); }
    static std::string placed(std::string word) {
        if (word.starts_with("{}"))
            word.replace(0, 3, path(""));
        if (const std::size_t at = word.find('@'); at != std::string::npos)
            word.replace(at, 1, kHostile);
        return word;
    }
    static std::unique_ptr<TemporaryFolder> s_folder;
};
std::unique_ptr<TemporaryFolder> HostileNames::s_folder;

std::size_t longestLine(const std::string &text) {
    std::size_t longest = 0;
    for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
        end = std::min(text.find('\n', at), text.size());
        longest = std::max(longest, end - at);
    }
    return longest;
}

TEST_P(HostileNames, ReachNoTerminal) {
    std::vector<std::string> words;
    for (const char *word : GetParam().words)
        words.push_back(placed(word));
    const ProgramRun run = runProgram("fabricscope", words);
    EXPECT_GE(run.status, 0) << "it ended by itself";
    for (const std::string &text : {run.out, run.err}) {
        EXPECT_EQ(text.find_first_of("\x1b\x07\r"), std::string::npos) << text.substr(0, 2000);
        for (const char *character : {"\xC2\x9B", "\xE2\x80\xAE", "\xD8\x9C"})
            EXPECT_EQ(text.find(character), std::string::npos) << text.substr(0, 2000);
        EXPECT_LT(longestLine(text), std::size_t{1} << 16);
    }
}

INSTANTIATE_TEST_SUITE_P(Of, HostileNames, testing::ValuesIn(kCommands),
                         [](const auto &command) { return std::string(command.param.name); });

} // namespace
} // namespace fabricscope::test
