// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/plan/Sweep.h"

#include <QCoreApplication>
#include <QString>

#include <chrono>
#include <functional>
#include <optional>

namespace fabricscope::widgets {

/// What the form of a new run says about a run before it starts. A sweep that is an error counts as one step.
class BenchRunText {
    Q_DECLARE_TR_FUNCTIONS(BenchRunPanel)
public:
    /// How long a run takes; unknown if nothing tells.
    using Expect = std::function<std::optional<std::chrono::seconds>(const bench::RunSpec &)>;

    /// In shell syntax, a line for each value that varies, for the first few: no command runs that is not
    /// shown. Secrets are left out.
    [[nodiscard]] static QString commands(const bench::RunSpec &spec, const Result<bench::Sweep> &sweep);
    /// Suggests to detach a long run; empty: it is short, of unknown length, or detached.
    [[nodiscard]] static QString longRun(const bench::RunSpec &spec, Result<bench::Sweep> sweep,
                                         const Expect &expect);
    /// "Runs these 3 commands on gpu-07, one after another."
    [[nodiscard]] static QString plan(const bench::RunSpec &spec, const Result<bench::Sweep> &sweep);
    /// Why these steps cannot run; empty: they can.
    [[nodiscard]] static QString sweepObstacle(const bench::RunSpec &spec, const Result<bench::Sweep> &sweep);
    /// "Runs with -n = 20, 50."; empty: nothing varies.
    [[nodiscard]] static QString values(const Result<bench::Sweep> &sweep);
};

} // namespace fabricscope::widgets
