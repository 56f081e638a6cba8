// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/CopyFile.h"
#include "tests/support/Sshd.h"

#include <future>
#include <string>
#include <utility>

namespace fabricscope::test {

template<typename Value> using Got = tl::expected<Value, remote::Failure>;

/// Copies a file, and waits for the answers of one client.
class Copier {
public:
    static constexpr const char *kNew = "<system version=\"2\">\n  <cpu numaid=\"1\"/>\n</system>\n";

    explicit Copier(remote::Endpoint endpoint) { way.endpoint = std::move(endpoint); }
    explicit Copier(const Sshd &sshd) {
        way.endpoint.target = "sshd0";
        way.endpoint.configFile = sshd.configFile();
    }
    Copier() { way.endpoint.target = "local:"; }

    Got<app::CopyPlan> plan(const std::string &path, const std::string &text = kNew,
                            app::ScriptRights rights = {}) {
        std::promise<Got<app::CopyPlan>> answer;
        const auto job = planCopy(client, way, {text, path, std::move(rights)},
                                  [&](Got<app::CopyPlan> plan) { answer.set_value(std::move(plan)); });
        return answer.get_future().get();
    }
    Got<app::CopyReceipt> copy(const app::CopyPlan &plan) {
        std::promise<Got<app::CopyReceipt>> answer;
        const auto job = copyFile(
            client, way, plan, [&](Got<app::CopyReceipt> receipt) { answer.set_value(std::move(receipt)); });
        return answer.get_future().get();
    }

    remote::Client client;
    app::HostWay way;
};

} // namespace fabricscope::test
