// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/facts/DeviceFacts.h"
#include "widgets/inspector/FoldingSection.h"

#include <functional>
#include <vector>

namespace fabricscope::widgets {

class ChipRow;
class FactRowButton;

/// A section of the inspector. Unchanged facts keep their rows, and with them the keyboard focus: creating a
/// row takes longer than painting it.
class FactSectionView : public FoldingSection {
public:
    using FactCallback = std::function<void(const QString &label, const FactRow &row)>;
    /// `chosen`: called when a fact is clicked; `rawTextRequested`: when its lines in their section are
    /// requested.
    FactSectionView(const FactSection &section, FactCallback chosen, FactCallback rawTextRequested,
                    QWidget *parent);
    /// Updates it; the title must be the same.
    void setSection(const FactSection &section);

private:
    void updateChips(const FactSection &section);
    void updateRows(const std::vector<FactRow> &rows);
    [[nodiscard]] FactRowButton *addRow(const FactRow &row, std::size_t at);

    FactCallback m_chosen, m_rawTextRequested;
    FactSection m_section; ///< as it is shown
    ChipRow *m_chips = nullptr;
    std::vector<FactRowButton *> m_rows;
};

} // namespace fabricscope::widgets
