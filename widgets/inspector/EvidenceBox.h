// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inspector/EvidenceText.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace fabricscope::widgets {

/// The line of the capture that a fact was read from: source, text, time, and a button that copies all three.
class EvidenceBox : public QWidget {
    Q_OBJECT
public:
    explicit EvidenceBox(QWidget *parent = nullptr);
    void show(const QString &label, const EvidenceText &evidence);
    void showNothing(const QString &why);
    [[nodiscard]] const std::optional<EvidenceText> &evidence() const { return m_evidence; }

private:
    void copy() const;

    std::optional<EvidenceText> m_evidence;
    QLabel *m_title;
    QLabel *m_source;
    QPlainTextEdit *m_text;
    QWidget *m_copy;
};

} // namespace fabricscope::widgets
