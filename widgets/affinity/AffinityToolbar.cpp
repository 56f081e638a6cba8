// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityToolbar.h"

#include "core/report/AffinityText.h"
#include "widgets/common/Controls.h"
#include "widgets/common/Fonts.h"

#include <QHBoxLayout>
#include <QMenu>

namespace fabricscope::widgets {

namespace {

constexpr int kRoomy = 620; ///< below this the switch for the table goes; F4 does the same

} // namespace

AffinityToolbar::AffinityToolbar(QWidget *parent)
    : QWidget(parent)
    , m_name(new ElidedLabel({}, layout::Token::Text, this))
    , m_simulated(new Chip(tr("simulated"), Chip::Look::Warning, this))
    , m_stale(new GlyphLabel(layout::Glyph::Warning, 13, this))
    , m_age(new ElidedLabel({}, layout::Token::Text3, this))
    , m_figures(
          new SegmentedControl({tr("Path and GB/s"), tr("Path"), tr("GB/s")}, tr("What cells show"), this))
    , m_table(new ToggleSwitch(tr("As a table"), this))
    , m_copy(button(tr("Copy"), "", this)) {
    setObjectName(QStringLiteral("toolbar"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(36);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 10, 0);
    row->setSpacing(8);
    m_name->setFont(uiFont(13.5, QFont::DemiBold));
    m_age->setFont(uiFont(12));
    row->addWidget(m_name);
    row->addWidget(m_simulated);
    row->addWidget(m_stale);
    row->addWidget(m_age);
    row->addStretch(1);
    row->addWidget(m_figures);
    row->addWidget(m_table);
    row->addWidget(m_copy);
    m_table->setToolTip(QStringLiteral("F4"));
    auto *menu = new QMenu(m_copy);
    addCopyActions(
        menu, this, [this](int format) { Q_EMIT copyWanted(format); }, [this] { Q_EMIT saveWanted(); });
    m_copy->setMenu(menu);
    setHost({}, {});
    setAge({}, false);
    connect(m_figures, &SegmentedControl::changed, this, &AffinityToolbar::figuresChanged);
    connect(m_table, &QAbstractButton::toggled, this, &AffinityToolbar::tableWanted);
}

void AffinityToolbar::setHost(const QString &name, const QString &simulated) {
    m_name->setText(name);
    m_simulated->setVisible(!simulated.isEmpty());
    m_simulated->setToolTip(simulated);
}

void AffinityToolbar::setAge(const QString &age, bool stale) {
    m_stale->setVisible(stale);
    m_age->setVisible(stale);
    m_age->setText(age);
    m_age->setColour(stale ? layout::Token::WarningText : layout::Token::Text3);
}

void AffinityToolbar::setUsable(bool usable) {
    for (QWidget *each :
         {static_cast<QWidget *>(m_figures), static_cast<QWidget *>(m_table), static_cast<QWidget *>(m_copy)})
        each->setEnabled(usable);
}

void AffinityToolbar::resizeEvent(QResizeEvent *event) {
    m_table->setVisible(width() >= kRoomy);
    QWidget::resizeEvent(event);
}

void addCopyActions(QMenu *menu, QObject *receiver, const std::function<void(int)> &copyAs,
                    const std::function<void()> &saveAs) {
    for (const report::AffinityFormatName &format : report::affinityFormats()) {
        const std::string title(format.title);
        const int number = static_cast<int>(format.format);
        QObject::connect(
            menu->addAction(AffinityToolbar::tr("Copy as %1").arg(QString::fromStdString(title))),
            &QAction::triggered, receiver, [copyAs, number] { copyAs(number); });
    }
    menu->addSeparator();
    QObject::connect(menu->addAction(AffinityToolbar::tr("Save the matrices…")), &QAction::triggered,
                     receiver, [saveAs] { saveAs(); });
}

} // namespace fabricscope::widgets
