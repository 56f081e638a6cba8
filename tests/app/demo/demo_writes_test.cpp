// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/DemoFleet.h"
#include "tests/Places.h"
#include "tests/app/FileSnapshot.h"
#include "tests/app/ProgramRun.h"
#include "tests/app/RunRecorder.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

/// Every command that writes on a host, run on each demo host: everything is written to the host's own tree,
/// and this machine is not changed.
namespace fabricscope::test {
namespace {

namespace fs = std::filesystem;
using app::demo::DemoFleet;
using app::demo::DemoFleetHost;
using testing::HasSubstr;
using testing::IsEmpty;

/// Sets a variable of this process and its children for the lifetime of the object.
class Variable {
public:
    Variable(const char *name, const std::string &value) : m_name(name) {
        if (const char *before = std::getenv(name))
            m_before = before;
        ::setenv(name, value.c_str(), 1);
    }
    ~Variable() { m_before ? ::setenv(m_name, m_before->c_str(), 1) : ::unsetenv(m_name); }
    Variable(const Variable &) = delete;
    Variable &operator=(const Variable &) = delete;

private:
    const char *m_name;
    std::optional<std::string> m_before;
};

/// The id that `bench run` prints for a detached run.
std::string idIn(const std::string &text) {
    for (std::size_t at = 0; at + 32 <= text.size(); ++at) {
        const std::size_t end = text.find_first_not_of("0123456789abcdef", at);
        if (std::min(end, text.size()) - at == 32)
            return text.substr(at, 32);
        at = std::min(end, text.size());
    }
    return {};
}

long landlockVersion() {
    return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

class DemoWrites : public testing::TestWithParam<const char *> {
protected:
    static void SetUpTestSuite() {
        app::demo::DemoFleetOptions options;
        options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
        auto fleet = DemoFleet::start(options);
        if (!fleet)
            throw std::runtime_error(fleet.error().toString());
        s_fleet = std::move(*fleet);
        s_folder = std::make_unique<TemporaryFolder>();
        for (const char *host : {"vm-02a", "mi355x-02"}) {
            const ProgramRun captured =
                runProgram("fabricscope",
                           {"capture", host, "--ssh-config", s_fleet->configFile(), "-o", captureOf(host)});
            if (captured.status != 0)
                throw std::runtime_error(captured.err);
        }
    }
    static void TearDownTestSuite() {
        s_folder.reset();
        s_fleet.reset();
    }
    static std::string captureOf(const std::string &host) {
        return (s_folder->path() / (host + ".fscope")).string();
    }

    [[nodiscard]] const DemoFleetHost &host() const {
        for (const DemoFleetHost &each : s_fleet->hosts())
            if (each.name == GetParam())
                return each;
        throw std::runtime_error("no such demo host");
    }
    /// The folder on this machine that is the root of the host.
    [[nodiscard]] fs::path tree() const { return s_fleet->folder() / "hosts" / GetParam(); }
    [[nodiscard]] fs::path inTree(const std::string &path) const { return tree() / path.substr(1); }
    [[nodiscard]] std::string homeOnHost() const {
        return host().user == "root" ? "/root" : "/home/" + host().user;
    }
    [[nodiscard]] ProgramRun run(std::vector<std::string> words) const {
        words.insert(words.end(), {"--ssh-config", s_fleet->configFile().string()});
        return runProgram("fabricscope", words);
    }
    [[nodiscard]] ProgramRun copyTo(const std::string &path,
                                    const std::vector<std::string> &more = {}) const {
        std::vector<std::string> words = {"nccl-topo", "generate",
                                          "--guest",   captureOf("vm-02a"),
                                          "--host",    captureOf("mi355x-02"),
                                          "--copy-to", GetParam(),
                                          "--to",      path,
                                          "--yes"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
    [[nodiscard]] ProgramRun bench(const std::vector<std::string> &options,
                                   const std::vector<std::string> &command) const {
        std::vector<std::string> words = {"bench",        "run",
                                          GetParam(),     "custom",
                                          "--no-capture",
                                          "--yes", // the hypervisors' devices are in use by their VMs
                                          "--ssh-config", s_fleet->configFile().string()};
        words.insert(words.end(), options.begin(), options.end());
        words.emplace_back("--");
        words.insert(words.end(), command.begin(), command.end());
        return runProgram("fabricscope", words);
    }
    void expectUntouched() const {
        EXPECT_THAT(m_snapshot.differences(), IsEmpty());
        EXPECT_THAT(filesNamed(m_marker), IsEmpty()) << "written on this machine";
    }
    void TearDown() override { // removes leftovers of a failure
        std::vector<std::string> written = filesNamed(m_marker);
        for (const std::string &path : {"/etc/" + m_marker, "/etc/" + m_marker + ".xml"})
            written.push_back(path);
        std::error_code error;
        for (const std::string &path : written)
            fs::remove(path, error);
    }

    TemporaryFolder m_own; ///< where the program may write; no host writes here
    Variable m_home{"HOME", m_own.path()}, m_data{"XDG_DATA_HOME", (m_own.path() / "data").string()};
    const std::string m_marker = "fstest-" + std::to_string(::getpid()) + '-' + std::to_string(++s_count);
    FileSnapshot m_snapshot{{"/etc", "/opt", "/usr/local", "/srv", fs::current_path()}};

    static std::unique_ptr<DemoFleet> s_fleet;
    static std::unique_ptr<TemporaryFolder> s_folder;
    static int s_count;
};
std::unique_ptr<DemoFleet> DemoWrites::s_fleet;
std::unique_ptr<TemporaryFolder> DemoWrites::s_folder;
int DemoWrites::s_count = 0;

TEST_P(DemoWrites, ACopiedFileAndItsBackupLieInItsTree) {
    for (const std::string &folder :
         {std::string("/etc"), std::string("/tmp"), std::string("/var/tmp"), homeOnHost()}) {
        const std::string path = folder + '/' + m_marker + ".xml";
        const ProgramRun copied = copyTo(path);
        EXPECT_EQ(copied.status, 0) << path << ": " << copied.out << copied.err;
        EXPECT_THAT(copied.out, HasSubstr(std::string(GetParam()) + ":" + path + ": "));
        const std::string text = readFile(inTree(path));
        EXPECT_THAT(text, testing::StartsWith("<!-- for a simulated VM -->\n<system version=\"2\">")) << path;

        // A different text: the next copy makes a backup of it.
        fs::resize_file(inTree(path), text.size() - 1);
        const ProgramRun again = copyTo(path);
        EXPECT_EQ(again.status, 0) << again.err;
        EXPECT_THAT(again.out, HasSubstr("backup: " + path));
        EXPECT_EQ(readFile(inTree(path)), text);
        std::size_t files = 0;
        for (const auto &entry : fs::directory_iterator(inTree(folder)))
            files += entry.path().filename().string().find(m_marker) != std::string::npos ? 1 : 0;
        EXPECT_EQ(files, 2U) << "the file and its backup";
    }
    expectUntouched();
}

TEST_P(DemoWrites, SudoWritesIntoTheSameTree) {
    const std::string path = "/etc/" + m_marker + ".xml";
    const ProgramRun copied = copyTo(path, {"--sudo"}); // sudo asks for a password, and there is no terminal
    if (copied.status == 0)
        EXPECT_THAT(readFile(inTree(path)), HasSubstr("<system version=\"2\">"));
    else
        EXPECT_FALSE(fs::exists(inTree(path)));
    EXPECT_EQ(copied.status == 0, std::string(GetParam()) != "ai2") << copied.err;
    expectUntouched();
}

TEST_P(DemoWrites, NoPathLeadsOutOfItsTree) {
    for (const std::string &path :
         {"/../../../../../../../tmp/" + m_marker, "/etc/../../../../../../../../tmp/" + m_marker}) {
        const ProgramRun copied = copyTo(path);
        EXPECT_EQ(copied.status, 3);
        EXPECT_THAT(copied.err, HasSubstr("leads outside the host's root directory"));
    }
    const ProgramRun absent = copyTo("/no-such-folder/" + m_marker);
    EXPECT_THAT(absent.err, HasSubstr("the folder of /no-such-folder/" + m_marker + " does not exist"));
    expectUntouched();
}

TEST_P(DemoWrites, ADetachedRunsOutputLiesInItsTreeUntilItIsFetched) {
    const ProgramRun begun = bench({"--detach"}, {"sh", "-c", "echo " + m_marker + "; sleep 1; echo last"});
    ASSERT_EQ(begun.status, 0) << begun.err;
    const std::string id = idIn(begun.out + begun.err);
    ASSERT_FALSE(id.empty()) << begun.out << begun.err;
    const fs::path spool = inTree("/var/tmp/fabricscope-run-" + id);
    EXPECT_THAT(readFile(spool / "out"), HasSubstr(m_marker));
    EXPECT_THAT(filesNamed(id), IsEmpty()) << "on this machine";
    const ProgramRun fetched = run({"bench", "run", GetParam(), "--fetch", id});
    EXPECT_EQ(fetched.status, 0) << fetched.err;
    EXPECT_THAT(fetched.out, HasSubstr(m_marker + "\nlast\n"));
    EXPECT_FALSE(fs::exists(spool));
    expectUntouched();
}

TEST_P(DemoWrites, ARunWorksInItsTreeWhateverFolderAndProgramAreNamed) {
    EXPECT_EQ(bench({}, {"touch", m_marker}).status, 0) << "in its home";
    EXPECT_TRUE(fs::exists(inTree(homeOnHost() + '/' + m_marker)));
    const ProgramRun there = bench({"--directory", "/var/tmp"}, {"touch", m_marker});
    EXPECT_EQ(there.status, 0) << there.err;
    EXPECT_TRUE(fs::exists(inTree("/var/tmp/" + m_marker)));
    const ProgramRun byPath = bench({}, {"/bin/touch", m_marker + "-2"});
    EXPECT_EQ(byPath.status, 0) << byPath.err;
    EXPECT_TRUE(fs::exists(inTree(homeOnHost() + '/' + m_marker + "-2")));
    EXPECT_NE(bench({}, {"/usr/sbin/useradd", m_marker}).status, 0) << "no program of this machine";
    expectUntouched();
}

TEST_P(DemoWrites, CustomToolCannotWriteToThisMachine) {
    if (landlockVersion() < 2)
        GTEST_SKIP() << "NOT TESTED: this kernel has no Landlock";
    for (const std::string &path :
         {"/tmp/" + m_marker, "/var/tmp/" + m_marker, "/dev/shm/" + m_marker, "/etc/" + m_marker}) {
        const ProgramRun tried = bench({}, {"sh", "-c", "echo x >" + path});
        EXPECT_NE(tried.status, 0) << path;
        EXPECT_FALSE(fs::exists(path));
    }
    EXPECT_EQ(bench({}, {"sh", "-c", "echo x >$TMPDIR/" + m_marker + "; echo y >/dev/null"}).status, 0);
    EXPECT_TRUE(fs::exists(inTree("/tmp/" + m_marker)));
    expectUntouched();
}

TEST_P(DemoWrites, ModesOwnersTimesAndTheNameOfThisMachineStay) {
    if (!s_fleet->isIsolated())
        GTEST_SKIP() << "NOT TESTED: needs root, or user namespaces, for a read-only view of the file system";
    const fs::path file = m_own.path() / "witness";
    std::ofstream(file) << "x";
    const auto status = [&file] {
        struct stat found {};
        EXPECT_EQ(::lstat(file.c_str(), &found), 0);
        return std::array<long, 4>{found.st_mode, found.st_uid, found.st_gid, found.st_mtim.tv_sec};
    };
    const auto before = status();
    std::array<char, 256> name{}, later{};
    ::gethostname(name.data(), name.size());
    for (const std::string &command : {std::string("/bin/chmod 4777 "), std::string("/bin/chown 1:1 "),
                                       std::string("/bin/touch -d 2001-01-01 "),
                                       std::string("/bin/mount -o remount,rw / && /bin/chmod 4777 ")})
        EXPECT_NE(bench({}, {"sh", "-c", command + file.string()}).status, 0) << command;
    static_cast<void>(
        bench({}, {"sh", "-c", "/bin/hostname " + m_marker + "; /usr/bin/hostname " + m_marker}));
    ::gethostname(later.data(), later.size());
    EXPECT_EQ(status(), before);
    EXPECT_EQ(name, later);
    EXPECT_EQ(
        bench({}, {"sh", "-c", "echo x >own && /bin/chmod 600 own && /bin/touch -d 2001-01-01 own"}).status,
        0)
        << "its own";
}

TEST_P(DemoWrites, CustomToolCannotWriteToOtherHosts) {
    if (landlockVersion() < 2)
        GTEST_SKIP() << "NOT TESTED: this kernel has no Landlock";
    const std::string config = readFile(s_fleet->configFile());
    const fs::path other =
        s_fleet->folder() / "hosts" / (std::string(GetParam()) == "ai1" ? "ai2" : "ai1") / "tmp" / m_marker;
    for (const fs::path &path : {other, s_fleet->configFile(), s_fleet->folder() / m_marker}) {
        EXPECT_NE(bench({}, {"sh", "-c", "echo x >" + path.string()}).status, 0) << path;
        EXPECT_FALSE(path.filename() == m_marker && fs::exists(path)) << path;
    }
    EXPECT_EQ(readFile(s_fleet->configFile()), config);
    expectUntouched();
}

TEST_P(DemoWrites, CustomToolCannotReadThisMachineOrOtherHosts) {
    if (landlockVersion() < 2)
        GTEST_SKIP() << "NOT TESTED: this kernel has no Landlock";
    const std::string content = "witness-" + m_marker;
    const fs::path witness = m_own.path() / "witness";
    std::ofstream(witness) << content << '\n';
    for (const std::string &command :
         {"cat " + witness.string(), "/bin/cat " + witness.string(),
          "ln -s " + witness.string() + " here; cat here",
          "while read -r line; do echo \"$line\"; done <" + witness.string(),
          "cat ../../../../../../../.." + witness.string(), ". " + witness.string(),
          "cp " + witness.string() + " copy; cat copy", "cat /proc/self/root" + witness.string()}) {
        const ProgramRun tried = bench({}, {"sh", "-c", command});
        EXPECT_NE(tried.status, 0) << command;
        EXPECT_EQ(tried.out.find(content), std::string::npos) << command << ": " << tried.out;
    }
    const ProgramRun listed =
        bench({}, {"sh", "-c", "echo " + m_own.path().string() + "/*; ls " + m_own.path().string()});
    EXPECT_EQ(listed.out.find("/witness"), std::string::npos) << listed.out;
    for (const std::string &path : {std::string("/etc/passwd"), std::string("/etc/hostname"),
                                    std::string("/sys/kernel/notes"), s_fleet->configFile().string()})
        EXPECT_NE(bench({}, {"sh", "-c", "/bin/cat " + path}).status, 0) << path;
    const ProgramRun own = bench({}, {"sh", "-c", "cat \"$FABRICSCOPE_ROOT/etc/hostname\""});
    EXPECT_EQ(own.status, 0) << own.err;
    EXPECT_THAT(own.out, HasSubstr(GetParam())) << "its own";
}

TEST_P(DemoWrites, CustomToolCannotKillProcessesOfThisMachine) {
    if (landlockVersion() < 6)
        GTEST_SKIP() << "NOT TESTED: this kernel's Landlock knows no signals";
    const UnrelatedProcess other("sleep");
    EXPECT_NE(bench({}, {"sh", "-c", "kill -9 " + std::to_string(other.pid())}).status, 0);
    EXPECT_TRUE(other.isRunning());
    EXPECT_EQ(bench({}, {"sh", "-c", "sleep 100 & kill -9 $!"}).status, 0) << "its own";
}

TEST_P(DemoWrites, ItsBenchmarksAndTheirTelemetryWriteInItsTree) {
    const ProgramRun run =
        runProgram("fabricscope", {"bench", "run", GetParam(), "rccl-tests", "--ssh-config",
                                   s_fleet->configFile(), "--telemetry", "--set", "FABRICSCOPE_DEMO_PACE=0",
                                   "--yes", "--", "all_reduce_perf", "-b", "8", "-e", "8"});
    // The hypervisors' GPUs are passed through.
    const bool hasGpus = !std::string(GetParam()).starts_with("mi355x");
    EXPECT_EQ(run.status == 0, hasGpus) << run.err;
    expectUntouched();
}

INSTANTIATE_TEST_SUITE_P(On, DemoWrites,
                         testing::Values("mi355x-01", "mi355x-02", "vm-01a", "vm-02a", "ai1", "ai2"),
                         [](const auto &host) {
                             std::string name(host.param);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(DemoWrites, KnowsEachDemoHost) {
    app::demo::DemoFleetOptions options;
    options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
    const auto fleet = DemoFleet::start(options);
    ASSERT_TRUE(fleet);
    EXPECT_EQ((*fleet)->hosts().size(), 6U) << "the list above names each";
}

} // namespace
} // namespace fabricscope::test
