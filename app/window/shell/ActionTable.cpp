// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window, one per line, in menu order.
#include "app/window/shell/ActionTable.h"

#include <QCoreApplication>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

constexpr const char *kMenuTitles[kMenus] = {
    QT_TRANSLATE_NOOP("Actions", "&File"), QT_TRANSLATE_NOOP("Actions", "&Edit"),
    QT_TRANSLATE_NOOP("Actions", "&View"), QT_TRANSLATE_NOOP("Actions", "F&leet"),
    QT_TRANSLATE_NOOP("Actions", "&Run"),  QT_TRANSLATE_NOOP("Actions", "&Tools"),
    QT_TRANSLATE_NOOP("Actions", "&Help"),
};

constexpr const char *kScreenMenu = QT_TRANSLATE_NOOP("Actions", "&Screen");
constexpr const char *kColourMenu = QT_TRANSLATE_NOOP("Actions", "&Colour by");
constexpr const char *kWorkspaceMenu = QT_TRANSLATE_NOOP("Actions", "&Workspace");
constexpr const char *kCopyMenu = QT_TRANSLATE_NOOP("Actions", "Copy &picture as");

using Id = ActionId;
using M = MenuId;

// clang-format off
constexpr ActionRow kRows[] = {
    {Id::Connect,       M::File, "", QT_TRANSLATE_NOOP("Actions", "&Connect…"), "Ctrl+N"},
    {Id::ImportList,    M::File, "", QT_TRANSLATE_NOOP("Actions", "Import host &list…"), "Ctrl+L"},
    {Id::OpenFiles,     M::File, "", QT_TRANSLATE_NOOP("Actions", "&Open files…"), "Ctrl+O", Need::Nothing, false, true},
    {Id::OpenTogether,  M::File, "", QT_TRANSLATE_NOOP("Actions", "Open &files of one host…"), "Ctrl+Shift+O"},
    {Id::OpenFolder,    M::File, "", QT_TRANSLATE_NOOP("Actions", "Open folde&r…"), ""},
    {Id::OpenSiteFile,  M::File, "", QT_TRANSLATE_NOOP("Actions", "Open s&ite file…"), ""},
    {Id::OpenDemo,      M::File, "", QT_TRANSLATE_NOOP("Actions", "Open the &demo hosts"), "Ctrl+D"},
    {Id::SaveCapture,   M::File, "", QT_TRANSLATE_NOOP("Actions", "&Save capture…"), "Ctrl+Alt+S", Need::Facts, false, true},
    {Id::ExportPicture, M::File, "", QT_TRANSLATE_NOOP("Actions", "&Export picture…"), "Ctrl+E", Need::Content},
    {Id::NewWorkspace,    M::File, kWorkspaceMenu, QT_TRANSLATE_NOOP("Actions", "&New"), ""},
    {Id::OpenWorkspace,   M::File, kWorkspaceMenu, QT_TRANSLATE_NOOP("Actions", "&Open…"), "Ctrl+Shift+W"},
    {Id::SaveWorkspace,   M::File, kWorkspaceMenu, QT_TRANSLATE_NOOP("Actions", "&Save"), "Ctrl+S"},
    {Id::SaveWorkspaceAs, M::File, kWorkspaceMenu, QT_TRANSLATE_NOOP("Actions", "Save &as…"), "Ctrl+Shift+S"},
    {Id::Quit,          M::File, "", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q", Need::Nothing, false, true},

    {Id::Undo,          M::Edit, "", QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", Need::UndoableStep},
    {Id::Redo,          M::Edit, "", QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z", Need::RedoableStep},
    {Id::CopyName,      M::Edit, "", QT_TRANSLATE_NOOP("Actions", "Copy &name"), "", Need::Device, false, true},
    {Id::CopyAddress,   M::Edit, "", QT_TRANSLATE_NOOP("Actions", "Copy &BDF"), "Ctrl+Alt+C", Need::DeviceWithAddress},
    {Id::CopyText,      M::Edit, "", QT_TRANSLATE_NOOP("Actions", "Copy as &text"), "Ctrl+C", Need::Content, false, false, true},
    {Id::CopyPng,       M::Edit, kCopyMenu, QT_TRANSLATE_NOOP("Actions", "&PNG"), "Ctrl+Shift+C", Need::Picture, false, false, true},
    {Id::CopySvg,       M::Edit, kCopyMenu, QT_TRANSLATE_NOOP("Actions", "&SVG"), "", Need::Picture},
    {Id::Paste,         M::Edit, "", QT_TRANSLATE_NOOP("Actions", "Paste a tool's &output"), "Ctrl+V"},
    {Id::GoTo,          M::Edit, "", QT_TRANSLATE_NOOP("Actions", "&Go to anything"), "Ctrl+K", Need::Nothing, false, true},
    {Id::FindHere,      M::Edit, "", QT_TRANSLATE_NOOP("Actions", "&Find here"), "Ctrl+F", Need::TopologyScene},
    {Id::FindNext,      M::Edit, "", QT_TRANSLATE_NOOP("Actions", "Find ne&xt"), "F3", Need::Hits},
    {Id::FindPrevious,  M::Edit, "", QT_TRANSLATE_NOOP("Actions", "Find pre&vious"), "Shift+F3", Need::Hits},
    {Id::Preferences,   M::Edit, "", QT_TRANSLATE_NOOP("Actions", "&Preferences…"), "Ctrl+,", Need::Nothing, false, true},

    {Id::ShowFleet,      M::View, kScreenMenu, nullptr, "Alt+1"},
    {Id::ShowTopology,   M::View, kScreenMenu, nullptr, "Alt+2"},
    {Id::ShowHostVm,     M::View, kScreenMenu, nullptr, "Alt+3"},
    {Id::ShowAffinity,   M::View, kScreenMenu, nullptr, "Alt+4"},
    {Id::ShowChecks,     M::View, kScreenMenu, nullptr, "Alt+5"},
    {Id::ShowBenchmarks, M::View, kScreenMenu, nullptr, "Alt+6"},
    {Id::ShowCompare,    M::View, kScreenMenu, nullptr, "Alt+7"},
    {Id::ColourByKind,   M::View, kColourMenu, QT_TRANSLATE_NOOP("Actions", "&Kind"), "", Need::TopologyScene, true},
    {Id::ColourByGroup,  M::View, kColourMenu, QT_TRANSLATE_NOOP("Actions", "IOMMU &group"), "", Need::TopologyScene, true},
    {Id::ColourByLink,   M::View, kColourMenu, QT_TRANSLATE_NOOP("Actions", "&Link"), "", Need::TopologyScene, true},
    {Id::ColourByOwner,  M::View, kColourMenu, QT_TRANSLATE_NOOP("Actions", "&Owner"), "", Need::TopologyScene, true},
    {Id::Ribbons,        M::View, "", QT_TRANSLATE_NOOP("Actions", "Pairing ri&bbons"), "Shift+P", Need::TopologyScene, true, true, true},
    {Id::GroupTags,      M::View, "", QT_TRANSLATE_NOOP("Actions", "IOMMU &group tags"), "G", Need::TopologyScene, true, false, true},
    {Id::AsTree,         M::View, "", QT_TRANSLATE_NOOP("Actions", "As a tree or tab&le"), "F4", Need::TableScreen, false, false, true},
    {Id::Sidebar,        M::View, "", QT_TRANSLATE_NOOP("Actions", "Fleet si&debar"), "Ctrl+B", Need::Nothing, true, true},
    {Id::Inspector,      M::View, "", QT_TRANSLATE_NOOP("Actions", "&Inspector"), "Ctrl+I", Need::Nothing, true},
    {Id::JobsAndLog,     M::View, "", QT_TRANSLATE_NOOP("Actions", "&Jobs and log"), "Ctrl+J", Need::Nothing, true},
    {Id::ZoomIn,         M::View, "", QT_TRANSLATE_NOOP("Actions", "&Zoom in"), "Ctrl++", Need::TopologyScene, false, true},
    {Id::ZoomOut,        M::View, "", QT_TRANSLATE_NOOP("Actions", "Zoom &out"), "Ctrl+-", Need::TopologyScene},
    {Id::ActualSize,     M::View, "", QT_TRANSLATE_NOOP("Actions", "&Actual size"), "Ctrl+1", Need::TopologyScene},
    {Id::Fit,            M::View, "", QT_TRANSLATE_NOOP("Actions", "&Fit"), "Ctrl+0", Need::TopologyScene},
    {Id::FitSelection,   M::View, "", QT_TRANSLATE_NOOP("Actions", "Fit the s&election"), "F", Need::TopologyScene, false, false, true},
    {Id::FullScreen,     M::View, "", QT_TRANSLATE_NOOP("Actions", "F&ull screen"), "F11", Need::Nothing, true, true},

    {Id::CollectAgain,    M::Fleet, "", QT_TRANSLATE_NOOP("Actions", "Collect &again"), "Ctrl+R", Need::LiveHost},
    {Id::CollectWithSudo, M::Fleet, "", QT_TRANSLATE_NOOP("Actions", "Collect with &sudo…"), "Ctrl+Shift+R", Need::LiveHost},
    {Id::Stop,            M::Fleet, "", QT_TRANSLATE_NOOP("Actions", "S&top"), "Ctrl+.", Need::RunningJob},
    {Id::EditConnection,  M::Fleet, "", QT_TRANSLATE_NOOP("Actions", "&Edit connection…"), "", Need::LiveHost, false, true},
    {Id::Disconnect,      M::Fleet, "", QT_TRANSLATE_NOOP("Actions", "&Disconnect"), "", Need::LiveHost},
    {Id::Remove,          M::Fleet, "", QT_TRANSLATE_NOOP("Actions", "&Remove from fleet"), "", Need::SelectedHost},
    {Id::NewGroup,        M::Fleet, "", QT_TRANSLATE_NOOP("Actions", "New &group…"), "Ctrl+G", Need::Nothing, false, true},
    {Id::Rename,          M::Fleet, "", QT_TRANSLATE_NOOP("Actions", "Re&name"), "", Need::Host},

    {Id::RunPlan,   M::Run, "", QT_TRANSLATE_NOOP("Actions", "New benchmark &run…"), ""},
    {Id::RunPairs,  M::Run, "", QT_TRANSLATE_NOOP("Actions", "Benchmark between &two hosts…"), ""},
    {Id::OpenRun,   M::Run, "", QT_TRANSLATE_NOOP("Actions", "&Open benchmark log…"), ""},

    {Id::Evidence,          M::Tools, "", QT_TRANSLATE_NOOP("Actions", "Show &evidence"), "E", Need::Device, false, false, true},
    {Id::TracePath,         M::Tools, "", QT_TRANSLATE_NOOP("Actions", "&Trace path of the pair"), "", Need::PairedDevice},
    {Id::ShowPair,          M::Tools, "", QT_TRANSLATE_NOOP("Actions", "Show &pair and its fix in Affinity"), "", Need::PairedDevice},
    {Id::MeasurePair,       M::Tools, "", QT_TRANSLATE_NOOP("Actions", "Mea&sure the pair…"), "", Need::MeasurablePair},
    {Id::WriteTopologyFile, M::Tools, "", QT_TRANSLATE_NOOP("Actions", "Generate NCCL topology &file of a VM"), "", Need::HostVmScreen, false, true},
    {Id::Mute,              M::Tools, "", QT_TRANSLATE_NOOP("Actions", "&Mute finding…"), "M", Need::CountedFinding, false, false, true},

    {Id::KeyboardMap, M::Help, "", QT_TRANSLATE_NOOP("Actions", "&Keyboard map"), "?"},
    {Id::About,       M::Help, "", QT_TRANSLATE_NOOP("Actions", "&About fabricscope"), "F1", Need::Nothing, false, true},
    {Id::Licence,     M::Help, "", QT_TRANSLATE_NOOP("Actions", "&Licence"), ""},
};
// clang-format on

constexpr const char *kOnTopology = QT_TRANSLATE_NOOP("Actions", "Available in the Topology picture only.");

bool onTopologyScene(const WindowState &state) {
    return state.screen == Screen::Topology && state.hasPicture;
}

/// The preconditions, one per line: whether each is met, and the reason shown if it is not.
constexpr struct {
    Need need;
    bool (*isMet)(const WindowState &);
    const char *reason;
} kNeeds[] = {
    {Need::Nothing, [](const WindowState &) { return true; }, ""},
    {Need::Host, [](const WindowState &state) { return state.hasHost; },
     QT_TRANSLATE_NOOP("Actions", "No open host. Use File, Connect.")},
    {Need::SelectedHost, [](const WindowState &state) { return state.hasHost && !state.isVmSelected; },
     QT_TRANSLATE_NOOP("Actions", "This VM has no connection of its own. Select its host.")},
    {Need::LiveHost, [](const WindowState &state) { return state.isLive; },
     QT_TRANSLATE_NOOP("Actions", "Requires a connected host, not an opened file.")},
    {Need::RunningJob, [](const WindowState &state) { return state.isBusy; },
     QT_TRANSLATE_NOOP("Actions", "No running jobs on this host.")},
    {Need::Facts, [](const WindowState &state) { return state.hasFacts; },
     QT_TRANSLATE_NOOP("Actions", "No data from this host yet.")},
    {Need::Content, [](const WindowState &state) { return state.hasFacts || state.hasPicture; },
     QT_TRANSLATE_NOOP("Actions", "No data from this host yet, and no benchmark is shown.")},
    {Need::Picture, [](const WindowState &state) { return state.hasPicture; },
     QT_TRANSLATE_NOOP("Actions", "Requires host data in Topology or Affinity, or a run in Benchmarks.")},
    {Need::TopologyScene, onTopologyScene, kOnTopology},
    {Need::TableScreen, [](const WindowState &state) { return state.hasPicture; },
     QT_TRANSLATE_NOOP("Actions",
                       "Requires host data in Topology, Host ↔ VM or Affinity, or benchmark rows.")},
    {Need::Hits, [](const WindowState &state) { return state.hasHits; },
     QT_TRANSLATE_NOOP("Actions", "No active search. Press Ctrl+F.")},
    {Need::Device, [](const WindowState &state) { return state.hasDevice; },
     QT_TRANSLATE_NOOP("Actions", "No device is selected.")},
    {Need::DeviceWithAddress, [](const WindowState &state) { return state.hasAddress; },
     QT_TRANSLATE_NOOP("Actions", "No device with a BDF is selected.")},
    {Need::PairedDevice, [](const WindowState &state) { return state.hasPair; },
     QT_TRANSLATE_NOOP("Actions", "Select a GPU or NIC of a pair.")},
    {Need::MeasurablePair, [](const WindowState &state) { return state.canMeasure; },
     QT_TRANSLATE_NOOP("Actions", "Select a GPU and an RDMA NIC of a connected host in Affinity.")},
    {Need::UndoableStep, [](const WindowState &state) { return state.canUndo; },
     QT_TRANSLATE_NOOP("Actions", "Nothing to undo. Changes on hosts cannot be undone.")},
    {Need::RedoableStep, [](const WindowState &state) { return state.canRedo; },
     QT_TRANSLATE_NOOP("Actions", "Nothing to redo.")},
    {Need::CountedFinding, [](const WindowState &state) { return state.canMute; },
     QT_TRANSLATE_NOOP("Actions", "Select a finding in Checks that is not muted.")},
    {Need::HostVmScreen, [](const WindowState &state) { return state.hasGuestFile; },
     QT_TRANSLATE_NOOP(
         "Actions",
         "Select a VM whose GPUs and NICs are matched with those of its host, which is open too.")},
};

constexpr const char *kInTopology = QT_TRANSLATE_NOOP("Actions", "In the Topology picture");
constexpr const char *kInAffinity = QT_TRANSLATE_NOOP("Actions", "In the Affinity matrices");
constexpr const char *kInHostVm = QT_TRANSLATE_NOOP("Actions", "In Host ↔ VM");
constexpr const char *kInBenchmarks = QT_TRANSLATE_NOOP("Actions", "In Benchmarks");
constexpr const char *kInSearch = QT_TRANSLATE_NOOP("Actions", "While searching");

constexpr WidgetKeys kWidgetKeys[] = {
    {kInTopology, "← ↑ → ↓", QT_TRANSLATE_NOOP("Actions", "Along the hardware tree")},
    {kInTopology, "Esc", QT_TRANSLATE_NOOP("Actions", "Clear the search, then the selection")},
    {kInTopology, "+  −", QT_TRANSLATE_NOOP("Actions", "Zoom")},
    {kInTopology, "Ctrl+Wheel", QT_TRANSLATE_NOOP("Actions", "Zoom at the pointer")},
    {kInTopology, "Space+Drag", QT_TRANSLATE_NOOP("Actions", "Move the picture")},
    {kInAffinity, "← ↑ → ↓", QT_TRANSLATE_NOOP("Actions", "Between cells")},
    {kInAffinity, "Enter", QT_TRANSLATE_NOOP("Actions", "Show the cell's GPU in Topology")},
    {kInHostVm, "↑ ↓", QT_TRANSLATE_NOOP("Actions", "Between devices on a side")},
    {kInHostVm, "← →", QT_TRANSLATE_NOOP("Actions", "Along the curve to the other side")},
    {kInHostVm, "Enter", QT_TRANSLATE_NOOP("Actions", "Show the device in Topology")},
    {kInBenchmarks, "← ↑ → ↓", QT_TRANSLATE_NOOP("Actions", "Between sizes of a chart, or cells")},
    {kInSearch, "↑ ↓", QT_TRANSLATE_NOOP("Actions", "Choose")},
    {kInSearch, "Enter", QT_TRANSLATE_NOOP("Actions", "Open or run")},
    {kInSearch, "Tab", QT_TRANSLATE_NOOP("Actions", "Complete the word")},
    {kInSearch, "Esc", QT_TRANSLATE_NOOP("Actions", "Close")},
};

QString words(const char *text) {
    return QCoreApplication::translate("Actions", text);
}

} // namespace

QString menuTitle(MenuId menu) {
    return words(kMenuTitles[static_cast<int>(menu)]);
}

std::span<const ActionRow> actionRows() {
    static_assert(std::size(kRows) == kActions);
    return kRows;
}

QString actionText(const ActionRow &row) {
    return row.text != nullptr
               ? words(row.text)
               : screenName(static_cast<Screen>(static_cast<int>(row.id) - static_cast<int>(Id::ShowFleet)));
}

std::optional<QString> whyNot(Need need, const WindowState &state) {
    const auto *row = std::find_if(std::begin(kNeeds), std::end(kNeeds),
                                   [&](const auto &known) { return known.need == need; });
    if (row == std::end(kNeeds) || row->isMet(state))
        return std::nullopt;
    return words(row->reason);
}

std::span<const WidgetKeys> widgetKeys() {
    return kWidgetKeys;
}

QString widgetKeysText(const char *text) {
    return words(text);
}

} // namespace fabricscope::app::window
