// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/LaterPage.h"

#include "widgets/common/Controls.h"

#include <QCoreApplication>
#include <QVBoxLayout>

namespace fabricscope::app::window {

namespace {

/// One line a screen, in the order of Screen.
constexpr struct {
    const char *shows;
    const char *fills;
} kPages[kScreens] = {
    {QT_TRANSLATE_NOOP("Screens",
                       "Every host as a small picture in its place in the rack, and which one differs from "
                       "the others."),
     QT_TRANSLATE_NOOP("Screens",
                       "Filled by the hosts of the sidebar. Today: the Topology of each, and the command "
                       "fabricscope show --view tree.")},
    {"", ""},
    {QT_TRANSLATE_NOOP("Screens",
                       "The hierarchy of a hypervisor beside the flat buses of its VM, with a line for each "
                       "device that was passed through."),
     QT_TRANSLATE_NOOP("Screens",
                       "Filled by a hypervisor and a VM on it, both collected. Today: the sidebar puts VMs "
                       "under their hypervisor, and Colour by Owner shows who holds what.")},
    {"", ""},
    {QT_TRANSLATE_NOOP("Screens",
                       "Findings by group: what is wrong, why, how to set it right, and the evidence."),
     QT_TRANSLATE_NOOP("Screens",
                       "Filled by collected hosts. Today: degraded links and dead devices are marked in "
                       "Topology and explained in the inspector.")},
    {QT_TRANSLATE_NOOP("Screens", "RDMA meshes and collectives as they run, against their ceiling."),
     QT_TRANSLATE_NOOP("Screens", "Filled by a plan that runs on connected hosts, or by the log of a run.")},
    {QT_TRANSLATE_NOOP("Screens",
                       "Two or more runs over each other, with the spread of the reference: a difference "
                       "inside the spread is none."),
     QT_TRANSLATE_NOOP("Screens", "Filled by runs of the same benchmark.")},
};

QString words(const char *text) {
    return QCoreApplication::translate("Screens", text);
}

} // namespace

LaterPage::LaterPage(Screen screen, QWidget *parent) : QWidget(parent) {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    const auto &[shows, fills] = kPages[static_cast<int>(screen)];
    auto *box = new QWidget(this);
    box->setMaximumWidth(560);
    box->setMinimumWidth(380);
    auto *column = new QVBoxLayout(box);
    column->setSpacing(10);
    column->addWidget(widgets::label(screenName(screen), "title", 20, box));
    QLabel *what = widgets::label(words(shows), "", 13, box);
    what->setWordWrap(true);
    column->addWidget(what);
    column->addWidget(widgets::rule(box));
    QLabel *how = widgets::label(words(fills), "secondary", 12.5, box);
    how->setWordWrap(true);
    column->addWidget(how);
    column->addWidget(widgets::label(tr("This screen comes with a later version."), "caption", 12, box));
    auto *outer = new QVBoxLayout(this);
    outer->addStretch(2);
    outer->addWidget(box, 0, Qt::AlignHCenter);
    outer->addStretch(3);
}

} // namespace fabricscope::app::window
