// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/checks/CheckDetailPanel.h"

#include "core/present/affinity/AffinityTable.h"
#include "widgets/checks/ChecksModel.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/FlowRow.h"
#include "widgets/common/controls/SimulatedChip.h"
#include "widgets/common/text/ClampedLabel.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/models/LogModel.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

/// A part of the panel, with a line above it and its heading; `note` is at the right.
QVBoxLayout *section(QVBoxLayout *column, QWidget *parent, const QString &title, const QString &note = {}) {
    column->addWidget(rule(parent));
    auto *box = new QVBoxLayout;
    box->setContentsMargins(16, 12, 16, 12);
    box->setSpacing(8);
    auto *head = new QHBoxLayout;
    head->addWidget(label(title, "title", 13, parent), 1);
    if (!note.isEmpty())
        head->addWidget(label(note, "caption", 11.5, parent));
    box->addLayout(head);
    column->addLayout(box);
    return box;
}

ClampedLabel *words(const QString &text, const char *role, double px, QWidget *parent) {
    auto *line = new ClampedLabel(role, px, parent);
    line->setFullText(text);
    return line;
}

/// A frame with lines in the fixed font.
QVBoxLayout *frame(QVBoxLayout *column, QWidget *parent, const char *name) {
    auto *box = new QWidget(parent);
    box->setObjectName(QString::fromLatin1(name));
    box->setAttribute(Qt::WA_StyledBackground);
    auto *inner = new QVBoxLayout(box);
    inner->setContentsMargins(10, 6, 10, 6);
    inner->setSpacing(4);
    column->addWidget(box);
    return inner;
}

ClampedLabel *monoWords(const QString &text, QWidget *parent) {
    ClampedLabel *line = words(text, "", 11.5, parent);
    applyMonoFont(line, 11.5);
    return line;
}

} // namespace

CheckDetailPanel::CheckDetailPanel(QWidget *parent) : QScrollArea(parent) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Selected check"));
    showNothing();
}

void CheckDetailPanel::show(const present::CheckDetail &detail) {
    m_detail = detail;
    build(detail);
}

void CheckDetailPanel::showNothing() {
    m_detail.reset();
    auto *content = new QWidget(this);
    content->setObjectName(QStringLiteral("panel"));
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(16, 14, 16, 12);
    column->addWidget(
        words(tr("Select a row to see why, what to do, and the evidence."), "secondary", 12.5, content));
    column->addStretch(1);
    setWidget(content);
}

void CheckDetailPanel::build(const present::CheckDetail &detail) {
    auto *content = new QWidget(this);
    content->setObjectName(QStringLiteral("panel"));
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    addTop(column, detail);
    addMute(column, detail);
    if (!detail.why.empty())
        section(column, content, tr("Why"))
            ->addWidget(words(toQString(detail.why), "secondary", 12.5, content));
    addRemedy(column, detail);
    addEvidence(column, detail);
    addConditions(column, detail);
    column->addStretch(1);
    setWidget(content);
}

void CheckDetailPanel::addTop(QVBoxLayout *column, const present::CheckDetail &detail) {
    auto *top = new QHBoxLayout;
    top->setContentsMargins(16, 14, 16, 12);
    top->setSpacing(10);
    top->addWidget(new GlyphLabel(glyphOf(detail.severity, detail.status), 18, this), 0, Qt::AlignTop);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(4);
    texts->addWidget(words(toQString(detail.title), "title", 14, this));
    texts->addWidget(words(toQString(detail.subject), "secondary", 12.5, this));
    auto *simulated = new SimulatedChip(this);
    texts->addWidget(simulated, 0, Qt::AlignLeft);
    simulated->setSource(toQString(detail.simulated));
    ClampedLabel *rule = monoWords(toQString(detail.rule), this);
    setRole(rule, "caption");
    texts->addWidget(rule);
    auto *links = new FlowRow(12, 4);
    QPushButton *device = button(tr("Show in Topology"), "link", this);
    connect(device, &QPushButton::clicked, this, &CheckDetailPanel::deviceRequested);
    QPushButton *copy = button(tr("Copy as Markdown"), "link", this);
    connect(copy, &QPushButton::clicked, this, &CheckDetailPanel::copyMarkdown);
    links->addWidget(device);
    links->addWidget(copy);
    if (detail.canMute) {
        QPushButton *mute = button(tr("Mute…"), "link", this);
        mute->setAccessibleName(tr("Mute this finding"));
        connect(mute, &QPushButton::clicked, this, &CheckDetailPanel::muteRequested);
        links->addWidget(mute);
    }
    texts->addLayout(links);
    top->addLayout(texts, 1);
    column->addLayout(top);
}

/// Why it is muted, or was until a date, and where that is written.
void CheckDetailPanel::addMute(QVBoxLayout *column, const present::CheckDetail &detail) {
    const bool isMuted = !detail.muted.empty();
    if (!isMuted && detail.muteEnded.empty())
        return;
    QVBoxLayout *box = section(column, this, isMuted ? tr("Muted") : tr("Mute ended"));
    box->addWidget(words(toQString(isMuted ? detail.muted : detail.muteEnded), "secondary", 12.5, this));
    const std::string &file = isMuted ? detail.mutedBy : detail.endedIn;
    if (!file.empty())
        box->addWidget(words(tr("Muted by the site file: %1").arg(toQString(file)), "caption", 12, this));
    if (!detail.canUnmute)
        return;
    QPushButton *unmute = button(isMuted ? tr("Unmute") : tr("Remove the mute"), "", this);
    connect(unmute, &QPushButton::clicked, this, &CheckDetailPanel::unmuteRequested);
    box->addWidget(unmute, 0, Qt::AlignLeft);
}

void CheckDetailPanel::addRemedy(QVBoxLayout *column, const present::CheckDetail &detail) {
    if (detail.remedy.empty() && detail.commands.empty())
        return;
    QVBoxLayout *box = section(column, this, tr("Fix"));
    if (!detail.remedy.empty())
        box->addWidget(words(toQString(detail.remedy), "secondary", 12.5, this));
    for (const std::string &command : detail.commands) {
        if (!present::isCommand(command)) {
            box->addWidget(words(toQString(findings::withFullStop(command)), "secondary", 12.5, this));
            continue;
        }
        auto *line = new QHBoxLayout;
        line->addWidget(monoWords(toQString(command), this), 1);
        QPushButton *copy = button(tr("Copy"), "link", this);
        copy->setAccessibleName(tr("Copy the command"));
        connect(copy, &QPushButton::clicked, copy,
                [text = toQString(command), copy] { copyText(text, copy); });
        line->addWidget(copy, 0, Qt::AlignTop);
        frame(box, this, "codeBox")->addLayout(line);
    }
}

void CheckDetailPanel::addEvidence(QVBoxLayout *column, const present::CheckDetail &detail) {
    if (detail.evidence.empty())
        return;
    QVBoxLayout *box =
        section(column, this, tr("Evidence"),
                detail.takenMs != 0 ? tr("collected %1").arg(clockText(detail.takenMs)) : QString());
    for (std::size_t index = 0; index < detail.evidence.size(); ++index) {
        const findings::Evidence &evidence = detail.evidence[index];
        auto *head = new QHBoxLayout;
        head->addWidget(words(toQString(evidence.source), "caption", 11.5, this), 1);
        QPushButton *open = button(tr("Open"), "link", this);
        open->setAccessibleName(tr("Open the raw lines of %1").arg(toQString(evidence.source)));
        connect(open, &QPushButton::clicked, this, [this, index] { Q_EMIT evidenceRequested(index); });
        head->addWidget(open, 0, Qt::AlignTop);
        QVBoxLayout *inner = frame(box, this, "codeBox");
        inner->addLayout(head);
        inner->addWidget(monoWords(toQString(evidence.text), this));
    }
}

void CheckDetailPanel::addConditions(QVBoxLayout *column, const present::CheckDetail &detail) {
    QVBoxLayout *box = section(column, this, tr("Rule"));
    for (const present::CheckCondition &condition : detail.conditions) {
        auto *line = new QHBoxLayout;
        line->setSpacing(8);
        const draw::Glyph glyph = !condition.holds   ? draw::Glyph::Unreachable
                                  : *condition.holds ? draw::Glyph::Ok
                                                     : glyphOf(detail.severity, detail.status);
        line->addWidget(new GlyphLabel(glyph, 12, this), 0, Qt::AlignTop);
        line->addWidget(words(toQString(condition.text), "secondary", 12, this), 1);
        box->addLayout(line);
    }
    if (!detail.source.empty())
        box->addWidget(words(toQString(detail.source), "caption", 11.5, this));
}

void CheckDetailPanel::copyMarkdown() {
    if (m_detail)
        copyText(toQString(present::markdownOf(*m_detail)), this);
}

} // namespace fabricscope::widgets
