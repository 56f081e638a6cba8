// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/FactSectionView.h"

#include "widgets/inspector/FactRowButton.h"

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

FactSectionView::FactSectionView(const FactSection &section, FactCallback chosen,
                                 FactCallback rawTextRequested, QWidget *parent)
    : FoldingSection(section.title, section.note, parent)
    , m_chosen(std::move(chosen))
    , m_rawTextRequested(std::move(rawTextRequested)) {
    setSection(section);
}

void FactSectionView::setSection(const FactSection &section) {
    if (section == m_section)
        return;
    setNote(section.note);
    updateChips(section);
    updateRows(section.rows);
    m_section = section;
}

void FactSectionView::updateChips(const FactSection &section) {
    if (section.chips == m_section.chips)
        return;
    delete std::exchange(m_chips, nullptr);
    if (section.chips.empty())
        return;
    m_chips = new ChipRow(section.chips, body());
    connect(m_chips, &ChipRow::clicked, this, [this] {
        FactRow row;
        row.evidence = m_section.chipsEvidence;
        m_chosen(QStringLiteral("ACS"), row);
    });
    insertWidget(0, m_chips);
}

/// Reuses the row with the same label, in the same order; rows between it and the previous one are removed.
void FactSectionView::updateRows(const std::vector<FactRow> &rows) {
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const auto from = m_rows.begin() + static_cast<std::ptrdiff_t>(at);
        const auto same = std::find_if(from, m_rows.end(), [&](const FactRowButton *known) {
            return known->row().label == rows[at].label;
        });
        if (same == m_rows.end()) {
            m_rows.insert(from, addRow(rows[at], at));
            continue;
        }
        std::for_each(from, same, [](FactRowButton *gone) { delete gone; });
        (*m_rows.erase(from, same))->setRow(rows[at]);
    }
    while (m_rows.size() > rows.size()) {
        delete m_rows.back();
        m_rows.pop_back();
    }
}

FactRowButton *FactSectionView::addRow(const FactRow &row, std::size_t at) {
    auto *fact = new FactRowButton(row, body());
    connect(fact, &FactRowButton::clicked, this, [this, fact] { m_chosen(fact->row().label, fact->row()); });
    connect(fact, &FactRowButton::rawTextRequested, this,
            [this, fact] { m_rawTextRequested(fact->row().label, fact->row()); });
    insertWidget(static_cast<int>(at) + (m_chips != nullptr ? 1 : 0), fact);
    return fact;
}

} // namespace fabricscope::widgets
