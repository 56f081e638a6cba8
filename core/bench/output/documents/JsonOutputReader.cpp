// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/documents/JsonOutputReader.h"

#include "core/bench/output/documents/JsonForms.h"
#include "core/bench/output/perftest/PerftestJsonReader.h"
#include "core/bench/output/text/LogFinding.h"

namespace fabricscope::bench::output {

const std::array<JsonForm, JsonOutputReader::kForms> &JsonOutputReader::forms() {
    static constexpr std::array<JsonForm, kForms> kTable = {{
        {&isCollectiveJson, &readCollectiveJson},
        {&isRecordsJson, &readRecordsJson},
        {&isNvbandwidthJson, &readNvbandwidthJson},
        {&isRasJson, &readRasJson},
        {&isInspectorJson, &readInspectorJson},
        {&isServingJson, &readServingJson},
        {&isAmdSmiJson, &readAmdSmiJson},
        {&isRocmSmiJson, &readRocmSmiJson},
        {&isRvsJson, &readRvsJson}, // the least specific one
    }};
    return kTable;
}

bool JsonOutputReader::begins(std::string_view line) {
    return JsonLines::mayBegin(line) && !PerftestJsonReader::begins(line);
}

void JsonOutputReader::read(bool whole) {
    const JsonValue root = m_lines.root();
    for (std::size_t i = 0; i < kForms; ++i) {
        if (!forms()[i].is(root))
            continue;
        JsonTarget target{m_builder, m_records, m_runs[i], whole};
        forms()[i].read(root, target);
        m_run = m_runs[i] = target.run;
        if (m_lines.cut())
            m_builder.diagnostic(m_run, Finding("log.json_too_large"));
        if (!whole)
            m_builder.diagnostic(m_run,
                                 logFinding("log.json_truncated", "the JSON is truncated", m_builder.line()));
        return;
    }
}

bool JsonOutputReader::line(std::string_view text) {
    if (m_lines.state() != JsonLines::State::Open) {
        if (!begins(text))
            return false;
        m_lines.clear();
    } else if (PerftestJsonReader::begins(text)) {
        m_lines.clear(); // old versions print no JSON: left to another reader
        return false;
    }
    switch (m_lines.line(text)) {
    case JsonLines::State::Closed:
        read(true);
        m_lines.clear();
        return true;
    case JsonLines::State::Broken:
        m_lines.clear();
        return false;
    default:
        return true;
    }
}

void JsonOutputReader::end() {
    if (m_lines.state() == JsonLines::State::Open)
        read(false);
    m_lines.clear();
}

} // namespace fabricscope::bench::output
