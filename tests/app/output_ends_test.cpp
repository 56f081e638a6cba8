// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/Places.h"
#include "tests/core/affinity/MadeGuest.h"
#include "tests/support/Made.h"
#include "tests/support/Sshd.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

/// What each command does where nobody reads what it prints, or the disk that takes it is full.
namespace fabricscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Ended {
    int status = -1; ///< as a shell shows it: 141 where SIGPIPE ended it
    std::string err;
    long mostKilobytes = 0; ///< of memory
};

const std::string kRow =
    "33554432  8388608  float  sum  -1  300.0  111.8  200.0  0  300.0  111.8  200.0  0\n";
const std::string kHead =
    "# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 agg "
    "iters: 1 validation: 1 graph: 0\n"
    "#       size         count      type   redop    root     time   algbw   busbw "
    "#wrong     time   algbw   busbw #wrong\n";

/// {} stands for the folder with the files that the commands read.
struct Printing {
    const char *name;
    std::vector<const char *> words;
};
const Printing kCommands[] = {
    {"help", {"--help"}},
    {"helpOfACommand", {"bench", "run", "--help"}},
    {"version", {"--version"}},
    {"printScript", {"capture", "--print-script"}},
    {"capture", {"capture", "local:", "-o", "{}/own.fscope"}},
    {"importing", {"import", "{}/server.fscope", "-o", "{}/imported.fscope"}},
    {"show", {"show", "{}/server.fscope"}},
    {"showJson", {"show", "{}/server.fscope", "--json"}},
    {"showDevices", {"show", "{}/server.fscope", "--view", "devices"}},
    {"showNuma", {"show", "{}/server.fscope", "--view", "numa"}},
    {"showIommu", {"show", "{}/server.fscope", "--view", "iommu"}},
    {"showAffinity", {"show", "{}/server.fscope", "--view", "affinity"}},
    {"diff", {"diff", "{}/server.fscope", "{}/guest.fscope"}},
    {"generate", {"nccl-topo", "generate", "--guest", "{}/guest.fscope", "--host", "{}/server.fscope"}},
    {"verify",
     {"nccl-topo", "verify", "{}/topo.xml", "--guest", "{}/guest.fscope", "--host", "{}/server.fscope"}},
    {"ncclLog", {"nccl-log", "{}/nccl.log"}},
    {"ncclLogJson", {"nccl-log", "{}/nccl.log", "--json"}},
    {"benchList", {"bench", "list"}},
    {"benchListJson", {"bench", "list", "--json"}},
    {"benchParse", {"bench", "parse", "{}/rows.log"}},
    {"benchParseJson", {"bench", "parse", "{}/rows.log", "--json"}},
    {"benchParseLong", {"bench", "parse", "{}/long.log"}},
    {"benchParseLongJson", {"bench", "parse", "{}/long.log", "--json"}},
    {"benchPlan", {"bench", "plan", "{}/server.fscope"}},
    {"runsList", {"runs", "list"}},
    {"runsListJson", {"runs", "list", "--json"}},
};
void PrintTo(const Printing &command, std::ostream *out) {
    *out << command.name;
}

class Files {
public:
    Files() {
        EXPECT_TRUE(capture::save(made::toCapture(made::mi355xServer()), path("server.fscope")));
        EXPECT_TRUE(capture::save(made::toCapture(made::guest()), path("guest.fscope")));
        m_folder.write("topo.xml", made::fileOf({0, 1, 2}));
        m_folder.write("nccl.log", "n1:1:1 [0] NCCL INFO NCCL version 2.27.5+cuda12.9\n");
        m_folder.write("rows.log", kHead + kRow);
        std::ofstream log(path("long.log"));
        log << kHead;
        for (int row = 0; row < 40000; ++row)
            log << kRow;
    }
    [[nodiscard]] std::string path(const std::string &name) const {
        return (m_folder.path() / name).string();
    }

private:
    TemporaryFolder m_folder;
};

std::string place(std::string word, const Files &files) {
    if (word.starts_with("{}"))
        word.replace(0, 3, files.path(""));
    return word;
}

/// With these as its standard output and error; -1: a file whose text is kept.
Ended run(std::vector<std::string> words, int out, int err) {
    const TemporaryFolder folder;
    words.insert(words.begin(), FABRICSCOPE_BIN_DIR "/fabricscope");
    std::vector<char *> argv;
    for (std::string &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    const std::string said = (folder.path() / "err").string(), data = folder.path().string();
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::setsid(); // no terminal to ask
        ::signal(SIGPIPE, SIG_DFL);
        ::setenv("XDG_DATA_HOME", data.c_str(), 1);
        ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
        ::dup2(err >= 0 ? err : ::open(said.c_str(), O_CREAT | O_WRONLY, 0600), STDERR_FILENO);
        ::dup2(out, STDOUT_FILENO);
        ::execv(argv[0], argv.data());
        ::_exit(126);
    }
    int status = 0;
    rusage used{};
    ::wait4(pid, &status, 0, &used);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), readFile(said), used.ru_maxrss};
}

/// A pipe that nobody reads.
class ClosedPipe {
public:
    ClosedPipe() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            throw std::runtime_error("no pipe");
        ::close(ends[0]);
        m_end = ends[1];
    }
    ~ClosedPipe() { ::close(m_end); }
    ClosedPipe(const ClosedPipe &) = delete;
    ClosedPipe &operator=(const ClosedPipe &) = delete;
    [[nodiscard]] int end() const { return m_end; }

private:
    int m_end = -1;
};

class OutputEnds : public testing::TestWithParam<Printing> {
protected:
    static void SetUpTestSuite() { s_files = std::make_unique<Files>(); }
    static void TearDownTestSuite() { s_files.reset(); }
    [[nodiscard]] std::vector<std::string> words() const {
        std::vector<std::string> all;
        for (const char *word : GetParam().words)
            all.push_back(place(word, *s_files));
        return all;
    }
    static std::unique_ptr<Files> s_files;
};
std::unique_ptr<Files> OutputEnds::s_files;

constexpr int kEndedByPipe = 128 + SIGPIPE;

TEST_P(OutputEnds, QuietlyWhenItsReaderGoes) {
    const ClosedPipe pipe;
    const Ended ended = run(words(), pipe.end(), -1);
    EXPECT_EQ(ended.status, kEndedByPipe);
    EXPECT_EQ(ended.err.find("terminate"), std::string::npos) << ended.err;
    EXPECT_EQ(ended.err.find("cannot be written"), std::string::npos) << ended.err;
    EXPECT_EQ(run(words(), pipe.end(), pipe.end()).status, kEndedByPipe) << "with 2>&1";
}

TEST_P(OutputEnds, WithAMessageWhereTheDiskIsFull) {
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    const Ended ended = run(words(), full, -1);
    ::close(full);
    EXPECT_GT(ended.status, 0);
    EXPECT_LT(ended.status, 128);
    EXPECT_THAT(ended.err, HasSubstr("standard output cannot be written: No space left on device"));
}

INSTANTIATE_TEST_SUITE_P(Of, OutputEnds, testing::ValuesIn(kCommands),
                         [](const auto &command) { return std::string(command.param.name); });

TEST(OutputEndsOfARun, StopsTheToolAndKeepsQuietWhenTheReaderGoes) {
    const ClosedPipe pipe;
    const TemporaryFolder folder;
    const std::string mark = (folder.path() / "ended").string();
    const Ended ended = run({"bench", "run", "local:", "custom", "--no-capture", "--", "sh", "-c",
                             "trap 'echo > " + mark + "; exit' TERM; while :; do echo line; sleep 0.1; done"},
                            pipe.end(), -1);
    EXPECT_EQ(ended.status, kEndedByPipe);
    EXPECT_EQ(ended.err.find("terminate"), std::string::npos) << ended.err;
    EXPECT_TRUE(std::filesystem::exists(mark)) << "the tool was told to end";
}

/// Every printing subcommand of the help is in the list above, or writes files only.
TEST(OutputEnds, KnowsEachSubcommand) {
    const std::string help = test::run({FABRICSCOPE_BIN_DIR "/fabricscope", "--help"});
    for (const char *command :
         {"capture", "import", "show", "diff", "render", "nccl-topo", "nccl-log", "bench", "runs", "demo"})
        EXPECT_THAT(help, HasSubstr(std::string("\n  ") + command));
    const std::size_t from = help.find("Subcommands:");
    ASSERT_NE(from, std::string::npos);
    std::size_t lines = 0;
    for (std::size_t at = from; (at = help.find("\n  ", at)) != std::string::npos; ++at)
        lines += help[at + 3] != ' ' ? 1 : 0;
    EXPECT_EQ(lines, 10U) << "a new one prints, too: " << help.substr(from);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMemoryTells = false;
#else
constexpr bool kMemoryTells = true;
#endif

std::size_t occurrences(const std::string &text, const std::string &word) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size())
        ++count;
    return count;
}

/// The rows of a log stream: its length costs no memory.
class LongLogs : public testing::Test {
protected:
    static constexpr int kRows = 150000;
    static constexpr long kMost = 64 * 1024; ///< KiB
    void SetUp() override {
        if (!kMemoryTells)
            GTEST_SKIP() << "NOT TESTED: sanitizers need memory of their own";
        std::ofstream log(path());
        log << kHead;
        for (int row = 0; row < kRows; ++row)
            log << (8 << row % 24) << "  2  float  sum  -1  " << 30 + row % 7
                << ".25  0.01  0.02  0  31.5  0.01  0.02  0\n";
        log << "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 0.02\n";
    }
    [[nodiscard]] std::string path() const { return (m_folder.path() / "rows.log").string(); }
    [[nodiscard]] std::string out() const { return (m_folder.path() / "out").string(); }
    [[nodiscard]] Ended parse(const std::vector<std::string> &more) const {
        const int file = ::open(out().c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
        std::vector<std::string> words = {"bench", "parse", path()};
        words.insert(words.end(), more.begin(), more.end());
        const Ended ended = run(words, file, -1);
        ::close(file);
        return ended;
    }
    TemporaryFolder m_folder;
};

TEST_F(LongLogs, AreTablesInLittleMemory) {
    const Ended ended = parse({});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_LT(ended.mostKilobytes, kMost);
    const std::string text = readFile(out());
    EXPECT_EQ(occurrences(text, "  float  sum  "), std::size_t{kRows});
    EXPECT_THAT(text.substr(text.size() - 2000),
                AllOf(HasSubstr("average busbw of the 150000 sizes shown"), HasSubstr("warning: ")));
}

TEST_F(LongLogs, AreADocumentInLittleMemory) {
    const Ended ended = parse({"--json"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_LT(ended.mostKilobytes, kMost);
    const std::string text = readFile(out());
    EXPECT_EQ(occurrences(text, "\"size_bytes\""), std::size_t{kRows});
    EXPECT_THAT(text.substr(text.size() - 300), HasSubstr("\"complete\": true\n}\n"));
}

} // namespace
} // namespace fabricscope::test
