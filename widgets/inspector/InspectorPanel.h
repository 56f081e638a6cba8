// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/topology/Topology.h"
#include "widgets/inspector/DeviceFacts.h"
#include "widgets/inspector/EvidenceText.h"

#include <QSet>
#include <QWidget>

#include <memory>
#include <optional>

class QScrollArea;
class QVBoxLayout;

namespace fabricscope::widgets {

class EvidenceBox;

/// Everything that is known about the selected device, each fact with the line it was read from.
class InspectorPanel : public QWidget {
    Q_OBJECT
public:
    explicit InspectorPanel(QWidget *parent = nullptr);

    /// A node of this topology; std::nullopt: the host itself.
    void show(std::shared_ptr<const topology::Topology> topology,
              std::shared_ptr<const capture::Capture> capture, std::optional<topology::NodeId> node);
    void clear();
    /// Unfolds the evidence and brings it into view.
    void revealEvidence();

    [[nodiscard]] const DeviceFacts &facts() const { return m_facts; }
    /// What the Evidence section shows at the moment.
    [[nodiscard]] std::optional<EvidenceText> shownEvidence() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void rebuild();
    void addHead();
    void addRemarks();
    void addSection(const FactSection &section);
    void addEvidence();
    void chooseEvidence(const QString &label, const FactRow &row);

    std::shared_ptr<const topology::Topology> m_topology;
    std::shared_ptr<const capture::Capture> m_capture;
    std::optional<topology::NodeId> m_node;
    DeviceFacts m_facts;
    QSet<QString> m_folded;  ///< titles, kept from device to device
    QString m_evidenceLabel; ///< of the fact whose evidence is shown; empty: none chosen
    QScrollArea *m_scroll;
    QWidget *m_content = nullptr;
    QVBoxLayout *m_column = nullptr;
    EvidenceBox *m_evidence = nullptr;
};

} // namespace fabricscope::widgets
