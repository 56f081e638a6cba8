// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/RunRecord.h"
#include "core/bench/RunSizes.h"

#include <span>
#include <string>
#include <string_view>

namespace fabricscope::json {

/// A RunSpec as one object, and back. Anything that is not one, or is larger than 1 MiB: an Error.
[[nodiscard]] std::string specText(const bench::RunSpec &spec);
[[nodiscard]] Result<bench::RunSpec> specFrom(std::string_view text);

/// Likewise of a summary; unknown keys are passed over.
[[nodiscard]] std::string summaryText(const bench::RunSummary &summary);
[[nodiscard]] Result<bench::RunSummary> summaryFrom(std::string_view text);

/// What held the processes of a run, which of them may still run, and what a simulated host says of itself,
/// as one object; empty where none of it is known. The other way round what is no such object sets nothing.
[[nodiscard]] std::string containmentText(const bench::RunState &state);
void readContainment(std::string_view text, bench::RunState &state);

/// The document fabricscope.runs, a list, in pieces: its beginning, each run, its end.
class RunsDocument {
public:
    [[nodiscard]] static std::string beginning();
    [[nodiscard]] std::string run(const bench::RunRecord &run);
    [[nodiscard]] std::string end() const;

private:
    bool m_isEmpty = true;
};
/// The document fabricscope.runs_usage: what takes room.
[[nodiscard]] std::string usageDocument(const bench::StoreUsage &usage, std::span<const bench::RunSize> runs);
/// The document fabricscope.run: one, with its output as text. What of the output is no UTF-8 is replaced.
[[nodiscard]] std::string runDocument(const bench::RunRecord &run, std::string_view output);

/// A JSON document with an "env" (nccl-tests -J) without the values of its secrets: an object of names, or a
/// list of "NAME=value". Text that is not JSON, or has no such key, comes back as it is.
[[nodiscard]] std::string withoutSecretEnvironment(std::string text);

} // namespace fabricscope::json
