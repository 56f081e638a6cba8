// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// CPU time of this thread, or of all of the process, in ms.
inline double cpuMs(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// CPU times of many frames or turns, in ms.
struct Times {
    std::vector<double> ms;

    template<class Does> void add(Does does) {
        const double before = cpuMs();
        does();
        ms.push_back(cpuMs() - before);
    }
    /// percent: 0 to 100; 0 where there are none.
    [[nodiscard]] double at(double percent) const {
        if (ms.empty())
            return 0;
        std::vector<double> sorted = ms;
        std::sort(sorted.begin(), sorted.end());
        const auto rank =
            static_cast<std::size_t>(std::ceil(percent / 100 * static_cast<double>(sorted.size())));
        return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
    }
};

/// An application that measures its event loop: a turn is what is done between one wait and the next.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
    Times turns;
    /// Of each turn that took longer than kSlowMs: what took most of it.
    struct Slow {
        double ms = 0;
        double eventMs = 0;
        std::string receiver; ///< its class
        int type = 0;         ///< of the event
    };
    std::vector<Slow> slow;
    static constexpr double kSlowMs = 8;
    std::map<std::string, int> events;                  ///< of the turns, by receiver and type
    std::function<void(QObject *, QEvent *)> delivered; ///< after each event of whatever depth

    void forgetTurns() {
        turns.ms.clear();
        slow.clear();
        events.clear();
    }
    /// One turn.
    void turn() {
        m_longest = {};
        const double before = cpuMs();
        processEvents(QEventLoop::WaitForMoreEvents);
        m_longest.ms = cpuMs() - before;
        turns.ms.push_back(m_longest.ms);
        if (m_longest.ms > kSlowMs)
            slow.push_back(m_longest);
    }
    bool notify(QObject *receiver, QEvent *event) override {
        const bool outermost = m_depth++ == 0;
        const double before = outermost ? cpuMs() : 0;
        const char *className = receiver->metaObject()->className(); // the receiver may go
        const int type = event->type();
        const bool handled = QApplication::notify(receiver, event);
        --m_depth;
        if (outermost) {
            ++events[std::string(className) + " " + std::to_string(type)];
            if (const double ms = cpuMs() - before; ms > m_longest.eventMs)
                m_longest = {0, ms, className, type};
        }
        if (delivered)
            delivered(receiver, event);
        return handled;
    }

private:
    int m_depth = 0;
    Slow m_longest;
};

} // namespace fabricscope::bench
