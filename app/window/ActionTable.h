// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/ModeBar.h"

#include <QString>

#include <optional>
#include <span>

namespace fabricscope::app::window {

/// The menus, in their order.
enum class MenuId { File, Edit, View, Fleet, Run, Tools, Help };
constexpr int kMenus = 7;
[[nodiscard]] QString menuTitle(MenuId menu); ///< "&File"

/// Everything that the window can do. Each has one row in the table of ActionTable.cpp.
enum class ActionId {
    Connect,
    ImportList,
    OpenFiles,
    OpenTogether,
    OpenFolder,
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
    RunChecks,
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

/// What an action needs to work; a line each with the reason that is given where it is not there.
enum class Need {
    Nothing,
    Host,
    SelectedHost, ///< no VM is selected that has no connection of its own
    LiveHost,
    RunningJob,
    Facts,         ///< something was read of the host
    Content,       ///< the same, or a benchmark that is shown
    Picture,       ///< and it is shown as a picture: Topology or Affinity
    TopologyScene, ///< on the Topology screen
    TableScreen,   ///< a screen that is shown as a table or tree, too
    Hits,
    Device,
    DeviceWithAddress,
    PairedDevice,
    MeasurablePair,
    UndoableStep,
    RedoableStep,
    ChecksScreen, ///< what comes with a later version
    HostVmScreen,
};

/// What the window shows at the moment, as far as actions ask.
struct WindowState {
    Screen screen = Screen::Topology;
    bool hasHost = false;
    bool isVmSelected = false; ///< in the sidebar a VM that has no connection of its own
    bool isLive = false;       ///< a host with a connection to make, and no file
    bool isBusy = false;       ///< its job runs
    bool hasFacts = false;
    bool hasPicture = false; ///< the screen shows the host, and no state page
    bool hasHits = false;
    bool hasDevice = false;
    bool hasAddress = false;
    bool hasGuestFile = false; ///< an NCCL file can be made for the guest on Host <-> VM
    bool hasPair = false;      ///< the device is one end of a pair
    bool canMeasure = false;   ///< a GPU and a NIC of a live host are chosen
    bool canUndo = false;
    bool canRedo = false;
};

/// One action: a line of the table.
struct ActionRow {
    ActionId id;
    MenuId menu;
    const char *submenu; ///< "": in the menu itself
    const char *text;    ///< as the menu has it; nullptr: the name of a screen
    const char *keys;    ///< as QKeySequence reads them; "": none
    Need need = Need::Nothing;
    bool isCheckable = false;
    bool beginsGroup = false; ///< a separator precedes it
    /// The keys are only shown: the widget that has the keyboard answers to them, not the whole window.
    bool isKeyOfWidget = false;
};

/// In the order of the menus.
[[nodiscard]] std::span<const ActionRow> actionRows();
[[nodiscard]] QString actionText(const ActionRow &row);
/// Why it cannot be done now, for its tool tip; std::nullopt: it can.
[[nodiscard]] std::optional<QString> whyNot(Need need, const WindowState &state);

/// Keys that a widget answers to and no menu has.
struct WidgetKeys {
    const char *where;
    const char *keys; ///< for people
    const char *description;
};
[[nodiscard]] std::span<const WidgetKeys> widgetKeys();
[[nodiscard]] QString widgetKeysText(const char *text);

} // namespace fabricscope::app::window
