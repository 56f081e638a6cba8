// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace fabricscope::app::bridge {

/// CPU time that the current turn of this thread's event loop (from one wait to the next) has used so far.
/// CPU time, so that load from other processes does not count.
class EventLoopCpuTimer : public QObject {
public:
    /// Without an event loop there are no turns.
    EventLoopCpuTimer();
    /// In ms, 0 or more.
    [[nodiscard]] double cpuMs() const;

private:
    double m_startMs;
};

} // namespace fabricscope::app::bridge
