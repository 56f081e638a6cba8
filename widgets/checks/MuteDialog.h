// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifndef Q_MOC_RUN // Qt 6.4's moc cannot parse <concepts>, which this includes, and does not need it
#include "core/checks/Mutes.h"
#endif

#include <QDialog>
#include <QString>

class QLabel;
class QLineEdit;
class QPushButton;

namespace fabricscope::widgets {

/// Asks why a finding is accepted, and until when. Stays open until both can be kept.
class MuteDialog : public QDialog {
    Q_OBJECT
public:
    /// `mute`: of the finding; its reason and date are proposed. `what`: "gpu-01: GPU5: the link has 8 of 16
    /// lanes".
    MuteDialog(checks::Mute mute, const QString &what, checks::Date today, QWidget *parent = nullptr);

    [[nodiscard]] QLineEdit *reason() const { return m_reason; }
    [[nodiscard]] QLineEdit *until() const { return m_until; }
    /// Why it is not accepted; hidden if there is no error.
    [[nodiscard]] QLabel *error() const { return m_error; }
    [[nodiscard]] QPushButton *muteButton() const { return m_accept; }
    /// Once accepted: as the user entered it.
    [[nodiscard]] const checks::Mute &mute() const { return m_mute; }

    void accept() override;

private:
    void refuse(const QString &why, QLineEdit *field);

    checks::Mute m_mute;
    checks::Date m_today;
    QLineEdit *m_reason;
    QLineEdit *m_until;
    QLabel *m_error;
    QPushButton *m_accept = nullptr;
};

} // namespace fabricscope::widgets
