// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/bench/form/BenchProposal.h"
#include "widgets/bench/form/BenchRunText.h"

#include <QWidget>

#include <span>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;

namespace fabricscope::widgets {

class BenchDeviceRow;
class BenchOptionRows;
class BenchRunFoot;
class BenchSweepRow;

/// The tool to run, the host and the options. The exact command is shown before it runs, and each word and
/// variable of it can be changed. Nothing runs automatically: runRequested() follows only from the button.
class BenchRunPanel : public QWidget {
    Q_OBJECT
public:
    explicit BenchRunPanel(QWidget *parent = nullptr);
    /// The catalogue; must outlive the panel.
    void setTools(std::span<const bench::Tool> tools);
    /// The hosts on which tools can run, by the names used in requests.
    void setHosts(const QStringList &hosts);
    void setHost(const QString &host);
    /// plainProposal() by default.
    void setProposer(BenchProposer proposer);
    /// Resets its options, words and devices.
    void chooseTool(const QString &key, const QString &test);
    void setOption(const QString &flag, const QString &value);
    /// The proposal for the selected tool; discarded when a tool or host is selected.
    void choosePair(const BenchPair &pair);
    /// The run that would start now, including manual changes.
    [[nodiscard]] bench::RunSpec spec() const;

    [[nodiscard]] QComboBox *hostBox() const { return m_host; }
    [[nodiscard]] QComboBox *toolBox() const { return m_tool; }
    [[nodiscard]] QComboBox *testBox() const { return m_test; }
    [[nodiscard]] QPlainTextEdit *words() const { return m_words; }
    [[nodiscard]] QPlainTextEdit *environment() const { return m_environment; }
    [[nodiscard]] QPushButton *rerunButton() const { return m_again; }
    /// Host telemetry is on by default, Detached off.
    [[nodiscard]] BenchRunFoot *foot() const { return m_foot; }
    /// Sets how the duration of a run is estimated; by default from its command alone.
    void setExpected(BenchRunText::Expect expect) { m_expect = std::move(expect); }
    /// The option that varies over the steps, and the number of repetitions; one step by default. Errors:
    /// invalid values.
    [[nodiscard]] Result<bench::Sweep> sweep() const;
    [[nodiscard]] BenchDeviceRow *deviceRow() const { return m_devices; }
    [[nodiscard]] BenchSweepRow *sweepRow() const { return m_sweep; }
    /// The command in shell syntax, as shown on the screen; for a sweep one line per value, and the number of
    /// further ones.
    [[nodiscard]] QString commandLine() const;
    /// Why it cannot run now; empty: it can.
    [[nodiscard]] QString obstacle() const;

Q_SIGNALS:
    void runRequested(const fabricscope::bench::RunSpec &spec, const fabricscope::bench::Sweep &sweep);
    void cancelled();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void build();
    [[nodiscard]] QWidget *buildForm();
    void showTests();
    void propose();
    void showCommand();
    [[nodiscard]] const bench::Tool *tool() const;
    [[nodiscard]] BenchRequest ask() const;

    std::span<const bench::Tool> m_tools;
    BenchProposer m_proposer;
    BenchRunText::Expect m_expect;
    BenchProposal m_proposal;
    bool m_edited = false;  ///< by hand: options no longer change the command
    bool m_filling = false; ///< by the program
    QComboBox *m_host, *m_tool, *m_test;
    QLabel *m_meaning, *m_needs;
    BenchOptionRows *m_options;
    QScrollArea *m_scroll = nullptr;
    BenchDeviceRow *m_devices;
    BenchSweepRow *m_sweep;
    QPlainTextEdit *m_words, *m_environment;
    QLabel *m_notes;
    QPushButton *m_again;
    BenchRunFoot *m_foot;
};

} // namespace fabricscope::widgets
