// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hostvm/HostVmChecks.h"

#include "core/present/hostvm/HostVmExamination.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"
#include "widgets/hostvm/SeverityLook.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace fabricscope::widgets {

namespace {

constexpr int kMargin = 14;

} // namespace

HostVmChecks::HostVmChecks(QWidget *parent)
    : QWidget(parent)
    , m_title(label(tr("Verification"), "title", 12.5, this))
    , m_sum(new ElidedLabel({}, draw::Token::Text3, this))
    , m_rows(new QVBoxLayout) {
    auto *header = new QHBoxLayout;
    header->setContentsMargins(kMargin, 10, kMargin, 4);
    header->addWidget(m_title);
    header->addSpacing(8);
    header->addStretch(1);
    applyFont(m_sum, 12);
    header->addWidget(m_sum);
    m_rows->setContentsMargins(kMargin, 2, kMargin, 10);
    m_rows->setSpacing(0);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(header);
    column->addLayout(m_rows);
}

QString HostVmChecks::sum() const {
    return m_sum->text();
}

QWidget *HostVmChecks::rowOf(int severity, const QString &text, const QString &value) {
    auto *row = new QWidget(this);
    row->setFixedHeight(scaledToUi(23));
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(9);
    const bool passed = severity < 0;
    line->addWidget(new GlyphLabel(passed ? draw::Glyph::Ok : kSeverityLooks[severity].glyph, 13, row));
    auto *what = new ElidedLabel(text, passed ? draw::Token::Text2 : draw::Token::Text, row);
    applyFont(what, 12);
    line->addWidget(what, 1);
    line->addWidget(label(value, passed ? "caption" : "", 12, row));
    m_texts << QStringLiteral("%1: %2%3")
                   .arg(passed ? tr("passed") : QLatin1String(kSeverityLooks[severity].word), text,
                        value.isEmpty() ? QString() : QStringLiteral(", ") + value);
    row->setAccessibleName(m_texts.back());
    return row;
}

void HostVmChecks::setExamination(const present::HostVmExamination *examination) {
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_texts.clear();
    const bool any = examination != nullptr && !examination->checks.empty();
    m_title->setVisible(any);
    m_sum->setVisible(any);
    if (!any)
        return;
    for (const present::HostVmCheck &check : examination->checks) {
        const int severity = check.severity ? static_cast<int>(*check.severity) : -1;
        m_rows->addWidget(rowOf(severity, toQString(check.text), toQString(check.value)));
    }
    showSum(*examination);
}

void HostVmChecks::showSum(const present::HostVmExamination &examination) {
    const bool passed =
        std::none_of(examination.checks.begin(), examination.checks.end(),
                     [](const present::HostVmCheck &check) { return check.severity.has_value(); });
    std::array<int, std::size(kSeverityLooks)> counts{}; // findings, as the rows count them
    if (examination.verification)
        for (const hostvm::FileFinding &found : examination.verification->findings)
            ++counts.at(static_cast<std::size_t>(found.finding.severity));
    QStringList sum;
    for (std::size_t severity = std::size(kSeverityLooks); severity-- > 0;)
        if (counts.at(severity) > 0)
            sum << QStringLiteral("%1 %2%3")
                       .arg(counts.at(severity))
                       .arg(QLatin1String(kSeverityLooks[severity].word),
                            counts.at(severity) == 1 ? QString() : QStringLiteral("s"));
    m_sum->setText(!sum.isEmpty() ? sum.join(QStringLiteral(", "))
                   : passed       ? tr("all passed")
                                  : tr("no findings"));
}

} // namespace fabricscope::widgets
