// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/affinity/AffinityToolbar.h"

#include "core/report/AffinityText.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/controls/HostTitle.h"
#include "widgets/common/dialog/FitRow.h"
#include "widgets/common/text/Counted.h"
#include "widgets/common/text/ToolTip.h"
#include "widgets/common/theme/UiSize.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>

namespace fabricscope::widgets {

namespace {

constexpr int kMinTitleWidth = 150;

} // namespace

AffinityToolbar::AffinityToolbar(QWidget *parent)
    : QWidget(parent)
    , m_title(new HostTitle(this))
    , m_values(new SegmentedControl({tr("Path and GB/s"), tr("Path"), tr("GB/s")}, tr("Cell content"), this))
    , m_table(new ToggleSwitch(tr("As a table"), this))
    , m_others(new ToggleSwitch(tr("Other NICs"), this))
    , m_copy(button(tr("Copy"), "", this))
    , m_more(button(tr("More"), "", this)) {
    setObjectName(QStringLiteral("toolbar"));
    setAttribute(Qt::WA_StyledBackground);
    setScaledFixedHeight(this, 36);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 10, 0);
    row->setSpacing(8);
    row->addWidget(m_title);
    row->addStretch(1);
    row->addWidget(m_values);
    row->addWidget(m_others);
    row->addWidget(m_table);
    row->addWidget(m_copy);
    row->addWidget(m_more);
    m_more->setMenu(new QMenu(m_more));
    m_more->setToolTip(plainToolTip(tr("More controls")));
    m_more->hide();
    connect(m_more->menu(), &QMenu::aboutToShow, this, &AffinityToolbar::fillMore);
    m_table->setToolTip(plainToolTip(QStringLiteral("F4")));
    m_others->hide();
    connect(m_others, &QAbstractButton::clicked, this, &AffinityToolbar::othersRequested);
    auto *menu = new QMenu(m_copy);
    addCopyActions(
        menu, this, [this](int format) { Q_EMIT copyRequested(format); }, [this] { Q_EMIT saveRequested(); });
    m_copy->setMenu(menu);
    connect(m_values, &SegmentedControl::changed, this, &AffinityToolbar::valuesChanged);
    connect(m_table, &QAbstractButton::toggled, this, &AffinityToolbar::tableRequested);
}

void AffinityToolbar::setUsable(bool usable) {
    for (QWidget *each : {static_cast<QWidget *>(m_values), static_cast<QWidget *>(m_table),
                          static_cast<QWidget *>(m_copy), static_cast<QWidget *>(m_more)})
        each->setEnabled(usable);
}

void AffinityToolbar::fit() {
    fitRow(this, m_title, kMinTitleWidth, {{m_table, true, m_more}, {m_others, m_hasOthers}, {m_values}});
}

void AffinityToolbar::fillMore() {
    constexpr int kValues = 3;
    QMenu *menu = m_more->menu();
    menu->clear();
    const auto add = [menu](const QAbstractButton *control) {
        QAction *action = menu->addAction(control->text());
        action->setCheckable(true);
        action->setChecked(control->isChecked());
        connect(action, &QAction::triggered, control, &QAbstractButton::click);
    };
    if (m_table->isHidden())
        add(m_table);
    if (m_hasOthers && m_others->isHidden())
        add(m_others);
    if (m_values->isHidden()) {
        menu->addSection(tr("Cell content"));
        for (int index = 0; index < kValues; ++index)
            add(m_values->segment(index));
    }
}

bool AffinityToolbar::event(QEvent *event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        fit();
    return QWidget::event(event);
}

void AffinityToolbar::setOthers(int count, bool drawn) {
    m_hasOthers = count > 0;
    m_others->setChecked(drawn);
    m_others->setToolTip(plainToolTip(
        tr("%1 for management, storage or internet, or unused").arg(counted(count, tr("NIC"), tr("NICs")))));
    fit();
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
