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
class SearchField;
}

namespace fabricscope::app::window {

class ActionRegistry;
class MainWindow;
class SessionController;

/// Supplies the "go to anything" field and follows its results: the hosts of the window with their devices
/// and findings, and every action of the menus.
class SearchController : public QObject {
    Q_OBJECT
public:
    SearchController(MainWindow &window, const SessionController &sessions, const ActionRegistry &actions,
                     widgets::SearchField *field);

private:
    [[nodiscard]] widgets::SearchSource source();
    void goTo(quint64 host, std::optional<quint32> node);
    /// The node in the host's current topology: the host may have been read again since the search.
    [[nodiscard]] std::optional<quint32> present(quint64 host, quint32 node) const;
    void focusScreen();

    MainWindow &m_window;
    const SessionController &m_sessions;
    const ActionRegistry &m_actions;
    std::weak_ptr<const search::Corpus> m_corpus; ///< the last one requested
    std::vector<QPointer<QAction>> m_found;       ///< the actions of the last requested corpus
};

} // namespace fabricscope::app::window
