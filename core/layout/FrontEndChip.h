// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/Scene.h"

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::layout {

/// A front-end NIC in the header of its band: the address of its root port, a link, and a chip with the NIC's
/// functions. It is not one of the fabric's, and must not take a column from one that is.
class FrontEndChip {
public:
    /// Where this is a root port that leads to one healthy front-end NIC and nothing else.
    [[nodiscard]] static std::optional<FrontEndChip> of(Scene &scene, NodeId port);

    [[nodiscard]] NodeId port() const { return m_port; }
    [[nodiscard]] double width() const { return m_width; }
    void paint(Scene &scene, double x, double middle) const;

private:
    struct Part {
        std::string text;
        TextStyle style;
        double width = 0;
        bool standsForFunctions = false; ///< "+1 VF"
    };
    struct Nic {
        NodeId node = 0;
        std::vector<Part> parts;
    };
    void addNic(Scene &scene, NodeId id, bool alone);

    NodeId m_port = 0;
    std::vector<Nic> m_nics;
    double m_portWidth = 0, m_width = 0;
};

} // namespace fabricscope::layout
