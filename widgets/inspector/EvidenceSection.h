// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inspector/EvidenceText.h"
#include "widgets/inspector/FoldingSection.h"

#include <functional>
#include <vector>

namespace fabricscope::widgets {

class EvidenceBox;

/// The last section of the inspector: the evidence of the chosen fact, and what all facts were read from.
class EvidenceSection : public FoldingSection {
public:
    /// Of a source that was clicked, the first fact that came from there.
    using SourceCallback = std::function<void(const FactRow &first)>;
    EvidenceSection(const QString &title, SourceCallback sourceClicked, QWidget *parent);
    void setSources(const std::vector<EvidenceSource> &sources);
    [[nodiscard]] EvidenceBox *box() const { return m_box; }

private:
    class SourceRow;
    SourceCallback m_sourceClicked;
    EvidenceBox *m_box;
    std::vector<SourceRow *> m_rows;
};

} // namespace fabricscope::widgets
