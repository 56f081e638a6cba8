// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/Places.h"
#include "tests/core/affinity/SampleGuest.h"
#include "tests/core/store/StoreFolder.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleHosts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>

/// The behavior of each command if its output is not read or the disk is full.
namespace fabricscope::test {
namespace {

using testing::HasSubstr;

struct Ended {
    int status = -1; ///< as reported by a shell: 141 if SIGPIPE ended it
    std::string err;
    long maxKilobytes = 0; ///< peak memory
};

const std::string kRow =
    "33554432  8388608  float  sum  -1  300.0  111.8  200.0  0  300.0  111.8  200.0  0\n";
const std::string kHead =
    "# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 agg "
    "iters: 1 validation: 1 graph: 0\n"
    "#       size         count      type   redop    root     time   algbw   busbw "
    "#wrong     time   algbw   busbw #wrong\n";

/// {} is replaced by the folder with the input files.
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
    {"check", {"check", "{}/server.fscope", "{}/guest.fscope"}},
    {"checkJson", {"check", "{}/server.fscope", "--json"}},
    {"checkJunit", {"check", "{}/server.fscope", "--format", "junit"}},
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
    {"showHostAndGuest", {"show", "{}/server.fscope", "{}/guest.fscope", "--view", "host-vm"}},
    {"verifyJson",
     {"nccl-topo", "verify", "{}/topo.xml", "--guest", "{}/guest.fscope", "--host", "{}/server.fscope",
      "--json"}},
    {"runsShow", {"runs", "--database", "{}/runs.db", "show", "20261122-first"}},
    {"runsShowJson", {"runs", "--database", "{}/runs.db", "show", "20261122-first", "--json"}},
    {"runsUsage", {"runs", "--database", "{}/runs.db", "usage"}},
    {"runsUsageJson", {"runs", "--database", "{}/runs.db", "usage", "--json"}},
    {"runsLimit", {"runs", "--database", "{}/runs.db", "limit"}},
};

/// A command that is not in the list above, and the reason.
struct Exempt {
    std::string command, why;
};
const Exempt kExempt[] = {
    {"render", "writes a file, and nothing to standard output"},
    {"runs export", "writes a file, and nothing to standard output"},
    {"runs delete", "writes to standard error only"},
    {"runs pin", "writes to standard error only"},
    {"runs unpin", "writes to standard error only"},
    {"bench run", "OutputEndsOfARun: it has a tool to end first"},
    {"bench pair", "needs two hosts with RDMA; prints by the functions of bench parse"},
    {"demo", "takes minutes; prints by the functions of capture"},
};
void PrintTo(const Printing &command, std::ostream *out) {
    *out << command.name;
}

class Files {
public:
    Files() {
        EXPECT_TRUE(capture::save(samples::toCapture(samples::mi355xServer()), path("server.fscope")));
        EXPECT_TRUE(capture::save(samples::toCapture(samples::guest()), path("guest.fscope")));
        m_folder.write("topo.xml", samples::fileOf({0, 1, 2}));
        m_folder.write("nccl.log", "n1:1:1 [0] NCCL INFO NCCL version 2.27.5+cuda12.9\n");
        m_folder.write("rows.log", kHead + kRow);
        auto runs = store::RunStore::open(path("runs.db"));
        bench::RunRecord run = store::recordOf("20261122-first");
        run.state.phase = bench::Phase::Ended;
        EXPECT_TRUE(runs && runs->add(run) &&
                    runs->append(run.state.id, store::Stream::Output, 0, kHead + kRow) && runs->flush());
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

/// Other input and output.
struct ProcessSetup {
    int in = -1;           ///< standard input; -1: empty
    std::string temporary; ///< TMPDIR; empty: unchanged
    std::string program = FABRICSCOPE_BIN_DIR "/fabricscope";
};

/// Runs with these as standard output and error; -1: a file whose text is returned.
Ended run(std::vector<std::string> words, int out, int err, const ProcessSetup &around = {}) {
    const TemporaryFolder folder;
    words.insert(words.begin(), around.program);
    std::vector<char *> argv;
    for (std::string &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    const std::string errorFile = (folder.path() / "err").string(), data = folder.path().string();
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::setsid(); // no terminal for prompts
        ::signal(SIGPIPE, SIG_DFL);
        ::setenv("XDG_DATA_HOME", data.c_str(), 1);
        if (!around.temporary.empty())
            ::setenv("TMPDIR", around.temporary.c_str(), 1);
        ::dup2(around.in >= 0 ? around.in : ::open("/dev/null", O_RDONLY), STDIN_FILENO);
        ::dup2(err >= 0 ? err : ::open(errorFile.c_str(), O_CREAT | O_WRONLY, 0600), STDERR_FILENO);
        ::dup2(out, STDOUT_FILENO);
        ::execv(argv[0], argv.data());
        ::_exit(126);
    }
    int status = 0;
    rusage used{};
    ::wait4(pid, &status, 0, &used);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), readFile(errorFile),
            used.ru_maxrss};
}

/// A pipe without a reader.
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
    const Ended ended = run({"bench", "run", "local:", "custom", "--yes", "--no-capture", "--", "sh", "-c",
                             "trap 'echo > " + mark + "; exit' TERM; while :; do echo line; sleep 0.1; done"},
                            pipe.end(), -1);
    EXPECT_EQ(ended.status, kEndedByPipe);
    EXPECT_EQ(ended.err.find("terminate"), std::string::npos) << ended.err;
    EXPECT_TRUE(std::filesystem::exists(mark)) << "the tool was told to end";
}

/// `-o /dev/stdout | head`: the output file may be a pipe too.
TEST(OutputEnds, QuietlyWhenTheReaderOfItsFileGoes) {
    const Files files;
    for (const std::vector<std::string> &words : std::vector<std::vector<std::string>>{
             {"runs", "--database", files.path("runs.db"), "export", "20261122-first", "-o", "/dev/stdout"},
             {"nccl-topo", "generate", "--guest", files.path("guest.fscope"), "--host",
              files.path("server.fscope"), "-o", "/dev/stdout"},
             {"bench", "plan", files.path("server.fscope"), "-o", "/dev/stdout"},
             {"capture", "local:", "-o", "/dev/stdout"},
             {"import", files.path("server.fscope"), "-o", "/dev/stdout"}}) {
        const ClosedPipe pipe;
        const Ended ended = run(words, pipe.end(), -1);
        EXPECT_EQ(ended.status, kEndedByPipe) << words.front();
        EXPECT_EQ(ended.err.find("cannot be written"), std::string::npos) << ended.err;
        EXPECT_EQ(ended.err.find("Broken pipe"), std::string::npos) << ended.err;
    }
}

TEST(OutputEnds, WithOneStatusWhereTheFileCannotBeWritten) {
    const Files files;
    const std::string output = files.path("rows.log") + "/output"; // a file, not a folder
    const int out = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (const std::vector<std::string> &words : std::vector<std::vector<std::string>>{
             {"import", files.path("server.fscope")},
             {"render", files.path("server.fscope")},
             {"runs", "--database", files.path("runs.db"), "export", "20261122-first"},
             {"nccl-topo", "generate", "--guest", files.path("guest.fscope"), "--host",
              files.path("server.fscope")},
             {"bench", "plan", files.path("server.fscope")}}) {
        std::vector<std::string> whole = words;
        whole.insert(whole.end(), {"-o", output + (words.front() == "render" ? ".svg" : "")});
        const Ended ended = run(whole, out, -1);
        EXPECT_EQ(ended.status, 3) << words.front() << ": " << ended.err;
        EXPECT_THAT(ended.err, HasSubstr(output)) << words.front();
    }
    ::close(out);
}

/// A regression: they were read without end.
TEST(OutputEnds, WhenTheLogIsADevice) {
    const int out = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (const std::vector<std::string> &words : std::vector<std::vector<std::string>>{
             {"nccl-log", "/dev/urandom"}, {"bench", "parse", "/dev/zero"}}) {
        const Ended ended = run(words, out, -1);
        EXPECT_EQ(ended.status, 3) << words.front();
        EXPECT_THAT(ended.err, HasSubstr("is a device, not a log")) << words.front();
    }
    EXPECT_NE(run({"nccl-log", "/dev/null"}, out, -1).err, "") << "empty, and said so";
    ::close(out);
}

/// A regression: as root, the link /dev/stdout itself was replaced by a file.
TEST(OutputEnds, OfACaptureOnStandardOutputAreTheCaptureAlone) {
    const Files files;
    const std::string link = files.path("link"), out = files.path("out.fscope");
    std::filesystem::create_symlink("/proc/self/fd/1", link);
    const int file = ::open(out.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    const Ended ended = run({"import", files.path("guest.fscope"), "-o", link}, file, -1);
    ::close(file);
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_THAT(ended.err, HasSubstr("PCI functions"));
    EXPECT_TRUE(capture::load(out)) << "nothing stands before it or behind it";
}

TEST(OutputEnds, OfTheWindowProgramAreNoSuccessWhereTheDiskIsFull) {
    ProcessSetup around;
    around.program = FABRICSCOPE_BIN_DIR "/fabricscope-window";
    if (!std::filesystem::exists(around.program))
        GTEST_SKIP() << "NOT TESTED: built without the window";
    for (const char *word : {"--help", "--version"}) {
        const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
        const Ended ended = run({word}, full, -1, around);
        ::close(full);
        EXPECT_EQ(ended.status, 3) << word;
        EXPECT_THAT(ended.err, HasSubstr("standard output cannot be written: No space left on device"));
        const ClosedPipe pipe;
        EXPECT_EQ(run({word}, pipe.end(), -1, around).status, kEndedByPipe);
    }
}

TEST(OutputEnds, OfTheDemoAreAnErrorWhereItsFolderTakesNothing) {
    const Files files;
    const int out = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (const std::string &folder : {std::string("/proc/none"), files.path("rows.log") + "/demo"}) {
        const Ended ended = run({"demo", "--headless", folder}, out, -1);
        EXPECT_EQ(ended.status, 3) << folder;
        EXPECT_THAT(ended.err, HasSubstr("cannot write to folder " + folder));
    }
    ::close(out);
}

std::vector<std::string> splitWords(const std::string &text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// The commands without subcommands according to --help: "capture", "bench run".
void addLeaves(const std::string &command, std::vector<std::string> &leaves) {
    std::vector<std::string> line = {FABRICSCOPE_BIN_DIR "/fabricscope"};
    for (const std::string &word : splitWords(command))
        line.push_back(word);
    line.push_back("--help");
    std::istringstream help(test::run(line));
    bool isListed = false, isLeaf = true;
    for (std::string text; std::getline(help, text);) {
        isListed = (isListed && !text.empty()) || text == "Subcommands:";
        if (!isListed || text.size() < 3 || !text.starts_with("  ") || text[2] == ' ')
            continue;
        isLeaf = false;
        const std::string name = text.substr(2, text.find(' ', 2) - 2);
        addLeaves(command.empty() ? name : command + ' ' + name, leaves);
    }
    if (isLeaf)
        leaves.push_back(command);
}

/// The command and its subcommands as named by --help, without options between them.
bool matchesCommand(const Printing &printing, const std::string &command) {
    const std::vector<std::string> commandWords = splitWords(command);
    std::vector<std::string> given(printing.words.begin(), printing.words.end());
    if (given.back() == "--help")
        return false;
    if (given.size() > 2 && given[1] == "--database")
        given.erase(given.begin() + 1, given.begin() + 3);
    return given.size() >= commandWords.size() &&
           std::equal(commandWords.begin(), commandWords.end(), given.begin());
}

TEST(OutputEnds, KnowsEachSubcommand) {
    std::vector<std::string> leaves;
    addLeaves("", leaves);
    EXPECT_THAT(leaves, testing::IsSupersetOf({"capture", "bench parse", "runs usage", "demo"}));
    std::size_t exempt = 0;
    for (const std::string &leaf : leaves) {
        const bool isListed =
            std::any_of(std::begin(kCommands), std::end(kCommands),
                        [&leaf](const Printing &printing) { return matchesCommand(printing, leaf); });
        const bool isExempt = std::any_of(std::begin(kExempt), std::end(kExempt),
                                          [&leaf](const Exempt &row) { return row.command == leaf; });
        EXPECT_NE(isListed, isExempt) << leaf << ": either in kCommands, or in kExempt with a reason";
        exempt += isExempt ? 1 : 0;
    }
    EXPECT_EQ(exempt, std::size(kExempt)) << "a row of kExempt names no command";
}

/// Commands that are exempt because they print nothing to standard output indeed print nothing there.
TEST(OutputEnds, OfWhatWritesToStandardErrorOnlyStaysEmpty) {
    const Files files;
    const TemporaryFolder folder;
    const std::string out = (folder.path() / "out").string(), database = files.path("runs.db");
    for (const std::vector<std::string> &words : std::vector<std::vector<std::string>>{
             {"render", files.path("server.fscope"), "-o", files.path("server.svg")},
             {"runs", "--database", database, "export", "20261122-first", "-o", files.path("run.log")},
             {"runs", "--database", database, "pin", "20261122-first"},
             {"runs", "--database", database, "unpin", "20261122-first"},
             {"runs", "--database", database, "delete", "20261122-first"}}) {
        const int file = ::open(out.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
        const Ended ended = run(words, file, -1);
        ::close(file);
        EXPECT_EQ(ended.status, 0) << words.front() << ": " << ended.err;
        EXPECT_EQ(readFile(out), "") << words.front();
    }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMeasuresMemory = false;
#else
constexpr bool kMeasuresMemory = true;
#endif

std::size_t occurrences(const std::string &text, const std::string &word) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size())
        ++count;
    return count;
}

/// An output format with streamed rows.
struct LongLog {
    const char *name;
    std::string head;
    std::string (*row)(int number);
    std::string tail;
    const char *cell = "  float  sum  ", *key = "\"size_bytes\""; ///< once for each row, as text and as JSON
    const char *atEnd = "warning: ";
};
const std::string kPerftestTitle = "                    RDMA_Write BW Test\n Device         : mlx5_0\n";
const std::string kPerftestHead =
    " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n";

std::string perftestRow(int size, int number) {
    return fmt::format(" {}      5000      {}.75      {}.20      0.70{:04}\n", size, 390 + number % 7,
                       380 + number % 11, number % 10000);
}

const LongLog kLongLogs[] = {
    {"ncclTests", kHead,
     [](int number) {
         return fmt::format("{}  2  float  sum  -1  {}.25  0.01  0.02  0  31.5  0.01  0.02  0\n",
                            8 << number % 24, 30 + number % 7);
     },
     "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 0.02\n"},
    {"rcclTestsCsv",
     "collective, ranks, rankspernode, gpusperrank, size, type, redop, inplace, time, algbw, busbw, #wrong\n",
     [](int number) { // two lines per row
         const auto line = [number](int inPlace) {
             return fmt::format("AllReduce, 16, 8, 1, {}, float, sum, {}, {}.25, 0.01, 0.02, 0\n",
                                8 << number % 24, inPlace, 30 + number % 7);
         };
         return line(0) + line(1);
     },
     ""},
    {"perftest", kPerftestTitle + kPerftestHead, [](int number) { return perftestRow(65536, number); },
     std::string(88, '-') + "\n", ".75  ", "\"bw_peak\"", ".2   "},
    {"perftestOfBothEnds", // two series, their lines mixed
     kPerftestTitle + kPerftestTitle + kPerftestHead + kPerftestHead,
     [](int number) { return perftestRow(number % 2 == 0 ? 65536 + number : 1024, number); },
     std::string(88, '-') + "\n", ".75  ", "\"bw_peak\"", ".2   "},
    {"perftestRuns", // one run after the other, of unequal lengths
     "",
     [](int number) {
         return (number % 50000 == 0 ? kPerftestTitle + kPerftestHead : "") + perftestRow(65536, number) +
                (number % 50000 == 49999 ? std::string(88, '-') + "\n" : "");
     },
     "", ".75  ", "\"bw_peak\"", ".2   "},
};

void PrintTo(const LongLog &log, std::ostream *out) {
    *out << log.name;
}

/// The rows of a log are streamed: memory does not depend on its length.
class LongLogs : public testing::TestWithParam<LongLog> {
protected:
    static constexpr int kRows = 150000;
    static constexpr long kMost = 64 * 1024; ///< KiB
    void SetUp() override {
        if (!kMeasuresMemory)
            GTEST_SKIP() << "NOT TESTED: sanitizers need memory of their own";
        std::ofstream log(path());
        log << GetParam().head;
        for (int row = 0; row < kRows; ++row)
            log << GetParam().row(row);
        log << GetParam().tail;
    }
    [[nodiscard]] std::string path() const { return (m_folder.path() / "rows.log").string(); }
    [[nodiscard]] std::string out() const { return (m_folder.path() / "out").string(); }
    [[nodiscard]] Ended parse(const std::vector<std::string> &more) const { return parse(path(), more, {}); }
    /// `cat LOG | fabricscope bench parse -`
    [[nodiscard]] Ended parsePiped(const std::vector<std::string> &more,
                                   const std::string &temporary = {}) const {
        FILE *cat = ::popen(("exec cat '" + path() + "'").c_str(), "re");
        const Ended ended = parse("-", more, {::fileno(cat), temporary});
        EXPECT_EQ(::pclose(cat), 0) << "all of it was read";
        return ended;
    }
    [[nodiscard]] Ended parse(const std::string &log, const std::vector<std::string> &more,
                              const ProcessSetup &around) const {
        const int file = ::open(out().c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
        std::vector<std::string> words = {"bench", "parse", log};
        words.insert(words.end(), more.begin(), more.end());
        const Ended ended = run(words, file, -1, around);
        ::close(file);
        return ended;
    }
    TemporaryFolder m_folder;
};

TEST_P(LongLogs, AreTablesInLittleMemory) {
    const Ended ended = parse({});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_LT(ended.maxKilobytes, kMost);
    const std::string text = readFile(out());
    EXPECT_EQ(occurrences(text, GetParam().cell), std::size_t{kRows});
    EXPECT_THAT(text.substr(text.size() - 2000), HasSubstr(GetParam().atEnd));
    if (GetParam().head == kHead) {
        EXPECT_EQ(occurrences(text, "average busbw, 150000 sizes"), 1U);
    }
}

TEST_P(LongLogs, AreADocumentInLittleMemory) {
    const Ended ended = parse({"--json"});
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_LT(ended.maxKilobytes, kMost);
    const std::string text = readFile(out());
    const std::size_t runs =
        1 + occurrences(text, "\"first_line\"") / 2; // more than one: the first one twice
    EXPECT_EQ(occurrences(text, GetParam().key), static_cast<std::size_t>(runs == 1 ? kRows : kRows / 3 * 4));
    EXPECT_TRUE(nlohmann::json::accept(text));
}

TEST_P(LongLogs, AreTheSameOfAPipeInLittleMemory) {
    for (const std::vector<std::string> &more : {std::vector<std::string>{}, {"--json"}}) {
        ASSERT_EQ(parse(more).status, 0);
        std::filesystem::rename(out(), out() + ".whole"); // exclude the memory of this process
        const Ended ended = parsePiped(more);
        EXPECT_EQ(ended.status, 0) << ended.err;
        EXPECT_EQ(ended.err, "");
        EXPECT_LT(ended.maxKilobytes, kMost);
        EXPECT_TRUE(readFile(out()) == readFile(out() + ".whole"));
    }
}

TEST_P(LongLogs, PipedRowsStayInMemoryWithANoteIfTmpdirIsUnusable) {
    ASSERT_EQ(parse({}).status, 0);
    const std::string whole = readFile(out());
    const Ended ended = parsePiped({}, "/nonexistent");
    EXPECT_EQ(ended.status, 0);
    EXPECT_THAT(ended.err, HasSubstr("-: all rows are held in memory"));
    EXPECT_EQ(occurrences(ended.err, "TMPDIR"), 1U) << ended.err;
    EXPECT_TRUE(readFile(out()) == whole);
}

INSTANTIATE_TEST_SUITE_P(Of, LongLogs, testing::ValuesIn(kLongLogs),
                         [](const auto &log) { return std::string(log.param.name); });

} // namespace
} // namespace fabricscope::test
