// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/connect/WelcomePage.h"

#include <QAbstractButton>

namespace fabricscope::widgets {

/// A way to start: icon, title, sentence, keys. The primary one is emphasized.
class WelcomeCard : public QAbstractButton {
    Q_OBJECT
public:
    WelcomeCard(const char *icon, const QString &title, const QString &text, const QString &keys,
                bool primary, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const char *m_icon;
    QString m_sentence;
    QString m_keys;
    bool m_primary;
};

/// A line of the Recent list.
class RecentRow : public QAbstractButton {
    Q_OBJECT
public:
    explicit RecentRow(RecentEntry entry, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    RecentEntry m_entry;
};

} // namespace fabricscope::widgets
