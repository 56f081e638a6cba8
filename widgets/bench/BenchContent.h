// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <vector>

namespace fabricscope::widgets {

/// Content of the Benchmarks screen: the runs of a log, or those of a session, one of them in detail.
struct BenchContent {
    quint64 id = 0;                     ///< of the log or the plan: another one resets the screen
    QString title, subtitle;            ///< "Plan", "2-node bring-up"; "Log", its name
    std::vector<bench::BenchView> runs; ///< in their order; `results` is never nullptr
    std::size_t current = 0;
    /// Saved runs, which can be opened; the newest first.
    struct Earlier {
        QString id;
        bench::BenchStep step;
        friend bool operator==(const Earlier &, const Earlier &) = default;
    };
    std::vector<Earlier> earlier;
    QStringList earlierHosts; ///< of saved runs
    QString earlierHost;      ///< the one whose runs are listed; empty: all are
    QString earlierNote;      ///< why they cannot be read, or that there are more; may be empty
    QString failure;          ///< why there is nothing: the file cannot be read; empty: it can
    bool loading = false;
};

} // namespace fabricscope::widgets
