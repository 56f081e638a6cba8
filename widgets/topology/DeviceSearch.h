// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot read <concepts>, which this one leads to, and needs none of it
#include "core/affinity/Affinity.h"
#endif
#include "core/topology/Topology.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace fabricscope::widgets {

class TopologyScene;

/// The nodes matching a search text, in the order of the topology, in the language of core/search. An empty
/// text finds nothing, and neither does one with an unknown word.
[[nodiscard]] std::vector<topology::NodeId> findDevices(const topology::Topology &topology,
                                                        const std::string &text,
                                                        const affinity::Judgement *judgement = nullptr);

/// The devices that a search found, of those in the picture.
class DeviceHits {
public:
    /// Finds nothing for an empty text, and without a topology. `judgement` may be nullptr.
    void find(const QString &text, const topology::Topology *topology, const affinity::Judgement *judgement,
              const TopologyScene &scene);
    [[nodiscard]] const QString &text() const { return m_text; } ///< without spaces around it
    [[nodiscard]] const std::vector<topology::NodeId> &nodes() const { return m_nodes; }
    /// The next, or with a negative direction the previous one after the selected one; std::nullopt if there
    /// is none.
    [[nodiscard]] std::optional<topology::NodeId> next(std::optional<topology::NodeId> selected,
                                                       int direction) const;

private:
    QString m_text;
    std::vector<topology::NodeId> m_nodes;
};

} // namespace fabricscope::widgets
