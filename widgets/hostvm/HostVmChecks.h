// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which this leads to.
namespace fabricscope::present {
struct HostVmExamination;
}

namespace fabricscope::widgets {

class ElidedLabel;

/// The checks of the guest's NCCL file, one a row, below their sum.
class HostVmChecks : public QWidget {
    Q_OBJECT
public:
    explicit HostVmChecks(QWidget *parent = nullptr);
    /// nullptr: none.
    void setExamination(const present::HostVmExamination *examination);
    /// "1 error, 2 warnings": counts findings, as in the rows below it.
    [[nodiscard]] QString sum() const;
    /// In their order: "error: Pairs follow the host's switches, 6 of 8".
    [[nodiscard]] QStringList texts() const { return m_texts; }

private:
    [[nodiscard]] QWidget *rowOf(int severity, const QString &text, const QString &value);
    void showSum(const present::HostVmExamination &examination);

    QStringList m_texts;
    QLabel *m_title;
    ElidedLabel *m_sum;
    QVBoxLayout *m_rows;
};

} // namespace fabricscope::widgets
