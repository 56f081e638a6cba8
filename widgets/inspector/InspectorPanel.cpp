// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/InspectorPanel.h"

#include "widgets/common/Controls.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/Theme.h"
#include "widgets/inspector/EvidenceBox.h"
#include "widgets/inspector/FactRowButton.h"
#include "widgets/inspector/FoldingSection.h"
#include "widgets/models/LogModel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace fabricscope::widgets {

namespace {

/// 10 px of the kind's colour in front of the name.
class KindMark : public QWidget {
public:
    KindMark(layout::Token token, QWidget *parent) : QWidget(parent), m_token(token) { setFixedSize(10, 10); }

protected:
    void paintEvent(QPaintEvent *) override { QPainter(this).fillRect(rect(), tokenColour(m_token)); }

private:
    layout::Token m_token;
};

constexpr layout::Glyph kGlyphs[] = {layout::Glyph::Note, layout::Glyph::Warning, layout::Glyph::Error};
constexpr layout::Token kTokens[] = {layout::Token::Note, layout::Token::Warning, layout::Token::Error};

/// A finding: severity outline, 10 % of it over the panel, glyph and sentence; below a title where it has
/// one.
class Callout : public QWidget {
public:
    Callout(topology::Severity severity, const QString &title, const QString &text, QWidget *parent)
        : QWidget(parent), m_token(kTokens[static_cast<int>(severity)]), m_column(new QVBoxLayout) {
        auto *row = new QHBoxLayout(this);
        row->setContentsMargins(10, 8, 10, 8);
        row->setSpacing(8);
        row->addWidget(new GlyphLabel(kGlyphs[static_cast<int>(severity)], 14, this), 0, Qt::AlignTop);
        m_column->setSpacing(3);
        if (!title.isEmpty())
            add(label(title, "title", 12.5, this));
        add(label(text, title.isEmpty() ? "" : "caption", 12, this));
        row->addLayout(m_column, 1);
        setAccessibleName(title.isEmpty() ? text : title + QStringLiteral(": ") + text);
    }

    /// Side by side below the text.
    void addLinks(const std::vector<QPushButton *> &links) {
        auto *row = new QHBoxLayout;
        row->setContentsMargins(0, 4, 0, 0);
        row->setSpacing(14);
        for (QPushButton *link : links)
            row->addWidget(link);
        row->addStretch(1);
        m_column->addLayout(row);
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(tokenColour(m_token));
        painter.setBrush(tint(m_token, 10, Token::Panel));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }

private:
    void add(QLabel *line) {
        line->setWordWrap(true);
        m_column->addWidget(line);
    }

    layout::Token m_token;
    QVBoxLayout *m_column;
};

/// A source in the Evidence section: accent text, time at the right.
class SourceRow : public QAbstractButton {
public:
    SourceRow(const QString &source, QString time, QWidget *parent)
        : QAbstractButton(parent), m_time(std::move(time)) {
        setText(source);
        setToolTip(source);
        setFocusPolicy(Qt::StrongFocus);
        setFixedHeight(20);
        setCursor(Qt::PointingHandCursor);
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setFont(monoFont(11));
        painter.setPen(tokenColour(Token::Text3));
        painter.drawText(rect().adjusted(14, 0, -14, 0), Qt::AlignRight | Qt::AlignVCenter, m_time);
        const int room = width() - 28 - painter.fontMetrics().horizontalAdvance(m_time) - 8;
        painter.setPen(tokenColour(Token::Accent));
        painter.drawText(rect().adjusted(14, 0, -14, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, room));
        if (hasFocus() || underMouse())
            painter.fillRect(QRect(14, height() - 2, room, 1), tokenColour(Token::Accent));
    }

private:
    QString m_time;
};

/// "/sys/bus/pci/devices  pci-links": several sections may come from one folder.
QString sourceText(const EvidenceSource &source) {
    return source.source == source.section ? source.source
                                           : QStringLiteral("%1  %2").arg(source.source, source.section);
}

} // namespace

InspectorPanel::InspectorPanel(QWidget *parent) : QWidget(parent), m_scroll(new QScrollArea(this)) {
    setObjectName(QStringLiteral("inspector"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Inspector"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    column->addWidget(m_scroll);
    clear();
}

void InspectorPanel::show(std::shared_ptr<const topology::Topology> topology,
                          std::shared_ptr<const capture::Capture> capture,
                          std::optional<topology::NodeId> node,
                          std::shared_ptr<const affinity::Judgement> judgement) {
    const topology::NodeId id = node.value_or(0);
    const bool same = m_topology && m_node.value_or(0) == id && topology && id < topology->nodes().size() &&
                      id < m_topology->nodes().size() && m_topology->node(id).bdf == topology->node(id).bdf;
    if (!same)
        m_evidenceLabel.clear();
    m_topology = std::move(topology);
    m_capture = std::move(capture);
    m_node = node;
    const bool exists = m_topology && id < m_topology->nodes().size();
    m_facts = exists ? deviceFacts(*m_topology, id) : DeviceFacts{};
    m_pairing = exists && judgement ? pairingFacts(*judgement, *m_topology, id) : PairingFacts{};
    if (!m_pairing.section.rows.empty()) // behind identity and ownership
        m_facts.sections.insert(m_facts.sections.begin() +
                                    std::min<std::ptrdiff_t>(2, std::ssize(m_facts.sections)),
                                m_pairing.section);
    const int scrolled = same ? m_scroll->verticalScrollBar()->value() : 0;
    rebuild();
    m_scroll->verticalScrollBar()->setValue(scrolled);
}

void InspectorPanel::clear() {
    show(nullptr, nullptr, std::nullopt);
}

std::optional<EvidenceText> InspectorPanel::shownEvidence() const {
    return m_evidence != nullptr ? m_evidence->evidence() : std::nullopt;
}

void InspectorPanel::changeEvent(QEvent *event) {
    if (event->type() == QEvent::StyleChange && m_content != nullptr)
        m_content->update();
    QWidget::changeEvent(event);
}

void InspectorPanel::rebuild() {
    m_evidence = nullptr;
    m_content = new QWidget;
    m_column = new QVBoxLayout(m_content);
    m_column->setContentsMargins(0, 0, 0, 12);
    m_column->setSpacing(0);
    if (!m_topology) {
        QLabel *hint = label(tr("Select a device to see its facts, each with the line it was read from."),
                             "caption", 12);
        hint->setWordWrap(true);
        hint->setContentsMargins(14, 14, 14, 14);
        m_column->addWidget(hint);
    } else {
        addHead();
        addPairing();
        addRemarks();
        for (const FactSection &section : m_facts.sections)
            addSection(section);
        addEvidence();
    }
    m_column->addStretch(1);
    m_scroll->setWidget(m_content); // deletes the old one
}

void InspectorPanel::addHead() {
    auto *head = new QWidget(m_content);
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(14, 10, 10, 10);
    column->setSpacing(3);
    auto *first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(new KindMark(m_facts.kind, head));
    first->addWidget(label(m_facts.name, "title", 15, head));
    auto *model = new ElidedLabel(m_facts.model, Token::Text2, head);
    model->setFont(uiFont(12));
    first->addWidget(model, 1);
    column->addLayout(first);
    if (!m_facts.bdf.isEmpty()) {
        auto *second = new QHBoxLayout;
        second->setContentsMargins(18, 0, 0, 0);
        second->addWidget(monoLabel(m_facts.bdf, 12.5, head));
        auto *copy = new IconButton("copy", tr("Copy the BDF"), head);
        connect(copy, &QToolButton::clicked, this, [this] { copyText(m_facts.bdf); });
        second->addWidget(copy);
        second->addStretch(1);
        column->addLayout(second);
    }
    if (!m_topology->host().simulated.empty()) {
        auto *chip = new Chip(tr("simulated"), Chip::Look::Warning, head);
        chip->setToolTip(QString::fromStdString(m_topology->host().simulated));
        column->addWidget(chip);
    }
    m_column->addWidget(head);
}

void InspectorPanel::addPairing() {
    for (const PairingCallout &finding : m_pairing.callouts) {
        auto *callout = new Callout(finding.severity, finding.title, finding.text, m_content);
        QPushButton *fix = button(tr("Show fix"), "link", callout);
        connect(fix, &QPushButton::clicked, this, [this] { Q_EMIT fixWanted(m_node.value_or(0)); });
        std::vector<QPushButton *> links{fix};
        if (m_pairing.canTrace) {
            links.push_back(button(tr("Trace path"), "link", callout));
            connect(links.back(), &QPushButton::clicked, this,
                    [this] { Q_EMIT traceWanted(m_node.value_or(0)); });
        }
        callout->addLinks(links);
        addCallout(callout);
    }
}

void InspectorPanel::addRemarks() {
    for (const topology::Remark &remark : m_facts.remarks)
        addCallout(new Callout(remark.severity, {}, QString::fromStdString(remark.text), m_content));
}

void InspectorPanel::addCallout(QWidget *callout) {
    auto *holder = new QWidget(m_content);
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(10, 0, 10, 8);
    column->addWidget(callout);
    m_column->addWidget(holder);
}

void InspectorPanel::addSection(const FactSection &section) {
    auto *folding = new FoldingSection(section.title, section.note, m_content);
    if (!section.chips.empty()) {
        auto *chips = new ChipRow(section.chips, folding);
        FactRow row;
        row.evidence = section.chipsEvidence;
        connect(chips, &ChipRow::clicked, this, [this, row] { chooseEvidence(QStringLiteral("ACS"), row); });
        folding->addWidget(chips);
    }
    for (const FactRow &row : section.rows) {
        auto *fact = new FactRowButton(row, folding);
        connect(fact, &FactRowButton::clicked, this, [this, row] { chooseEvidence(row.label, row); });
        folding->addWidget(fact);
    }
    folding->setOpen(!m_folded.contains(section.title));
    connect(folding, &FoldingSection::toggled, this, [this, title = section.title](bool open) {
        if (open)
            m_folded.remove(title);
        else
            m_folded.insert(title);
    });
    m_column->addWidget(folding);
}

void InspectorPanel::addEvidence() {
    if (!m_capture)
        return;
    const std::vector<EvidenceSource> sources = evidenceSources(*m_capture, m_facts);
    auto *folding = new FoldingSection(
        tr("Evidence"), sources.size() == 1 ? tr("1 source") : tr("%1 sources").arg(sources.size()),
        m_content);
    m_evidence = new EvidenceBox(folding);
    folding->addWidget(m_evidence);
    for (const EvidenceSource &source : sources) {
        auto *row = new SourceRow(sourceText(source), clockText(source.timeMs), folding);
        FactRow fact;
        fact.evidence = source.first;
        connect(row, &QAbstractButton::clicked, this,
                [this, fact] { chooseEvidence(tr("First fact"), fact); });
        folding->addWidget(row);
    }
    m_column->addWidget(folding);
    m_evidence->showNothing(tr("Click a fact to see the line it was read from."));
    for (const FactSection &section : m_facts.sections)
        for (const FactRow &row : section.rows)
            if (!m_evidenceLabel.isEmpty() && row.label == m_evidenceLabel)
                if (const auto evidence = evidenceText(*m_capture, row))
                    m_evidence->show(row.label, *evidence);
}

void InspectorPanel::chooseEvidence(const QString &label, const FactRow &row) {
    if (m_evidence == nullptr)
        return;
    m_evidenceLabel = label;
    if (const auto evidence = evidenceText(*m_capture, row))
        m_evidence->show(label, *evidence);
    else
        m_evidence->showNothing(
            tr("%1 was not read from this host: it is not known, or follows from other facts.").arg(label));
    revealEvidence();
}

void InspectorPanel::revealEvidence() {
    if (m_evidence == nullptr)
        return;
    if (auto *folding = qobject_cast<FoldingSection *>(m_evidence->parentWidget()->parentWidget()))
        folding->setOpen(true);
    m_content->layout()->activate();
    m_scroll->ensureWidgetVisible(m_evidence, 0, 8);
}

} // namespace fabricscope::widgets
