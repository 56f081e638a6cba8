// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/InspectorTop.h"

#include "widgets/common/controls/Callout.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/SimulatedChip.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/facts/FactRows.h"

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

} // namespace

InspectorTop::InspectorTop(Content content, QWidget *parent)
    : QWidget(parent), m_content(std::move(content)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    addHeader();
    addPairing();
    addHostFault();
    addFindings();
}

/// Across the panel, with margins at both sides.
void InspectorTop::addCallout(QWidget *callout) {
    auto *holder = new QWidget(this);
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(10, 0, 10, 8);
    column->addWidget(callout);
    layout()->addWidget(holder);
}

void InspectorTop::addHeader() {
    auto *head = new QWidget(this);
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(14, 3, 10, 10);
    column->setSpacing(3);
    auto *first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(new KindMark(m_content.kind, head));
    auto *name = new ElidedLabel(m_content.name, Token::Text, head); // names in a file may be of any length
    applyFont(name, 15, QFont::DemiBold);
    name->elideMiddle();
    name->setMinimumCharacters(kMinName);
    first->addWidget(name);
    auto *model = new ElidedLabel(m_content.model, Token::Text2, head);
    applyFont(model, 12);
    first->addWidget(model, 1);
    column->addLayout(first);
    const std::string &simulated = m_content.simulated;
    if (!m_content.bdf.isEmpty() || !simulated.empty()) {
        auto *second = new QHBoxLayout;
        second->setContentsMargins(18, 0, 0, 0);
        if (!m_content.bdf.isEmpty()) {
            second->addWidget(monoLabel(m_content.bdf, 12.5, head));
            auto *copy = new IconButton("copy", tr("Copy the BDF"), head);
            connect(copy, &QToolButton::clicked, this, [this, copy] { copyText(m_content.bdf, copy); });
            second->addWidget(copy);
        }
        if (!simulated.empty()) {
            auto *chip = new SimulatedChip(head);
            chip->setSource(QString::fromStdString(simulated));
            second->addWidget(chip);
        }
        second->addStretch(1);
        column->addLayout(second);
    }
    layout()->addWidget(head);
}

void InspectorTop::addPairing() {
    for (const PairingCallout &finding : m_content.pairs) {
        auto *callout = new Callout(finding.severity, finding.title, finding.text, this);
        QPushButton *fix = button(tr("Show fix"), "link", callout);
        connect(fix, &QPushButton::clicked, this, &InspectorTop::fixRequested);
        std::vector<QPushButton *> links{fix};
        if (m_content.canTrace) {
            links.push_back(button(tr("Trace path"), "link", callout));
            connect(links.back(), &QPushButton::clicked, this, &InspectorTop::traceRequested);
        }
        callout->addLinks(links);
        addCallout(callout);
    }
    for (const PairingCallout &finding : m_content.guestPairs) {
        auto *callout = new Callout(finding.severity, finding.title, finding.text, this);
        QPushButton *fix = button(tr("Show fix"), "link", callout);
        connect(fix, &QPushButton::clicked, this,
                [this, guest = finding.guest] { Q_EMIT guestFixRequested(guest); });
        callout->addLinks({fix});
        addCallout(callout);
    }
}

void InspectorTop::addHostFault() {
    const PairingCallout &fault = m_content.hostFault;
    if (fault.title.isEmpty())
        return;
    auto *callout = new Callout(fault.severity, fault.title, fault.text, this);
    QPushButton *there = button(tr("Show on host"), "link", callout);
    connect(there, &QPushButton::clicked, this, [this, host = fault.guest, node = *m_content.hostNode] {
        Q_EMIT hypervisorRequested(host, node);
    });
    callout->addLinks({there});
    addCallout(callout);
}

void InspectorTop::addFindings() {
    for (const findings::Finding &finding : m_content.findings)
        addCallout(new Callout(finding, this));
}

} // namespace fabricscope::widgets
