// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/workspace/WindowState.h"

#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::json {

/// The document fabricscope.workspace/0, a `.fswork` file: `groups[]` of {name, collapsed?, hosts[]},
/// `hosts[]` of no group, `captures[]` of {files[], name?, what_if?}, `window`. A host is {target, user?,
/// port?, identity_file?, jump?, root?, name?, what_if[] of {gpu, gpu_address, nic, nic_address}?, folds[] of
/// {id?, open}?}, where a fold without an id is all of them; the selected host or capture has `selected`.
/// `mutes[]` of {rule, host, device, reason, until?} are findings that the user accepts, `site_file` the path
/// of a site file; both are left out where there is none. A session's file also has `workspace_file`,
/// `unsaved` and `unconfirmed`.
[[nodiscard]] std::string workspaceDocument(const workspace::WorkspaceFile &file);

/// Removes from the file what readWorkspace() would reject, so that one invalid path or name does
/// not cost the rest: an invalid name is removed, else the member. Returns what was removed and why, one
/// sentence each.
[[nodiscard]] std::vector<std::string> dropUnreadable(workspace::WorkspaceFile &file);

/// Its members and groups get ids from 1 upwards. Unknown keys are ignored. Errors name the place
/// ("groups[2].hosts[0].port is not from 1 to 65535"): not JSON, another document, a newer version, a wrong
/// type, more than WorkspaceLimits, text that cannot be shown.
[[nodiscard]] Result<workspace::WorkspaceFile> readWorkspace(std::string_view text);

} // namespace fabricscope::json
