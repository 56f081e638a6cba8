// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace fabricscope::architecture {

/// One row of the include rules: what the files of `folder` may include in addition to their own folder and
/// core/base. "core" stands for each folder below core; "-core/store" removes one. A new folder needs a new
/// row.
struct Folder {
    std::string_view name;
    std::string_view mayInclude; ///< separated by blanks
};

inline constexpr std::array kFolders = {
    // Bytes become facts, facts a graph, the graph judgements, judgements pictures: no folder includes a
    // later one.
    Folder{"core/base", ""},
    Folder{"core/findings", ""},
    Folder{"core/pci", ""},
    Folder{"core/capture", ""},
    Folder{"core/capture/redact", "core/capture"},
    Folder{"core/host", "core/pci"},
    Folder{"core/formats", "core/pci core/capture core/host"},
    Folder{"core/topology", "core/findings core/pci core/host"},
    Folder{"core/nccl", "core/findings core/pci core/host core/topology"},
    Folder{"core/affinity", "core/findings core/pci core/host core/topology core/nccl"},
    Folder{"core/search", "core/findings core/pci core/host core/topology core/nccl core/affinity"},
    Folder{"core/hostvm/mapping", "core/findings core/pci core/host core/topology core/nccl core/affinity"},
    Folder{"core/hostvm", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                          "core/hostvm/mapping"},
    Folder{"core/hostvm/generate", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                                   "core/hostvm/mapping"},
    Folder{"core/hostvm/verify", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                                 "core/hostvm/mapping core/hostvm/generate"},
    Folder{"core/hostvm/examine", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                                  "core/hostvm/mapping core/hostvm/generate core/hostvm/verify"},
    Folder{"core/fleet", "core -core/store -core/report -core/draw -core/present -core/layout"},
    Folder{"core/bench/command", ""},
    Folder{"core/bench/catalogue", "core/bench/command"},
    Folder{"core/bench/run",
           "core/findings core/pci core/host core/topology core/affinity core/bench/command "
           "core/bench/catalogue"},
    Folder{"core/bench/telemetry", "core/pci core/host core/topology core/bench/command core/bench/run"},
    Folder{"core/bench/plan", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                              "core/bench/command core/bench/catalogue core/bench/run"},
    Folder{"core/bench/pairs", "core/affinity core/bench/command core/bench/catalogue core/bench/run "
                               "core/bench/plan"},
    Folder{"core/bench/output/text", "core/findings core/nccl core/bench/run"},
    Folder{"core/bench/output/collectives", "core/bench/run core/bench/output/text"},
    Folder{"core/bench/output/perftest", "core/bench/run core/bench/pairs core/bench/output/text"},
    Folder{"core/bench/output/memory", "core/bench/run core/bench/output/text"},
    Folder{"core/bench/output/documents",
           "core/bench/run core/bench/output/text core/bench/output/collectives "
           "core/bench/output/perftest"},
    Folder{"core/bench/output/telemetry", "core/bench/run core/bench/telemetry core/bench/output/text "
                                          "core/bench/output/documents"},
    Folder{"core/bench/output", "core/nccl core/bench/run core/bench/output"},
    Folder{"core/bench/judge", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                               "core/bench/command core/bench/catalogue core/bench/run core/bench/plan "
                               "core/bench/telemetry core/bench/output/text"},
    Folder{"core/bench/view", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                              "core/bench/command core/bench/catalogue core/bench/run core/bench/plan "
                              "core/bench/pairs core/bench/telemetry core/bench/judge"},
    Folder{"core/checks",
           "core/findings core/pci core/capture core/host core/topology core/nccl core/affinity "
           "core/search core/hostvm core/bench"},
    Folder{"core/site", "core/findings core/pci core/host core/topology core/bench core/checks"},
    Folder{"core/json", "core -core/store -core/report -core/draw -core/present -core/layout"},
    // The display list and its colours; what a screen says; where it stands in the picture.
    Folder{"core/draw", "core/findings"},
    Folder{"core/present/affinity", "core/findings core/topology core/nccl core/affinity core/bench/judge "
                                    "core/draw"},
    Folder{"core/present/hostvm", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                                  "core/hostvm"},
    Folder{"core/present/checks", "core/findings core/checks core/present/affinity"},
    Folder{"core/present/facts", "core/findings core/pci core/host core/topology"},
    Folder{"core/present/bench", "core/findings core/topology core/affinity core/bench core/draw"},
    Folder{"core/layout/scene", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                                "core/draw core/present"},
    Folder{"core/layout/devices", "core/findings core/pci core/host core/topology core/affinity core/draw "
                                  "core/present core/layout/scene"},
    Folder{"core/layout/topology", "core/findings core/pci core/host core/topology core/affinity core/draw "
                                   "core/present core/layout/scene core/layout/devices"},
    Folder{"core/layout/affinity", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                                   "core/draw core/present core/layout/scene"},
    Folder{"core/layout/hostvm", "core/findings core/topology core/hostvm core/draw core/present "
                                 "core/layout/scene"},
    Folder{"core/layout/bench", "core/findings core/topology core/affinity core/bench core/draw "
                                "core/present"},
    Folder{"core/report",
           "core/findings core/pci core/capture core/host core/topology core/nccl core/affinity core/hostvm "
           "core/fleet core/checks core/bench core/draw core/present"},
    Folder{"core/store", "core -core/draw -core/present -core/layout -core/report -core/workspace"},
    Folder{"core/workspace",
           "core -core/draw -core/present -core/layout -core/report -core/store -core/json"},

    // SSH and local processes, without other code of ours.
    Folder{"remote/base", ""},
    Folder{"remote/loop", "remote/base"},
    Folder{"remote/process", "remote/base remote/loop"},
    Folder{"remote/config", "remote/base remote/process"},
    Folder{"remote/link", "remote/base remote/loop remote/process remote/config"},
    Folder{"remote/ssh", "remote/base remote/loop remote/process remote/config remote/link"},
    Folder{"remote/openssh", "remote/base remote/loop remote/process remote/config remote/link remote/ssh"},
    Folder{"remote", "remote"},
    Folder{"remote/server", "remote"},

    // What all screens share, then the models, then the screens.
    Folder{"widgets/common/theme", "core/draw resources"},
    Folder{"widgets/common/paint", "core widgets/common/theme"},
    Folder{"widgets/common/text", "widgets/common/theme"},
    Folder{"widgets/common/areas", "core/draw widgets/common/theme widgets/common/paint widgets/common/text"},
    Folder{"widgets/common/controls", "core widgets/common/theme widgets/common/paint widgets/common/text"},
    Folder{"widgets/common/dialog",
           "widgets/common/theme widgets/common/paint widgets/common/text widgets/common/controls"},
    Folder{"widgets/facts", "core widgets/common/text"},
    Folder{"widgets/models", "core widgets/common widgets/facts"},
    Folder{"widgets/connect", "core widgets/common"},
    Folder{"widgets/search", "core widgets/common"},
    Folder{"widgets/fleet", "core widgets/common widgets/models"},
    Folder{"widgets/jobs", "core widgets/common widgets/models"},
    Folder{"widgets/unplaced", "core widgets/common"},
    Folder{"widgets/topology",
           "core widgets/common widgets/facts widgets/models widgets/connect widgets/unplaced"},
    Folder{"widgets/inspector", "core widgets/common widgets/facts widgets/models widgets/topology"},
    Folder{"widgets/affinity", "core widgets/common widgets/topology"},
    Folder{"widgets/checks", "core widgets/common widgets/models widgets/connect widgets/topology"},
    Folder{"widgets/hostvm", "core widgets/common widgets/models widgets/connect widgets/topology"},
    Folder{"widgets/bench/chart", "core widgets/common"},
    Folder{"widgets/bench/rows", "core widgets/common"},
    Folder{"widgets/bench/form", "core widgets/common"},
    Folder{"widgets/bench", "core widgets/common widgets/inspector widgets/topology widgets/bench/chart "
                            "widgets/bench/form widgets/bench/rows"},
    Folder{"widgets/compare", "core widgets/common widgets/inspector widgets/topology"},

    // Without Qt. A shell on a host, what is read through it, how that is judged, what is copied, what is
    // run.
    Folder{"app/jobs/script", "core -core/draw -core/present -core/layout remote"},
    Folder{"app/jobs/collect", "core -core/draw -core/present -core/layout remote resources app/jobs/script"},
    Folder{"app/jobs/judge", "core -core/draw -core/present -core/layout app/jobs/collect app/jobs/script"},
    Folder{"app/jobs/copy", "core -core/draw -core/present -core/layout remote resources app/jobs/script "
                            "app/jobs/collect app/jobs/judge"},
    Folder{"app/jobs/run",
           "core -core/draw -core/present -core/layout remote resources app/jobs/script app/jobs/collect"},

    Folder{"app/demo/confine", ""},
    Folder{"app/demo/data", "core resources"},
    Folder{"app/demo/sysfs", "core app/demo/data"},
    Folder{"app/demo/tools", "core resources app/demo/data app/demo/sysfs"},
    Folder{"app/demo", "core remote remote/server resources app/demo"},

    Folder{"app/bridge", "remote"},

    Folder{"app/cli/terminal", "core remote"},
    Folder{"app/cli/sources", "core remote app/jobs app/cli/terminal"},
    Folder{"app/cli", "core remote resources app/jobs app/demo app/cli/terminal app/cli/sources"},
    Folder{"app/cli/bench", "core remote resources app/jobs app/cli app/cli/terminal app/cli/sources"},

    Folder{"app/window/session", "core remote resources widgets app/jobs app/bridge"},
    Folder{"app/window/shell", "core remote resources widgets app/jobs app/bridge app/window/session"},
    Folder{"app/window/workspace",
           "core widgets app/jobs app/bridge app/window/session app/window/shell app/window/bench"},
    Folder{"app/window/hostvm", "core widgets app/jobs app/bridge app/window/session app/window/shell "
                                "app/window/workspace"},
    Folder{"app/window/bench", "core remote resources widgets app/jobs app/bridge app/window/session "
                               "app/window/shell"},
    Folder{"app/window/dialogs",
           "core remote widgets app/jobs app/bridge app/window/session app/window/shell app/window/bench"},
    Folder{"app/window/screens",
           "core widgets app/jobs app/bridge app/window/session app/window/shell app/window/bench "
           "app/window/workspace app/window/hostvm app/window/dialogs"},
    Folder{"app/window", "core remote resources widgets app/jobs app/demo app/bridge app/window"},

    Folder{"resources", ""},
    Folder{"tests", "core remote remote/server widgets app resources"},
};

/// A folder with more files cannot be read at a glance: it is divided into rooms.
inline constexpr int kMostFiles = 40;

/// The folders that may include a library. A library that is not listed is the standard library or a system
/// one.
struct Library {
    std::string_view prefix;  ///< of the text between < and >
    std::string_view folders; ///< separated by blanks; "tests" may include everything
};

inline constexpr std::array kLibraries = {
    Library{"pugixml.hpp", "core/formats"},
    Library{"archive.h", "core/capture"},
    Library{"archive_entry.h", "core/capture"},
    Library{"zstd.h", "core/capture"},
    Library{"sqlite3.h", "core/store"},
    Library{"yaml.h", "core/workspace"},
    Library{"toml++/", "core/site"},
    // The demo hosts are our own JSON; external data goes through core/json.
    Library{"nlohmann/", "core/json app/demo"},
    Library{"boost/", "remote"},
    Library{"asio", "remote"},
    Library{"libssh/", "remote remote/server"},
    Library{"openssl/", "remote"},
    Library{"CLI/", "app/cli"},
    Library{"Q", "widgets app/window app/bridge"},
};

/// Not allowed in core and in the machines of remote/ssh: threads, sockets, processes and clocks.
inline constexpr std::array<std::string_view, 17> kNotInCore = {
    "thread",     "mutex",   "shared_mutex", "condition_variable", "future",       "atomic",  "semaphore",
    "barrier",    "latch",   "stop_token",   "sys/socket.h",       "netinet/in.h", "netdb.h", "arpa/inet.h",
    "sys/wait.h", "spawn.h", "pthread.h",
};

/// A file of core that may include one of them nevertheless.
struct Exception {
    std::string_view file;
    std::string_view header;
};

inline constexpr std::array kExceptions = {
    // Counts the copies of a value like std::shared_ptr, in half the space: a job reads a host, the window
    // shows it.
    Exception{"core/host/Shared.h", "atomic"},
};

} // namespace fabricscope::architecture
