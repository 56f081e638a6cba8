// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/layout/TopologyLayout.h"
#include "widgets/common/PictureClipboard.h"

#include <memory>
#include <optional>

class QMimeData;

namespace fabricscope::widgets {

struct TopologyContent;

/// What the clipboard gets: the shown picture, with the host's name above it and *simulated* where
/// it is; as text, what is known of the selected device, without one the whole tree. The content has a
/// topology.
[[nodiscard]] Result<std::unique_ptr<QMimeData>> copied(const TopologyContent &content,
                                                        const layout::TopologyOptions &options,
                                                        std::optional<topology::NodeId> selected,
                                                        CopyAs form);

} // namespace fabricscope::widgets
