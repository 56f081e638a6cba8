// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Untrusted `.fswork` files: accepted content is within limits, and is the same after writing and reading it
// again.
#include "core/base/HostText.h"
#include "core/json/WorkspaceJson.h"
#include "core/workspace/HostSpec.h"
#include "tests/fuzz/Fuzz.h"

using namespace fabricscope;
using namespace fabricscope::workspace;

namespace {

void check(const Workspace &workspace, const Member &member) {
    const Connection &connection = member.connection;
    fuzz::require(member.isCapture() == connection.target.empty());
    fuzz::require(member.isCapture() || connection.target.front() != '-');
    fuzz::require(connection.user.empty() || isUserName(connection.user));
    fuzz::require(connection.identityFile.empty() || isPath(connection.identityFile));
    fuzz::require(connection.jump.empty() || isJump(connection.jump));
    fuzz::require(member.group == 0 || workspace.group(member.group) != nullptr);
    fuzz::require(member.files.size() <= WorkspaceLimits::kFiles);
    fuzz::require(member.moves.size() <= WorkspaceLimits::kMoves);
    for (const std::string *text : {&connection.target, &member.name})
        fuzz::require(HostText(*text).plain() == *text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const auto file = json::readWorkspace(fuzz::textOf(data, size));
    if (!file) {
        fuzz::require(!file.error().what.empty());
        return 0;
    }
    fuzz::require(file->workspace.members.size() <= WorkspaceLimits::kMembers);
    for (const Member &member : file->workspace.members)
        check(file->workspace, member);
    const std::string written = json::workspaceDocument(*file);
    const auto again = json::readWorkspace(written);
    fuzz::require(again.has_value());
    fuzz::require(json::workspaceDocument(*again) == written);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    return {
        R"({"schema": "fabricscope.workspace/0"})",
        R"({"schema": "fabricscope.workspace/0", "workspace_file": "/home/me/a.fswork", "unsaved": true,
"groups": [{"name": "MI355X bring-up", "collapsed": true, "hosts": [{"target": "root@gpu-01:2222", "user": "ops",
"port": 22, "identity_file": "~/.ssh/id", "jump": "a@b:1,c", "root": true, "name": "one", "selected": true,
"what_if": [{"gpu": "GPU2", "gpu_address": "0000:46:00.0", "nic": "ionic_2", "nic_address": "0000:47:00.0"}]}]}],
"hosts": [{"target": "local:"}], "captures": [{"files": ["a.fscope", "b.txt"], "name": "old"}],
"window": {"screen": "affinity", "device": "0000:46:00.0", "inspector": true, "jobs_and_log": false,
"sidebar_width": 240, "inspector_width": 304, "jobs_and_log_height": 131,
"sidebar": true, "inspector_dock": {"side": "left", "window": {"x": 5, "y": 6, "width": 70, "height": 80}},
"place": {"x": -10, "y": 20, "width": 1440, "height": 900, "maximized": false}}})",
        R"({"schema": "fabricscope.workspace/1", "hosts": []})",
        R"({"schema": "fabricscope.workspace/0", "groups": [{"name": "a", "hosts": []}, {"name": "a", "hosts": []}]})",
        R"({"schema": "fabricscope.workspace/0", "hosts": [{"target": "-oProxyCommand=x"}]})",
    };
}
