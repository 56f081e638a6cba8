// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/connect/ConnectTypes.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace fabricscope::widgets {

struct DialogFrame;

class CheckBox;
class GlyphLabel;

/// An unknown key: fingerprint in groups of 8, a field to compare with one that the user trusts. Focus
/// starts on Cancel; Trust becomes the primary button only once a pasted fingerprint matches, and no key
/// press short of choosing it does it. While another fingerprint is pasted, neither Trust nor Connect once is
/// offered. A changed or revoked key: both fingerprints in full and what to do; there is no way on from
/// there.
class HostKeyDialog : public QDialog {
    Q_OBJECT
public:
    explicit HostKeyDialog(const HostKeyPrompt &prompt, QWidget *parent = nullptr);
    /// Cancel until something else was chosen; always Cancel for a changed key.
    [[nodiscard]] HostKeyChoice choice() const { return m_choice; }

private:
    void buildUnknown(QVBoxLayout *body);
    void buildChanged(QVBoxLayout *body);
    void buildRevoked(QVBoxLayout *body);
    void addButtons(const DialogFrame &frame);
    void compare(const QString &pasted);
    void decide(HostKeyChoice choice);

    HostKeyPrompt m_prompt;
    HostKeyChoice m_choice = HostKeyChoice::Cancel;
    QLineEdit *m_compare = nullptr;
    GlyphLabel *m_verdictGlyph = nullptr;
    QLabel *m_verdict = nullptr;
    QPushButton *m_once = nullptr;
    QPushButton *m_trust = nullptr;
    CheckBox *m_ownFileOnly = nullptr; ///< where this program has its own file
};

} // namespace fabricscope::widgets
