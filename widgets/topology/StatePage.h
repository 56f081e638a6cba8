// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/topology/TopologyContent.h"

#include <QWidget>

class QLabel;
class QHBoxLayout;
class QVBoxLayout;

namespace fabricscope::widgets {

/// A screen without a picture: one sentence and the action that fills it, or the steps of the running job
/// over the dashed shape of a host.
class StatePage : public QWidget {
    Q_OBJECT
public:
    explicit StatePage(QWidget *parent = nullptr);
    /// `action` empty: no button.
    void showEmpty(const QString &title, const QString &text, const QString &action = {});
    /// Several actions; the first one is the usual choice.
    void showChoices(const QString &title, const QString &text, const QStringList &actions);
    void showLoading(const QString &title, const std::vector<LoadStep> &steps);

Q_SIGNALS:
    void actionRequested(int which); ///< by its place

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    void clearSteps();
    void fitText();
    void setActions(const QStringList &actions);

    QLabel *m_title;
    QLabel *m_text;
    QHBoxLayout *m_actions;
    QStringList m_words; ///< of the actions
    QVBoxLayout *m_steps;
    bool m_loading = false;
    std::vector<LoadStep> m_shownSteps; ///< while it is loading
};

} // namespace fabricscope::widgets
