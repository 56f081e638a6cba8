// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/InspectorPanel.h"

#include "widgets/common/Controls.h"
#include "widgets/common/Fonts.h"
#include "widgets/common/Theme.h"
#include "widgets/common/UiSize.h"
#include "widgets/inspector/Callout.h"
#include "widgets/inspector/EvidenceBox.h"
#include "widgets/inspector/EvidenceViewer.h"
#include "widgets/inspector/FactRowButton.h"
#include "widgets/inspector/FactRows.h"
#include "widgets/inspector/FoldingSection.h"
#include "widgets/models/LogModel.h"
#include "widgets/topology/TopologyContent.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

namespace {

/// 10 px of the kind's colour in front of the name.
class KindMark : public QWidget {
public:
    KindMark(layout::Token token, QWidget *parent) : QWidget(parent), m_token(token) {
        fixSize(this, 10, 10);
    }

protected:
    void paintEvent(QPaintEvent *) override { QPainter(this).fillRect(rect(), tokenColour(m_token)); }

private:
    layout::Token m_token;
};

/// A source in the Evidence section: accent text, time at the right.
class SourceRow : public QAbstractButton {
public:
    SourceRow(const QString &source, QString time, QWidget *parent)
        : QAbstractButton(parent), m_time(std::move(time)) {
        setText(source);
        setToolTip(source.toHtmlEscaped());
        setFocusPolicy(Qt::StrongFocus);
        fixHeight(this, 20);
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
    // Each word of a host that is read leads here: what is shown already is not made anew.
    if (!std::exchange(m_hasOthers, false) && m_content != nullptr && m_topology == topology &&
        m_capture == capture && m_node == node && m_judgement == judgement)
        return;
    const topology::NodeId id = node.value_or(0);
    const bool same = m_topology && m_node.value_or(0) == id && topology && id < topology->nodes().size() &&
                      id < m_topology->nodes().size() && m_topology->node(id).bdf == topology->node(id).bdf;
    if (!same)
        m_evidenceLabel.clear();
    m_topology = std::move(topology);
    m_capture = std::move(capture);
    m_node = node;
    m_judgement = judgement;
    const bool exists = m_topology && id < m_topology->nodes().size();
    m_facts = exists ? deviceFacts(*m_topology, id) : DeviceFacts{};
    m_pairing = exists && judgement ? pairingFacts(*judgement, *m_topology, id) : PairingFacts{};
    m_guest = exists ? guestFacts(m_guests, *m_topology, id) : GuestFacts{};
    m_onHost = exists && judgement ? hypervisorFacts(m_hypervisor, *judgement, id) : HypervisorFacts{};
    addPairs();
    addOnHost();
    const int scrolled = same ? m_scroll->verticalScrollBar()->value() : 0;
    rebuild();
    m_scroll->verticalScrollBar()->setValue(scrolled);
}

/// The host's own pairs behind identity and ownership; those of the VM that has the device at its ownership.
void InspectorPanel::addPairs() {
    std::vector<FactSection> &sections = m_facts.sections;
    if (!m_pairing.section.rows.empty())
        sections.insert(sections.begin() + std::min<std::ptrdiff_t>(2, std::ssize(sections)),
                        m_pairing.section);
    if (sections.size() >= 2)
        sections[1].rows.insert(sections[1].rows.end(), m_guest.rows.begin(), m_guest.rows.end());
}

/// A link that is narrower on the host is none to be ticked off in the VM.
void InspectorPanel::addOnHost() {
    std::vector<FactSection> &sections = m_facts.sections;
    if (m_onHost.rows.empty() || sections.size() < 2)
        return;
    sections[1].rows.push_back(m_onHost.rows.front());
    const auto isStatus = [](const FactRow &row) {
        return row.label == QLatin1String("LnkSta");
    };
    for (FactSection &section : sections) {
        const auto status = std::find_if(section.rows.begin(), section.rows.end(), isStatus);
        if (status == section.rows.end())
            continue;
        if (!m_onHost.fault.title.isEmpty()) {
            status->glyph = layout::Glyph::None;
            status->note = tr("as the VM sees it");
        }
        section.rows.insert(section.rows.end(), m_onHost.rows.begin() + 1, m_onHost.rows.end());
        return;
    }
}

void InspectorPanel::addHostFault() {
    const PairingCallout &fault = m_onHost.fault;
    if (fault.title.isEmpty())
        return;
    auto *callout = new Callout(fault.severity, fault.title, fault.text, m_content);
    QPushButton *there = button(tr("Show it there"), "link", callout);
    connect(there, &QPushButton::clicked, this,
            [this, host = fault.guest, node = *m_onHost.node] { Q_EMIT hypervisorWanted(host, node); });
    callout->addLinks({there});
    addCallout(callout);
}

bool InspectorPanel::setHypervisor(HypervisorView hypervisor) {
    const bool isOther = std::exchange(m_hypervisor, std::move(hypervisor)) != m_hypervisor;
    m_hasOthers = m_hasOthers || isOther;
    return isOther;
}

bool InspectorPanel::setGuests(std::vector<GuestView> guests) {
    const bool isOther = std::exchange(m_guests, std::move(guests)) != m_guests;
    m_hasOthers = m_hasOthers || isOther;
    return isOther;
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

bool InspectorPanel::event(QEvent *event) {
    if (event->type() == QEvent::ApplicationFontChange) // later: who tells is still going through all widgets
        QMetaObject::invokeMethod(this, &InspectorPanel::rebuild, Qt::QueuedConnection);
    return QWidget::event(event);
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
        addHostFault();
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
    column->setContentsMargins(14, 3, 10, 10);
    column->setSpacing(3);
    auto *first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(new KindMark(m_facts.kind, head));
    first->addWidget(label(m_facts.name, "title", 15, head));
    auto *model = new ElidedLabel(m_facts.model, Token::Text2, head);
    wearFont(model, 12);
    first->addWidget(model, 1);
    column->addLayout(first);
    const std::string &simulated = m_topology->host().simulated;
    if (!m_facts.bdf.isEmpty() || !simulated.empty()) {
        auto *second = new QHBoxLayout;
        second->setContentsMargins(18, 0, 0, 0);
        if (!m_facts.bdf.isEmpty()) {
            second->addWidget(monoLabel(m_facts.bdf, 12.5, head));
            auto *copy = new IconButton("copy", tr("Copy the BDF"), head);
            connect(copy, &QToolButton::clicked, this, [this, copy] { copyText(m_facts.bdf, copy); });
            second->addWidget(copy);
        }
        if (!simulated.empty()) {
            auto *chip = new Chip(tr("simulated"), Chip::Look::Warning, head);
            chip->setToolTip(QString::fromStdString(simulated));
            second->addWidget(chip);
        }
        second->addStretch(1);
        column->addLayout(second);
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
    for (const PairingCallout &finding : m_guest.callouts) {
        auto *callout = new Callout(finding.severity, finding.title, finding.text, m_content);
        QPushButton *fix = button(tr("Show fix"), "link", callout);
        connect(fix, &QPushButton::clicked, this,
                [this, guest = finding.guest] { Q_EMIT guestFixWanted(guest); });
        callout->addLinks({fix});
        addCallout(callout);
    }
}

void InspectorPanel::addRemarks() {
    for (const topology::Remark &remark : m_facts.remarks)
        addCallout(new Callout(remark.severity, {}, capitalized(remark.text), m_content));
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
        connect(fact, &FactRowButton::rawWanted, this, [this, row] { openRaw(row.label, row); });
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
    m_evidence->offerRaw();
    connect(m_evidence, &EvidenceBox::rawWanted, this, [this] { openRaw(m_evidenceLabel, m_evidenceRow); });
    folding->addWidget(m_evidence);
    for (const EvidenceSource &source : sources) {
        auto *row = new SourceRow(sourceText(source), clockText(source.timeMs), folding);
        FactRow fact;
        fact.evidence = source.first;
        row->setAccessibleDescription(tr("Opens the raw lines"));
        connect(row, &QAbstractButton::clicked, this, [this, fact] { openRaw(m_facts.name, fact); });
        folding->addWidget(row);
    }
    m_column->addWidget(folding);
    m_evidence->showNothing(tr("Click a fact to see the line it was read from."));
    for (const FactSection &section : m_facts.sections)
        for (const FactRow &row : section.rows)
            if (!m_evidenceLabel.isEmpty() && row.label == m_evidenceLabel)
                showEvidence(row.label, row);
}

void InspectorPanel::chooseEvidence(const QString &label, const FactRow &row) {
    if (m_evidence == nullptr)
        return;
    m_evidenceLabel = label;
    showEvidence(label, row);
    revealEvidence();
}

void InspectorPanel::showEvidence(const QString &label, const FactRow &row) {
    m_evidenceRow = row;
    const auto evidence = evidenceText(*m_capture, row);
    const auto missing = row.needsRoot ? missingFacts(*m_topology) : std::nullopt;
    if (evidence)
        m_evidence->show(label, *evidence);
    else if (row.needsRoot)
        m_evidence->showRemedy(
            tr("%1 is for root alone. One line for visudo gives it to the user who collects:").arg(label),
            missing ? missing->remedy : QString());
    else
        m_evidence->showNothing(
            tr("%1 was not read from this host: it is not known, or follows from other facts.").arg(label));
}

void InspectorPanel::openRaw(const QString &label, const FactRow &row) {
    const auto place = m_capture ? rawPlace(*m_capture, row) : std::nullopt;
    if (!place)
        return;
    if (m_viewer == nullptr)
        m_viewer = new EvidenceViewer(this);
    const QString device =
        m_facts.bdf.isEmpty() ? m_facts.name : m_facts.name + QLatin1Char(' ') + m_facts.bdf;
    m_viewer->show(m_capture, *place, label == m_facts.name ? device : tr("%1 of %2").arg(label, device));
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
