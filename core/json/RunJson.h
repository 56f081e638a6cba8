// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/bench/run/RunRecord.h"
#include "core/bench/run/RunSizes.h"

#include <span>
#include <string>
#include <string_view>

namespace fabricscope::json {

/// A RunSpec as one object, and back. Anything else, or more than 1 MiB, is an Error.
[[nodiscard]] std::string specText(const bench::RunSpec &spec);
[[nodiscard]] Result<bench::RunSpec> specFrom(std::string_view text);

/// The same for a summary; unknown keys are ignored.
[[nodiscard]] std::string summaryText(const bench::RunSummary &summary);
[[nodiscard]] Result<bench::RunSummary> summaryFrom(std::string_view text);

/// What contained the processes of a run, which of them may still run, and what a simulated host reports
/// about itself, as one object; empty if none of it is known. In the other direction, an invalid object sets
/// nothing.
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
/// The document fabricscope.runs_usage: what uses storage.
[[nodiscard]] std::string usageDocument(const bench::StoreUsage &usage, std::span<const bench::RunSize> runs);
/// The document fabricscope.run: one, with its output as text. Invalid UTF-8 in the output is replaced.
[[nodiscard]] std::string runDocument(const bench::RunRecord &run, std::string_view output);

/// A JSON document with an "env" (nccl-tests -J) without the values of its secrets: an object of names, or a
/// list of "NAME=value". Text that is not JSON, or has no such key, comes back as it is.
[[nodiscard]] std::string withoutSecretEnvironment(std::string text);

} // namespace fabricscope::json
