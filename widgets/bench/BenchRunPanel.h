// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/plan/Sweep.h"
#include "widgets/bench/BenchProposal.h"

#include <QWidget>

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace fabricscope::widgets {

class CheckBox;
class BenchDeviceRow;
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
    [[nodiscard]] QPushButton *runButton() const { return m_run; }
    [[nodiscard]] QPushButton *rerunButton() const { return m_again; }
    /// Whether the host's counters are read during the run; on by default.
    [[nodiscard]] CheckBox *telemetryBox() const { return m_telemetry; }
    /// Whether the run continues without the window; off by default.
    [[nodiscard]] CheckBox *detachedBox() const { return m_detached; }
    /// Suggests to detach a long run; hidden if it is detached, or its duration is unknown.
    [[nodiscard]] QLabel *longRunNote() const { return m_longRun; }
    /// Sets how the duration of a run is estimated; by default from its command alone.
    using Expect = std::function<std::optional<std::chrono::seconds>(const bench::RunSpec &)>;
    void setExpected(Expect expect) { m_expect = std::move(expect); }
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
    struct OptionRow {
        QString flag;
        QLineEdit *value;
    };
    void build();
    [[nodiscard]] QWidget *buildForm();
    void showTests();
    void showOptions();
    void propose();
    void showProposedOptions();
    void showCommand();
    void showLongRun(const bench::RunSpec &requested);
    [[nodiscard]] QString commandLines(const bench::RunSpec &requested) const;
    [[nodiscard]] const bench::Tool *tool() const;
    [[nodiscard]] BenchRequest ask() const;
    [[nodiscard]] QString sweepObstacle() const;

    std::span<const bench::Tool> m_tools;
    BenchProposer m_proposer;
    Expect m_expect;
    BenchProposal m_proposal;
    bool m_edited = false;  ///< by hand: options no longer change the command
    bool m_filling = false; ///< by the program
    QComboBox *m_host, *m_tool, *m_test;
    QLabel *m_meaning, *m_needs;
    QWidget *m_options;
    QScrollArea *m_scroll = nullptr;
    BenchDeviceRow *m_devices;
    BenchSweepRow *m_sweep;
    std::vector<OptionRow> m_optionRows;
    QPlainTextEdit *m_words, *m_environment;
    QLabel *m_line, *m_notes, *m_obstacle;
    CheckBox *m_telemetry, *m_detached;
    QLabel *m_longRun;
    QPushButton *m_again, *m_run;
};

} // namespace fabricscope::widgets
