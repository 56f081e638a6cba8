// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/search/SearchSource.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <optional>
#include <vector>

class QAction;

namespace fabricscope::widgets {
class AffinityScreen;
class SearchField;
class TopologyScreen;
} // namespace fabricscope::widgets

namespace fabricscope::app::window {

class ActionRegistry;
class Navigation;
class SessionController;
class ShownHost;

/// Supplies the "go to anything" field and follows its results: the hosts of the window with their devices
/// and findings, and every action of the menus.
class SearchController : public QObject {
    Q_OBJECT
public:
    /// What is searched, and where the results are shown.
    struct Parts {
        const SessionController &sessions;
        const ShownHost &shown;
        Navigation &navigation;
        const ActionRegistry &actions;
        widgets::TopologyScreen &topology;
        const widgets::AffinityScreen &affinity;
    };
    SearchController(const Parts &parts, widgets::SearchField *field, QObject *parent);

private:
    [[nodiscard]] widgets::SearchSource source();
    void goTo(quint64 host, std::optional<quint32> node);
    /// The node in the host's current topology: the host may have been read again since the search.
    [[nodiscard]] std::optional<quint32> present(quint64 host, quint32 node) const;
    void focusScreen();

    Parts m_parts;
    std::weak_ptr<const search::Corpus> m_corpus; ///< the last one requested
    std::vector<QPointer<QAction>> m_found;       ///< the actions of the last requested corpus
};

} // namespace fabricscope::app::window
