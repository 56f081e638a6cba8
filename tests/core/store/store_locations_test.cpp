// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Possible locations of the database, and its permissions.
#include "tests/core/store/StoreFolder.h"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <fstream>

namespace fabricscope::store {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

using StoreLocations = StoreFolder;

unsigned modeOf(const fs::path &file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

std::vector<std::string> filesIn(const fs::path &folder) {
    std::vector<std::string> names;
    for (const auto &entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    return names;
}

std::string bytesOf(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class Umask {
public:
    explicit Umask(mode_t mask) : m_before(::umask(mask)) {}
    ~Umask() { ::umask(m_before); }
    Umask(const Umask &) = delete;
    Umask &operator=(const Umask &) = delete;

private:
    mode_t m_before;
};

TEST_F(StoreLocations, AFolderMayBeReachedThroughASymbolicLink) {
    fs::create_directories(m_folder / "disk2" / "home" / "data");
    fs::create_directory_symlink("disk2/home", m_folder / "home");
    const std::string file = (m_folder / "home" / "data" / "runs.db").string();
    auto store = RunStore::open(file);
    ASSERT_TRUE(store) << store.error().toString();
    ASSERT_TRUE(store->add(recordOf("run-1")));
    EXPECT_TRUE(fs::is_regular_file(m_folder / "disk2" / "home" / "data" / "runs.db"));
    const auto reader = RunStore::open(file, {.readOnly = true});
    ASSERT_TRUE(reader) << reader.error().toString();
    EXPECT_EQ(reader->list()->size(), 1U);
}

TEST_F(StoreLocations, TheFileItselfMustNotBeASymbolicLink) {
    { (void)opened(); }
    const fs::path link = m_folder / "link.db", dangling = m_folder / "dangling.db";
    fs::create_symlink("runs.db", link);
    fs::create_symlink("nowhere.db", dangling);
    EXPECT_FALSE(RunStore::open(link.string()));
    EXPECT_FALSE(RunStore::open(link.string(), {.readOnly = true}));
    EXPECT_FALSE(RunStore::open(dangling.string()));
    EXPECT_FALSE(fs::exists(m_folder / "nowhere.db"));
}

TEST_F(StoreLocations, AllItsFilesAreTheUsersAloneWithoutAUmask) {
    const Umask none(0);
    RunStore store = opened();
    EXPECT_EQ(modeOf(path()), 0600U) << "before anything is kept in it";
    ASSERT_TRUE(store.add(recordOf("run-1")));
    EXPECT_EQ(modeOf(path() + "-wal"), 0600U);
    EXPECT_EQ(modeOf(path() + "-shm"), 0600U);
}

TEST_F(StoreLocations, ARollbackJournalIsTheUsersAloneWithoutAUmask) {
    const Umask none(0);
    auto database = Database::open(path(), {});
    ASSERT_TRUE(database);
    ASSERT_TRUE(
        database->execute("PRAGMA journal_mode=DELETE; CREATE TABLE t(a); BEGIN; INSERT INTO t VALUES(1)"));
    EXPECT_EQ(modeOf(path() + "-journal"), 0600U);
    EXPECT_EQ(modeOf(path()), 0600U);
}

TEST_F(StoreLocations, WhatOthersCouldReadIsTightenedWhenItIsOpenedForWriting) {
    const Umask none(0);
    RunStore held = opened(); // creates a write-ahead log
    ASSERT_TRUE(held.add(recordOf("run-1")));
    for (const char *ending : {"", "-wal", "-shm"})
        ASSERT_EQ(::chmod((path() + ending).c_str(), 0644), 0);
    ASSERT_TRUE(RunStore::open(path(), {.readOnly = true}));
    EXPECT_EQ(modeOf(path()), 0644U);
    ASSERT_TRUE(RunStore::open(path()));
    for (const char *ending : {"", "-wal", "-shm"})
        EXPECT_EQ(modeOf(path() + ending), 0600U) << ending;
    EXPECT_TRUE(held.add(recordOf("run-2"))) << "its locks are where they were";
}

RunStore::Options on(std::uint32_t type, bool readOnly = false) {
    RunStore::Options options;
    options.readOnly = readOnly;
    options.fileSystemType = [type](const std::string &) {
        return std::optional(type);
    };
    return options;
}

constexpr std::uint32_t kNfs = 0x6969, kExt4 = 0xEF53;

std::string journalOf(const RunStore &store) {
    auto statement = store.database().prepare("PRAGMA journal_mode");
    EXPECT_TRUE(statement && statement->step());
    return statement->text(0);
}

TEST_F(StoreLocations, OnANetworkFileSystemThereIsNoSharedMemory) {
    auto store = RunStore::open(path(), on(kNfs));
    ASSERT_TRUE(store) << store.error().toString();
    EXPECT_EQ(journalOf(*store), "delete");
    ASSERT_TRUE(store->add(recordOf("run-1")));
    ASSERT_TRUE(store->append("run-1", Stream::Output, 0, "a row\n"));
    ASSERT_TRUE(store->flush());
    EXPECT_THAT(filesIn(m_folder), UnorderedElementsAre("runs.db"));
    const auto reader = RunStore::open(path(), on(kNfs, true));
    ASSERT_TRUE(reader) << reader.error().toString();
    EXPECT_EQ(outputOf(*reader, "run-1"), "a row\n");
    EXPECT_TRUE(store->add(recordOf("run-2"))) << "a reader that reads nothing now holds nobody up";
}

TEST_F(StoreLocations, OnALocalDiskAWriteAheadLogIsUsed) {
    const auto store = RunStore::open(path(), on(kExt4));
    ASSERT_TRUE(store);
    EXPECT_EQ(journalOf(*store), "wal");
}

/// A database as commit 9245acf left it in a network home.
TEST_F(StoreLocations, ADatabaseWithAWriteAheadLogIsConvertedWithAllThatIsInIt) {
    ASSERT_TRUE(killedAfter(1, [file = path()](int pipeEnd) {
        auto store = RunStore::open(file, on(kExt4));
        const bool isStored = store && store->add(recordOf("run-1"));
        (void)!write(pipeEnd, isStored ? "+" : "", 1);
        pause();
    }));
    ASSERT_GT(fs::file_size(path() + "-wal"), 0U) << "the log was not brought in";
    const auto reader = RunStore::open(path(), on(kNfs, true));
    ASSERT_TRUE(reader) << reader.error().toString();
    EXPECT_EQ(reader->list()->size(), 1U);
    EXPECT_EQ(journalOf(*reader), "delete");
    EXPECT_FALSE(fs::exists(path() + "-wal"));
    auto store = RunStore::open(path(), on(kNfs));
    ASSERT_TRUE(store);
    EXPECT_TRUE(store->add(recordOf("run-2")));
}

/// The server of a network home has the same file on a local disk.
TEST_F(StoreLocations, WhatWasOpenedOverANetworkGetsNoWriteAheadLogFromItsServerAgain) {
    for (const bool readOnly : {false, true}) {
        const std::string file = path() + (readOnly ? "-read" : "-written");
        {
            auto server = RunStore::open(file, on(kExt4));
            ASSERT_TRUE(server && server->add(recordOf("run-1")));
            ASSERT_EQ(journalOf(*server), "wal");
        }
        const auto client = RunStore::open(file, on(kNfs, readOnly));
        ASSERT_TRUE(client) << client.error().toString();
        auto server = RunStore::open(file, on(kExt4));
        ASSERT_TRUE(server) << server.error().toString();
        EXPECT_EQ(journalOf(*server), "delete") << readOnly;
        EXPECT_TRUE(server->add(recordOf("run-2")));
        EXPECT_EQ(client->list()->size(), 2U);
        EXPECT_FALSE(fs::exists(file + "-wal"));
    }
}

TEST_F(StoreLocations, OverANetworkItIsRefusedWhileItsServerHasAWriteAheadLogOpen) {
    auto server = RunStore::open(path(), on(kExt4));
    ASSERT_TRUE(server && server->add(recordOf("run-1")));
    RunStore::Options options = on(kNfs);
    options.busyMs = 50;
    const auto client = RunStore::open(path(), options);
    ASSERT_FALSE(client);
    EXPECT_TRUE(isBusy(client.error())) << client.error().toString();
    EXPECT_TRUE(server->add(recordOf("run-2"))) << "nothing was changed under it";
    EXPECT_EQ(server->list()->size(), 2U);
}

TEST_F(StoreLocations, WhoReadsSlowlyHoldsNoWriterUp) {
    auto store = RunStore::open(path(), on(kNfs));
    ASSERT_TRUE(store && store->add(recordOf("run-1")));
    for (int i = 0; i < 100; ++i)
        ASSERT_TRUE(store->append("run-1", Stream::Output, i * RunStore::kCommitMs, "x"));
    ASSERT_TRUE(store->flush());
    const auto reader = RunStore::open(path(), on(kNfs, true));
    ASSERT_TRUE(reader);
    int pieces = 0;
    ASSERT_TRUE(reader->read("run-1", [&](const Chunk &) {
        if (pieces++ == 0) {
            EXPECT_TRUE(store->add(recordOf("run-2")));
        }
        return true;
    }));
    EXPECT_GT(pieces, 32);
    int runs = 0;
    ASSERT_TRUE(reader->visit({}, [&](const bench::RunRecord &) {
        if (runs++ == 0) {
            EXPECT_TRUE(store->add(recordOf("run-3")));
        }
        return true;
    }));
}

/// NFS 3 without its lock manager: two machines would write at once.
TEST_F(StoreLocations, WhereLocksStayOnOneMachineItIsReadButNotWritten) {
    {
        auto server = RunStore::open(path(), on(kExt4));
        ASSERT_TRUE(server && server->add(recordOf("run-1")));
    }
    const std::string before = bytesOf(path());
    RunStore::Options options = on(kNfs);
    options.localLocks = [](const std::string &) -> std::string {
        return "nfs with nolock";
    };
    const auto refused = RunStore::open(path(), options);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what, testing::HasSubstr("(nfs with nolock)"));
    EXPECT_THAT(refused.error().hint, testing::HasSubstr("XDG_DATA_HOME"));
    EXPECT_FALSE(isBusy(refused.error())) << "it is not tried again";
    options.readOnly = true;
    const auto reader = RunStore::open(path(), options);
    ASSERT_TRUE(reader) << reader.error().toString();
    EXPECT_EQ(reader->list()->size(), 1U);
    EXPECT_EQ(bytesOf(path()), before);
}

TEST(FileSystem, LocksThatStayOnOneMachineAreKnownByTheOptionsOfTheMount) {
    constexpr std::string_view kMounts =
        "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,nolock\n"
        "31 22 0:41 / /home\\040of\\040all rw,nosuid shared:9 master:2 - nfs filer:/home "
        "rw,vers=3,rsize=65536,nolock,proto=tcp,local_lock=all,addr=10.9.8.7\n"
        "32 22 0:42 / /a rw - nfs filer:/a rw,vers=3,local_lock=none\n"
        "33 22 0:43 / /b rw - nfs4 filer:/b rw,vers=4.2,local_lock=posix\n"
        "34 22 0:44 / /c rw - nfs filer:/c rw,vers=3,local_lock=flock\n"
        "35 22 0:45 / /d rw - cifs //filer/d rw,vers=3.0,nobrl,uid=7\n"
        "36 22 0:46 / /e rw - lustre 10.9.8.6@o2ib:/e rw,flock,lazystatfs\n"
        "37 22 0:47 / /f rw - lustre 10.9.8.6@o2ib:/f rw,localflock\n"
        "38 22 0:48 / /g rw - fuse.sshfs jane@login: rw,user_id=7\n"
        "39 22 0:49 / /h rw - nfs\n"
        "40 22 0:4";
    const std::pair<const char *, const char *> kCases[] = {
        {"254:0", ""},
        {"0:41", "nfs with nolock"},
        {"0:42", ""},
        {"0:43", "nfs4 with local_lock=posix"},
        {"0:44", ""}, // SQLite's locks are not those of flock(2)
        {"0:45", "cifs with nobrl"},
        {"0:46", ""},
        {"0:47", "lustre with localflock"},
        {"0:48", "fuse.sshfs"},
        {"0:49", ""},
        {"0:4", ""},
        {"", ""}};
    for (const auto &[device, why] : kCases)
        EXPECT_EQ(localLocks(kMounts, device), why) << device;
    EXPECT_EQ(localLocks("", "0:41"), "");
    EXPECT_EQ(localLocks("/proc"), "");
    EXPECT_EQ(localLocks("/no/such/folder"), "");
}

TEST(FileSystem, NetworkFileSystemsAreKnownByTheirType) {
    for (const std::uint32_t type :
         {0x6969U, 0x517BU, 0xFE534D42U, 0xFF534D42U, 0x65735546U, 0x01021997U, 0x0BD00BD0U})
        EXPECT_TRUE(isNetworkFileSystem(type)) << std::hex << type;
    for (const std::uint32_t type :
         {0xEF53U, 0x58465342U, 0x9123683EU, 0x01021994U, 0x2FC12FC1U, 0x794C7630U})
        EXPECT_FALSE(isNetworkFileSystem(type)) << std::hex << type; // ext4, XFS, btrfs, tmpfs, ZFS, overlay
    EXPECT_TRUE(fileSystemType("/proc"));
    EXPECT_FALSE(fileSystemType("/no/such/folder"));
}

} // namespace
} // namespace fabricscope::store
