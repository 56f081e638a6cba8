// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchSide.h"

#include "core/bench/command/Command.h"
#include "core/bench/command/Secrets.h"
#include "core/present/bench/BenchStatus.h"
#include "widgets/bench/BenchSideRows.h"
#include "widgets/bench/BenchStepModel.h"
#include "widgets/bench/EarlierRuns.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QListView>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kSide = 14, kMaxSteps = 8, kSection = 32;
constexpr std::size_t kMaxFacts = 40;

/// The user may switch a rule shown here: it is the same rule if its subject is the same.
bool sameRules(const std::vector<bench::StopRule> &a, const std::vector<bench::StopRule> &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &one, const auto &other) {
        return one.key == other.key && one.words == other.words;
    });
}

/// "min_bytes" is meant for programs.
QString factName(const std::string &key) {
    return toQString(key).replace(QLatin1Char('_'), QLatin1Char(' '));
}

} // namespace

BenchSide::BenchSide(QWidget *parent)
    : QScrollArea(parent)
    , m_title(new ElidedLabel({}, Token::Text, this))
    , m_subtitle(new ElidedLabel({}, Token::Text2, this))
    , m_steps(new QListView(this))
    , m_model(new BenchStepModel(this))
    , m_run(new QWidget(this))
    , m_earlier(new EarlierRuns(this)) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    auto *all = new QWidget(this);
    all->setObjectName(QStringLiteral("sidebar"));
    all->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(all);
    column->setContentsMargins(0, 12, 0, 12);
    column->setSpacing(2);
    applyFont(m_title, 13, QFont::DemiBold);
    applyFont(m_subtitle, 12);
    for (ElidedLabel *each : {m_title, m_subtitle}) {
        auto *row = new QHBoxLayout;
        row->setContentsMargins(kSide, 0, kSide, 0);
        row->addWidget(each, 1);
        column->addLayout(row);
    }
    column->addSpacing(8);
    prepareSteps(*m_steps, m_model, true);
    m_steps->setAccessibleName(tr("Runs"));
    column->addWidget(m_steps);
    m_rows = new QVBoxLayout(m_run);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(2);
    column->addWidget(m_run);
    column->addSpacing(8);
    column->addWidget(m_earlier);
    column->addStretch(1);
    setWidget(all);
    connect(m_steps->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &now) {
                if (now.isValid())
                    Q_EMIT runSelected(now.row());
            });
    connect(m_earlier, &EarlierRuns::runRequested, this, &BenchSide::earlierRunRequested);
    connect(m_earlier, &EarlierRuns::hostRequested, this, &BenchSide::earlierHostRequested);
    connect(m_earlier, &EarlierRuns::moreRequested, this, &BenchSide::moreEarlierRequested);
}

void BenchSide::setContent(const BenchContent &content, qint64 nowMs) {
    m_title->setText(content.title);
    m_subtitle->setText(content.subtitle);
    m_subtitle->setVisible(!content.subtitle.isEmpty());
    std::vector<bench::BenchStep> steps;
    steps.reserve(content.runs.size());
    for (const bench::BenchView &run : content.runs)
        steps.push_back(present::stepOf(run, nowMs));
    {
        const QSignalBlocker quiet(m_steps->selectionModel());
        m_model->setSteps(std::move(steps));
        m_steps->setCurrentIndex(m_model->index(static_cast<int>(content.current)));
    }
    m_steps->viewport()->update();
    fitSteps();
    // If it moves on to another one; else the list keeps the user's scroll position.
    const std::string place =
        std::to_string(content.current) + " of " + std::to_string(content.runs.size()) + " " +
        (content.current < content.runs.size() ? content.runs[content.current].key : std::string());
    if (std::exchange(m_scrolledTo, place) != place)
        m_steps->scrollTo(m_model->index(static_cast<int>(content.current)));
    if (content.current < content.runs.size())
        showRun(content.runs[content.current]);
    else
        clearRun();
    m_earlier->setContent(content);
}

void BenchSide::fitSteps() {
    const int steps = std::min(m_model->rowCount(), kMaxSteps);
    m_steps->setFixedHeight(std::max(1, steps * scaledToUi(kStepHeight)));
}

/// Only if something changed: selected text must not be lost ten times per second.
void BenchSide::showRun(const bench::BenchView &view) {
    const auto changed = [](const bench::BenchView &of) {
        return of.baseline ? of.baseline->changedVariables : std::vector<std::string>{};
    };
    const bool same = m_shown.results != nullptr && m_shown.spec == view.spec &&
                      m_shown.hosts == view.hosts && sameRules(m_shown.stopRules, view.stopRules) &&
                      m_shown.compareWith == view.compareWith && m_shown.hostOfLog == view.hostOfLog &&
                      changed(m_shown) == changed(view) && m_shown.results->context == view.results->context;
    if (same) {
        m_shown = view;
        return;
    }
    const QWidget *focused = m_run->focusWidget();
    const QString name = focused != nullptr && focused->hasFocus() ? focused->objectName() : QString();
    clearRun();
    m_shown = view;
    if (view.spec) {
        addCommand(view.spec->command);
        addEnvironment(view);
    } else if (!view.results->context.empty()) {
        addFacts(view);
    }
    if (!view.hosts.empty()) {
        addSection(tr("Hosts"));
        for (const std::string &host : view.hosts)
            addRow(toQString(host), {}, false);
    }
    addChoices(tr("Compare with"), QStringLiteral("compareWith"), view.compareWith,
               &BenchSide::compareRequested);
    addChoices(tr("Log came from"), QStringLiteral("hostOfLog"), view.hostOfLog,
               &BenchSide::hostOfLogRequested);
    addStopRules(view);
    if (auto *again = name.isEmpty() ? nullptr : m_run->findChild<QWidget *>(name))
        again->setFocus();
}

void BenchSide::clearRun() {
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->setParent(nullptr); // it is no longer found; its signal handlers still finish
            widget->deleteLater();
        }
        delete item;
    }
    m_command.clear();
    m_rowTexts.clear();
    m_shown = {};
}

void BenchSide::addChoices(const QString &title, const QString &name, const bench::BenchChoices &choices,
                           void (BenchSide::*chosen)(const QString &)) {
    if (choices.all.empty())
        return;
    addSection(title);
    auto *box = new QComboBox(m_run);
    box->setObjectName(name);
    box->setAccessibleName(title);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    setScaledFixedHeight(box, 28);
    for (const auto &choice : choices.all)
        box->addItem(toQString(choice.words), toQString(choice.key));
    box->setCurrentIndex(box->findData(toQString(choices.chosen)));
    connect(box, &QComboBox::activated, this, [this, box, chosen](int index) {
        Q_EMIT(this->*chosen)(box->itemData(index).toString());
    });
    addIndented(box, kSide, kSide);
}

/// In the column, px from its edges.
void BenchSide::addIndented(QWidget *widget, int left, int right) {
    auto *holder = new QWidget(m_run);
    auto *row = new QHBoxLayout(holder);
    row->setContentsMargins(left, 0, right, 0);
    row->addWidget(widget, 1);
    m_rows->addWidget(holder);
}

void BenchSide::addSection(const QString &title, QPushButton *link) {
    if (m_rows->count() > 0)
        m_rows->addSpacing(8);
    m_rows->addWidget(rule(m_run));
    auto *row = new QWidget(m_run);
    setScaledFixedHeight(row, kSection);
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(kSide, 6, kSide, 2);
    line->addWidget(label(title, "title", 12, row));
    line->addStretch(1);
    if (link != nullptr)
        line->addWidget(link);
    m_rows->addWidget(row);
}

void BenchSide::addRow(const QString &name, const QString &value, bool marked) {
    m_rows->addWidget(new BenchFactRow(name, value, marked, m_run));
    m_rowTexts << name + (value.isEmpty() ? QString() : QLatin1Char(' ') + value) +
                      (marked ? tr(", differs from the baseline") : QString());
}

void BenchSide::addCommand(const bench::Command &command) {
    bench::Command words = bench::withoutSecrets(command);
    m_command = toQString(bench::shellLine(words));
    words.environment.clear(); // shown below
    auto *copy = button(tr("Copy"), "link", m_run);
    copy->setToolTip(plainToolTip(tr("The whole command and its environment, quoted for a shell")));
    connect(copy, &QPushButton::clicked, this, [this] {
        copyText(m_command);
        Q_EMIT statusMessageRequested(tr("Command copied"));
    });
    addSection(tr("Command"), copy);
    auto *box = new QWidget(m_run);
    box->setObjectName(QStringLiteral("codeBox"));
    box->setAttribute(Qt::WA_StyledBackground);
    auto *inner = new QVBoxLayout(box);
    inner->setContentsMargins(9, 7, 9, 7);
    inner->addWidget(new WrappedLine(toQString(bench::shellLine(words)), monoFont(11), box));
    addIndented(box, kSide - 4, kSide - 4);
}

void BenchSide::addEnvironment(const bench::BenchView &view) {
    if (view.spec->command.environment.empty())
        return;
    addSection(tr("Environment"));
    bool any = false;
    for (const bench::EnvironmentValue &each : bench::withoutSecrets(view.spec->command.environment)) {
        const bool marked = view.baseline && std::count(view.baseline->changedVariables.begin(),
                                                        view.baseline->changedVariables.end(), each.name) > 0;
        any = any || marked;
        addRow(toQString(each.name), toQString(each.value), marked);
    }
    if (!any)
        return;
    auto *note = new WrappedLine(tr("Marked: differs from the baseline run"), uiFont(11.5), m_run);
    setRole(note, "caption");
    note->setContentsMargins(kSide, 4, kSide, 0);
    m_rows->addWidget(note);
}

void BenchSide::addFacts(const bench::BenchView &view) {
    addSection(tr("From the log"));
    std::size_t shown = 0;
    for (const bench::ContextFact &fact : view.results->context) {
        if (++shown > kMaxFacts) {
            addRow(tr("%1 more").arg(view.results->context.size() - kMaxFacts), {}, false);
            break;
        }
        addRow(factName(fact.key), toQString(fact.value), false);
    }
}

void BenchSide::addStopRules(const bench::BenchView &view) {
    if (view.stopRules.empty())
        return;
    addSection(tr("Stop when"));
    for (const bench::StopRule &rule : view.stopRules) {
        auto *box = new CheckBox(toQString(rule.words), m_run);
        applyFont(box, 12);
        box->setChecked(rule.enabled);
        connect(box, &QAbstractButton::toggled, this,
                [this, key = toQString(rule.key)](bool on) { Q_EMIT stopRuleRequested(key, on); });
        addIndented(box, kSide - 4, 0);
        if (rule.percent)
            addStopLimits(rule);
    }
}

/// "95 %" of it, "3 sizes" in a row.
void BenchSide::addStopLimits(const bench::StopRule &rule) {
    auto *limits = new QWidget(m_run);
    auto *row = new QHBoxLayout(limits);
    row->setContentsMargins(0, 0, 0, 2);
    auto *percent = new QSpinBox(limits), *rows = new QSpinBox(limits);
    percent->setRange(1, 100);
    percent->setValue(static_cast<int>(*rule.percent));
    percent->setSuffix(tr(" %"));
    rows->setRange(1, 99);
    rows->setValue(rule.rows);
    rows->setSuffix(tr(" sizes"));
    percent->setAccessibleName(tr("%1: percent").arg(toQString(rule.words)));
    rows->setAccessibleName(tr("%1: consecutive sizes").arg(toQString(rule.words)));
    for (QSpinBox *box : {percent, rows}) {
        setScaledFixedHeight(box, 26);
        row->addWidget(box, 1);
        connect(box, &QSpinBox::valueChanged, this, [this, percent, rows, key = toQString(rule.key)] {
            Q_EMIT stopLimitsRequested(key, percent->value(), rows->value());
        });
    }
    addIndented(limits, kSide + 18, kSide);
}

QListView *BenchSide::earlier() const {
    return m_earlier->list();
}

FoldingSection *BenchSide::earlierSection() const {
    return m_earlier;
}

void BenchSide::changeEvent(QEvent *event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_model != nullptr) {
        fitSteps();
        m_earlier->fit();
    }
}

} // namespace fabricscope::widgets
