// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Capture.h"
#include "tests/Places.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace fabricscope {

namespace {

namespace fs = std::filesystem;
using test::runProgram;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CommandLine : public testing::Test {
protected:
    CommandLine() {
        std::string pattern = (fs::temp_directory_path() / "fabricscope-cli-XXXXXX").string();
        m_folder = mkdtemp(pattern.data());
    }
    ~CommandLine() override {
        std::error_code error;
        fs::remove_all(m_folder, error);
    }
    [[nodiscard]] std::string path(const std::string &name) const { return (m_folder / name).string(); }

    fs::path m_folder;
};

TEST_F(CommandLine, HelpIsThereForEverySubcommandWithAnExample) {
    EXPECT_EQ(runProgram("fabricscope", {"--help"}).status, 0);
    for (const char *command : {"capture", "show", "render", "demo"}) {
        const auto run = runProgram("fabricscope", {command, "--help"});
        EXPECT_EQ(run.status, 0) << command;
        EXPECT_THAT(run.out, HasSubstr("Example: fabricscope " + std::string(command)));
    }
}

TEST_F(CommandLine, WrongUsageReportsTheErrorAndExitsWithStatus2) {
    EXPECT_EQ(runProgram("fabricscope", {"capture"}).status, 2);
    EXPECT_EQ(runProgram("fabricscope", {"show", "local:", "--view", "nonsense"}).status, 2);
    const auto run = runProgram("fabricscope", {"render", "local:", "-o", path("picture.gif")});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr(".svg, .png or .pdf"));
    const auto mistyped = runProgram("fabricscope", {"shwo"});
    EXPECT_EQ(mistyped.status, 2);
    EXPECT_THAT(mistyped.err, HasSubstr("shwo: no such subcommand or file"));
}

TEST_F(CommandLine, WrongUsageRepeatsNoSecret) {
    const auto run = runProgram("fabricscope", {"bench", "run", "h1", "--set", "A=1", "API_KEY=planted1",
                                                "custom", "--", "prog", "--token", "planted2"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, AllOf(HasSubstr("unexpected argument: "), Not(HasSubstr("planted"))));
}

TEST_F(CommandLine, AnEndedCaptureOfSeveralHostsReportsWhatItSaved) {
    std::ofstream(path("config")) << "Host waits\n  ProxyCommand sleep 60\n";
    const std::string program = FABRICSCOPE_BIN_DIR "/fabricscope", config = path("config"),
                      out = path("out/"), log = path("log");
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::setsid(); // no terminal for questions
        ::dup2(::open(log.c_str(), O_CREAT | O_WRONLY, 0600), STDOUT_FILENO);
        ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
        ::execl(program.c_str(), "fabricscope", "capture", "local:", "waits", "--ssh-config", config.c_str(),
                "-o", out.c_str(), nullptr);
        ::_exit(127);
    }
    for (int i = 0; i < 600 && !fs::exists(path("out/local.fscope")); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ::kill(pid, SIGTERM);
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
    EXPECT_THAT(test::readFile(log), HasSubstr("out/local.fscope: "));
}

TEST_F(CommandLine, ACaptureOfThisMachineOpensAgainWithoutIt) {
    const auto made = runProgram("fabricscope", {"capture", "local:", "-o", path("here.fscope")});
    ASSERT_EQ(made.status, 0) << made.err;
    const auto shown = runProgram("fabricscope", {"show", path("here.fscope"), "--json"});
    ASSERT_EQ(shown.status, 0) << shown.err;
    EXPECT_EQ(shown.out.front(), '{');
    EXPECT_THAT(shown.out, HasSubstr("\"fabricscope.tree/0\""));
}

TEST_F(CommandLine, EveryViewIsThereAsTextAndAsJson) {
    ASSERT_EQ(runProgram("fabricscope", {"capture", "local:", "-o", path("here.fscope")}).status, 0);
    for (const char *view : {"tree", "devices", "numa", "iommu"}) {
        const auto text = runProgram("fabricscope", {"show", path("here.fscope"), "--view", view});
        EXPECT_EQ(text.status, 0) << view;
        EXPECT_FALSE(text.out.empty()) << view;
        const auto json = runProgram("fabricscope", {"show", path("here.fscope"), "--view", view, "--json"});
        EXPECT_THAT(json.out, HasSubstr("\"schema\": \"fabricscope." + std::string(view) + "/0\"")) << view;
    }
}

TEST_F(CommandLine, AcceptsTheOldNameOfTheHostVmView) {
    ASSERT_EQ(runProgram("fabricscope", {"capture", "local:", "-o", path("here.fscope")}).status, 0);
    const auto show = [this](const char *view) {
        return runProgram("fabricscope", {"show", path("here.fscope"), path("here.fscope"), "--view", view});
    };
    EXPECT_EQ(show("stitch").out, show("host-vm").out);
    EXPECT_EQ(show("stitch").status, 0) << show("stitch").err;
    EXPECT_THAT(runProgram("fabricscope", {"show", "--help"}).out, testing::Not(HasSubstr("stitch")));
}

TEST_F(CommandLine, OneHostsFailureCostsTheOthersNothing) {
    const auto run =
        runProgram("fabricscope", {"capture", "nobody@127.0.0.1:1", "local:", "-o", m_folder.string()});
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("nobody@127.0.0.1:1"));
    EXPECT_TRUE(fs::exists(path("local.fscope"))) << run.err;
}

TEST_F(CommandLine, AFileThatIsNoCaptureIsExitStatus4) {
    std::ofstream(path("noise.fscope")) << "this is not a capture\n";
    const auto run = runProgram("fabricscope", {"show", path("noise.fscope")});
    EXPECT_EQ(run.status, 4);
    EXPECT_THAT(run.err, HasSubstr("noise.fscope"));
}

TEST_F(CommandLine, AFileThatIsNotThereIsExitStatus3InEachCommand) {
    std::ofstream(path("numa.txt")) << "NUMA node0 CPU(s): 0-3\n";
    const std::string absent = path("absent.json");
    const std::vector<std::vector<std::string>> commands = {
        {"show", absent},
        {"check", absent},
        {"check", path("numa.txt"), "--site", absent},
        {"diff", absent, absent},
        {"import", absent, "-o", path("x.fscope")},
        {"render", absent, "-o", path("x.svg")},
        {"render", absent, "--view", "run", "-o", path("x.svg")},
        {"nccl-log", absent},
        {"nccl-topo", "verify", absent, "--guest", absent},
        {"nccl-topo", "generate", "--guest", absent, "-o", path("x.xml")},
        {"bench", "parse", absent},
        {"bench", "plan", absent},
        {"bench", "run", absent},
    };
    for (const std::vector<std::string> &words : commands) {
        const auto run = runProgram("fabricscope", words);
        EXPECT_EQ(run.status, 3) << words[0] << " " << words[1] << "\n" << run.err;
        EXPECT_THAT(run.err, HasSubstr("absent.json")) << words[0];
        EXPECT_THAT(run.err, testing::Not(HasSubstr("TOOL"))) << words[0];
    }
}

TEST_F(CommandLine, AnUnknownOptionWithoutASubcommandOpensNoWindow) {
    for (const char *option : {"--foo", "-z", "--foo=secret", "--conect"}) {
        const auto run = runProgram("fabricscope", {option});
        EXPECT_EQ(run.status, 2) << option;
        EXPECT_THAT(run.err, HasSubstr("fabricscope: unknown option: ")) << option;
        EXPECT_THAT(run.err, testing::Not(HasSubstr("secret")));
        EXPECT_THAT(run.err, testing::Not(HasSubstr("window"))) << option;
    }
}

TEST_F(CommandLine, ALimitBelowOneIsRefusedWithAShortRange) {
    for (const char *command : {"list", "usage"}) {
        const auto run = runProgram("fabricscope", {"runs", command, "--limit", "0"});
        EXPECT_EQ(run.status, 2);
        EXPECT_LT(run.err.size(), 160U) << run.err;
    }
}

TEST_F(CommandLine, ALogWithoutLinesOfTheLibraryHasNoTable) {
    std::ofstream(path("other.log")) << "epoch 1 loss 0.3\n";
    const auto run = runProgram("fabricscope", {"nccl-log", path("other.log")});
    EXPECT_EQ(run.status, 4);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("no lines of NCCL or RCCL"));
}

/// Of a known kind, but damaged from its beginning on.
TEST_F(CommandLine, AFileOfWhichNoDeviceCanBeReadIsReported) {
    std::string text = "<topology>";
    for (int i = 0; i < 50000; ++i)
        text += "<object type=\"Group\">";
    std::ofstream(path("deep.xml")) << text;
    const auto run = runProgram("fabricscope", {"check", path("deep.xml")});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.err, HasSubstr("deep.xml: no PCI devices, NUMA nodes, ports or known faults"));
}

TEST_F(CommandLine, TheScriptCanBePrintedInsteadOfRun) {
    const auto run = runProgram("fabricscope", {"capture", "--print-script"});
    ASSERT_EQ(run.status, 0);
    std::ofstream(path("script.sh")) << run.out;
    EXPECT_EQ(std::system(("sh -n " + path("script.sh")).c_str()), 0);
    ASSERT_EQ(std::system(("sh " + path("script.sh") + " > " + path("output") + " 2>/dev/null").c_str()), 0);
    std::ifstream output(path("output"));
    const std::string text((std::istreambuf_iterator<char>(output)), {});
    for (const char *part : {"begin safe", "begin touch", "begin tools"})
        EXPECT_THAT(text, HasSubstr(std::string("@@fabricscope printed ") + part));
}

TEST_F(CommandLine, RedactedCapturesHoldNeitherTheHostsNameNorItsMachineId) {
    ASSERT_EQ(
        runProgram("fabricscope", {"capture", "local:", "--redact", "-o", path("mailed.fscope")}).status, 0);
    const auto capture = capture::load(path("mailed.fscope"));
    ASSERT_TRUE(capture);
    EXPECT_TRUE(capture->redacted);
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    std::ifstream idFile("/etc/machine-id");
    std::string machineId;
    idFile >> machineId;
    for (const capture::Section &section : capture->sections) {
        const std::string bytes = section.bytes();
        EXPECT_EQ(bytes.find("etc/hostname:" + std::string(name)), std::string::npos) << section.meta().name;
        if (!machineId.empty()) {
            EXPECT_EQ(bytes.find(machineId), std::string::npos) << section.meta().name;
        }
    }
}

TEST_F(CommandLine, APictureNeedsNoQtAsSvg) {
    const auto run =
        runProgram("fabricscope", {"render", "local:", "-o", path("here.svg"), "--theme", "dark"});
    ASSERT_EQ(run.status, 0) << run.err;
    std::ifstream file(path("here.svg"));
    const std::string svg((std::istreambuf_iterator<char>(file)), {});
    EXPECT_THAT(svg.substr(0, 200), HasSubstr("<svg"));
    EXPECT_THAT(svg, HasSubstr("</svg>"));
}

TEST_F(CommandLine, AFileThatCannotBeReadToItsEndIsReported) {
    // A regression: an exception ended the program.
    const auto run = runProgram("fabricscope", {"show", "/proc/self/mem"});
    EXPECT_EQ(run.status, 4) << run.err;
    EXPECT_THAT(run.err, HasSubstr("/proc/self/mem"));
}

TEST_F(CommandLine, ANameThatIsNoHostButALocalFolderIsReportedWithItsPath) {
    const fs::path before = fs::current_path();
    fs::create_directory(path("no-such-host-here"));
    fs::current_path(m_folder);
    const auto run = runProgram("fabricscope", {"show", "no-such-host-here"});
    fs::current_path(before);
    EXPECT_EQ(run.status, 3) << run.err;
    EXPECT_THAT(run.err, HasSubstr("./no-such-host-here"));
}

/// A regression: 30 s passed, whatever the option was.
TEST_F(CommandLine, TheTimeLimitIsThatOfTheLoginToo) {
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr *>(&at), size), 0);
    ASSERT_EQ(::listen(listener, 4), 0); // nobody sends a banner
    ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr *>(&at), &size), 0);
    const auto run =
        runProgram("fabricscope", {"capture", "nobody@127.0.0.1:" + std::to_string(ntohs(at.sin_port)),
                                   "--timeout", "2", "-o", path("none.fscope")});
    ::close(listener);
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.err, HasSubstr("within 2000 ms"));
}

} // namespace

} // namespace fabricscope
