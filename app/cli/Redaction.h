// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"

namespace fabricscope::app::cli {

/// The capture as it may be mailed (core/capture/Redact.h), with one key for all captures of this run, so
/// that what two hosts share is the same in both; the key is kept nowhere, so that nobody finds the names
/// back.
[[nodiscard]] capture::Capture redactedForMail(const capture::Capture &capture);

} // namespace fabricscope::app::cli
