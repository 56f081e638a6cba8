// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchFacts.h"

#include "core/layout/bench/HeatMap.h"
#include "core/present/bench/BenchStatus.h"
#include "widgets/bench/BenchFindingBox.h"
#include "widgets/bench/BenchPicture.h"
#include "widgets/bench/chart/TelemetryPlot.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

constexpr int kSide = 16, kMaxFindings = 12, kMaxMatrices = 4;
constexpr double kMatrixHeight = 270;
constexpr int kMinValue = 16; ///< letters: "360.4 GB/s" and more

/// In the order of TransportFact::Standing.
constexpr struct {
    draw::Glyph glyph;
    const char *word;
} kSeverityLooks[] = {
    {draw::Glyph::Ok, QT_TRANSLATE_NOOP("BenchFacts", "good")},
    {draw::Glyph::Note, QT_TRANSLATE_NOOP("BenchFacts", "note")},
    {draw::Glyph::Warning, QT_TRANSLATE_NOOP("BenchFacts", "warning")},
    {draw::Glyph::Error, QT_TRANSLATE_NOOP("BenchFacts", "error")},
    {draw::Glyph::Unreachable, QT_TRANSLATE_NOOP("BenchFacts", "unknown")},
};

/// Whether only values differ: then only the pictures are repainted.
bool sameShape(const bench::BenchView &a, const bench::BenchView &b) {
    const auto subjects = [](const bench::BenchView &view) {
        std::vector<std::string> all;
        for (const bench::TelemetryLine &line : view.telemetry)
            all.push_back(line.subject + "/" + line.name);
        return all;
    };
    return a.results != nullptr && b.results != nullptr &&
           a.results->matrices.size() == b.results->matrices.size() && a.findings == b.findings &&
           a.results->diagnostics == b.results->diagnostics && a.transport == b.transport &&
           subjects(a) == subjects(b);
}

} // namespace

BenchFacts::BenchFacts(QWidget *parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    auto *all = new QWidget(this);
    all->setObjectName(QStringLiteral("inspector"));
    all->setAttribute(Qt::WA_StyledBackground);
    m_column = new QVBoxLayout(all);
    m_column->setContentsMargins(0, 0, 0, 12);
    m_column->setSpacing(0);
    m_column->addStretch(1);
    setWidget(all);
}

void BenchFacts::setView(const bench::BenchView &view, std::optional<std::size_t> matrix) {
    const bool same = m_matrix == matrix && sameShape(m_view, view);
    m_view = view;
    m_matrix = matrix;
    if (same)
        return updatePictures();
    for (QWidget *part : m_parts) {
        m_column->removeWidget(part);
        part->hide();
        part->deleteLater();
    }
    m_parts.clear();
    m_pictures.clear();
    m_telemetry = nullptr;
    m_boxes.clear();
    m_texts.clear();
    addTelemetry();
    addMatrices();
    addFindings();
    addTransport(false, tr("Transport in the log"));
    addTransport(true, tr("Measured transport"));
    updatePictures();
}

/// Wrapped lines have their natural height, and the column scrolls.
void BenchFacts::fitParts() {
    for (QWidget *part : m_parts)
        if (part->layout()->hasHeightForWidth())
            part->setMinimumHeight(part->layout()->heightForWidth(viewport()->width()));
}

/// Rows that were just added get their size here.
bool BenchFacts::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::LayoutRequest)
        fitParts();
    return QScrollArea::eventFilter(watched, event);
}

void BenchFacts::resizeEvent(QResizeEvent *event) {
    QScrollArea::resizeEvent(event);
    fitParts();
}

QWidget *BenchFacts::addPart(const QString &title, const QString &note) {
    auto *part = new QWidget(widget());
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 10);
    column->setSpacing(4);
    if (!m_parts.empty())
        column->addWidget(rule(part));
    if (!title.isEmpty()) {
        auto *row = new QHBoxLayout;
        row->setContentsMargins(kSide, 10, kSide, 2);
        row->addWidget(label(title, "title", 12.5, part));
        row->addStretch(1);
        row->addWidget(label(note, "caption", 12, part));
        column->addLayout(row);
    }
    m_column->insertWidget(m_column->count() - 1, part);
    part->installEventFilter(this);
    m_parts.push_back(part);
    return part;
}

void BenchFacts::addTelemetry() {
    if (m_view.telemetry.empty())
        return;
    QWidget *part = addPart(tr("Telemetry"), tr("last 5 min"));
    m_telemetry = new TelemetryPlot(tr("Telemetry"), part);
    part->layout()->addWidget(m_telemetry);
}

void BenchFacts::addMatrices() {
    int shown = 0;
    for (std::size_t index = 0; index < m_view.results->matrices.size() && shown < kMaxMatrices; ++index) {
        if (index == m_matrix)
            continue;
        ++shown;
        QWidget *part = addPart({});
        auto *picture = new BenchPicture(toQString(m_view.results->matrices[index].title),
                                         BenchPicture::Fit::Contents, part);
        picture->setProperty("matrix", static_cast<int>(index));
        connect(picture, &BenchPicture::activated, this,
                [this, index] { Q_EMIT matrixRequested(static_cast<int>(index)); });
        part->layout()->addWidget(picture);
        m_pictures.push_back(picture);
    }
}

/// Findings about a cell are below its matrix.
void BenchFacts::addFindings() {
    QWidget *part = nullptr;
    int shown = 0;
    for (const findings::Finding &finding : present::allFindings(m_view)) {
        m_texts << toQString(findings::claim(finding));
        if (finding.place.cell || ++shown > kMaxFindings)
            continue;
        if (part == nullptr)
            part = addPart(tr("Findings"));
        auto *row = new QHBoxLayout;
        row->setContentsMargins(kSide - 4, 2, kSide - 4, 2);
        auto *box = new BenchFindingBox(finding, part);
        const QString name =
            toQString(finding.rule.starts_with("log.") ? findings::title(finding) : finding.rule);
        box->setOpen(m_open.contains(name));
        connect(box, &BenchFindingBox::placeRequested, this, &BenchFacts::placeRequested);
        connect(box, &BenchFindingBox::toggled, this, [this, name](bool open) {
            open ? static_cast<void>(m_open.insert(name)) : static_cast<void>(m_open.remove(name));
        });
        m_boxes.push_back(box);
        row->addWidget(box);
        static_cast<QVBoxLayout *>(part->layout())->addLayout(row);
    }
}

/// The log and the counters do not confirm each other: each is shown separately.
void BenchFacts::addTransport(bool isCounted, const QString &title) {
    QWidget *part = nullptr;
    for (const bench::TransportFact &fact : m_view.transport) {
        if (fact.isCounted != isCounted)
            continue;
        if (part == nullptr)
            part = addPart(title);
        const auto &look = kSeverityLooks[static_cast<std::size_t>(fact.rating)];
        auto *row = new QWidget(part);
        setScaledFixedHeight(row, 23);
        auto *line = new QHBoxLayout(row);
        line->setContentsMargins(kSide, 0, kSide, 0);
        line->setSpacing(9);
        line->addWidget(new GlyphLabel(look.glyph, 13, row));
        auto *words = new ElidedLabel(toQString(fact.text), draw::Token::Text, row);
        auto *value = new ElidedLabel(toQString(fact.value), draw::Token::Text3, row);
        for (ElidedLabel *each : {words, value})
            applyFont(each, 12);
        value->setMinimumCharacters(kMinValue);
        line->addWidget(words);
        line->addStretch(1);
        line->addWidget(value);
        m_texts
            << QStringLiteral("%1: %2, %3").arg(tr(look.word), toQString(fact.text), toQString(fact.value));
        row->setAccessibleName(m_texts.back());
        part->layout()->addWidget(row);
    }
}

void BenchFacts::updatePictures() {
    if (m_telemetry != nullptr)
        m_telemetry->setLines(m_view.telemetry);
    for (BenchPicture *picture : m_pictures)
        picture->setRenderer([view = m_view, index = static_cast<std::size_t>(
                                                 picture->property("matrix").toInt())](double width, double) {
            layout::ChartOptions options{width, kMatrixHeight, windowMeasure(), {}};
            draw::DisplayList list = layout::layoutHeatMap(view, index, options);
            list.background = {draw::Token::Panel, 100, draw::Token::Panel};
            return list;
        });
}

} // namespace fabricscope::widgets
