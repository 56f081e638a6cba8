// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace fabricscope::findings {
struct Evidence;
struct Finding;
} // namespace fabricscope::findings
namespace fabricscope::widgets {
class ChecksScreen;
class EvidenceViewer;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class HostDialogs;
class Navigation;
class SessionController;
class ShownHost;

/// Fills the Checks screen with the reports of all hosts, and shows what its rows are about.
class ChecksController : public QObject {
    Q_OBJECT
public:
    struct Parts {
        SessionController &sessions;
        ShownHost &shown;
        Navigation &navigation;
        HostDialogs &dialogs;
        widgets::ChecksScreen &screen;
    };
    ChecksController(const Parts &parts, QObject *parent);

    /// Hosts were added, removed or read: the rows are listed again once the screen is shown.
    void markChanged();

Q_SIGNALS:
    void statusMessageRequested(const QString &text);

private:
    void showHosts();
    void showDevice(quint64 host, const findings::Finding &finding);
    void showEvidence(quint64 host, const findings::Evidence &evidence, const QString &what);

    Parts m_parts;
    bool m_changed = true;
    widgets::EvidenceViewer *m_viewer = nullptr; ///< created when first needed
};

} // namespace fabricscope::app::window
