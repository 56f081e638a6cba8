// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/PastedLines.h"
#include "core/formats/SectionText.h"
#include "core/host/Host.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// What a tool states about GPUs by its own numbers only. The result is a matrix with host::kGpuFacts as
/// `what`: a row for each GPU, and a column for each fact.
class GpuTable {
public:
    explicit GpuTable(std::string_view tool) : m_tool(tool) {}

    /// The GPU is listed, even if nothing is stated about it.
    void add(unsigned gpu, host::EvidenceRef evidence);
    /// The first value of a fact counts; placeholders ("N/A") are left out. Bounded.
    void add(unsigned gpu, std::string_view fact, std::string_view value, host::EvidenceRef evidence);
    void erase(unsigned gpu) { m_rows.erase(gpu); }

    [[nodiscard]] bool empty() const { return m_rows.empty(); }
    [[nodiscard]] host::DeviceMatrix take();

private:
    struct Row {
        host::EvidenceRef evidence;
        std::map<std::string, std::string, std::less<>> values; ///< by fact
    };
    std::string m_tool;
    std::vector<std::string> m_facts; ///< in the order of the text
    std::map<unsigned, Row> m_rows;
};

} // namespace fabricscope::formats
