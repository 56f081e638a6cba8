// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchHeader.h"

#include "core/bench/view/BenchProgress.h"
#include "core/present/bench/BenchStatus.h"
#include "core/present/bench/ChartScale.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/SimulatedChip.h"
#include "widgets/common/dialog/FitRow.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kMinTextWidth = 90, kMinName = 80, kWholeName = 170; ///< px of the design
constexpr int kWideRow = 800, kWideChart = 200,
              kNarrowChart = 95; ///< the title of a chart, by the row's width

constexpr struct {
    BenchHeader::Export form;
    const char *words;
} kExports[] = {
    {BenchHeader::Export::Png, QT_TRANSLATE_NOOP("BenchHeader", "Picture as PNG…")},
    {BenchHeader::Export::Svg, QT_TRANSLATE_NOOP("BenchHeader", "Picture as SVG…")},
    {BenchHeader::Export::Pdf, QT_TRANSLATE_NOOP("BenchHeader", "Picture as PDF…")},
    {BenchHeader::Export::Csv, QT_TRANSLATE_NOOP("BenchHeader", "Rows as CSV…")},
    {BenchHeader::Export::CopyPicture, QT_TRANSLATE_NOOP("BenchHeader", "Copy picture")},
    {BenchHeader::Export::CopyRows, QT_TRANSLATE_NOOP("BenchHeader", "Copy rows")},
};

/// Calls `changed` when the preferred size of a part has changed, as with another font.
class PartsRow : public QWidget {
public:
    PartsRow(QWidget *parent, std::function<void()> changed)
        : QWidget(parent), m_changed(std::move(changed)) {}

protected:
    bool event(QEvent *event) override {
        const bool isHandled = QWidget::event(event);
        if (event->type() == QEvent::LayoutRequest)
            m_changed();
        return isHandled;
    }

private:
    std::function<void()> m_changed;
};

} // namespace

/// A progress line of 5 px.
class BenchHeader::Progress : public QWidget {
public:
    explicit Progress(QWidget *parent) : QWidget(parent) { setScaledFixedHeight(this, 5); }
    void setShare(double share) {
        m_share = share;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        const double radius = height() / 2.0;
        painter.setBrush(tokenColour(Token::Raised));
        painter.drawRoundedRect(rect(), radius, radius);
        painter.setBrush(tokenColour(Token::Accent));
        painter.drawRoundedRect(QRectF(0, 0, width() * m_share, height()), radius, radius);
    }

private:
    double m_share = 0;
};

BenchHeader::BenchHeader(QWidget *parent)
    : QWidget(parent)
    , m_row(new PartsRow(this, [this] { fit(); }))
    , m_glyph(new GlyphLabel(draw::Glyph::None, 15, this))
    , m_name(new ElidedLabel({}, Token::Text, this))
    , m_detail(new ElidedLabel({}, Token::Text2, this))
    , m_simulated(new SimulatedChip(this))
    , m_charts(button({}, "", this))
    , m_more(button(tr("More"), "", this))
    , m_export(button(tr("Export"), "", this))
    , m_twoHosts(button(tr("Two hosts…"), "", this))
    , m_newRun(button(tr("New run…"), "", this))
    , m_stop(button(tr("■ Stop"), "danger", this))
    , m_viewSwitch(new SegmentedControl({tr("Chart"), tr("Table"), tr("Number")}, tr("View"), this))
    , m_progress(new Progress(this))
    , m_status(new ElidedLabel({}, Token::Text2, this))
    , m_count(label({}, "secondary", 12, this))
    , m_elapsed(label({}, "secondary", 12, this))
    , m_rest(label({}, "title", 12, this)) {
    build();
}

void BenchHeader::build() {
    setObjectName(QStringLiteral("toolbar"));
    setAttribute(Qt::WA_StyledBackground);
    applyFont(m_name, 15, QFont::DemiBold);
    applyFont(m_detail, 12);
    applyFont(m_status, 12);
    m_stop->setAccessibleName(tr("Stop"));
    m_stop->setToolTip(plainToolTip(tr("Stops the run and all its processes on its hosts")));
    m_charts->setMenu(new QMenu(m_charts));
    m_charts->setAccessibleName(tr("Picture"));
    m_export->setMenu(new QMenu(m_export));
    for (const auto &[form, words] : kExports)
        connect(m_export->menu()->addAction(tr(words)), &QAction::triggered, this,
                [this, form = form] { Q_EMIT exportRequested(form); });
    m_more->setMenu(new QMenu(m_more));
    m_more->setToolTip(plainToolTip(tr("More controls")));
    m_more->hide();
    connect(m_more->menu(), &QMenu::aboutToShow, this, &BenchHeader::fillMore);
    auto *first = new QHBoxLayout(m_row);
    first->setContentsMargins(0, 0, 0, 0);
    first->setSpacing(8);
    first->addWidget(m_glyph);
    first->addWidget(m_name);
    first->addWidget(m_detail, 1);
    first->addStretch(0); // if that is hidden
    first->addWidget(m_simulated);
    // At the right edge, the most important last, so that hiding one moves none after it.
    for (QWidget *each : {static_cast<QWidget *>(m_charts), static_cast<QWidget *>(m_viewSwitch),
                          static_cast<QWidget *>(m_more), static_cast<QWidget *>(m_export),
                          static_cast<QWidget *>(m_twoHosts), static_cast<QWidget *>(m_newRun),
                          static_cast<QWidget *>(m_stop)})
        first->addWidget(each);
    auto *second = new QHBoxLayout;
    second->setSpacing(14);
    second->addWidget(m_progress, 1);
    second->addWidget(m_status, 1);
    second->addWidget(m_count);
    second->addWidget(m_elapsed);
    second->addWidget(m_rest);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 7, 12, 7);
    column->setSpacing(5);
    column->addWidget(m_row);
    column->addLayout(second);
    m_detail->setMinimumWidth(1); // it is elided first
    m_row->setMinimumWidth(1);    // its buttons move to the menu if there is no space
    setMinimumWidth(320);
    m_status->setMinimumWidth(1);
}

void BenchHeader::setView(const bench::BenchView &view, qint64 nowMs) {
    const present::BenchStatus status = present::benchStatus(view, nowMs);
    m_glyph->setGlyph(status.glyph);
    m_glyph->setAccessibleName(toQString(status.words));
    m_name->setText(toQString(present::runName(view)));
    m_detail->setText(toQString(present::runDetail(view)));
    m_name->setToolTip(plainToolTip(m_detail->text())); // which may have no room
    m_simulated->setSource(toQString(view.simulated));
    m_stop->setEnabled(view.canStop());
    const auto elapsed = present::elapsedSeconds(view, nowMs);
    const bench::BenchProgress progress = bench::progressOf(view, nowMs);
    const bool counts = progress.of && progress.done > 0;
    m_progress->setVisible(view.isRunning() && progress.of);
    m_progress->setShare(progress.of ? static_cast<double>(progress.done) / static_cast<double>(*progress.of)
                                     : 0);
    m_status->setVisible(!view.isRunning() || !progress.of);
    m_status->setText(toQString(status.words));
    m_count->setText(
        counts ? tr("%1 of %2 %3").arg(progress.done).arg(*progress.of).arg(toQString(progress.what))
               : QString());
    m_elapsed->setText(elapsed && view.isRunning()
                           ? tr("elapsed %1").arg(toQString(present::durationLabel(*elapsed)))
                           : QString());
    m_rest->setText(view.isRunning() && progress.remainingSeconds
                        ? tr("ETA %1").arg(toQString(present::durationLabel(*progress.remainingSeconds)))
                        : QString());
    for (QLabel *each : {m_count, m_elapsed, m_rest})
        each->setVisible(!each->text().isEmpty());
    fit();
}

void BenchHeader::setCharts(const QStringList &titles, int current) {
    m_hasCharts = titles.size() > 1;
    m_chart = current >= 0 && current < titles.size() ? titles[current] : QString();
    m_charts->setToolTip(plainToolTip(m_chart));
    QMenu *menu = m_charts->menu();
    QStringList before;
    for (const QAction *action : menu->actions())
        before << action->text();
    if (before != titles) {
        menu->clear();
        for (int index = 0; index < titles.size(); ++index) {
            QAction *action = menu->addAction(titles[index]);
            action->setCheckable(true);
            connect(action, &QAction::triggered, this, [this, index] { Q_EMIT chartRequested(index); });
        }
    }
    for (int index = 0; index < menu->actions().size(); ++index)
        menu->actions()[index]->setChecked(index == current);
    fit();
}

QString BenchHeader::progressText() const {
    QStringList parts;
    for (const QLabel *each : {m_count, m_elapsed, m_rest})
        if (!each->text().isEmpty())
            parts << each->text();
    return parts.isEmpty() ? m_status->text() : parts.join(QStringLiteral(", "));
}

void BenchHeader::setHasPicture(bool hasPicture) {
    m_hasPicture = hasPicture;
    m_export->setEnabled(hasPicture);
    fit();
}

/// In the order in which they are hidden.
std::vector<BenchHeader::Part> BenchHeader::spareParts() const {
    return {{m_export, true},
            {m_twoHosts, true},
            {m_newRun, true},
            {m_charts, m_hasCharts},
            {m_viewSwitch, m_hasPicture}};
}

/// By what may appear during the run, not by the current state: a button that moved with the first row would
/// be missed by the pointer.
void BenchHeader::fit() {
    const bool isWide = m_row->width() >= scaledToUi(kWideRow);
    m_charts->setText(m_charts->fontMetrics().elidedText(m_chart, Qt::ElideRight,
                                                         scaledToUi(isWide ? kWideChart : kNarrowChart)));
    const int spacing = m_row->layout()->spacing();
    const auto widthOf = [spacing](const QWidget *widget) {
        return widget->sizeHint().width() + spacing;
    };
    // A name is elided before the choice of the chart or its form moves to the menu, but not for other
    // buttons.
    const int name = std::min(m_name->sizeHint().width(), scaledToUi(kMinName));
    // With the gap of the detail, which may be between them.
    const int restOfName = std::min(m_name->sizeHint().width(), scaledToUi(kWholeName)) - name + 2 * spacing;
    int needed = widthOf(m_glyph) + name + widthOf(m_viewSwitch) + m_stop->sizeHint().width() + spacing;
    if (!m_simulated->isHidden())
        needed += widthOf(m_simulated);
    for (const auto &[widget, isNeeded] : spareParts())
        if (isNeeded && widget != m_viewSwitch)
            needed += widthOf(widget);
    bool isCut = false;
    for (const auto &[widget, isNeeded] : spareParts()) {
        const bool isOther = widget != m_charts && widget != m_viewSwitch;
        const bool overflows =
            (isNeeded || widget == m_viewSwitch) && needed + (isOther ? restOfName : 0) > m_row->width();
        if (overflows)
            needed -= widthOf(widget) - (std::exchange(isCut, true) ? 0 : widthOf(m_more));
        widget->setVisible(isNeeded && !overflows);
    }
    m_more->setVisible(isCut);
    fitTexts(m_row, m_detail, kMinTextWidth);
}

void BenchHeader::fillMore() {
    QMenu *menu = m_more->menu();
    menu->clear();
    qDeleteAll(menu->findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly)); // of the time before
    for (QPushButton *each : {m_newRun, m_twoHosts})
        if (each->isHidden())
            connect(menu->addAction(each->text()), &QAction::triggered, each, &QPushButton::click);
    if (m_export->isHidden()) {
        QAction *exports = menu->addMenu(m_export->menu());
        exports->setText(m_export->text());
        exports->setEnabled(m_export->isEnabled());
    }
    if (m_hasCharts && m_charts->isHidden())
        menu->addMenu(m_charts->menu())->setText(tr("Picture"));
    if (!m_hasPicture || !m_viewSwitch->isHidden())
        return;
    QMenu *viewSwitch = menu->addMenu(tr("View"));
    for (const auto &[look, words] :
         {std::pair(Look::Picture, tr("Chart")), {Look::Table, tr("Table")}, {Look::Number, tr("Number")}}) {
        QAction *action = viewSwitch->addAction(words);
        action->setCheckable(true);
        action->setChecked(m_viewSwitch->current() == static_cast<int>(look));
        connect(action, &QAction::triggered, this,
                [this, look = look] { m_viewSwitch->setCurrent(static_cast<int>(look)); });
    }
}

void BenchHeader::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    fit();
}

} // namespace fabricscope::widgets
