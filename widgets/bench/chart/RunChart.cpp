// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/chart/RunChart.h"

#include "core/present/bench/ChartExtent.h"
#include "core/present/bench/ChartPoints.h"
#include "widgets/bench/chart/ChartKeys.h"
#include "widgets/bench/chart/LinePlot.h"
#include "widgets/bench/chart/OverviewStrip.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace fabricscope::widgets {

using layout::LegendKey;
using present::ChartSeen;
using present::ChartSpec;

namespace {

constexpr int kHead = 36, kLowest = 250; ///< px: a lower chart has no strip below

constexpr struct {
    RunChart::Export form;
    const char *words;
} kExports[] = {
    {RunChart::Export::Png, QT_TRANSLATE_NOOP("RunChart", "PNG…")},
    {RunChart::Export::Svg, QT_TRANSLATE_NOOP("RunChart", "SVG…")},
    {RunChart::Export::Pdf, QT_TRANSLATE_NOOP("RunChart", "PDF…")},
    {RunChart::Export::Csv, QT_TRANSLATE_NOOP("RunChart", "CSV…")},
};

/// Names without their points: what the legend needs.
ChartSpec withoutPoints(const ChartSpec &spec) {
    ChartSpec bare;
    bare.title = spec.title;
    bare.unit = spec.unit;
    bare.ceiling = spec.ceiling;
    bare.band = spec.band;
    bare.bandText = spec.bandText;
    for (const present::ChartLine &line : spec.lines)
        bare.lines.push_back({line.name, {}});
    return bare;
}

} // namespace

RunChart::RunChart(QWidget *parent)
    : QWidget(parent)
    , m_title(new ElidedLabel({}, draw::Token::Text, this))
    , m_subtitle(new ElidedLabel({}, draw::Token::Text3, this))
    , m_reset(button(tr("Reset zoom"), "link", this))
    , m_scale(new SegmentedControl({tr("Linear"), tr("Log")}, tr("Scale"), this))
    , m_keys(new ChartKeys(this))
    , m_plot(new LinePlot(tr("Chart"), this))
    , m_overview(new OverviewStrip(this)) {
    build();
    showSeen();
}

void RunChart::build() {
    setObjectName(QStringLiteral("runChart"));
    setAttribute(Qt::WA_StyledBackground);
    setFocusProxy(m_plot);
    applyFont(m_title, 12.5, QFont::DemiBold);
    applyFont(m_subtitle, 12);
    m_reset->setToolTip(plainToolTip(tr("Reset zoom (0, or a double click)")));
    auto *head = new QWidget(this);
    setScaledFixedHeight(head, kHead);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(16, 4, 16, 0);
    row->setSpacing(8);
    row->addWidget(m_title);
    row->addWidget(m_subtitle);
    row->addStretch(1);
    row->addWidget(m_reset);
    row->addWidget(m_scale);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head);
    column->addWidget(m_keys);
    column->addWidget(m_plot, 1);
    column->addWidget(m_overview);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        m_plot->setFocus(); // the button goes
        m_plot->setZoom(std::nullopt);
    });
    connect(m_scale, &SegmentedControl::changed, this,
            [this](int which) { m_plot->setLogarithmic(which == 1); });
    connect(m_keys, &ChartKeys::toggled, this, &RunChart::toggle);
    connect(m_overview, &OverviewStrip::zoomRequested, m_plot, &LinePlot::setZoom);
    connect(m_plot, &LinePlot::seenChanged, this, &RunChart::showSeen);
    connect(m_plot, &LinePlot::menuRequested, this, [this](const QPoint &where) {
        QMenu menu(this);
        fillMenu(menu);
        menu.exec(where);
    });
}

void RunChart::setSpec(ChartSpec spec, const QString &identity) {
    if (std::exchange(m_identity, identity) != identity) {
        m_plot->selectX(std::nullopt);
        ChartSeen whole;
        whole.logarithmic = seen().logarithmic;
        m_plot->setSeen(whole);
    }
    m_title->setText(toQString(spec.title));
    m_subtitle->setText(toQString(spec.subtitle));
    m_plot->setAccessibleName(toQString(spec.title));
    m_whole = withoutPoints(spec);
    m_plot->setSpec(std::move(spec));
    showSeen();
}

const ChartSeen &RunChart::seen() const {
    return m_plot->seen();
}

bool RunChart::isReduced() const {
    return seen().zoom || !seen().hidden.empty() || !seen().band;
}

QString RunChart::csv() const {
    return toQString(present::chartCsv(m_plot->spec()));
}

void RunChart::restyle() {
    m_plot->restyle();
    showSeen();
    update();
}

void RunChart::showSeen() {
    const ChartSpec &spec = m_plot->spec();
    m_keys->setSpec(m_whole, seen());
    m_keys->setVisible(m_keys->isNeeded());
    m_scale->setCurrent(seen().logarithmic ? 1 : 0);
    const auto &zoom = seen().zoom;
    m_reset->setVisible(zoom.has_value());
    if (zoom) {
        const double span = zoom->high - zoom->low;
        m_reset->setText(tr("%1 to %2 · Reset zoom")
                             .arg(toQString(present::xLabel(spec.axis, zoom->low, span)),
                                  toQString(present::xLabel(spec.axis, zoom->high, span))));
    }
    m_overview->setVisible(zoom && height() >= scaledToUi(kLowest));
    if (zoom)
        m_overview->show(m_plot->coarseSpec(), m_plot->plotRect().x, m_plot->plotRect().right());
}

void RunChart::toggle(const ChartKeyBox::Key &key, bool shown) {
    ChartSeen seen = m_plot->seen();
    if (key.kind == LegendKey::Band)
        seen.band = shown;
    else if (key.kind == LegendKey::Ceiling)
        seen.ceiling = shown;
    else if (shown)
        seen.hidden.erase(key.line);
    else
        seen.hidden.insert(key.line);
    m_plot->setSeen(std::move(seen));
}

void RunChart::copyValue() {
    if (m_plot->pointText().isEmpty())
        return;
    copyText(m_plot->pointText());
    Q_EMIT statusMessageRequested(tr("Copied: %1").arg(m_plot->pointText()));
}

void RunChart::copyCsv() {
    copyText(csv());
    Q_EMIT statusMessageRequested(tr("Rows copied"));
}

void RunChart::fillMenu(QMenu &menu) {
    QAction *value = menu.addAction(tr("Copy value"), QKeySequence::Copy, this, &RunChart::copyValue);
    value->setEnabled(m_plot->selectedX().has_value());
    menu.addAction(tr("Copy as CSV"), this, &RunChart::copyCsv);
    menu.addSeparator();
    QMenu *exports = menu.addMenu(tr("Export"));
    for (const auto &[form, words] : kExports)
        connect(exports->addAction(tr(words)), &QAction::triggered, this,
                [this, form = form] { Q_EMIT exportRequested(form); });
    menu.addSeparator();
    QAction *scale =
        menu.addAction(tr("Logarithmic"), Qt::Key_L, m_plot, [this](bool on) { m_plot->setLogarithmic(on); });
    scale->setCheckable(true);
    scale->setChecked(seen().logarithmic);
    for (ChartKeyBox *box : m_keys->boxes()) {
        QAction *action = menu.addAction(QString(box->text()).replace(QLatin1Char('&'), QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(box->isChecked());
        connect(action, &QAction::toggled, box, &QAbstractButton::setChecked);
    }
    menu.addSeparator();
    QAction *reset =
        menu.addAction(tr("Reset zoom"), Qt::Key_0, m_plot, [this] { m_plot->setZoom(std::nullopt); });
    reset->setEnabled(seen().zoom.has_value());
}

/// Ctrl+C copies the selected value; the window's own Copy is for where nothing is selected.
bool RunChart::event(QEvent *event) {
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress)
        if (auto *key = static_cast<QKeyEvent *>(event);
            key->matches(QKeySequence::Copy) && m_plot->selectedX()) {
            if (event->type() == QEvent::KeyPress)
                copyValue();
            event->accept();
            return true;
        }
    return QWidget::event(event);
}

void RunChart::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    showSeen();
}

} // namespace fabricscope::widgets
