// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Redaction.h"

#include "core/capture/Redact.h"

#include <fmt/format.h>

#include <random>
#include <string>

namespace fabricscope::app::cli {

capture::Capture redactedForMail(const capture::Capture &capture) {
    static const std::string key = [] {
        std::random_device device;
        return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
    }();
    return capture::redacted(capture, key);
}

} // namespace fabricscope::app::cli
