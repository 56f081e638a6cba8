// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/layout/scene/MutedFindings.h"
#include "core/topology/Topology.h"
#include "widgets/connect/UnreachablePage.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which this header leads to.
namespace fabricscope::affinity {
struct Judgement;
}

namespace fabricscope::widgets {

/// State of a screen (VISUAL-LANGUAGE.md, section 5). Partial and stale pictures are drawn, too.
enum class ViewState { Empty, Loading, Partial, Stale, Error, Ready };

/// A step of reading a host.
struct LoadStep {
    QString text;
    enum class State { Waiting, Running, Done } state = State::Waiting;
    friend bool operator==(const LoadStep &, const LoadStep &) = default;
};

/// Data that could not be read, and the line that would permit it.
struct MissingFacts {
    QString what;   ///< "ACS, link control and the kernel's log need root."
    QString remedy; ///< one line of sudoers, or a package; may be empty
    friend bool operator==(const MissingFacts &, const MissingFacts &) = default;
};

/// The host that the Topology screen shows.
struct TopologyContent {
    quint64 host = 0; ///< which one; a change of it forgets the selection
    QString name;
    QString simulated;                                  ///< what simulates it; empty on real hosts
    std::shared_ptr<const topology::Topology> topology; ///< nullptr: nothing is there yet
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const affinity::Judgement> judgement; ///< of this topology; nullptr: not judged
    std::shared_ptr<const layout::MutedFindings> muted;   ///< nullptr: none
    std::optional<UnreachableInfo> error;                 ///< shown instead of the picture if there is none
    std::vector<LoadStep> steps;                          ///< while it is being read
    bool loading = false;
    bool stale = false;      ///< older than 10 minutes
    QString age;             ///< "38 s ago"
    bool canCollect = false; ///< a live host: "collect with sudo" is offered
};

[[nodiscard]] ViewState stateOf(const TopologyContent &content);
/// std::nullopt if nothing is missing.
[[nodiscard]] std::optional<MissingFacts> missingFacts(const topology::Topology &topology);

} // namespace fabricscope::widgets
