// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sources/CopyToHost.h"

#include "app/cli/sources/Targets.h"
#include "app/cli/sources/TerminalPrompts.h"
#include "app/cli/terminal/ExitStatus.h"
#include "app/cli/terminal/TerminalQuestion.h"
#include "app/jobs/copy/CopyFile.h"
#include "core/base/Print.h"

#include <fmt/format.h>

#include <future>

namespace fabricscope::app::cli {

namespace {

/// The result reported by the client's thread.
template<typename Value> class Answer {
public:
    using Result = tl::expected<Value, remote::Failure>;

    [[nodiscard]] std::function<void(Result)> taker() {
        return [promise = m_promise](Result result) {
            promise->set_value(std::move(result));
        };
    }
    [[nodiscard]] Result wait() { return m_promise->get_future().get(); }

private:
    std::shared_ptr<std::promise<Result>> m_promise = std::make_shared<std::promise<Result>>();
};

int failed(const std::string &target, const remote::Failure &failure) {
    printText(stderr, "{}: {}\n", target, Lines{remote::message(failure)});
    return kUnreachable;
}

void show(const CopyPlan &plan) {
    printText("\nTo {}:{}{}\n", plan.target, plan.request.path,
              plan.exists ? fmt::format(" (mode {}, owner {})", plan.mode, plan.owner) : ", a new file");
    for (const std::string &command : plan.commands)
        printText("  {}\n", Lines{command});
    if (!plan.diff.empty())
        printLines(plan.diff);
    else
        printText("all lines change\n");
}

} // namespace

int copyToHost(const CopyToHost &what, const CollectFlags &flags) {
    remote::Client &client = *flags.client;
    ScriptRights rights;
    rights.sudo = flags.sudo;
    if (flags.sudo)
        rights.password = terminalSudo(std::chrono::seconds(flags.timeout));
    Answer<CopyPlan> looked;
    const auto looking =
        planCopy(client, hostEndpointFor(what.target, flags), {what.text, what.path, rights}, looked.taker());
    const auto plan = looked.wait();
    if (!plan)
        return failed(what.target, plan.error());
    if (!plan->isNeeded()) {
        printText("{}:{} is already up to date\n", what.target, what.path);
        return kDone;
    }
    show(*plan);
    if (!what.yes && !hasTerminal()) {
        printText("Nothing copied: no terminal to ask on. Add --yes to copy.\n");
        return kUsage;
    }
    if (!what.yes && !askYes("Copy it (yes/no)? ")) {
        printText("Nothing copied.\n");
        return kDone;
    }
    Answer<CopyReceipt> copied;
    const auto copying = copyFile(client, hostEndpointFor(what.target, flags), *plan, copied.taker());
    const auto receipt = copied.wait();
    if (!receipt)
        return failed(what.target, receipt.error());
    printText("{}:{}: {} bytes copied, cksum {}{}{}\n", what.target, receipt->path, receipt->bytes,
              receipt->checksum, receipt->backup.empty() ? "" : "; backup: ", receipt->backup);
    return kDone;
}

} // namespace fabricscope::app::cli
