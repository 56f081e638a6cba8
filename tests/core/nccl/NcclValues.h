// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Decide.h"
#include "tests/support/Equality.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <string>

namespace fabricscope::test {

/// Decisions of a real library (corpus/nccl-topo, *.expected.json) or ours, field by field.
struct NcclValues {
    Equality::Values error, system, nets, gpuNet, gpuGpu, channels;
};
/// The options with which the real library was asked.
[[nodiscard]] nccl::Options optionsOf(const nlohmann::json &expected, const nccl::Version *version);
[[nodiscard]] NcclValues expectedValues(const nlohmann::json &expected);
[[nodiscard]] NcclValues ourValues(const nccl::Decisions &ours);

/// Adds a row for each part of one file, and counts them.
class NcclComparison {
public:
    explicit NcclComparison(Equality &table) : m_table(table) {}
    void compare(const std::string &file, const NcclValues &expected, const NcclValues &ours);
    void finish();
    [[nodiscard]] std::size_t fields() const { return m_all.fields; }

private:
    void compare(const std::string &file, const std::string &quantity, const Equality::Values &expected,
                 const Equality::Values &ours);

    struct Count {
        std::size_t fields = 0;
        std::size_t equal = 0;
    };
    Equality &m_table;
    Count m_all;
    std::map<std::string, Count> m_byQuantity;
};

[[nodiscard]] std::string textOfFile(const std::filesystem::path &file);

} // namespace fabricscope::test
