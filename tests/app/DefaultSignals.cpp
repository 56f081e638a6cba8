// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Programs inherit ignored signals. Tests that end programs by signals start them as from a terminal, even if
// the tests run under nohup or in a background job of a script.
#include <csignal>

namespace {

struct DefaultSignals {
    DefaultSignals() {
        for (const int number : {SIGINT, SIGQUIT, SIGHUP, SIGTERM})
            ::signal(number, SIG_DFL);
    }
};
const DefaultSignals kAtStart;

} // namespace
