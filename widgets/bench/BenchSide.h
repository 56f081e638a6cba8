// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/bench/BenchContent.h"

#include <QScrollArea>

#include <string>

class QListView;
class QPushButton;
class QVBoxLayout;

namespace fabricscope::widgets {

class BenchStepModel;
class EarlierRuns;
class ElidedLabel;
class FoldingSection;

/// At the left: the runs, and for the shown one its command, environment, hosts and stop rules; for a saved
/// log its own facts.
class BenchSide : public QScrollArea {
    Q_OBJECT
public:
    explicit BenchSide(QWidget *parent = nullptr);
    void setContent(const BenchContent &content, qint64 nowMs);
    [[nodiscard]] QListView *steps() const { return m_steps; }
    /// The text to copy; empty: not in the log.
    [[nodiscard]] QString command() const { return m_command; }
    /// "NCCL_TOPO_FILE topo.xml, differs from the baseline", in their order; facts of a log likewise.
    [[nodiscard]] QStringList rowTexts() const { return m_rowTexts; }
    [[nodiscard]] QListView *earlier() const;
    [[nodiscard]] FoldingSection *earlierSection() const;

Q_SIGNALS:
    void runSelected(int index);
    void stopRuleRequested(const QString &key, bool enabled);
    void stopLimitsRequested(const QString &key, double percent, int rows);
    void compareRequested(const QString &key);
    void hostOfLogRequested(const QString &key);
    void earlierRunRequested(const QString &id);
    void earlierHostRequested(const QString &host); ///< empty: all
    void moreEarlierRequested();                    ///< the end of the list was reached
    void statusMessageRequested(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showRun(const bench::BenchView &view);
    void addSection(const QString &title, QPushButton *link = nullptr);
    void addRow(const QString &name, const QString &value, bool marked);
    void addCommand(const bench::Command &command);
    void addEnvironment(const bench::BenchView &view);
    void addFacts(const bench::BenchView &view);
    void addStopRules(const bench::BenchView &view);
    void addStopLimits(const bench::StopRule &rule);
    /// nullptr if there is no choice.
    void addChoices(const QString &title, const QString &name, const bench::BenchChoices &choices,
                    void (BenchSide::*chosen)(const QString &));
    void addIndented(QWidget *widget, int left, int right);
    void clearRun();
    void fitSteps();

    ElidedLabel *m_title, *m_subtitle;
    QListView *m_steps;
    std::string m_scrolledTo; ///< the run that was brought into sight
    BenchStepModel *m_model;
    QWidget *m_run;
    QVBoxLayout *m_rows;
    EarlierRuns *m_earlier;
    QString m_command;
    QStringList m_rowTexts;
    bench::BenchView m_shown; ///< of what the rows below the steps are
};

} // namespace fabricscope::widgets
