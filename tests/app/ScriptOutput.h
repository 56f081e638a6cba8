// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/Client.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <string>
#include <thread>

namespace fabricscope::test {

/// Runs the script by this command line on this machine, with its input open, and returns its output at the
/// end. `later` is sent to its input one second after the start.
inline std::string scriptOutput(remote::Client &client, const std::string &line, const std::string &script,
                                const std::string &later = {}) {
    std::promise<void> ended;
    std::string out;
    remote::Command command;
    command.line = line;
    command.input = script;
    command.keepInputOpen = true;
    remote::Sink sink;
    sink.data = [&](remote::Stream, std::string_view bytes) {
        out += bytes;
    };
    sink.finished = [&](const remote::Exit &) {
        ended.set_value();
    };
    const auto process = client.local()->start(command, sink);
    auto future = ended.get_future();
    if (!later.empty()) {
        std::this_thread::sleep_for(std::chrono::seconds(1)); // the script must wait for it
        process->write(later);
    }
    EXPECT_EQ(future.wait_for(std::chrono::seconds(60)), std::future_status::ready) << line;
    return out;
}

} // namespace fabricscope::test
