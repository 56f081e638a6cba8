// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyContent.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace fabricscope::widgets {

/// A screen without a picture: one sentence and the action that fills it, or the steps of what is going on
/// over the dashed shape of a host.
class StatePage : public QWidget {
    Q_OBJECT
public:
    explicit StatePage(QWidget *parent = nullptr);
    /// `action` empty: no button.
    void showEmpty(const QString &title, const QString &text, const QString &action = {});
    void showLoading(const QString &title, const std::vector<LoadStep> &steps);

Q_SIGNALS:
    void actionWanted();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    void clearSteps();
    void fitText();

    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_action;
    QVBoxLayout *m_steps;
    bool m_loading = false;
    std::vector<LoadStep> m_shownSteps; ///< while it is loading
};

} // namespace fabricscope::widgets
