// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <csignal>
#include <string_view>

namespace fabricscope::app::cli {

/// While it exists, SIGINT (Ctrl-C), SIGTERM and SIGHUP are counted instead of ending the program. One that
/// is ignored, by nohup or in a background job, stays ignored.
class CountInterrupts {
public:
    CountInterrupts();
    ~CountInterrupts();
    CountInterrupts(const CountInterrupts &) = delete;
    CountInterrupts &operator=(const CountInterrupts &) = delete;
    /// Since the last one was constructed.
    [[nodiscard]] static int count();
    /// "; press Ctrl-C again to exit immediately" if the last one was Ctrl-C; else empty.
    [[nodiscard]] static std::string_view exitHint();
    /// Ends the program by the last signal, as if it had not been counted: a shell's loop ends too.
    [[noreturn]] static void raiseLast();

private:
    static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
    std::array<void (*)(int), kSignals.size()> m_before{};
};

} // namespace fabricscope::app::cli
