// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/view/JudgedRun.h"

namespace fabricscope::bench {

namespace {

template<class T> void append(std::vector<T> &to, const std::vector<T> &more) {
    to.insert(to.end(), more.begin(), more.end());
}

} // namespace

std::vector<BenchView> JudgedRun::views() const {
    std::vector<BenchView> views;
    for (std::size_t table = 0; table < tables.size(); ++table) {
        BenchView &view =
            views.emplace_back(table < judged.size() && judged[table] ? judged[table]->view : base);
        view.results = tables[table];
        view.state = state;
    }
    if (views.empty()) {
        views.push_back(base);
        views.back().results = std::make_shared<const Results>();
        views.back().state = state;
    }
    BenchView &last = views.back();
    last.lastRowMs = lastRowMs;
    if (telemetry) {
        append(last.telemetry, telemetry->telemetry);
        append(last.findings, telemetry->findings);
        append(last.transport, telemetry->transport);
    }
    if (!endedWhy.empty()) {
        last.state->why = "automatically, " + endedWhy;
        findings::Finding ended("run.ended");
        ended.set("why", endedWhy);
        last.findings.insert(last.findings.begin(), std::move(ended));
    }
    return views;
}

} // namespace fabricscope::bench
