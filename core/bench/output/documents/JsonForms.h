// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/output/collectives/CollectiveRecords.h"
#include "core/bench/output/documents/JsonLines.h"
#include "core/bench/output/text/ResultsBuilder.h"

#include <string_view>

namespace fabricscope::bench::output {

/// The output of a document reader.
struct JsonTarget {
    ResultsBuilder &builder;
    CollectiveRecords &records;
    std::size_t run; ///< of the form's last document, kNoRun before the first
    bool whole;      ///< the document is complete
};

/// A document that a tool prints or writes: how its content is recognized, and its reader. To add one, add
/// a row to the table in JsonOutputReader.cpp.
struct JsonForm {
    bool (*is)(const JsonValue &root);
    void (*read)(const JsonValue &root, JsonTarget &target);
};

/// nccl-tests -J since 2.17.3 and rccl-tests -J since 2.18.3 (src/util.cu).
bool isCollectiveJson(const JsonValue &root);
void readCollectiveJson(const JsonValue &root, JsonTarget &target);
/// rccl-tests -Z json -x FILE: records, one per line or in a list.
bool isRecordsJson(const JsonValue &root);
void readRecordsJson(const JsonValue &root, JsonTarget &target);
/// nvbandwidth -j (json_output.cpp).
bool isNvbandwidthJson(const JsonValue &root);
void readNvbandwidthJson(const JsonValue &root, JsonTarget &target);
/// RVS -j: {"version", MODULE: {ACTION: [records]}}, before 1.3 a list of records with "loglevel".
bool isRvsJson(const JsonValue &root);
void readRvsJson(const JsonValue &root, JsonTarget &target);
/// vLLM's benchmark_serving.py --save-result, also --append-result's lines.
bool isServingJson(const JsonValue &root);
void readServingJson(const JsonValue &root, JsonTarget &target);
/// amd-smi monitor --json and amd-smi metric --json; from 7.0 in {"gpu_data": [...]}.
bool isAmdSmiJson(const JsonValue &root);
void readAmdSmiJson(const JsonValue &root, JsonTarget &target);
/// rocm-smi --json: {"card0": {"Title (unit)": "value"}}.
bool isRocmSmiJson(const JsonValue &root);
void readRocmSmiJson(const JsonValue &root, JsonTarget &target);

/// ncclras and rcclras with the format JSON (2.28.7 and later).
bool isRasJson(const JsonValue &root);
void readRasJson(const JsonValue &root, JsonTarget &target);
/// NCCL Inspector: one operation of one rank a line.
bool isInspectorJson(const JsonValue &root);
void readInspectorJson(const JsonValue &root, JsonTarget &target);

/// "power_usage" as in the table header of amd-smi: "POWER". Others in capitals.
[[nodiscard]] std::string amdColumnOf(std::string_view key);

} // namespace fabricscope::bench::output
