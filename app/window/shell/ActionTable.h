// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/ModeBar.h"

#include <QString>

#include <optional>
#include <span>

namespace fabricscope::app::window {

/// The menus, in their order.
enum class MenuId { File, Edit, View, Fleet, Run, Tools, Help };
constexpr int kMenus = 7;
[[nodiscard]] QString menuTitle(MenuId menu); ///< "&File"

/// The actions of the window. Each has one row in the table of ActionTable.cpp.
enum class ActionId {
    Connect,
    ImportList,
    OpenFiles,
    OpenTogether,
    OpenFolder,
    OpenSiteFile,
    OpenDemo,
    SaveCapture,
    ExportPicture,
    NewWorkspace,
    OpenWorkspace,
    SaveWorkspace,
    SaveWorkspaceAs,
    Quit,
    Undo,
    Redo,
    CopyName,
    CopyAddress,
    CopyText,
    CopyPng,
    CopySvg,
    Paste,
    GoTo,
    FindHere,
    FindNext,
    FindPrevious,
    Preferences,
    ShowFleet, ///< the seven screens, in the order of Screen
    ShowTopology,
    ShowHostVm,
    ShowAffinity,
    ShowChecks,
    ShowBenchmarks,
    ShowCompare,
    ColourByKind, ///< in the order of layout::ColourBy
    ColourByGroup,
    ColourByLink,
    ColourByOwner,
    Ribbons,
    GroupTags,
    AsTree,
    Sidebar,
    Inspector,
    JobsAndLog,
    ZoomIn,
    ZoomOut,
    ActualSize,
    Fit,
    FitSelection,
    FullScreen,
    CollectAgain,
    CollectWithSudo,
    Stop,
    EditConnection,
    Disconnect,
    Remove,
    NewGroup,
    Rename,
    RunPlan,
    RunPairs,
    OpenRun,
    Evidence,
    TracePath,
    ShowPair,
    MeasurePair,
    Mute,
    WriteTopologyFile,
    KeyboardMap,
    About,
    Licence,
};
constexpr int kActions = static_cast<int>(ActionId::Licence) + 1;

/// The precondition of an action. A table in ActionTable.cpp gives the reason shown if it is not met.
enum class Need {
    Nothing,
    Host,
    SelectedHost, ///< not a VM without a connection of its own
    LiveHost,
    RunningJob,
    Facts,         ///< data of the host was read
    Content,       ///< the same, or a benchmark is shown
    Picture,       ///< and it is shown as a picture: Topology or Affinity
    TopologyScene, ///< the picture of the Topology screen
    TableScreen,   ///< a screen that can also be shown as a table or tree
    Hits,
    Device,
    DeviceWithAddress,
    PairedDevice,
    MeasurablePair,
    UndoableStep,
    RedoableStep,
    CountedFinding, ///< selected on Checks
    HostVmScreen,
};

/// The state of the window that preconditions depend on.
struct WindowState {
    Screen screen = Screen::Topology;
    bool hasHost = false;
    bool isVmSelected = false; ///< the sidebar's selection is a VM without a connection of its own
    bool isLive = false;       ///< a host to connect to, not a file
    bool isBusy = false;       ///< its job is running
    bool hasFacts = false;
    bool hasPicture = false; ///< the screen shows the host, not a state page
    bool hasHits = false;
    bool hasDevice = false;
    bool hasAddress = false;
    bool hasGuestFile = false; ///< an NCCL file can be generated for the guest on Host <-> VM
    bool hasPair = false;      ///< the device is one end of a pair
    bool canMeasure = false;   ///< a GPU and a NIC of a live host are selected
    bool canMute = false;      ///< a finding that counts is selected on Checks
    bool canUndo = false;
    bool canRedo = false;
};

/// One action: a row of the table.
struct ActionRow {
    ActionId id;
    MenuId menu;
    const char *submenu; ///< "": in the menu itself
    const char *text;    ///< menu text; nullptr: the name of a screen
    const char *keys;    ///< QKeySequence format; "": none
    Need need = Need::Nothing;
    bool isCheckable = false;
    bool beginsGroup = false; ///< a separator precedes it
    /// The keys are only displayed: the focused widget handles them, not the whole window.
    bool isKeyOfWidget = false;
};

/// The table, in menu order.
[[nodiscard]] std::span<const ActionRow> actionRows();
[[nodiscard]] QString actionText(const ActionRow &row);
/// Tool tip text: why the action is not possible now; std::nullopt: it is possible.
[[nodiscard]] std::optional<QString> whyNot(Need need, const WindowState &state);

/// Keys handled by a widget and not listed in a menu.
struct WidgetKeys {
    const char *where;
    const char *keys; ///< as displayed
    const char *description;
};
[[nodiscard]] std::span<const WidgetKeys> widgetKeys();
[[nodiscard]] QString widgetKeysText(const char *text);

} // namespace fabricscope::app::window
