// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchSide.h"

#include "core/bench/Command.h"
#include "core/layout/bench/BenchStatus.h"
#include "widgets/bench/BenchStepModel.h"
#include "widgets/common/Controls.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/Theme.h"
#include "widgets/common/UiSize.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kSide = 14, kMostSteps = 8, kStep = 42, kRow = 20, kSection = 32;
constexpr std::size_t kMostFacts = 40;

QString text(const std::string &utf8) {
    return QString::fromStdString(utf8);
}

/// A name and its value in mono, marked where it differs from the baseline.
class FactRow : public QWidget {
public:
    FactRow(const QString &name, const QString &value, bool marked, QWidget *parent)
        : QWidget(parent), m_marked(marked) {
        fixHeight(this, kRow);
        auto *row = new QHBoxLayout(this);
        row->setContentsMargins(kSide, 0, kSide, 0);
        row->setSpacing(8);
        auto *left = new ElidedLabel(name, Token::Text2, this);
        auto *right = new ElidedLabel(value, Token::Text, this);
        for (ElidedLabel *each : {left, right})
            each->setFont(monoFont(11));
        row->addWidget(left);
        row->addStretch(1);
        row->addWidget(right);
        setToolTip(name + QLatin1Char('\n') + value);
    }

protected:
    void paintEvent(QPaintEvent *) override {
        if (!m_marked)
            return;
        QPainter painter(this);
        painter.fillRect(rect().adjusted(kSide - 6, 0, 6 - kSide, 0), tokenColour(Token::AccentBg));
        painter.fillRect(QRect(kSide - 6, 0, 2, height()), tokenColour(Token::Accent));
    }

private:
    bool m_marked;
};

/// Wrapped text that is never squeezed: it has the height that it takes, and the column scrolls.
class WrappedLine : public QLabel {
public:
    WrappedLine(const QString &text, const QFont &font, QWidget *parent) : QLabel(text, parent) {
        setTextFormat(Qt::PlainText);
        setFont(font);
        setWordWrap(true);
        setTextInteractionFlags(Qt::TextSelectableByMouse);
    }

protected:
    void resizeEvent(QResizeEvent *event) override {
        QLabel::resizeEvent(event);
        setMinimumHeight(heightForWidth(width()));
    }
};

/// "min_bytes" is for programs.
QString factName(const std::string &key) {
    return text(key).replace(QLatin1Char('_'), QLatin1Char(' '));
}

} // namespace

BenchSide::BenchSide(QWidget *parent)
    : QScrollArea(parent)
    , m_title(new ElidedLabel({}, Token::Text, this))
    , m_subtitle(new ElidedLabel({}, Token::Text2, this))
    , m_steps(new QListView(this))
    , m_model(new BenchStepModel(this))
    , m_run(new QWidget(this)) {
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
    m_title->setFont(uiFont(13, QFont::DemiBold));
    m_subtitle->setFont(uiFont(12));
    for (ElidedLabel *each : {m_title, m_subtitle}) {
        auto *row = new QHBoxLayout;
        row->setContentsMargins(kSide, 0, kSide, 0);
        row->addWidget(each, 1);
        column->addLayout(row);
    }
    column->addSpacing(8);
    m_steps->setModel(m_model);
    m_steps->setItemDelegate(new BenchStepDelegate(m_steps));
    m_steps->setAccessibleName(tr("Runs"));
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->setMouseTracking(true);
    m_steps->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_steps->setTabKeyNavigation(false);
    m_steps->setUniformItemSizes(true);
    column->addWidget(m_steps);
    m_rows = new QVBoxLayout(m_run);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(2);
    column->addWidget(m_run);
    column->addStretch(1);
    setWidget(all);
    connect(m_steps->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &now) {
                if (now.isValid())
                    Q_EMIT runWanted(now.row());
            });
}

void BenchSide::setContent(const BenchContent &content, qint64 nowMs) {
    m_title->setText(content.title);
    m_subtitle->setText(content.subtitle);
    m_subtitle->setVisible(!content.subtitle.isEmpty());
    std::vector<layout::BenchStep> steps;
    steps.reserve(content.runs.size());
    for (const layout::BenchView &run : content.runs)
        steps.push_back(layout::stepOf(run, nowMs));
    {
        const QSignalBlocker quiet(m_steps->selectionModel());
        m_model->setSteps(std::move(steps));
        m_steps->setCurrentIndex(m_model->index(static_cast<int>(content.current)));
    }
    m_steps->viewport()->update();
    fitSteps();
    if (content.current < content.runs.size())
        showRun(content.runs[content.current]);
}

void BenchSide::fitSteps() {
    const int steps = std::min(m_model->rowCount(), kMostSteps);
    m_steps->setFixedHeight(std::max(1, steps * scaledToUi(kStep)));
}

/// Only where something of it changed: whoever selects a text must not lose it ten times a second.
void BenchSide::showRun(const layout::BenchView &view) {
    const auto changed = [](const layout::BenchView &of) {
        return of.baseline ? of.baseline->changedVariables : std::vector<std::string>{};
    };
    const bool same = m_shown.results != nullptr && m_shown.spec == view.spec &&
                      m_shown.hosts == view.hosts && m_shown.stopRules == view.stopRules &&
                      changed(m_shown) == changed(view) && m_shown.results->context == view.results->context;
    m_shown = view;
    if (same)
        return;
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        if (QWidget *widget = item->widget())
            widget->deleteLater();
        delete item;
    }
    m_command.clear();
    m_rowTexts.clear();
    if (view.spec) {
        addCommand(view.spec->command);
        addEnvironment(view);
    } else if (!view.results->context.empty()) {
        addFacts(view);
    }
    if (!view.hosts.empty()) {
        addSection(tr("Hosts"));
        for (const std::string &host : view.hosts)
            addRow(text(host), {}, false);
    }
    addStopRules(view);
}

void BenchSide::addSection(const QString &title, QPushButton *link) {
    if (m_rows->count() > 0)
        m_rows->addSpacing(8);
    m_rows->addWidget(rule(m_run));
    auto *row = new QWidget(m_run);
    fixHeight(row, kSection);
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(kSide, 6, kSide, 2);
    line->addWidget(label(title, "title", 12, row));
    line->addStretch(1);
    if (link != nullptr)
        line->addWidget(link);
    m_rows->addWidget(row);
}

void BenchSide::addRow(const QString &name, const QString &value, bool marked) {
    m_rows->addWidget(new FactRow(name, value, marked, m_run));
    m_rowTexts << name + (value.isEmpty() ? QString() : QLatin1Char(' ') + value) +
                      (marked ? tr(", differs from the baseline") : QString());
}

void BenchSide::addCommand(const bench::Command &command) {
    bench::Command words = command;
    words.environment.clear(); // stands below by itself
    m_command = text(bench::shellLine(command));
    auto *copy = button(tr("Copy"), "link", m_run);
    copy->setToolTip(tr("The whole command with its environment, as a shell takes it"));
    connect(copy, &QPushButton::clicked, this, [this] {
        copyText(m_command);
        Q_EMIT said(tr("Command copied"));
    });
    addSection(tr("Command"), copy);
    auto *box = new QWidget(m_run);
    box->setObjectName(QStringLiteral("codeBox"));
    box->setAttribute(Qt::WA_StyledBackground);
    auto *inner = new QVBoxLayout(box);
    inner->setContentsMargins(9, 7, 9, 7);
    inner->addWidget(new WrappedLine(text(bench::shellLine(words)), monoFont(11), box));
    auto *row = new QHBoxLayout;
    row->setContentsMargins(kSide - 4, 0, kSide - 4, 0);
    row->addWidget(box);
    auto *holder = new QWidget(m_run);
    holder->setLayout(row);
    m_rows->addWidget(holder);
}

void BenchSide::addEnvironment(const layout::BenchView &view) {
    if (view.spec->command.environment.empty())
        return;
    addSection(tr("Environment"));
    bool any = false;
    for (const bench::EnvironmentValue &each : view.spec->command.environment) {
        const bool marked = view.baseline && std::count(view.baseline->changedVariables.begin(),
                                                        view.baseline->changedVariables.end(), each.name) > 0;
        any = any || marked;
        addRow(text(each.name), text(each.value), marked);
    }
    if (!any)
        return;
    auto *note = new WrappedLine(tr("Marked: differs from the baseline run"), uiFont(11.5), m_run);
    setRole(note, "caption");
    note->setContentsMargins(kSide, 4, kSide, 0);
    m_rows->addWidget(note);
}

void BenchSide::addFacts(const layout::BenchView &view) {
    addSection(tr("Said by the log"));
    std::size_t shown = 0;
    for (const bench::ContextFact &fact : view.results->context) {
        if (++shown > kMostFacts) {
            addRow(tr("%1 more").arg(view.results->context.size() - kMostFacts), {}, false);
            break;
        }
        addRow(factName(fact.key), text(fact.value), false);
    }
}

void BenchSide::addStopRules(const layout::BenchView &view) {
    if (view.stopRules.empty())
        return;
    addSection(tr("Stop when"));
    for (const layout::StopRule &rule : view.stopRules) {
        auto *box = new CheckBox(text(rule.words), m_run);
        box->setFont(uiFont(12));
        box->setChecked(rule.wanted);
        connect(box, &QAbstractButton::toggled, this,
                [this, key = text(rule.key)](bool on) { Q_EMIT stopRuleWanted(key, on); });
        auto *row = new QHBoxLayout;
        row->setContentsMargins(kSide - 4, 0, 0, 0);
        row->addWidget(box, 1);
        auto *holder = new QWidget(m_run);
        holder->setLayout(row);
        m_rows->addWidget(holder);
    }
}

void BenchSide::changeEvent(QEvent *event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_model != nullptr) {
        fitSteps();
    }
}

} // namespace fabricscope::widgets
