// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/JobsModel.h"
#include "widgets/models/LogModel.h"

#include <QWidget>

class QButtonGroup;
class QListView;
class QStackedWidget;
class QTableView;

namespace fabricscope::widgets {

class TabButton;

/// Under the screen: the jobs with the newest lines of the log beside them, or the whole log.
class JobsLogStrip : public QWidget {
    Q_OBJECT
public:
    enum Tab { Jobs, Log };

    JobsLogStrip(JobsModel *jobs, LogModel *log, QWidget *parent = nullptr);
    void setTab(Tab tab);
    [[nodiscard]] Tab tab() const;
    [[nodiscard]] QListView *jobsView() const { return m_jobsView; }
    [[nodiscard]] QTableView *logView() const { return m_logView; }

Q_SIGNALS:
    void cancelWanted(quint64 job);
    void hideWanted();

private:
    [[nodiscard]] QTableView *makeLogView(bool compact);
    void updateCounts();
    void copyLines(const QTableView *view) const;

    JobsModel *m_jobs;
    LogModel *m_log;
    TabButton *m_jobsTab;
    TabButton *m_logTab;
    QButtonGroup *m_tabs;
    QStackedWidget *m_stack;
    QListView *m_jobsView;
    QTableView *m_shortLog;
    QTableView *m_logView;
};

} // namespace fabricscope::widgets
