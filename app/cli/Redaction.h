// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/capture/Capture.h"

#include <string>

namespace CLI {
class App;
}

namespace fabricscope::app::cli {

/// --redact and --redact-key of a command.
struct RedactFlags {
    bool redact = false;
    std::string keyFile; ///< empty: a key of this run

    void addTo(CLI::App &command);
    /// --redact-key alone is enough.
    [[nodiscard]] bool isRequested() const { return redact || !keyFile.empty(); }
    /// What names are replaced with: one key for all captures of a run, so that what two hosts share is the
    /// same in both, kept nowhere, so that nobody finds the names back. With a file, what it holds: captures
    /// of several runs can be compared then. Where the file does not exist it is made, for its owner alone.
    /// Fails where it cannot be read, is open to others or holds fewer than 16 characters.
    [[nodiscard]] Result<std::string> key() const;
};

} // namespace fabricscope::app::cli
