// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/layout/topology/TopologyLayout.h"
#include "widgets/common/paint/PictureClipboard.h"

#include <memory>
#include <optional>

class QMimeData;

namespace fabricscope::widgets {

struct TopologyContent;

/// The clipboard contents: the shown picture, with the host's name above it, marked *simulated* if it is; as
/// text, the facts of the selected device, without a selection the whole tree. The content has a topology.
[[nodiscard]] Result<std::unique_ptr<QMimeData>> copied(const TopologyContent &content,
                                                        const layout::TopologyOptions &options,
                                                        std::optional<topology::NodeId> selected,
                                                        CopyAs form);

/// Copies it, and returns what to say about that in the status bar.
[[nodiscard]] QString copyToClipboard(const TopologyContent &content, const layout::TopologyOptions &options,
                                      std::optional<topology::NodeId> selected, CopyAs form);

} // namespace fabricscope::widgets
