// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

namespace fabricscope::layout {

struct Size {
    double width = 0, height = 0;
};

/// The box of a GPU, NIC or NVSwitch: 80 x 70, wider where its addresses or numbers need it and higher with
/// each line beyond three.
[[nodiscard]] Size deviceBoxSize(Scene &scene, const Node &node);
void paintDeviceBox(Scene &scene, const Node &node, const draw::Rect &rect);

/// NVMe and other devices: one quiet line, 22 px high; higher where VFs are unfolded.
[[nodiscard]] Size deviceRowSize(Scene &scene, const Node &node);
void paintDeviceRow(Scene &scene, const Node &node, const draw::Rect &rect);

/// The small framed `g41` of an IOMMU group, its right edge at `right`.
[[nodiscard]] double groupTagWidth(Scene &scene, IommuGroup group);
void paintGroupTag(Scene &scene, IommuGroup group, double right, double middle);

/// The outline of a device: its severity, else its tone; dashed in the error colour where it fell off the
/// bus.
void paintDeviceFrame(Scene &scene, const Node &node, const draw::Rect &rect, std::uint8_t tintPercent);

} // namespace fabricscope::layout
