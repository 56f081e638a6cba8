// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/BenchFindingBox.h"

#include "core/topology/Topology.h"
#include "widgets/common/controls/Callout.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace fabricscope::widgets {

namespace {

constexpr int kSource = 250; ///< px at most: a longer one is in the tool tip

QString whole(const findings::Finding &finding) {
    QStringList parts;
    for (const std::string &part :
         {findings::sentence(finding), findings::withFullStop(findings::remedy(finding))})
        if (!part.empty())
            parts << toQString(part);
    return parts.join(QLatin1Char('\n'));
}

/// Whether there is more than title, sentence and remedy.
bool hasMore(const findings::Finding &finding) {
    return !finding.evidence.empty() || !finding.commands.empty();
}

/// A line of the log is shown as evidence itself; other evidence is opened elsewhere.
bool hasTarget(const findings::Place &place) {
    return place.sizeBytes || place.cell || !place.address.empty();
}

/// Paths and lists of names have no blanks: they may be wrapped after these characters. Copied text is not
/// changed.
QString breakable(QString words) {
    constexpr QChar kZeroWidthSpace(0x200B);
    for (const QChar sign : {QLatin1Char('/'), QLatin1Char(','), QLatin1Char('='), QLatin1Char(':')})
        words.replace(sign, QString(sign) + kZeroWidthSpace);
    return words;
}

QLabel *wrapped(const QString &words, const char *role, QWidget *parent) {
    QLabel *made = label(breakable(words), role, 11.5, parent);
    made->setWordWrap(true);
    made->setTextFormat(Qt::PlainText);
    made->setAccessibleName(words);
    QSizePolicy narrow = made->sizePolicy();
    narrow.setHorizontalPolicy(QSizePolicy::Ignored); // a long word does not widen the column
    made->setSizePolicy(narrow);
    return made;
}

} // namespace

BenchFindingBox::BenchFindingBox(findings::Finding finding, QWidget *parent)
    : QWidget(parent)
    , m_finding(std::move(finding))
    , m_callout(
          new Callout(m_finding.severity, toQString(findings::claim(m_finding)), whole(m_finding), this)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_callout);
    if (!hasMore(m_finding))
        return;
    m_opener = button(openerText(false), "link", this);
    m_opener->setAccessibleName(openerText(false) + QStringLiteral(": ") +
                                toQString(findings::claim(m_finding)));
    connect(m_opener, &QPushButton::clicked, this, [this] {
        setOpen(!isOpen());
        Q_EMIT toggled(isOpen());
    });
    m_callout->addLinks({m_opener});
}

QString BenchFindingBox::openerText(bool open) const {
    if (open)
        return tr("Hide");
    if (m_finding.evidence.empty())
        return tr("Commands");
    const QString evidence = tr("Evidence (%1)").arg(m_finding.evidence.size());
    return m_finding.commands.empty() ? evidence : evidence + tr(" and commands");
}

bool BenchFindingBox::isOpen() const {
    return m_body != nullptr && !m_body->isHidden();
}

void BenchFindingBox::setOpen(bool open) {
    if (m_opener == nullptr || open == isOpen())
        return;
    if (m_body == nullptr) {
        m_body = new QWidget(this);
        auto *column = new QVBoxLayout(m_body);
        column->setContentsMargins(0, 6, 0, 0);
        column->setSpacing(3);
        addEvidence(*column);
        addCommands(*column);
        m_callout->addBelow(m_body);
    }
    m_body->setVisible(open);
    m_opener->setText(openerText(open));
}

void BenchFindingBox::addEvidence(QVBoxLayout &column) {
    for (const findings::Evidence &each : m_finding.evidence) {
        const QString source = toQString(each.source);
        if (hasTarget(each.place)) {
            auto *link = button({}, "link", m_body);
            link->setText(link->fontMetrics().elidedText(source, Qt::ElideRight, scaledToUi(kSource)));
            link->setAccessibleName(tr("Show %1").arg(source));
            link->setToolTip(plainToolTip(
                each.place.address.empty() ? tr("Show %1").arg(source)
                                           : tr("Show %1 on its host").arg(toQString(each.place.address))));
            connect(link, &QPushButton::clicked, this,
                    [this, place = each.place] { Q_EMIT placeRequested(place); });
            column.addWidget(link, 0, Qt::AlignLeft);
        } else {
            QLabel *name = wrapped(source, "caption", m_body);
            column.addWidget(name);
        }
        QLabel *words = wrapped(toQString(each.text), "secondary", m_body);
        words->setContentsMargins(0, 0, 0, 4);
        column.addWidget(words);
    }
}

void BenchFindingBox::addCommands(QVBoxLayout &column) {
    if (m_finding.commands.empty())
        return;
    QStringList lines;
    for (const std::string &command : m_finding.commands)
        lines << toQString(command);
    const QString all = lines.join(QLatin1Char('\n'));
    auto *head = new QHBoxLayout;
    head->addWidget(label(tr("Commands"), "title", 12, m_body));
    head->addStretch(1);
    auto *copy = button(tr("Copy"), "link", m_body);
    copy->setAccessibleName(tr("Copy the commands"));
    connect(copy, &QPushButton::clicked, this, [all, copy] { copyText(all, copy); });
    head->addWidget(copy);
    column.addLayout(head);
    auto *box = new QWidget(m_body);
    box->setObjectName(QStringLiteral("codeBox"));
    box->setAttribute(Qt::WA_StyledBackground);
    auto *inner = new QVBoxLayout(box);
    inner->setContentsMargins(9, 7, 9, 7);
    QLabel *words = wrapped(all, "", box);
    applyMonoFont(words, 11);
    inner->addWidget(words);
    column.addWidget(box);
}

} // namespace fabricscope::widgets
