// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/connect/ConnectTypes.h"

#include <QDialog>

#include <string>
#include <vector>

class QLineEdit;

namespace fabricscope::widgets {

/// Asks for a password, a passphrase, the answers of keyboard-interactive, or the password of sudo. The input
/// is kept only in memory, can be taken once, and is wiped from the fields.
class SecretDialog : public QDialog {
    Q_OBJECT
public:
    explicit SecretDialog(const SecretPrompt &prompt, QWidget *parent = nullptr);
    ~SecretDialog() override;
    /// One answer per field, in UTF-8; clears the fields.
    [[nodiscard]] std::vector<std::string> takeAnswers();

private:
    void wipe();
    std::vector<QLineEdit *> m_fields;
};

} // namespace fabricscope::widgets
