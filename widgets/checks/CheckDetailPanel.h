// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/checks/CheckDetail.h"

#include <QScrollArea>

#include <optional>

class QVBoxLayout;

namespace fabricscope::widgets {

/// One row of the Checks screen: why, remedy with its lines to copy, evidence, and the check's conditions.
class CheckDetailPanel : public QScrollArea {
    Q_OBJECT
public:
    static constexpr int kWidth = 376, kLeastWidth = 300; ///< px of the design
    explicit CheckDetailPanel(QWidget *parent = nullptr);
    void show(const present::CheckDetail &detail);
    void showNothing();
    /// Unset: nothing is selected.
    [[nodiscard]] const std::optional<present::CheckDetail> &detail() const { return m_detail; }
    /// For a ticket.
    void copyMarkdown();

Q_SIGNALS:
    /// The raw lines of this evidence, an index of CheckDetail::evidence.
    void evidenceRequested(std::size_t index);
    void deviceRequested();
    void muteRequested();
    void unmuteRequested();

private:
    void build(const present::CheckDetail &detail);
    void addTop(QVBoxLayout *column, const present::CheckDetail &detail);
    void addMute(QVBoxLayout *column, const present::CheckDetail &detail);
    void addRemedy(QVBoxLayout *column, const present::CheckDetail &detail);
    void addEvidence(QVBoxLayout *column, const present::CheckDetail &detail);
    void addConditions(QVBoxLayout *column, const present::CheckDetail &detail);

    std::optional<present::CheckDetail> m_detail;
};

} // namespace fabricscope::widgets
