// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QDialog;

namespace fabricscope::widgets {

/// Dims the window behind a modal dialog while it is open (mock 7b). Owned by the dialog; does nothing for a
/// dialog that is not modal or has no parent window.
class Backdrop : public QObject {
    Q_OBJECT
public:
    explicit Backdrop(QDialog *dialog);
    ~Backdrop() override;
    /// Covers the whole window; nullptr while the dialog is closed.
    [[nodiscard]] QWidget *cover() const { return m_cover; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void raiseCover();

    QDialog *m_dialog;
    QPointer<QWidget> m_cover;
};

} // namespace fabricscope::widgets
