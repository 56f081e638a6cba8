// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchRunPanel.h"

#include "core/bench/catalogue/Tools.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/plan/Environment.h"
#include "core/bench/plan/ExpectedDuration.h"
#include "widgets/bench/BenchDeviceRow.h"
#include "widgets/bench/BenchSweepRow.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kValueWidth = 110;

QString lines(const std::vector<std::string> &words) {
    QStringList all;
    for (const std::string &word : words)
        all << toQString(word);
    return all.join(QLatin1Char('\n'));
}

} // namespace

void BenchRunPanel::setTools(std::span<const bench::Tool> tools) {
    m_tools = tools;
    {
        const QSignalBlocker quiet(m_tool);
        m_tool->clear();
        for (const bench::Tool &each : tools)
            m_tool->addItem(toQString(each.name), toQString(each.key));
    }
    showTests();
}

void BenchRunPanel::setHosts(const QStringList &hosts) {
    const QString before = m_host->currentText();
    const QSignalBlocker quiet(m_host);
    m_host->clear();
    m_host->addItems(hosts);
    m_host->setCurrentText(before); // the first one if that is gone
    propose();
}

void BenchRunPanel::setHost(const QString &host) {
    m_host->setCurrentText(host);
}

void BenchRunPanel::setProposer(BenchProposer proposer) {
    m_proposer = std::move(proposer);
    propose();
}

void BenchRunPanel::chooseTool(const QString &key, const QString &test) {
    {
        const QSignalBlocker quiet(m_tool);
        m_tool->setCurrentIndex(m_tool->findData(key));
    }
    showTests();
    m_test->setCurrentIndex(m_test->findData(test));
}

void BenchRunPanel::setOption(const QString &flag, const QString &value) {
    for (const OptionRow &row : m_optionRows)
        if (row.flag == flag)
            row.value->setText(value);
}

void BenchRunPanel::choosePair(const BenchPair &pair) {
    m_devices->choose(pair);
}

const bench::Tool *BenchRunPanel::tool() const {
    const int index = m_tool->currentIndex();
    return index >= 0 && static_cast<std::size_t>(index) < m_tools.size()
               ? &m_tools[static_cast<std::size_t>(index)]
               : nullptr;
}

void BenchRunPanel::showTests() {
    const bench::Tool *chosen = tool();
    m_edited = false;
    {
        const QSignalBlocker quiet(m_test);
        m_test->clear();
        if (chosen != nullptr)
            for (const bench::Test &test : chosen->tests)
                m_test->addItem(toQString(test.name), toQString(test.name));
    }
    m_needs->setText(chosen != nullptr ? toQString(chosen->needs) : QString());
    showOptions();
    choosePair({});
}

/// The tool's default is the placeholder of the field.
void BenchRunPanel::showOptions() {
    delete m_options->layout();
    qDeleteAll(m_options->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly));
    m_optionRows.clear();
    auto *grid = new QGridLayout(m_options);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(3, 1);
    const bench::Tool *chosen = tool();
    if (chosen == nullptr)
        return;
    int row = 0;
    QStringList flags;
    for (const bench::Option &option : chosen->options) {
        auto *value = new QLineEdit(m_options);
        value->setAccessibleName(toQString(option.name));
        value->setToolTip(plainToolTip(toQString(option.meaning)));
        setScaledFixedWidth(value, kValueWidth);
        auto *meaning = label(toQString(option.meaning), "caption", 11.5, m_options);
        meaning->setWordWrap(true);
        QLabel *flag = monoLabel(toQString(option.flag), 12, m_options);
        flag->setToolTip(plainToolTip(toQString(option.name)));
        grid->addWidget(flag, row, 0);
        grid->addWidget(value, row, 1);
        grid->addWidget(label(toQString(option.unit), "caption", 12, m_options), row, 2);
        grid->addWidget(meaning, row, 3);
        connect(value, &QLineEdit::textChanged, this, &BenchRunPanel::propose);
        m_optionRows.push_back({toQString(option.flag), value});
        flags << toQString(option.flag);
        ++row;
    }
    m_sweep->setNames(flags);
}

BenchRequest BenchRunPanel::ask() const {
    BenchRequest requested;
    requested.host = m_host->currentText().trimmed().toStdString();
    if (const bench::Tool *chosen = tool())
        requested.tool = std::string(chosen->key);
    requested.test = m_test->currentData().toString().toStdString();
    for (const OptionRow &row : m_optionRows)
        if (!row.value->text().isEmpty())
            requested.options.emplace_back(row.flag.toStdString(), row.value->text().toStdString());
    requested.pair = m_devices->pair();
    return requested;
}

void BenchRunPanel::propose() {
    const BenchRequest requested = ask();
    if (const bench::Tool *chosen = tool()) {
        const auto test = std::find_if(chosen->tests.begin(), chosen->tests.end(),
                                       [&](const bench::Test &each) { return each.name == requested.test; });
        m_meaning->setText(test != chosen->tests.end() ? toQString(test->meaning) : QString());
    }
    m_proposal = m_proposer(requested);
    m_devices->setDevices(m_proposal.devices);
    m_devices->setVisible(!m_proposal.devices.nics.empty());
    showProposedOptions();
    if (!m_edited) {
        m_filling = true;
        m_words->setPlainText(lines(m_proposal.spec.command.words));
        std::vector<std::string> environment;
        for (const bench::EnvironmentValue &each : m_proposal.spec.command.environment)
            environment.push_back(each.name + "=" + each.value);
        m_environment->setPlainText(lines(environment));
        m_filling = false;
    }
    QStringList notes;
    for (const findings::Finding &finding : m_proposal.findings)
        notes << toQString(findings::statement(finding));
    for (const std::string &each : m_proposal.filled)
        notes << toQString(each);
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    showCommand();
}

/// An empty field shows the value that the command will have: the host's proposal, else the tool's default.
void BenchRunPanel::showProposedOptions() {
    const bench::Tool *chosen = tool();
    for (const OptionRow &row : m_optionRows) {
        const std::string flag = row.flag.toStdString();
        const auto proposed = bench::optionOf(m_proposal.spec.command, {flag});
        const auto option = std::find_if(chosen->options.begin(), chosen->options.end(),
                                         [&](const bench::Option &each) { return each.flag == flag; });
        row.value->setPlaceholderText(proposed && !proposed->empty()    ? toQString(*proposed)
                                      : option != chosen->options.end() ? toQString(option->defaultValue)
                                                                        : QString());
    }
}

bench::RunSpec BenchRunPanel::spec() const {
    bench::RunSpec requested = m_proposal.spec;
    requested.host = m_host->currentText().trimmed().toStdString();
    requested.telemetry = m_telemetry->isChecked();
    requested.detached = m_detached->isChecked();
    requested.command.words = argumentsFromLines(m_words->toPlainText().toStdString());
    std::string wrong;
    requested.command.environment = environmentFromLines(m_environment->toPlainText().toStdString(), wrong);
    return requested;
}

QString BenchRunPanel::obstacle() const {
    std::string wrong;
    (void)environmentFromLines(m_environment->toPlainText().toStdString(), wrong);
    if (m_host->currentText().trimmed().isEmpty())
        return tr("Enter a host.");
    if (!m_edited && !m_proposal.failure.empty())
        return toQString(m_proposal.failure);
    if (argumentsFromLines(m_words->toPlainText().toStdString()).empty())
        return tr("Enter a command.");
    return wrong.empty() ? sweepObstacle() : tr("Not NAME=VALUE: %1").arg(toQString(wrong));
}

Result<bench::Sweep> BenchRunPanel::sweep() const {
    return m_sweep->sweep();
}

QString BenchRunPanel::sweepObstacle() const {
    const Result<bench::Sweep> requested = sweep();
    if (!requested)
        return toQString(requested.error().toString());
    if (requested->flag.empty())
        return {};
    const auto steps = bench::stepsOf(spec(), *requested);
    return steps ? QString() : toQString(steps.error().toString());
}

void BenchRunPanel::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    m_scroll->verticalScrollBar()->setValue(0); // the host is first
}

QString BenchRunPanel::commandLine() const {
    return m_line->text();
}

void BenchRunPanel::showLongRun(const bench::RunSpec &requested) {
    std::size_t runs = 0;
    std::chrono::seconds expected{0}; // if known
    Result<bench::Sweep> varied = sweep();
    const unsigned repeats = varied ? std::exchange(varied->repeats, 1) : 1;
    const auto steps = varied && !varied->flag.empty()
                           ? bench::stepsOf(requested, *varied)
                           : Result<std::vector<bench::SweepStep>>({{requested, {}, 0}});
    for (const bench::SweepStep &step : steps.value_or(std::vector<bench::SweepStep>())) {
        const auto one = m_expect ? m_expect(step.spec) : bench::expectedDuration(step.spec, {});
        expected += repeats * one.value_or(std::chrono::seconds(0));
        runs += repeats;
    }
    const bool isLong = !requested.detached && expected >= bench::kLongRun;
    if (isLong && runs > 1)
        m_longRun->setText(tr("%1 runs take about %2. If this machine sleeps or is offline for longer than "
                              "set in Preferences, the host stops "
                              "the current run. "
                              "Choose Detached to let it continue.")
                               .arg(runs)
                               .arg(toQString(bench::durationText(expected))));
    else if (isLong)
        m_longRun->setText(tr("Takes about %1. If this machine sleeps or is offline for longer than set in "
                              "Preferences, the host stops the run. "
                              "Choose Detached to let it continue.")
                               .arg(toQString(bench::durationText(expected))));
    m_longRun->setVisible(isLong);
}

/// One line for each value that varies: no command runs that is not shown.
QString BenchRunPanel::commandLines(const bench::RunSpec &requested) const {
    constexpr std::size_t kMaxShown = 6;
    if (requested.command.words.empty())
        return {};
    Result<bench::Sweep> varied = sweep();
    if (varied)
        varied->repeats = 1;
    const auto steps = varied && !varied->flag.empty()
                           ? bench::stepsOf(requested, *varied)
                           : Result<std::vector<bench::SweepStep>>({{requested, {}, 0}});
    if (!steps) // the obstacle shows why
        return toQString(bench::shellLine(bench::withoutSecrets(requested.command)));
    QStringList shown;
    const std::size_t count = steps->size() > kMaxShown ? kMaxShown - 1 : steps->size();
    for (std::size_t i = 0; i < count; ++i)
        shown << toQString(bench::shellLine(bench::withoutSecrets((*steps)[i].spec.command)));
    if (steps->size() > count)
        shown << tr("and %1 more, up to %2")
                     .arg(steps->size() - count)
                     .arg(toQString(bench::valueName(varied->flag, steps->back().value)));
    return shown.join(QLatin1Char('\n'));
}

void BenchRunPanel::showCommand() {
    const bench::RunSpec requested = spec();
    showLongRun(requested);
    const QString why = obstacle();
    m_line->setText(commandLines(requested));
    m_line->parentWidget()->setVisible(!m_line->text().isEmpty());
    const Result<bench::Sweep> steps = sweep();
    const std::size_t values = steps && !steps->flag.empty() ? steps->values.size() : 1;
    const std::size_t count = steps ? values * steps->repeats : 1;
    m_obstacle->setText(
        !why.isEmpty() ? why
        : values > 1 && steps->repeats > 1
            ? tr("Runs each of these %1 commands %2 times on %3, one after another.")
                  .arg(values)
                  .arg(steps->repeats)
                  .arg(toQString(requested.host))
        : values > 1 ? tr("Runs these %1 commands on %2, one after another.")
                           .arg(values)
                           .arg(toQString(requested.host))
        : count > 1
            ? tr("Runs this %1 times on %2, one after another.").arg(count).arg(toQString(requested.host))
            : tr("Runs this command on %1.").arg(toQString(requested.host)));
    // The notes may be below the visible part.
    const auto error = std::find_if(
        m_proposal.findings.begin(), m_proposal.findings.end(),
        [](const findings::Finding &each) { return each.severity == findings::Severity::Error; });
    const bool isWrong = why.isEmpty() && error != m_proposal.findings.end();
    const auto secret = why.isEmpty() && !isWrong ? bench::checkWords(requested.command.words) : std::nullopt;
    if (isWrong)
        m_obstacle->setText(toQString(findings::claim(*error)));
    else if (secret)
        m_obstacle->setText(toQString(findings::claim(*secret) + ' ' + findings::remedy(*secret) + '.'));
    setRole(m_obstacle, isWrong || secret ? "secondary" : "caption");
    m_sweep->setNote(steps && !steps->flag.empty() && why.isEmpty()
                         ? tr("Runs with %1 = %2.")
                               .arg(toQString(steps->flag),
                                    lines(steps->values).replace(QLatin1Char('\n'), QStringLiteral(", ")))
                         : QString());
    m_run->setEnabled(why.isEmpty());
    m_run->setText(requested.host.empty() ? tr("Run") : tr("Run on %1").arg(toQString(requested.host)));
    m_again->setVisible(m_edited);
}

} // namespace fabricscope::widgets
