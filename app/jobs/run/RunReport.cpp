// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/run/RunReport.h"

#include "app/jobs/collect/PartRun.h"
#include "app/jobs/run/RunSecrets.h"
#include "core/bench/command/Secrets.h"

#include <algorithm>

namespace fabricscope::app {

RunReport::RunReport(std::string run, const bench::Command &command, std::shared_ptr<RunDelivery> delivery)
    : m_secrets(bench::secretValuesOf(command))
    , m_filters{bench::SecretFilter(m_secrets), bench::SecretFilter(m_secrets)}
    , m_delivery(std::move(delivery)) {
    m_state.id = std::move(run);
}

void RunReport::hideInherited() {
    for (std::string &value : inheritedSecrets())
        m_secrets.push_back(std::move(value));
    m_filters.fill(bench::SecretFilter(m_secrets));
}

bench::RunState RunReport::state() const {
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

void RunReport::output(remote::Stream stream, std::string_view bytes) {
    deliver(stream, filterOf(stream).feed(bytes));
}

void RunReport::finish(std::optional<bench::Phase> phase, const std::string &why) {
    change([&](bench::RunState &state) {
        state.phase = phase.value_or(state.phase);
        state.why = withoutSecrets(why);
        if (phase)
            state.endedMs = nowMs();
    });
    m_delivery->finished(state());
}

void RunReport::finishOutput() {
    for (const remote::Stream stream : {remote::Stream::Out, remote::Stream::Err})
        deliver(stream, filterOf(stream).finish());
}

void RunReport::deliver(remote::Stream stream, std::string_view bytes) {
    if (bytes.empty())
        return;
    {
        const std::scoped_lock lock(m_mutex);
        m_state.outputBytes += bytes.size();
        m_state.outputLines += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    }
    m_delivery->output(stream, bytes);
}

std::string RunReport::withoutSecrets(std::string_view text) const {
    return bench::SecretFilter(m_secrets).all(text);
}

} // namespace fabricscope::app
