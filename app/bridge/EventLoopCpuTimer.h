// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace fabricscope::app::bridge {

/// How much a turn of this thread's event loop, which is what it does between one wait and the next, has
/// cost so far. As CPU time: how busy the machine is with other things does not count.
class EventLoopCpuTimer : public QObject {
public:
    /// Without an event loop no turn begins.
    EventLoopCpuTimer();
    /// In ms, 0 or more.
    [[nodiscard]] double cpuMs() const;

private:
    double m_startMs;
};

} // namespace fabricscope::app::bridge
