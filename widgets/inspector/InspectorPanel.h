// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/topology/Topology.h"
#include "widgets/facts/DeviceFacts.h"
#include "widgets/facts/GuestFacts.h"
#include "widgets/facts/HypervisorFacts.h"
#include "widgets/facts/PairingFacts.h"
#include "widgets/inspector/EvidenceText.h"

#include <QSet>
#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace fabricscope::widgets {

class EvidenceSection;
class EvidenceViewer;
class FactSectionView;
class InspectorTop;

/// All facts about the selected device, each with the line from which it was read.
class InspectorPanel : public QWidget {
    Q_OBJECT
public:
    explicit InspectorPanel(QWidget *parent = nullptr);

    /// A node of this topology; std::nullopt: the host itself. `judgement` is of this topology, or nullptr.
    void show(std::shared_ptr<const topology::Topology> topology,
              std::shared_ptr<const capture::Capture> capture, std::optional<topology::NodeId> node,
              std::shared_ptr<const affinity::Judgement> judgement = nullptr);
    /// VMs with devices of the host shown, for the next show(). Returns true if they differ from the previous
    /// ones.
    bool setGuests(std::vector<GuestView> guests);
    /// The hypervisor of the VM shown; likewise.
    bool setHypervisor(HypervisorView hypervisor);
    void clear();
    /// Expands the evidence and scrolls to it.
    void revealEvidence();

    [[nodiscard]] const DeviceFacts &facts() const { return m_facts; }
    [[nodiscard]] const PairingFacts &pairing() const { return m_pairing; }
    /// The current contents of the Evidence section.
    [[nodiscard]] std::optional<EvidenceText> shownEvidence() const;
    /// nullptr until raw lines were requested.
    [[nodiscard]] EvidenceViewer *viewer() const { return m_viewer; }

Q_SIGNALS:
    /// "Show fix" and "Trace path" of a finding about a pair of this node.
    void fixRequested(quint32 node);
    void traceRequested(quint32 node);
    /// "Show fix" of a finding about the VM that has the device.
    void guestFixRequested(quint64 guest);
    /// "Show on host" for facts from the hypervisor.
    void hypervisorRequested(quint64 host, quint32 node);

protected:
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    void rebuild();
    void refresh();
    void updateTop();
    void updateSections();
    FactSectionView *makeSection(const FactSection &section);
    void updateEvidence();
    void orderStops();
    void addPairs();
    void addOnHost();
    void chooseEvidence(const QString &label, const FactRow &row);
    void showEvidence(const QString &label, const FactRow &row);
    void openRaw(const QString &label, const FactRow &row);

    std::shared_ptr<const topology::Topology> m_topology;
    std::shared_ptr<const capture::Capture> m_capture;
    std::shared_ptr<const affinity::Judgement> m_judgement;
    bool m_hasOthers = true; ///< VMs or a hypervisor that were not shown yet
    std::optional<topology::NodeId> m_node;
    DeviceFacts m_facts;
    PairingFacts m_pairing;
    std::vector<GuestView> m_guests;
    GuestFacts m_guest;
    HypervisorView m_hypervisor;
    HypervisorFacts m_onHost;
    QSet<QString> m_folded;  ///< titles, the same for all devices
    QString m_evidenceLabel; ///< of the fact whose evidence is shown; empty: none chosen
    FactRow m_evidenceRow;
    QScrollArea *m_scroll;
    QWidget *m_content = nullptr;
    QVBoxLayout *m_column = nullptr; ///< m_top, m_sections, m_evidence
    InspectorTop *m_top = nullptr;
    std::vector<FactSectionView *> m_sections;
    EvidenceSection *m_evidence = nullptr;
    EvidenceViewer *m_viewer = nullptr;
};

} // namespace fabricscope::widgets
