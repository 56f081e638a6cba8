// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/Workspace.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::workspace {

/// The last view of a workspace. Not affected by undo.
struct WindowState {
    /// In pixels at 100 %, of the whole desktop. A size of 0: the program's own.
    struct Place {
        int x = 0, y = 0, width = 0, height = 0;
        bool maximized = false;
        friend bool operator==(const Place &, const Place &) = default;
    };
    static constexpr int kMaxPixels = 100000; ///< of a place or a panel; beyond, a file is refused

    std::string screen; ///< "topology", in lower case; empty: the program's first
    std::optional<Place> place;
    /// As set by the user; unset: depending on the space available.
    std::optional<bool> sidebar, inspector, strip;
    int sidebarWidth = 0, inspectorWidth = 0, stripHeight = 0; ///< pixels; 0: the program's own
    /// The place of a panel that was moved.
    struct Dock {
        std::string side;            ///< "left", "right", "below", "above"; empty: the program's own
        std::optional<Place> window; ///< it has this separate window
        friend bool operator==(const Dock &, const Dock &) = default;
    };
    Dock sidebarDock, inspectorDock, stripDock;
    Id selected = 0;           ///< the host or capture; 0: the first
    std::string device;        ///< its chosen device's BDF; empty: none
    std::vector<Id> collapsed; ///< groups
    /// What the user opened or closed in a picture (layout::Folds), for hosts and captures with
    /// changes.
    struct Folds {
        static constexpr std::size_t kMost = 4096; ///< of one host; beyond, a file is refused

        Id member = 0;
        std::optional<bool> all;          ///< set for all at once
        std::map<std::string, bool> each; ///< set after that, by the fold's id
        friend bool operator==(const Folds &, const Folds &) = default;
    };
    std::vector<Folds> folds;
    friend bool operator==(const WindowState &, const WindowState &) = default;
};

/// What a `.fswork` file holds.
struct WorkspaceFile {
    Workspace workspace;
    WindowState window;
    std::string savedAs;  ///< of a session: the file of its workspace; empty: it has none, or is that file
    bool unsaved = false; ///< of a session: it differs from that file
    /// Of a session: connecting to its hosts is not confirmed yet, because the file came from elsewhere.
    bool unconfirmed = false;
    friend bool operator==(const WorkspaceFile &, const WorkspaceFile &) = default;
};

} // namespace fabricscope::workspace
