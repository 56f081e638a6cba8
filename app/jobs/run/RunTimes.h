// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace fabricscope::app {

// Times of the conversation with the supervisor of a run.

inline constexpr std::chrono::milliseconds kBeat{1000};       ///< between two signs of life
inline constexpr std::chrono::milliseconds kRepeatStop{4000}; ///< after Stop: end of the input, and a signal
/// After Stop: the channel is closed. A busy host takes long to look at all its processes, and names those
/// that are left at the end; a detached run that starts reads no input until it has reported whether the tool
/// started, within twenty seconds; an engine takes time to end a container.
inline constexpr std::chrono::milliseconds kGiveUp{24000};
inline constexpr std::chrono::milliseconds kLastBytes{1000}; ///< for output after the reported end

} // namespace fabricscope::app
