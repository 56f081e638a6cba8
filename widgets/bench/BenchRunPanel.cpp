// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchRunPanel.h"

#include "core/bench/Tools.h"
#include "widgets/bench/BenchSweepRow.h"
#include "widgets/common/Controls.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/UiSize.h"

#include <QCheckBox>
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

constexpr int kValueWidth = 110, kEditHeight = 104;

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString lines(const std::vector<std::string> &words) {
    QStringList all;
    for (const std::string &word : words)
        all << text(word);
    return all.join(QLatin1Char('\n'));
}

QPlainTextEdit *editor(const QString &name, QWidget *parent) {
    auto *edit = new QPlainTextEdit(parent);
    edit->setObjectName(QStringLiteral("lines"));
    edit->setAccessibleName(name);
    edit->setFont(monoFont(12));
    edit->setTabChangesFocus(true);
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    fixHeight(edit, kEditHeight);
    return edit;
}

QComboBox *box(const QString &name, QWidget *parent) {
    auto *combo = new QComboBox(parent);
    combo->setAccessibleName(name);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(10);
    fixHeight(combo, 28);
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
    , m_options(new QWidget(this))
    , m_sweep(new BenchSweepRow(this))
    , m_words(editor(tr("Words of the command, one a line"), this))
    , m_environment(editor(tr("Environment, NAME=VALUE, one a line"), this))
    , m_line(monoLabel({}, 12, this))
    , m_notes(wrappedLabel("secondary", 12, this))
    , m_obstacle(wrappedLabel("caption", 12, this))
    , m_telemetry(new QCheckBox(tr("Telemetry of the host"), this))
    , m_again(button(tr("Fill in again"), "link", this))
    , m_run(button(tr("Run"), "primary", this)) {
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
        choices->setColumnStretch(at, 1);
        ++at;
    }
    column->addLayout(choices);
    column->addWidget(m_meaning);
    column->addWidget(m_needs);
    column->addWidget(label(tr("Sweep and repeats"), "title", 12.5, form));
    column->addWidget(m_sweep);
    column->addSpacing(4);
    column->addWidget(label(tr("Options"), "title", 12.5, form));
    column->addWidget(m_options);
    auto *head = new QHBoxLayout;
    head->addWidget(label(tr("Words"), "title", 12.5, form));
    head->addWidget(label(tr("one a line; changed here, they are run as they stand"), "caption", 12, form));
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
    auto *foot = new QWidget(this);
    foot->setObjectName(QStringLiteral("dialogFoot"));
    foot->setAttribute(Qt::WA_StyledBackground);
    auto *footColumn = new QVBoxLayout(foot);
    footColumn->setContentsMargins(20, 10, 20, 10);
    footColumn->setSpacing(8);
    auto *code = new QWidget(foot);
    code->setObjectName(QStringLiteral("codeBox"));
    code->setAttribute(Qt::WA_StyledBackground);
    auto *inner = new QVBoxLayout(code);
    inner->setContentsMargins(10, 8, 10, 8);
    m_line->setWordWrap(true);
    inner->addWidget(m_line);
    footColumn->addWidget(code);
    m_telemetry->setChecked(true);
    m_telemetry->setToolTip(tr("Power, temperature, PCIe and NIC rates are read each second while it runs"));
    footColumn->addWidget(m_telemetry);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_obstacle, 1);
    auto *cancel = button(tr("Cancel"), "", foot);
    buttons->addWidget(cancel);
    buttons->addWidget(m_run);
    footColumn->addLayout(buttons);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(scroll, 1);
    column->addWidget(foot);
    connect(m_host, &QComboBox::currentTextChanged, this, &BenchRunPanel::propose);
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
    connect(cancel, &QPushButton::clicked, this, &BenchRunPanel::cancelled);
    connect(m_run, &QPushButton::clicked, this, [this] {
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
            m_tool->addItem(text(each.name), text(each.key));
    }
    showTests();
}

void BenchRunPanel::setHosts(const QStringList &hosts) {
    const QString before = m_host->currentText();
    const QSignalBlocker quiet(m_host);
    m_host->clear();
    m_host->addItems(hosts);
    m_host->setCurrentText(before); // the first one where that is gone
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
    m_tool->setCurrentIndex(m_tool->findData(key));
    m_test->setCurrentIndex(m_test->findData(test));
}

void BenchRunPanel::setOption(const QString &flag, const QString &value) {
    for (const OptionRow &row : m_optionRows)
        if (row.flag == flag)
            row.value->setText(value);
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
                m_test->addItem(text(test.name), text(test.name));
    }
    m_needs->setText(chosen != nullptr ? text(chosen->needs) : QString());
    showOptions();
    propose();
}

/// What the tool takes where nothing is given stands faint in the field.
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
        value->setAccessibleName(text(option.name));
        value->setToolTip(text(option.meaning));
        fixWidth(value, kValueWidth);
        auto *meaning = label(text(option.meaning), "caption", 11.5, m_options);
        meaning->setWordWrap(true);
        QLabel *flag = monoLabel(text(option.flag), 12, m_options);
        flag->setToolTip(text(option.name));
        grid->addWidget(flag, row, 0);
        grid->addWidget(value, row, 1);
        grid->addWidget(label(text(option.unit), "caption", 12, m_options), row, 2);
        grid->addWidget(meaning, row, 3);
        connect(value, &QLineEdit::textChanged, this, &BenchRunPanel::propose);
        m_optionRows.push_back({text(option.flag), value});
        flags << text(option.flag);
        ++row;
    }
    m_sweep->setNames(flags);
}

BenchAsk BenchRunPanel::ask() const {
    BenchAsk wanted;
    wanted.host = m_host->currentText().trimmed().toStdString();
    if (const bench::Tool *chosen = tool())
        wanted.tool = std::string(chosen->key);
    wanted.test = m_test->currentData().toString().toStdString();
    for (const OptionRow &row : m_optionRows)
        if (!row.value->text().isEmpty())
            wanted.options.emplace_back(row.flag.toStdString(), row.value->text().toStdString());
    return wanted;
}

void BenchRunPanel::propose() {
    const BenchAsk wanted = ask();
    if (const bench::Tool *chosen = tool()) {
        const auto test = std::find_if(chosen->tests.begin(), chosen->tests.end(),
                                       [&](const bench::Test &each) { return each.name == wanted.test; });
        m_meaning->setText(test != chosen->tests.end() ? text(test->meaning) : QString());
    }
    m_proposal = m_proposer(wanted);
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
    for (const layout::BenchFinding &finding : m_proposal.findings)
        notes << text(finding.title) +
                     (finding.text.empty() ? QString() : QStringLiteral(". ") + text(finding.text));
    for (const std::string &each : m_proposal.filled)
        notes << text(each);
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    showCommand();
}

/// In an empty field stands what the command will have: what the host proposes, else what the tool takes by
/// itself.
void BenchRunPanel::showProposedOptions() {
    const bench::Tool *chosen = tool();
    for (const OptionRow &row : m_optionRows) {
        const std::string flag = row.flag.toStdString();
        const auto proposed = bench::optionOf(m_proposal.spec.command, {flag});
        const auto option = std::find_if(chosen->options.begin(), chosen->options.end(),
                                         [&](const bench::Option &each) { return each.flag == flag; });
        row.value->setPlaceholderText(proposed && !proposed->empty()    ? text(*proposed)
                                      : option != chosen->options.end() ? text(option->standard)
                                                                        : QString());
    }
}

bench::RunSpec BenchRunPanel::spec() const {
    bench::RunSpec wanted = m_proposal.spec;
    wanted.host = m_host->currentText().trimmed().toStdString();
    wanted.telemetry = m_telemetry->isChecked();
    wanted.command.words = wordsFromLines(m_words->toPlainText().toStdString());
    std::string wrong;
    wanted.command.environment = environmentFromLines(m_environment->toPlainText().toStdString(), wrong);
    return wanted;
}

QString BenchRunPanel::obstacle() const {
    std::string wrong;
    (void)environmentFromLines(m_environment->toPlainText().toStdString(), wrong);
    if (m_host->currentText().trimmed().isEmpty())
        return tr("Name a host to run on.");
    if (!m_edited && !m_proposal.failure.empty())
        return text(m_proposal.failure);
    if (wordsFromLines(m_words->toPlainText().toStdString()).empty())
        return tr("There is no command.");
    return wrong.empty() ? sweepObstacle() : tr("Not NAME=VALUE: %1").arg(text(wrong));
}

Result<bench::Sweep> BenchRunPanel::sweep() const {
    return m_sweep->sweep();
}

QString BenchRunPanel::sweepObstacle() const {
    const Result<bench::Sweep> wanted = sweep();
    if (!wanted)
        return text(wanted.error().toString());
    if (wanted->flag.empty())
        return {};
    const auto steps = bench::stepsOf(spec(), *wanted);
    return steps ? QString() : text(steps.error().toString());
}

void BenchRunPanel::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    m_scroll->verticalScrollBar()->setValue(0); // the host stands first
}

QString BenchRunPanel::commandLine() const {
    return m_line->text();
}

void BenchRunPanel::showCommand() {
    const bench::RunSpec wanted = spec();
    const QString why = obstacle();
    m_line->setText(wanted.command.words.empty() ? QString() : text(bench::shellLine(wanted.command)));
    m_line->parentWidget()->setVisible(!m_line->text().isEmpty());
    const Result<bench::Sweep> steps = sweep();
    const std::size_t values = steps && !steps->flag.empty() ? steps->values.size() : 1;
    const std::size_t count = steps ? values * steps->repeats : 1;
    m_obstacle->setText(
        !why.isEmpty() ? why
        : count > 1    ? tr("Runs this %1 times on %2, one after another.").arg(count).arg(text(wanted.host))
                       : tr("Runs exactly this on %1.").arg(text(wanted.host)));
    // The notes may be below what is in view.
    const auto error =
        std::find_if(m_proposal.findings.begin(), m_proposal.findings.end(),
                     [](const layout::BenchFinding &each) { return each.weight == bench::Weight::Error; });
    if (why.isEmpty() && error != m_proposal.findings.end())
        m_obstacle->setText(text(error->title));
    m_sweep->setNote(steps && !steps->flag.empty() && why.isEmpty()
                         ? tr("In place of what the command says of %1: %2.")
                               .arg(text(steps->flag),
                                    lines(steps->values).replace(QLatin1Char('\n'), QStringLiteral(", ")))
                         : QString());
    m_run->setEnabled(why.isEmpty());
    m_run->setText(wanted.host.empty() ? tr("Run") : tr("Run on %1").arg(text(wanted.host)));
    m_again->setVisible(m_edited);
}

} // namespace fabricscope::widgets
