// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part above the sections of the inspector: the device's name and its findings.
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/facts/FactRows.h"
#include "widgets/inspector/Callout.h"
#include "widgets/inspector/InspectorPanel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace fabricscope::widgets {

namespace {

constexpr int kMinName = 16; ///< letters, before its model has less room

/// 10 px in the kind's colour, before the name.
class KindMark : public QWidget {
public:
    KindMark(draw::Token token, QWidget *parent) : QWidget(parent), m_token(token) {
        setScaledFixedSize(this, 10, 10);
    }

protected:
    void paintEvent(QPaintEvent *) override { QPainter(this).fillRect(rect(), tokenColour(m_token)); }

private:
    draw::Token m_token;
};

/// Across the panel, with margins at both sides.
void addCallout(QWidget *callout, QWidget *top) {
    auto *holder = new QWidget(top);
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(10, 0, 10, 8);
    column->addWidget(callout);
    top->layout()->addWidget(holder);
}

} // namespace

void InspectorPanel::updateTop() {
    Top top{m_facts.kind,
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
    if (m_top != nullptr && top == m_shownTop)
        return;
    m_shownTop = std::move(top);
    delete m_top;
    m_top = new QWidget(m_content);
    auto *column = new QVBoxLayout(m_top);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    addHeader(m_top);
    addPairing(m_top);
    addHostFault(m_top);
    addFindings(m_top);
    m_column->insertWidget(0, m_top);
}

void InspectorPanel::addHeader(QWidget *top) {
    auto *head = new QWidget(top);
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(14, 3, 10, 10);
    column->setSpacing(3);
    auto *first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(new KindMark(m_facts.kind, head));
    auto *name = new ElidedLabel(m_facts.name, Token::Text, head); // names in a file may be of any length
    applyFont(name, 15, QFont::DemiBold);
    name->elideMiddle();
    name->setMinimumCharacters(kMinName);
    first->addWidget(name);
    auto *model = new ElidedLabel(m_facts.model, Token::Text2, head);
    applyFont(model, 12);
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
            chip->setToolTip(plainToolTip(QString::fromStdString(simulated)));
            second->addWidget(chip);
        }
        second->addStretch(1);
        column->addLayout(second);
    }
    top->layout()->addWidget(head);
}

void InspectorPanel::addPairing(QWidget *top) {
    for (const PairingCallout &finding : m_pairing.callouts) {
        auto *callout = new Callout(finding.severity, finding.title, finding.text, top);
        QPushButton *fix = button(tr("Show fix"), "link", callout);
        connect(fix, &QPushButton::clicked, this, [this] { Q_EMIT fixRequested(m_node.value_or(0)); });
        std::vector<QPushButton *> links{fix};
        if (m_pairing.canTrace) {
            links.push_back(button(tr("Trace path"), "link", callout));
            connect(links.back(), &QPushButton::clicked, this,
                    [this] { Q_EMIT traceRequested(m_node.value_or(0)); });
        }
        callout->addLinks(links);
        addCallout(callout, top);
    }
    for (const PairingCallout &finding : m_guest.callouts) {
        auto *callout = new Callout(finding.severity, finding.title, finding.text, top);
        QPushButton *fix = button(tr("Show fix"), "link", callout);
        connect(fix, &QPushButton::clicked, this,
                [this, guest = finding.guest] { Q_EMIT guestFixRequested(guest); });
        callout->addLinks({fix});
        addCallout(callout, top);
    }
}

void InspectorPanel::addHostFault(QWidget *top) {
    const PairingCallout &fault = m_onHost.fault;
    if (fault.title.isEmpty())
        return;
    auto *callout = new Callout(fault.severity, fault.title, fault.text, top);
    QPushButton *there = button(tr("Show on host"), "link", callout);
    connect(there, &QPushButton::clicked, this,
            [this, host = fault.guest, node = *m_onHost.node] { Q_EMIT hypervisorRequested(host, node); });
    callout->addLinks({there});
    addCallout(callout, top);
}

void InspectorPanel::addFindings(QWidget *top) {
    for (const findings::Finding &finding : m_facts.findings)
        addCallout(new Callout(finding.severity, {}, capitalized(findings::titleWithCost(finding)), top),
                   top);
}

} // namespace fabricscope::widgets
