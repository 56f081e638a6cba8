// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/FindingsModel.h"
#include "widgets/models/JobsModel.h"
#include "widgets/models/LogModel.h"

#include <QWidget>

#include <functional>

class QAbstractItemDelegate;
class QButtonGroup;
class QListView;
class QPushButton;
class QStackedWidget;
class QTimer;

namespace fabricscope::widgets {

class LogView;
class TabButton;

/// Below the screen: the jobs with the newest lines of the log at their right, the whole log, or the findings
/// of the current host and its VMs.
class JobsLogStrip : public QWidget {
    Q_OBJECT
public:
    enum Tab { Jobs, Log, Findings };

    JobsLogStrip(JobsModel *jobs, LogModel *log, QWidget *parent = nullptr);
    void setTab(Tab tab);
    [[nodiscard]] Tab tab() const;
    [[nodiscard]] FindingsModel *findings() const { return m_findings; }
    [[nodiscard]] QListView *jobsView() const { return m_jobsView; }
    [[nodiscard]] LogView *logView() const { return m_logView; }
    [[nodiscard]] LogView *shortLog() const { return m_shortLog; }
    [[nodiscard]] QListView *findingsView() const { return m_findingsView; }
    [[nodiscard]] TabButton *tabButton(Tab tab) const;
    /// Selects the host of the Log or the findings: a button with a menu of the hosts that have log lines or
    /// findings.
    [[nodiscard]] QPushButton *hostButton() const { return m_hosts; }

Q_SIGNALS:
    void cancelRequested(quint64 job);
    void hideRequested();
    /// Enter or a click on a finding, to show it.
    void findingRequested(const fabricscope::widgets::ListedFinding &finding);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QWidget *makeHeader();
    [[nodiscard]] QWidget *makeJobs();
    void setUpList(QListView *list, QAbstractItemModel *model, QAbstractItemDelegate *delegate,
                   const QString &name);
    void fillHosts();
    void fillLogHosts();
    void fillFindingHosts();
    void addHost(const QString &text, bool chosen, const std::function<void()> &choose);
    void showHostButton();
    void updateCounts();

    JobsModel *m_jobs;
    LogModel *m_log;
    FindingsModel *m_findings;
    QButtonGroup *m_tabs;
    QPushButton *m_hosts;
    QStackedWidget *m_stack;
    QListView *m_jobsView;
    LogView *m_shortLog;
    LogView *m_logView;
    QListView *m_findingsView;
    QTimer *m_tick; ///< of running jobs' times, while there are any
};

} // namespace fabricscope::widgets
