// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/collectives/CollectiveRecords.h"
#include "core/bench/output/documents/JsonLines.h"
#include "core/bench/output/text/LineReader.h"

#include <array>
#include <string_view>

namespace fabricscope::bench::output {

/// The JSON that tools print instead of text, or write to a file: recognized by its content, read when it
/// ends. A truncated document is read as far as possible, with a diagnostic.
class JsonOutputReader : public LineReader {
public:
    explicit JsonOutputReader(ResultsBuilder &builder) : LineReader(builder), m_records(builder) {
        m_runs.fill(ResultsBuilder::kNoRun);
    }

    static bool begins(std::string_view line);
    bool line(std::string_view text) override;
    /// A document states itself what it lacks.
    [[nodiscard]] bool isWhole(std::string_view /*text*/) const override { return true; }
    void end() override;

private:
    static constexpr std::size_t kForms = 9;
    static const std::array<struct JsonForm, kForms> &forms();

    void read(bool whole);

    JsonLines m_lines;
    CollectiveRecords m_records;
    std::array<std::size_t, kForms> m_runs; ///< of each form's last document
};

} // namespace fabricscope::bench::output
