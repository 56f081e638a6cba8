// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/scene/Scene.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::layout {

inline constexpr double kChipHeight = 18;

/// A device that should not take a column from those of the fabric, in one line: the address of its root
/// port, a link, and a chip with its functions. Front-end NICs are in the header of their band, NVMe drives
/// and others below its columns.
class DeviceChip {
public:
    /// For a root port that leads only to healthy quiet devices, or for such a device on
    /// the root bus.
    [[nodiscard]] static std::optional<DeviceChip> of(Scene &scene, NodeId id);

    [[nodiscard]] bool isFrontEnd() const { return m_frontEnd; }
    [[nodiscard]] double width() const { return m_width; }
    void paint(Scene &scene, double x, double middle) const;

private:
    struct Part {
        std::string text;
        draw::TextStyle style;
        double width = 0;
        bool isFunctionCount = false; ///< "+1 VF"
    };
    struct Device {
        NodeId node = 0;
        std::vector<Part> parts;
    };
    void add(Scene &scene, NodeId id, bool alone);
    [[nodiscard]] double paintPort(Scene &scene, double x, double middle) const;

    std::optional<NodeId> m_port;
    std::vector<Device> m_devices;
    double m_portWidth = 0, m_width = 0;
    bool m_frontEnd = false;
};

} // namespace fabricscope::layout
