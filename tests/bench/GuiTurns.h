// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fabricscope::bench {

/// CPU time of this thread or of the whole process, in ms.
inline double cpuMs(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// CPU times of many frames or event loop turns, in ms.
struct Times {
    std::vector<double> ms;

    template<class Does> void add(Does does) {
        const double before = cpuMs();
        does();
        ms.push_back(cpuMs() - before);
    }
    /// percent: 0 to 100; returns 0 if there are no times.
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

/// An application that measures its event loop: a turn is the work between two waits.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
    Times turns;
    /// The cost of a single event, without nested events.
    struct Part {
        double ms = 0;
        std::string receiver; ///< class name
        int type = 0;         ///< event type
    };
    /// A turn that took longer than kSlowMs, and its parts of kPartMs or more, in order.
    struct Slow {
        double ms = 0;
        std::vector<Part> parts;
    };
    std::vector<Slow> slow;
    static constexpr double kPartMs = 0.5;
    static constexpr double kSlowMs = 4;                ///< half of the limit for a turn
    std::map<std::string, int> events;                  ///< number of turns by receiver and type
    std::function<void(QObject *, QEvent *)> delivered; ///< called after each event, nested ones too

    void resetTurns() {
        turns.ms.clear();
        slow.clear();
        events.clear();
    }
    /// Prints the slowest turns with their parts.
    void printSlow() {
        constexpr std::size_t kMost = 12;
        fmt::print("turns above {} ms: {}\n", kSlowMs, slow.size());
        std::sort(slow.begin(), slow.end(), [](const Slow &a, const Slow &b) { return a.ms > b.ms; });
        for (std::size_t at = 0; at < std::min(slow.size(), kMost); ++at) {
            fmt::print("  {:6.2f} ms:", slow[at].ms);
            for (const Part &part : slow[at].parts)
                fmt::print(" {:.1f} event {} to {};", part.ms, part.type, part.receiver);
            fmt::print("\n");
        }
    }
    /// Waits for events, runs one turn of the event loop and measures it.
    void turn() {
        m_parts.clear();
        const double before = cpuMs();
        processEvents(QEventLoop::WaitForMoreEvents);
        const double ms = cpuMs() - before;
        turns.ms.push_back(ms);
        if (ms > kSlowMs)
            slow.push_back({ms, m_parts});
    }
    bool notify(QObject *receiver, QEvent *event) override {
        const bool isOutermost = m_within.empty();
        // The receiver may be deleted. For a plain widget, its parent is more informative.
        const char *className = receiver->metaObject()->className();
        const char *of = receiver->parent() != nullptr && qstrcmp(className, "QWidget") == 0
                             ? receiver->parent()->metaObject()->className()
                             : nullptr;
        const auto name = [&] {
            return of != nullptr ? fmt::format("{} of {}", className, of) : std::string(className);
        };
        const int type = event->type();
        m_within.push_back(0);
        const double before = cpuMs();
        const bool handled = QApplication::notify(receiver, event);
        const double ms = cpuMs() - before;
        if (const double own = ms - m_within.back(); own >= kPartMs)
            m_parts.push_back({own, name(), type});
        m_within.pop_back();
        if (isOutermost)
            ++events[name() + " " + std::to_string(type)];
        else
            m_within.back() += ms;
        if (delivered)
            delivered(receiver, event);
        return handled;
    }

private:
    std::vector<double> m_within; ///< for each event in progress: cost of the events nested in it, in ms
    std::vector<Part> m_parts;
};

} // namespace fabricscope::bench
