// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/script/HostShell.h"

#include <tl/expected.hpp>

#include <functional>
#include <string>

namespace fabricscope::app {

/// Removes the files of a detached run that has ended from its host; if another fetch of it is in progress,
/// when that has finished. `done` is called once, on the client's io thread: false if the host has no such
/// run, a failure if it has not ended.
void forgetRun(remote::Client &client, HostEndpoint hostEndpoint, const std::string &id,
               std::function<void(tl::expected<bool, remote::Failure>)> done);

} // namespace fabricscope::app
