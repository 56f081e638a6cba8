// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/InspectorPanel.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/paint/OpaqueBackground.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/facts/FactRows.h"
#include "widgets/inspector/EvidenceBox.h"
#include "widgets/inspector/EvidenceSection.h"
#include "widgets/inspector/EvidenceViewer.h"
#include "widgets/inspector/FactSectionView.h"
#include "widgets/inspector/InspectorTop.h"
#include "widgets/topology/TopologyContent.h"

#include <QEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {

InspectorPanel::InspectorPanel(QWidget *parent) : QWidget(parent), m_scroll(new QScrollArea(this)) {
    setObjectName(QStringLiteral("inspector"));
    setOpaqueBackground(this);
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
    // Called for each report of a host that is being read: unchanged contents are not rebuilt.
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
    m_judgement = std::move(judgement);
    const bool exists = m_topology && id < m_topology->nodes().size();
    m_facts = exists ? deviceFacts(*m_topology, id) : DeviceFacts{};
    m_pairing = exists && m_judgement ? pairingFacts(*m_judgement, *m_topology, id) : PairingFacts{};
    m_guest = exists ? guestFacts(m_guests, *m_topology, id) : GuestFacts{};
    m_onHost = exists && m_judgement ? hypervisorFacts(m_hypervisor, *m_judgement, id) : HypervisorFacts{};
    addPairs();
    addOnHost();
    if (same && m_top != nullptr) {
        refresh();
        orderStops();
    } else {
        rebuild();
    }
}

/// The host's own pairs follow identity and ownership; those of the VM that has the device are at its
/// ownership.
void InspectorPanel::addPairs() {
    std::vector<FactSection> &sections = m_facts.sections;
    if (!m_pairing.section.rows.empty())
        sections.insert(sections.begin() + std::min<std::ptrdiff_t>(2, std::ssize(sections)),
                        m_pairing.section);
    if (sections.size() >= 2)
        sections[1].rows.insert(sections[1].rows.end(), m_guest.rows.begin(), m_guest.rows.end());
}

/// A link that is narrower on the host gets no check mark in the VM.
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
            status->glyph = draw::Glyph::None;
            status->note = tr("as seen by the VM");
        }
        section.rows.insert(section.rows.end(), m_onHost.rows.begin() + 1, m_onHost.rows.end());
        return;
    }
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
    return m_evidence != nullptr ? m_evidence->box()->evidence() : std::nullopt;
}

void InspectorPanel::changeEvent(QEvent *event) {
    if (event->type() == QEvent::StyleChange && m_content != nullptr)
        m_content->update();
    QWidget::changeEvent(event);
}

bool InspectorPanel::event(QEvent *event) {
    if (event->type() ==
        QEvent::ApplicationFontChange) // later: the sender is still iterating over all widgets
        QMetaObject::invokeMethod(this, &InspectorPanel::rebuild, Qt::QueuedConnection);
    return QWidget::event(event);
}

void InspectorPanel::rebuild() {
    m_top = nullptr;
    m_sections.clear();
    m_evidence = nullptr;
    m_content = new QWidget(m_scroll->viewport()); // its final parent, so that it is styled once
    m_column = new QVBoxLayout(m_content);
    m_column->setContentsMargins(0, 0, 0, 12);
    m_column->setSpacing(0);
    if (!m_topology) {
        QLabel *hint =
            label(tr("Select a device to see its facts and their sources."), "caption", 12, m_content);
        hint->setWordWrap(true);
        hint->setContentsMargins(14, 14, 14, 14);
        m_column->addWidget(hint);
    }
    m_column->addStretch(1);
    if (m_topology)
        refresh();
    m_scroll->setWidget(m_content); // deletes the old one
}

/// Widgets of unchanged facts stay, and with them the scroll position and the keyboard focus. Creating all of
/// them takes as long as half a frame, and this is called for each part of a host that is read.
void InspectorPanel::refresh() {
    updateTop();
    updateSections();
    updateEvidence();
}

void InspectorPanel::updateTop() {
    InspectorTop::Content content{m_facts.kind,
                                  m_facts.name,
                                  m_facts.model,
                                  m_facts.bdf,
                                  m_topology->host().simulated,
                                  m_facts.findings,
                                  m_pairing.callouts,
                                  m_guest.callouts,
                                  m_pairing.canTrace,
                                  m_onHost.fault,
                                  m_onHost.node};
    if (m_top != nullptr && content == m_top->content())
        return;
    delete m_top;
    m_top = new InspectorTop(std::move(content), m_content);
    m_column->insertWidget(0, m_top);
    connect(m_top, &InspectorTop::fixRequested, this, [this] { Q_EMIT fixRequested(m_node.value_or(0)); });
    connect(m_top, &InspectorTop::traceRequested, this,
            [this] { Q_EMIT traceRequested(m_node.value_or(0)); });
    connect(m_top, &InspectorTop::guestFixRequested, this, &InspectorPanel::guestFixRequested);
    connect(m_top, &InspectorTop::hypervisorRequested, this, &InspectorPanel::hypervisorRequested);
}

/// The tab order is the order of creation, unless set otherwise.
void InspectorPanel::orderStops() {
    QWidgetList stops = m_top->findChildren<QWidget *>();
    stops.removeIf([](const QWidget *widget) { return (widget->focusPolicy() & Qt::TabFocus) == 0; });
    for (const FactSectionView *section : m_sections)
        stops << section->stops();
    if (m_evidence != nullptr)
        stops << m_evidence->stops();
    for (qsizetype at = 1; at < stops.size(); ++at)
        setTabOrder(stops[at - 1], stops[at]);
}

/// Reuses the section with the same title, in the same order; sections between it and the previous one are
/// removed.
void InspectorPanel::updateSections() {
    const std::vector<FactSection> &newSections = m_facts.sections;
    for (std::size_t at = 0; at < newSections.size(); ++at) {
        const auto from = m_sections.begin() + static_cast<std::ptrdiff_t>(at);
        const auto same = std::find_if(from, m_sections.end(), [&](const FactSectionView *known) {
            return known->title() == newSections[at].title;
        });
        if (same == m_sections.end()) {
            FactSectionView *section = *m_sections.insert(from, makeSection(newSections[at]));
            m_column->insertWidget(1 + static_cast<int>(at), section); // below m_top
            continue;
        }
        std::for_each(from, same, [](FactSectionView *gone) { delete gone; });
        (*m_sections.erase(from, same))->setSection(newSections[at]);
    }
    while (m_sections.size() > newSections.size()) {
        delete m_sections.back();
        m_sections.pop_back();
    }
}

FactSectionView *InspectorPanel::makeSection(const FactSection &section) {
    auto *made = new FactSectionView(
        section, [this](const QString &label, const FactRow &row) { chooseEvidence(label, row); },
        [this](const QString &label, const FactRow &row) { openRaw(label, row); }, m_content);
    made->setOpen(!m_folded.contains(section.title));
    connect(made, &FoldingSection::toggled, this, [this, title = section.title](bool open) {
        if (open)
            m_folded.remove(title);
        else
            m_folded.insert(title);
    });
    return made;
}

void InspectorPanel::updateEvidence() {
    if (!m_capture) {
        delete std::exchange(m_evidence, nullptr);
        return;
    }
    if (m_evidence == nullptr) {
        m_evidence = new EvidenceSection(
            tr("Evidence"), [this](const FactRow &first) { openRaw(m_facts.name, first); }, m_content);
        connect(m_evidence->box(), &EvidenceBox::rawTextRequested, this,
                [this] { openRaw(m_evidenceLabel, m_evidenceRow); });
        m_column->insertWidget(1 + static_cast<int>(m_sections.size()), m_evidence);
    }
    m_evidence->setSources(evidenceSources(*m_capture, m_facts));
    const FactRow *chosen = nullptr;
    for (const FactSection &section : m_facts.sections)
        for (const FactRow &row : section.rows)
            if (!m_evidenceLabel.isEmpty() && row.label == m_evidenceLabel)
                chosen = &row;
    if (chosen != nullptr)
        showEvidence(chosen->label, *chosen);
    else
        m_evidence->box()->showNothing(tr("Click a fact to see its source line."));
}

void InspectorPanel::chooseEvidence(const QString &label, const FactRow &row) {
    if (m_evidence == nullptr)
        return;
    m_evidenceLabel = label;
    m_evidence->show(); // hidden while no fact has a source: this one may have a remedy
    showEvidence(label, row);
    revealEvidence();
}

void InspectorPanel::showEvidence(const QString &label, const FactRow &row) {
    m_evidenceRow = row;
    const auto evidence = evidenceText(*m_capture, row);
    const auto missing = row.needsRoot ? missingFacts(*m_topology) : std::nullopt;
    if (evidence)
        m_evidence->box()->show(label, *evidence);
    else if (row.needsRoot)
        m_evidence->box()->showRemedy(
            tr("%1 requires root. Add this line with visudo for the collecting user:").arg(label),
            missing ? missing->remedy : QString());
    else
        m_evidence->box()->showNothing(
            tr("%1 was not read from this host. It is unknown or derived from other facts.").arg(label));
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
    m_evidence->setOpen(true);
    m_content->layout()->activate();
    m_scroll->ensureWidgetVisible(m_evidence->box(), 0, 8);
    // The scroll area gets the new height by an event: until then its range ends above the new lines.
    QTimer::singleShot(0, this, [this] {
        if (m_evidence != nullptr)
            m_scroll->ensureWidgetVisible(m_evidence->box(), 0, 8);
    });
}

} // namespace fabricscope::widgets
