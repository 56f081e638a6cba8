// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/run/RunDelivery.h"
#include "core/bench/command/SecretFilter.h"

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// What becomes known of a run outside: its state and its output, without secrets, so that no later code has
/// to handle them. On the io thread, but for state().
class RunReport {
public:
    RunReport(std::string run, const bench::Command &command, std::shared_ptr<RunDelivery> delivery);

    /// A tool on this machine inherits the variables of this program.
    void hideInherited();

    [[nodiscard]] bench::RunState state() const; ///< from any thread
    /// Calls `how` with the state, and delivers it.
    template<typename Change> void change(Change how) { m_delivery->state(changed(how)); }
    /// The same, to be delivered with the next change.
    template<typename Change> bench::RunState changed(Change how) {
        const std::scoped_lock lock(m_mutex);
        how(m_state);
        return m_state;
    }

    void output(remote::Stream stream, std::string_view bytes);
    /// Delivers what was held back because it could have become a secret.
    void finishOutput();
    [[nodiscard]] std::string withoutSecrets(std::string_view text) const;
    /// The last event. Without a phase the run has not ended: it continues on the host.
    void finish(std::optional<bench::Phase> phase, const std::string &why);

private:
    void deliver(remote::Stream stream, std::string_view bytes);
    [[nodiscard]] bench::SecretFilter &filterOf(remote::Stream stream) {
        return m_filters.at(stream == remote::Stream::Out ? 0 : 1);
    }

    std::vector<std::string> m_secrets;
    std::array<bench::SecretFilter, 2> m_filters; ///< of standard output and standard error
    std::shared_ptr<RunDelivery> m_delivery;
    mutable std::mutex m_mutex; ///< of m_state alone
    bench::RunState m_state;
};

} // namespace fabricscope::app
