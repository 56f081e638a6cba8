// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/EvidenceBox.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/models/LogModel.h"

#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

constexpr int kMaxLines = 8;

QString when(const EvidenceText &evidence) {
    return evidence.timeMs == 0 ? EvidenceBox::tr("time unknown") : clockText(evidence.timeMs);
}

} // namespace

EvidenceBox::EvidenceBox(QWidget *parent)
    : QWidget(parent)
    , m_title(label({}, "secondary", 12, this))
    , m_source(monoLabel({}, 11, this))
    , m_text(new QPlainTextEdit(this))
    , m_copy(nullptr)
    , m_raw(nullptr) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 2, 14, 4);
    column->setSpacing(4);
    auto *head = new QHBoxLayout;
    m_title->setWordWrap(true);
    m_title->setMinimumWidth(1);
    head->addWidget(m_title, 1);
    auto *rawButton = button(tr("Open"), "link", this);
    rawButton->setAccessibleName(tr("Open raw lines"));
    rawButton->setToolTip(
        plainToolTip(tr("The whole section with these lines marked (double-click a fact)")));
    connect(rawButton, &QPushButton::clicked, this, &EvidenceBox::rawTextRequested);
    m_raw = rawButton;
    head->addWidget(rawButton, 0, Qt::AlignTop);
    auto *copyButton = button(tr("Copy"), "link", this);
    copyButton->setAccessibleName(tr("Copy evidence"));
    connect(copyButton, &QPushButton::clicked, this, &EvidenceBox::copy);
    m_copy = copyButton;
    head->addWidget(copyButton, 0, Qt::AlignTop);
    column->addLayout(head);
    m_source->setWordWrap(true);
    column->addWidget(m_source);
    m_text->setReadOnly(true);
    applyMonoFont(m_text, 11);
    m_text->setObjectName(QStringLiteral("codeBox"));
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("Evidence"));
    column->addWidget(m_text);
    showNothing({});
}

void EvidenceBox::show(const QString &label, const EvidenceText &evidence) {
    m_evidence = evidence;
    m_title->setText(tr("%1, read %2").arg(label, when(evidence)));
    m_source->setText(evidence.source + (evidence.damage.isEmpty()
                                             ? QString()
                                             : QStringLiteral("  (%1)").arg(evidence.damage)));
    m_text->setPlainText(evidence.text.isEmpty() ? tr("(empty)") : evidence.text);
    const int lines = std::min(kMaxLines, static_cast<int>(evidence.text.count(QLatin1Char('\n'))) + 2);
    m_text->setFixedHeight(lines * QFontMetrics(m_text->font()).lineSpacing() + 22);
    m_remedy.clear();
    showParts(true, true);
}

void EvidenceBox::showNothing(const QString &why) {
    m_evidence.reset();
    m_remedy.clear();
    m_title->setText(why);
    showParts(false, false);
}

void EvidenceBox::showRemedy(const QString &why, const QString &remedy) {
    m_evidence.reset();
    m_remedy = remedy;
    m_title->setText(why);
    m_source->setText(remedy);
    showParts(!remedy.isEmpty(), false);
}

void EvidenceBox::offerRaw() {
    m_rawOffered = true;
    showParts(m_source->isVisibleTo(this), m_text->isVisibleTo(this));
}

void EvidenceBox::showParts(bool source, bool text) {
    m_source->setVisible(source);
    m_text->setVisible(text);
    m_copy->setVisible(source || text);
    m_raw->setVisible(text && m_rawOffered);
}

void EvidenceBox::copy() const {
    if (!m_remedy.isEmpty())
        copyText(m_remedy, m_copy);
    else if (m_evidence)
        copyText(QStringLiteral("%1  (%2)\n%3").arg(m_evidence->source, when(*m_evidence), m_evidence->text),
                 m_copy);
}

} // namespace fabricscope::widgets
