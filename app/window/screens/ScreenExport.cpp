// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screens/ScreenExport.h"

#include "app/window/bench/BenchExport.h"
#include "app/window/screens/WindowWidgets.h"
#include "app/window/session/HostSession.h"
#include "app/window/session/ShownHost.h"
#include "app/window/shell/ActionRegistry.h"
#include "app/window/shell/ExportController.h"
#include "app/window/shell/Navigation.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "core/report/HostVmText.h"
#include "core/report/host/TextViews.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/affinity/CellActions.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/topology/TopologyScreen.h"
#include "widgets/topology/TopologyView.h"

namespace fabricscope::app::window {

using widgets::CopyAs;

ScreenExport::ScreenExport(const Parts &parts, QObject *parent) : QObject(parent), m_parts(parts) {
    connect(m_parts.widgets.affinity, &widgets::AffinityScreen::pictureRequested, this,
            [this] { copyPicture(CopyAs::Png); });
}

void ScreenExport::bindTo(ActionRegistry &actions) {
    actions.bind(ActionId::SaveCapture, [this] { saveCapture(); });
    actions.bind(ActionId::ExportPicture, [this] { exportPicture(); });
    actions.bind(ActionId::CopyText, [this] { copyText(); });
    actions.bind(ActionId::CopyPng, [this] { copyPicture(CopyAs::Png); });
    actions.bind(ActionId::CopySvg, [this] { copyPicture(CopyAs::Svg); });
}

bool ScreenExport::hasPicture() const {
    const Screen screen = m_parts.navigation.screen();
    if (screen == Screen::Benchmarks)
        return m_parts.widgets.bench->hasPicture();
    return m_parts.shown.session() != nullptr &&
           ((screen == Screen::HostVm && m_parts.widgets.hostVm->hasPicture()) ||
            (screen == Screen::Topology && m_parts.widgets.topology->content().topology != nullptr &&
             !m_parts.widgets.topology->view()->isHidden()) ||
            (screen == Screen::Affinity && m_parts.widgets.affinity->hasPicture()));
}

void ScreenExport::saveCapture() {
    if (const HostSession *session = m_parts.shown.session())
        m_parts.files.saveCapture(*session);
}

void ScreenExport::exportPicture() {
    const Screen screen = m_parts.navigation.screen();
    if (screen == Screen::Benchmarks && m_parts.widgets.bench->hasPicture())
        return m_parts.runs.exportAs(widgets::BenchScreen::Export::Svg);
    const HostSession *session = m_parts.shown.session();
    if (session == nullptr)
        return;
    if (screen == Screen::HostVm && m_parts.widgets.hostVm->hasPicture())
        m_parts.files.exportHostVm(*session, *m_parts.widgets.hostVm);
    else if (screen == Screen::Affinity && m_parts.widgets.affinity->hasPicture())
        m_parts.files.exportAffinity(*session, *m_parts.widgets.affinity);
    else
        m_parts.files.exportPicture(*session, m_parts.widgets.topology->options());
}

/// Copies the selection of the screen, or all of its content.
void ScreenExport::copyText() {
    const Screen screen = m_parts.navigation.screen();
    if (screen == Screen::Benchmarks && m_parts.widgets.bench->hasPicture())
        return m_parts.runs.exportAs(widgets::BenchScreen::Export::CopyRows);
    const HostSession *session = m_parts.shown.session();
    if (session == nullptr || !session->snapshot.topology)
        return;
    if (screen == Screen::Topology)
        return m_parts.widgets.topology->copy(CopyAs::Text);
    if (screen == Screen::HostVm && m_parts.widgets.hostVm->hasPicture()) {
        const widgets::HostVmContent &content = m_parts.widgets.hostVm->content();
        return widgets::copyText(
            QString::fromStdString(report::hostVmText(*content.examination, !content.simulated.isEmpty())));
    }
    if (screen == Screen::Affinity && m_parts.widgets.affinity->hasPicture())
        return m_parts.widgets.affinity->actions().copySelection();
    widgets::copyText(QString::fromStdString(
        report::treeText(*session->snapshot.topology, {0, session->snapshot.capture.get()})));
    Q_EMIT statusMessageRequested(tr("Copied as text"));
}

void ScreenExport::copyPicture(CopyAs form) {
    const Screen screen = m_parts.navigation.screen();
    if (screen == Screen::Benchmarks && m_parts.widgets.bench->hasPicture())
        return m_parts.runs.copyPicture(form);
    const HostSession *session = m_parts.shown.session();
    if (session == nullptr)
        return;
    if (screen == Screen::HostVm && m_parts.widgets.hostVm->hasPicture())
        m_parts.files.copyHostVm(*m_parts.widgets.hostVm, form);
    else if (screen == Screen::Affinity)
        m_parts.files.copyAffinity(*session, *m_parts.widgets.affinity, form);
    else
        m_parts.widgets.topology->copy(form);
}

} // namespace fabricscope::app::window
