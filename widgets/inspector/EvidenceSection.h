// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inspector/EvidenceText.h"
#include "widgets/inspector/FoldingSection.h"

#include <functional>
#include <vector>

namespace fabricscope::widgets {

class EvidenceBox;

/// The last section of the inspector: the evidence of the selected fact, and the sources of all facts.
class EvidenceSection : public FoldingSection {
public:
    /// The first fact of a clicked source.
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
