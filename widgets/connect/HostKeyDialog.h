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

/// For an unknown key: the fingerprint in groups of 8, and a field to compare it with a trusted one. The
/// focus is on Cancel; Trust becomes the primary button only after a matching fingerprint was pasted, and has
/// no shortcut. While a different fingerprint is pasted, neither Trust nor Connect once is offered. For a
/// changed or revoked key: both fingerprints and what to do; connecting is not possible.
class HostKeyDialog : public QDialog {
    Q_OBJECT
public:
    explicit HostKeyDialog(const HostKeyPrompt &prompt, QWidget *parent = nullptr);
    /// Cancel until another choice was made; always Cancel for a changed key.
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
    CheckBox *m_ownFileOnly = nullptr; ///< if this program has its own file
};

} // namespace fabricscope::widgets
