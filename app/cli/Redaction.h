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
    std::string keyFile; ///< empty: a key for this run only

    void addTo(CLI::App &command);
    /// --redact-key alone is enough.
    [[nodiscard]] bool isRequested() const { return redact || !keyFile.empty(); }
    /// The key for replacing names: one for all captures of a run, so that what two hosts share is the same
    /// in both. It is not stored, so names cannot be recovered. With a file, its contents are the key:
    /// captures of several runs can then be compared. A missing file is created, readable by its owner only.
    /// Fails if the file cannot be read, is accessible to others or holds fewer than 16 characters.
    [[nodiscard]] Result<std::string> key() const;
};

} // namespace fabricscope::app::cli
