// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include <vector>

namespace fabricscope::checks {
struct Mute;
}
namespace fabricscope::findings {
struct Evidence;
struct Finding;
} // namespace fabricscope::findings
namespace fabricscope::widgets {
class ChecksScreen;
class EvidenceViewer;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class ActionRegistry;
class HostDialogs;
struct HostSession;
class Navigation;
class OpenController;
class SessionController;
class ShownHost;
class SiteController;
class WorkspaceController;

/// Fills the Checks screen with the reports of all hosts, shows what its rows are about, and mutes them.
class ChecksController : public QObject {
    Q_OBJECT
public:
    struct Parts {
        SessionController &sessions;
        ShownHost &shown;
        Navigation &navigation;
        HostDialogs &dialogs;
        WorkspaceController &workspace;
        OpenController &files;
        ActionRegistry &actions;
        widgets::ChecksScreen &screen;
    };
    ChecksController(const Parts &parts, QWidget *window);

    /// Hosts were added, removed or read: the rows are listed again once the screen is shown.
    void markChanged();

Q_SIGNALS:
    void statusMessageRequested(const QString &text);

private:
    void showHosts();
    void showDevice(quint64 host, const findings::Finding &finding);
    void openSite(const QString &path);
    void showSite();
    [[nodiscard]] QStringList unusedMutes() const;
    void mute(quint64 host, const findings::Finding &finding);
    void unmute(quint64 host, const QString &check, const findings::Finding &finding);
    void showEvidence(quint64 host, const findings::Evidence &evidence, const QString &what);

    Parts m_parts;
    SiteController *m_site;
    bool m_changed = true;
    widgets::EvidenceViewer *m_viewer = nullptr; ///< created when first needed
};

} // namespace fabricscope::app::window
