// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "widgets/facts/DeviceFacts.h"

#include <QString>

#include <optional>
#include <vector>

namespace fabricscope::widgets {

/// Where a fact was read: extracted from the capture when it is shown.
struct EvidenceText {
    QString source;    ///< the command or path on the host
    QString section;   ///< the capture's name for it
    QString text;      ///< the line, or the first lines, unchanged; safe to show
    qint64 timeMs = 0; ///< when the section arrived; 0 unknown
    QString part;      ///< "safe", "root"
    QString damage;    ///< the damage of the section; empty if it is intact
};

/// std::nullopt if the section is missing.
[[nodiscard]] std::optional<EvidenceText> evidenceText(const capture::Capture &capture,
                                                       host::EvidenceRef reference);
[[nodiscard]] std::optional<EvidenceText> evidenceText(const capture::Capture &capture,
                                                       const EvidenceLines &lines);
[[nodiscard]] std::optional<EvidenceText> evidenceText(const capture::Capture &capture, const FactRow &row);

/// The sections that contain the facts, each once, in the order of the facts.
struct EvidenceSource {
    QString source;
    QString section;
    qint64 timeMs = 0;
    int facts = 0;
    host::EvidenceRef first; ///< the first fact read from there
};
[[nodiscard]] std::vector<EvidenceSource> evidenceSources(const capture::Capture &capture,
                                                          const DeviceFacts &facts);

} // namespace fabricscope::widgets
