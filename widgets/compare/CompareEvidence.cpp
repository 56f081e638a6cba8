// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/CompareEvidence.h"

#include "widgets/inspector/EvidenceBox.h"
#include "widgets/inspector/EvidenceText.h"
#include "widgets/inspector/EvidenceViewer.h"

#include <QVBoxLayout>

namespace fabricscope::widgets {

CompareEvidence::CompareEvidence(QWidget *parent)
    : QScrollArea(parent), m_before(new EvidenceBox(this)), m_after(new EvidenceBox(this)) {
    setWidgetResizable(true);
    setObjectName(QStringLiteral("inspector"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *inside = new QWidget(this);
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 8, 0, 8);
    column->setSpacing(6);
    column->addWidget(m_before);
    column->addWidget(m_after);
    column->addStretch(1);
    setWidget(inside);
    setMinimumWidth(220);
    for (EvidenceBox *box : {m_before, m_after}) {
        box->offerRaw();
        connect(box, &EvidenceBox::rawTextRequested, this,
                [this, box] { openRaw(box == m_before ? m_beforeSource : m_afterSource); });
    }
}

void CompareEvidence::showEnd(EvidenceBox *box, const Source &source, const fleet::End &end,
                              const QString &word) {
    const auto evidence = source.capture ? evidenceText(*source.capture, end.evidence) : std::nullopt;
    if (evidence && end.evidence.exists())
        box->show(word, *evidence);
    else
        box->showNothing(end.value ? tr("%1: %2").arg(word, QString::fromStdString(*end.value))
                                   : tr("%1: absent").arg(word));
}

void CompareEvidence::showNothing(bool anyChosen) {
    m_beforeSource = m_afterSource = {};
    m_before->showNothing(anyChosen ? tr("This fact is unknown on one side.")
                                    : tr("Select a difference to see its sources."));
    m_after->showNothing({});
}

void CompareEvidence::show(const fleet::Difference &difference, const CompareSide &before,
                           const CompareSide &after) {
    m_beforeSource = m_afterSource = {};
    if (!difference.before.value && !difference.after.value) {
        m_before->showNothing(QString::fromStdString(difference.text()));
        m_after->showNothing({});
        return;
    }
    m_beforeSource = {before.capture, before.name, difference.before.evidence};
    m_afterSource = {after.capture, after.name, difference.after.evidence};
    showEnd(m_before, m_beforeSource, difference.before, tr("Before"));
    showEnd(m_after, m_afterSource, difference.after, tr("After"));
}

void CompareEvidence::openRaw(const Source &source) {
    const auto place = source.capture ? rawPlace(*source.capture, source.place) : std::nullopt;
    if (!place)
        return;
    if (m_viewer == nullptr)
        m_viewer = new EvidenceViewer(this);
    m_viewer->show(source.capture, *place, source.name);
}

} // namespace fabricscope::widgets
