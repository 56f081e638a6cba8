// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/RunStore.h"

#include <gtest/gtest.h>
#include <stdlib.h> // NOLINT(modernize-deprecated-headers): mkdtemp

#include <filesystem>
#include <string>

namespace fabricscope::store {

/// A folder of its own for each test.
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
