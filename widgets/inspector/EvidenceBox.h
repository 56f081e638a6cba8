// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inspector/EvidenceText.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace fabricscope::widgets {

/// The line of the capture from which a fact was read: source, text, time; it can be copied, and shown in its
/// context. Or why it was not read, with the line that would permit it.
class EvidenceBox : public QWidget {
    Q_OBJECT
public:
    explicit EvidenceBox(QWidget *parent = nullptr);
    void show(const QString &label, const EvidenceText &evidence);
    void showNothing(const QString &why);
    /// `remedy`: a line for sudoers or a package, to be copied.
    void showRemedy(const QString &why, const QString &remedy);
    /// Shows "Open raw lines": the caller handles rawTextRequested().
    void offerRaw();
    [[nodiscard]] const std::optional<EvidenceText> &evidence() const { return m_evidence; }

Q_SIGNALS:
    void rawTextRequested();

private:
    void copy() const;
    void showParts(bool source, bool text);

    std::optional<EvidenceText> m_evidence;
    QLabel *m_title;
    QLabel *m_source;
    QPlainTextEdit *m_text;
    QString m_remedy;
    QWidget *m_copy;
    QWidget *m_raw;
    bool m_rawOffered = false;
};

} // namespace fabricscope::widgets
