// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/RunStore.h"

#include <gtest/gtest.h>
#include <signal.h> // NOLINT(modernize-deprecated-headers): kill
#include <stdlib.h> // NOLINT(modernize-deprecated-headers): mkdtemp
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace fabricscope::store {

/// Runs `work` in a child process and kills it (kill -9) once it has written `bytes` bytes to its pipe.
/// Returns whether that ended it.
template<class Work> bool killedAfter(int bytes, Work work) {
    int fds[2];
    if (pipe(fds) != 0)
        return false;
    const pid_t child = fork();
    if (child == 0) {
        work(fds[1]);
        _exit(1);
    }
    close(fds[1]);
    char byte = 0;
    int received = 0;
    while (received < bytes && read(fds[0], &byte, 1) == 1)
        ++received;
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    close(fds[0]);
    return received == bytes && WIFSIGNALED(status);
}

/// A new folder for each test.
class StoreFolder : public testing::Test {
protected:
    StoreFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "fabricscope-store-XXXXXX").string();
        m_folder = mkdtemp(pattern.data());
    }
    ~StoreFolder() override {
        std::error_code error;
        std::filesystem::remove_all(m_folder, error);
    }
    [[nodiscard]] std::string path() const { return (m_folder / "runs.db").string(); }
    [[nodiscard]] RunStore opened() const {
        auto store = RunStore::open(path());
        if (!store)
            throw std::runtime_error(store.error().toString());
        return std::move(*store);
    }

    std::filesystem::path m_folder;
};

inline bench::RunRecord recordOf(const std::string &id, std::int64_t createdMs = 1000) {
    bench::RunRecord record;
    record.state.id = id;
    record.createdMs = createdMs;
    record.spec.tool = "rccl-tests";
    record.spec.test = "all_reduce_perf";
    record.spec.host = "ai1";
    record.spec.command.words = {"all_reduce_perf", "-b", "1M", "it's \"quoted\" $(x)\n"};
    record.spec.command.environment = {{"NCCL_DEBUG", "INFO"}};
    return record;
}

inline std::string outputOf(const RunStore &store, const std::string &id) {
    std::string output;
    const auto done = store.read(id, [&](const Chunk &chunk) {
        output += chunk.bytes;
        return true;
    });
    EXPECT_TRUE(done.has_value()) << (done ? "" : done.error().toString());
    return output;
}

} // namespace fabricscope::store
