// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/copy/CopyFile.h"
#include "tests/support/Sshd.h"

#include <future>
#include <string>
#include <utility>

namespace fabricscope::test {

template<typename Value> using CopyResult = tl::expected<Value, remote::Failure>;

/// Copies a file and waits for the results, with one client.
class Copier {
public:
    static constexpr const char *kNew = "<system version=\"2\">\n  <cpu numaid=\"1\"/>\n</system>\n";

    explicit Copier(remote::Endpoint endpoint) { hostEndpoint.endpoint = std::move(endpoint); }
    explicit Copier(const Sshd &sshd) {
        hostEndpoint.endpoint.target = "sshd0";
        hostEndpoint.endpoint.configFile = sshd.configFile();
    }
    Copier() { hostEndpoint.endpoint.target = "local:"; }

    CopyResult<app::CopyPlan> plan(const std::string &path, const std::string &text = kNew,
                                   app::ScriptRights rights = {}) {
        std::promise<CopyResult<app::CopyPlan>> answer;
        const auto job = planCopy(client, hostEndpoint, {text, path, std::move(rights)},
                                  [&](CopyResult<app::CopyPlan> plan) { answer.set_value(std::move(plan)); });
        return answer.get_future().get();
    }
    CopyResult<app::CopyReceipt> copy(const app::CopyPlan &plan) {
        std::promise<CopyResult<app::CopyReceipt>> answer;
        const auto job = copyFile(client, hostEndpoint, plan, [&](CopyResult<app::CopyReceipt> receipt) {
            answer.set_value(std::move(receipt));
        });
        return answer.get_future().get();
    }

    remote::Client client;
    app::HostEndpoint hostEndpoint;
};

} // namespace fabricscope::test
