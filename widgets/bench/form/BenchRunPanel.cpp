// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/form/BenchRunPanel.h"

#include "core/bench/catalogue/Tools.h"
#include "core/bench/command/Secrets.h"
#include "core/bench/plan/Environment.h"
#include "widgets/bench/form/BenchDeviceRow.h"
#include "widgets/bench/form/BenchOptionRows.h"
#include "widgets/bench/form/BenchRunFoot.h"
#include "widgets/bench/form/BenchSweepRow.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kEditHeight = 104;

QString lines(const std::vector<std::string> &words) {
    QStringList all;
    for (const std::string &word : words)
        all << toQString(word);
    return all.join(QLatin1Char('\n'));
}

QPlainTextEdit *editor(const QString &name, QWidget *parent) {
    auto *edit = new QPlainTextEdit(parent);
    edit->setObjectName(QStringLiteral("lines"));
    edit->setAccessibleName(name);
    applyMonoFont(edit, 12);
    edit->setTabChangesFocus(true);
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    setScaledFixedHeight(edit, kEditHeight);
    return edit;
}

QComboBox *box(const QString &name, QWidget *parent) {
    auto *combo = new QComboBox(parent);
    combo->setAccessibleName(name);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(10);
    setScaledFixedHeight(combo, 28);
    return combo;
}

QLabel *wrappedLabel(const char *role, double px, QWidget *parent) {
    QLabel *made = label({}, role, px, parent);
    made->setWordWrap(true);
    return made;
}

} // namespace

BenchRunPanel::BenchRunPanel(QWidget *parent)
    : QWidget(parent)
    , m_proposer(plainProposal)
    , m_host(box(tr("Host"), this))
    , m_tool(box(tr("Tool"), this))
    , m_test(box(tr("Test"), this))
    , m_meaning(wrappedLabel("secondary", 12, this))
    , m_needs(wrappedLabel("caption", 12, this))
    , m_options(new BenchOptionRows(this))
    , m_devices(new BenchDeviceRow(this))
    , m_sweep(new BenchSweepRow(this))
    , m_words(editor(tr("Arguments, one per line"), this))
    , m_environment(editor(tr("Environment, NAME=VALUE, one per line"), this))
    , m_notes(wrappedLabel("secondary", 12, this))
    , m_again(button(tr("Reset edits"), "link", this))
    , m_foot(new BenchRunFoot(this)) {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    setFocusProxy(m_host);
    build();
    propose();
}

QWidget *BenchRunPanel::buildForm() {
    auto *form = new QWidget(this);
    auto *column = new QVBoxLayout(form);
    column->setContentsMargins(20, 14, 20, 12);
    column->setSpacing(6);
    auto *choices = new QGridLayout;
    choices->setHorizontalSpacing(12);
    choices->setVerticalSpacing(3);
    int at = 0;
    for (const auto &[name, combo] :
         {std::pair(tr("Host"), m_host), std::pair(tr("Tool"), m_tool), std::pair(tr("Test"), m_test)}) {
        choices->addWidget(label(name, "caption", 12, form), 0, at);
        choices->addWidget(combo, 1, at);
        choices->setColumnStretch(at, at == 0 ? 2 : 3); // names of tools and tests are longer
        ++at;
    }
    column->addLayout(choices);
    column->addWidget(m_meaning);
    column->addWidget(m_needs);
    column->addWidget(m_devices);
    column->addWidget(label(tr("Sweep and repeats"), "title", 12.5, form));
    column->addWidget(m_sweep);
    column->addSpacing(4);
    column->addWidget(label(tr("Options"), "title", 12.5, form));
    column->addWidget(m_options);
    auto *head = new QHBoxLayout;
    head->addWidget(label(tr("Arguments"), "title", 12.5, form));
    head->addWidget(label(tr("one per line; edits override the form"), "caption", 12, form));
    head->addStretch(1);
    head->addWidget(m_again);
    column->addSpacing(4);
    column->addLayout(head);
    column->addWidget(m_words);
    column->addWidget(label(tr("Environment"), "title", 12.5, form));
    column->addWidget(m_environment);
    column->addWidget(m_notes);
    column->addStretch(1);
    return form;
}

void BenchRunPanel::build() {
    m_host->setInsertPolicy(QComboBox::NoInsert);
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setWidget(buildForm());
    m_scroll = scroll;
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(scroll, 1);
    column->addWidget(m_foot);
    connect(m_host, &QComboBox::currentTextChanged, this, [this] { choosePair({}); });
    connect(m_options, &BenchOptionRows::changed, this, &BenchRunPanel::propose);
    connect(m_devices, &BenchDeviceRow::changed, this, &BenchRunPanel::propose);
    connect(m_tool, &QComboBox::currentIndexChanged, this, &BenchRunPanel::showTests);
    connect(m_test, &QComboBox::currentIndexChanged, this, [this] {
        m_edited = false;
        propose();
    });
    for (QPlainTextEdit *edit : {m_words, m_environment})
        connect(edit, &QPlainTextEdit::textChanged, this, [this] {
            if (m_filling)
                return;
            m_edited = true;
            showCommand();
        });
    connect(m_again, &QPushButton::clicked, this, [this] {
        m_edited = false;
        propose();
    });
    connect(m_sweep, &BenchSweepRow::changed, this, &BenchRunPanel::showCommand);
    connect(m_foot, &BenchRunFoot::detachedChanged, this, &BenchRunPanel::showCommand);
    connect(m_foot, &BenchRunFoot::cancelled, this, &BenchRunPanel::cancelled);
    connect(m_foot, &BenchRunFoot::runRequested, this, [this] {
        if (obstacle().isEmpty())
            Q_EMIT runRequested(spec(), sweep().value_or(bench::Sweep()));
    });
}

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
    m_options->setValue(flag, value);
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
    m_options->setTool(chosen);
    m_sweep->setNames(m_options->flags());
    choosePair({});
}

BenchRequest BenchRunPanel::ask() const {
    BenchRequest requested;
    requested.host = m_host->currentText().trimmed().toStdString();
    if (const bench::Tool *chosen = tool())
        requested.tool = std::string(chosen->key);
    requested.test = m_test->currentData().toString().toStdString();
    requested.options = m_options->given();
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
    m_options->setProposed(m_proposal.spec.command);
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

bench::RunSpec BenchRunPanel::spec() const {
    bench::RunSpec requested = m_proposal.spec;
    requested.host = m_host->currentText().trimmed().toStdString();
    requested.telemetry = m_foot->telemetryBox()->isChecked();
    requested.detached = m_foot->detachedBox()->isChecked();
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
    return wrong.empty() ? BenchRunText::sweepObstacle(spec(), sweep())
                         : tr("Not NAME=VALUE: %1").arg(toQString(wrong));
}

Result<bench::Sweep> BenchRunPanel::sweep() const {
    return m_sweep->sweep();
}

void BenchRunPanel::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    m_scroll->verticalScrollBar()->setValue(0); // the host is first
}

QString BenchRunPanel::commandLine() const {
    return m_foot->commands();
}

void BenchRunPanel::showCommand() {
    const bench::RunSpec requested = spec();
    const Result<bench::Sweep> steps = sweep();
    const QString why = obstacle();
    BenchRunFoot::Content content{BenchRunText::commands(requested, steps),
                                  BenchRunText::longRun(requested, steps, m_expect),
                                  why.isEmpty() ? BenchRunText::plan(requested, steps) : why,
                                  false,
                                  why.isEmpty(),
                                  requested.host.empty() ? tr("Run")
                                                         : tr("Run on %1").arg(toQString(requested.host))};
    // The notes may be below the visible part.
    const auto error = std::find_if(
        m_proposal.findings.begin(), m_proposal.findings.end(),
        [](const findings::Finding &each) { return each.severity == findings::Severity::Error; });
    const bool isWrong = why.isEmpty() && error != m_proposal.findings.end();
    const auto secret = why.isEmpty() && !isWrong ? bench::checkWords(requested.command.words) : std::nullopt;
    if (isWrong)
        content.note = toQString(findings::claim(*error));
    else if (secret)
        content.note = toQString(findings::claim(*secret) + ' ' + findings::remedy(*secret) + '.');
    content.isWarning = isWrong || secret;
    m_foot->setContent(content);
    m_sweep->setNote(why.isEmpty() ? BenchRunText::values(steps) : QString());
    m_again->setVisible(m_edited);
}

} // namespace fabricscope::widgets
