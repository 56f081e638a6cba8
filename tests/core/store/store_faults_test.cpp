// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Foreign, damaged or full files; and the death of the writing program.
#include "tests/core/store/StoreFolder.h"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <vector>

namespace fabricscope::store {
namespace {

using testing::HasSubstr;

using StoreFaults = StoreFolder;

void sql(const std::string &path, const char *statements) {
    sqlite3 *database = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, statements, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
}

TEST_F(StoreFaults, RefusesAFileThatIsNoDatabase) {
    std::ofstream(path()) << std::string(8192, 'x');
    const auto store = RunStore::open(path());
    ASSERT_FALSE(store.has_value());
    EXPECT_EQ(store.error().where, path());
    EXPECT_THAT(store.error().hint, HasSubstr("move the file away"));
}

TEST_F(StoreFaults, RefusesAnotherProgramsDatabase) {
    sql(path(), "CREATE TABLE cookies(name TEXT)");
    EXPECT_THAT(RunStore::open(path()).error().what, HasSubstr("another program"));
}

TEST_F(StoreFaults, RefusesANewerForm) {
    { (void)opened(); }
    sql(path(), "PRAGMA user_version=4");
    const auto store = RunStore::open(path());
    ASSERT_FALSE(store.has_value());
    EXPECT_THAT(store.error().what, HasSubstr("newer fabricscope"));
}

TEST_F(StoreFaults, RefusesAFolderThatIsNotThere) {
    EXPECT_FALSE(RunStore::open((m_folder / "no" / "such" / "runs.db").string()).has_value());
    EXPECT_FALSE(RunStore::open(path(), {true, 0}).has_value()); // cannot be opened read-only
}

TEST_F(StoreFaults, ADamagedFileIsAnErrorAndNeverACrash) {
    {
        RunStore store = opened();
        for (int i = 0; i < 50; ++i)
            ASSERT_TRUE(store.add(recordOf("run-" + std::to_string(i))));
    }
    const auto size = std::filesystem::file_size(path());
    {
        std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
        for (std::uintmax_t at = 4096; at + 512 < size; at += 2048) {
            file.seekp(static_cast<std::streamoff>(at));
            file << std::string(512, '\xA5');
        }
    }
    const auto store = RunStore::open(path());
    if (!store)
        return; // reported on open
    EXPECT_FALSE(store->list().has_value());
}

TEST_F(StoreFaults, ARunWhoseDescriptionIsDamagedHidesNoOtherAndCannotBeOpened) {
    {
        RunStore store = opened();
        ASSERT_TRUE(store.add(recordOf("run-1", 1000)));
        ASSERT_TRUE(store.add(recordOf("run-2", 2000)));
    }
    sql(path(), "UPDATE run SET spec='{\"tool\": 7}' WHERE id='run-1'");
    const RunStore store = opened();
    const auto all = store.list();
    ASSERT_TRUE(all.has_value());
    ASSERT_EQ(all->size(), 2U);
    EXPECT_TRUE(all->front().damage.empty());
    EXPECT_FALSE(all->back().damage.empty());
    EXPECT_EQ(all->back().spec.host, "ai1") << "what is known beside its description stays";
    EXPECT_THAT(store.find("run-1").error().what, HasSubstr("damaged"));
    EXPECT_TRUE(store.find("run-2").has_value());
}

TEST_F(StoreFaults, HostsOfRunsAreNamedOnceEach) {
    RunStore store = opened();
    for (const auto &[id, host] : {std::pair{"run-1", "vm-02a"}, {"run-2", "ai1"}, {"run-3", "vm-02a"}}) {
        bench::RunRecord record = recordOf(id);
        record.spec.host = host;
        ASSERT_TRUE(store.add(record));
    }
    EXPECT_EQ(store.hosts().value(), (std::vector<std::string>{"ai1", "vm-02a"}));
    EXPECT_EQ(store.hosts(1).value(), std::vector<std::string>{"ai1"});
}

TEST_F(StoreFaults, FullDatabaseRetainsItsContentAndReportsTheError) {
    auto store = RunStore::open(path(), {false, 256 << 10});
    ASSERT_TRUE(store.has_value());
    ASSERT_TRUE(store->add(recordOf("run-1")));
    std::size_t kept = 0;
    Result<> last;
    for (int i = 0; i < 64 && last; ++i) {
        last = store->append("run-1", Stream::Output, i * RunStore::kCommitMs, std::string(16 << 10, 'x'));
        if (last)
            last = store->flush();
        kept += last ? 16 << 10 : 0;
    }
    ASSERT_FALSE(last.has_value());
    EXPECT_THAT(last.error().hint, HasSubstr("free space on this disk"));
    EXPECT_EQ(outputOf(*store, "run-1").size(), kept);
    EXPECT_GT(kept, 0U);
    // A little would fit after the lost part, but it would leave a hole.
    EXPECT_TRUE(store->append("run-1", Stream::Output, 0, "y"));
    EXPECT_TRUE(store->flush());
    EXPECT_EQ(outputOf(*store, "run-1").size(), kept);
    // Writing continues once there is room.
    EXPECT_EQ(store->remove("run-1"), true);
    EXPECT_TRUE(store->add(recordOf("run-2")));
}

/// Runs `work` in a child process; returns its exit status, or 128 + its signal.
template<class Work> int inChild(Work work) {
    const pid_t child = fork();
    if (child == 0)
        _exit(work());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST_F(StoreFaults, AFullDiskIsAnErrorNotADeath) {
    const std::string file = path();
    const int status = inChild([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        auto store = RunStore::open(file);
        if (!store || !store->add(recordOf("run-1")))
            return 2;
        const rlimit limit{512 << 10, 512 << 10}; // files cannot grow further: write() fails
        setrlimit(RLIMIT_FSIZE, &limit);
        for (int i = 0; i < 100; ++i)
            if (!store->append("run-1", Stream::Output, i, std::string(RunStore::kCommitBytes, 'x')))
                return 7;
        return 3;
    });
    EXPECT_EQ(status, 7);
    const RunStore store = opened(); // up to the last commit
    EXPECT_TRUE(store.find("run-1")->has_value());
    EXPECT_EQ(outputOf(store, "run-1").size() % RunStore::kCommitBytes, 0U);
}

/// The writer appends each line and reports it, with a clock that advances 100 ms per line.
TEST_F(StoreFaults, KillMinus9LosesAtMostTheLastSecond) {
    constexpr int kLines = 57;
    constexpr std::int64_t kLineMs = 100;
    const std::string file = path();
    ASSERT_TRUE(killedAfter(kLines, [&file](int pipeEnd) {
        auto store = RunStore::open(file);
        bool continues = store && store->add(recordOf("run-1"));
        for (std::int64_t i = 0; continues && i < kLines; ++i)
            continues =
                store->append("run-1", Stream::Output, i * kLineMs, "line " + std::to_string(i) + '\n') &&
                write(pipeEnd, "x", 1) == 1;
        if (continues)
            pause(); // until killed, with pending lines
    }));

    const std::string kept = outputOf(opened(), "run-1");
    std::string all;
    std::vector<std::size_t> ends;
    for (int i = 0; i < kLines; ++i) {
        all += "line " + std::to_string(i) + '\n';
        ends.push_back(all.size());
    }
    EXPECT_TRUE(all.starts_with(kept));
    EXPECT_GE(kept.size(), ends[kLines - 1 - 1000 / kLineMs]);
    EXPECT_LT(kept.size(), all.size()); // otherwise nothing was pending and this proves nothing
}

TEST_F(StoreFaults, ManyProcessesMakeTheFileAtOnceAndEachHasItsRun) {
    constexpr int kRounds = 40, kProcesses = 6;
    for (int round = 0; round < kRounds; ++round) {
        const std::string file = (m_folder / ("new-" + std::to_string(round) + ".db")).string();
        int start[2];
        ASSERT_EQ(pipe(start), 0);
        std::vector<pid_t> children;
        for (int i = 0; i < kProcesses; ++i)
            if (const pid_t child = fork(); child != 0) {
                children.push_back(child);
            } else {
                close(start[1]);
                char end = 0;
                (void)!read(start[0], &end, 1); // until all processes are ready
                auto store = RunStore::open(file);
                const auto added = store ? store->add(recordOf("run-" + std::to_string(i)))
                                         : Result<>(tl::unexpected(store.error()));
                if (!added)
                    std::fprintf(stderr, "%s\n", added.error().toString().c_str());
                _exit(added ? 0 : 1);
            }
        close(start[0]);
        close(start[1]);
        for (const pid_t child : children) {
            int status = -1;
            waitpid(child, &status, 0);
            EXPECT_EQ(status, 0) << round;
        }
        const auto store = RunStore::open(file, {.readOnly = true});
        ASSERT_TRUE(store) << store.error().toString();
        ASSERT_EQ(store->list()->size(), std::size_t{kProcesses}) << round;
    }
}

TEST_F(StoreFaults, TwoProcessesWriteTheirOwnRuns) {
    const std::string file = path();
    { (void)opened(); }
    const auto writeRuns = [&](const std::string &name) {
        return [&file, name] {
            auto store = RunStore::open(file);
            for (int i = 0; store && i < 40; ++i) {
                const std::string id = name + std::to_string(i);
                if (!store->add(recordOf(id)) || !store->append(id, Stream::Output, 0, id) || !store->flush())
                    return 1;
            }
            return store ? 0 : 2;
        };
    };
    const pid_t child = fork();
    if (child == 0)
        _exit(writeRuns("a")());
    const int own = writeRuns("b")();
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(own, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(opened().list()->size(), 80U);
    EXPECT_EQ(outputOf(opened(), "a7"), "a7");
}

} // namespace
} // namespace fabricscope::store
