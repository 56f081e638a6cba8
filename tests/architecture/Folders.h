// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace fabricscope::architecture {

/// One row of the law: what the files of `folder` may include besides their own folder and core/base. "core"
/// stands for each folder below core, "-core/store" takes one out again. Whoever adds a folder adds a line.
struct Folder {
    std::string_view name;
    std::string_view mayInclude; ///< separated by blanks
};

inline constexpr std::string_view kFacts = "core/pci core/host";

inline constexpr std::array kFolders = {
    // Bytes become facts, facts a graph, the graph judgements, judgements pictures: nothing knows what is
    // below it here.
    Folder{"core/base", ""},
    Folder{"core/findings", ""},
    Folder{"core/pci", ""},
    Folder{"core/capture", ""},
    Folder{"core/host", "core/pci"},
    Folder{"core/formats", "core/pci core/capture core/host"},
    Folder{"core/topology", "core/findings core/pci core/host"},
    Folder{"core/nccl", "core/findings core/pci core/host core/topology"},
    Folder{"core/affinity", "core/findings core/pci core/host core/topology core/nccl"},
    Folder{"core/search", "core/findings core/pci core/host core/topology core/nccl core/affinity"},
    Folder{"core/hostvm", "core/findings core/pci core/host core/topology core/nccl core/affinity"},
    Folder{"core/checks", "core -core/store -core/report -core/layout"},
    Folder{"core/site", "core -core/store -core/report -core/layout"},
    Folder{"core/fleet", "core -core/store -core/report -core/layout"},
    Folder{"core/bench", "core/findings core/pci core/host core/topology core/nccl core/affinity"},
    Folder{"core/live", "core/pci core/host"},
    Folder{"core/json", "core -core/store -core/report -core/layout"},
    Folder{"core/layout", "core/findings core/pci core/host core/topology core/nccl core/affinity "
                          "core/hostvm core/checks core/site "
                          "core/fleet core/bench core/live"},
    Folder{"core/report",
           "core/findings core/pci core/capture core/host core/topology core/nccl core/affinity core/hostvm "
           "core/checks core/site "
           "core/fleet core/bench core/live core/layout"},
    Folder{"core/store", "core -core/layout -core/report -core/workspace"},
    Folder{"core/workspace", "core -core/layout -core/report -core/store -core/json"},

    // SSH, and nothing of ours.
    Folder{"remote", ""},
    Folder{"remote/server", "remote"},

    Folder{"widgets", "core widgets resources"},

    Folder{"app/jobs", "core remote resources"},
    Folder{"app/demo", "core remote remote/server resources"},
    Folder{"app/settings", "core"},
    Folder{"app/bridge", "core remote app/jobs"},
    Folder{"app/cli", "core remote resources app/jobs app/demo app/settings"},
    Folder{"app/window", "core remote resources widgets app/jobs app/demo app/settings app/bridge"},

    Folder{"resources", ""},
    Folder{"tests", "core remote remote/server widgets app resources"},
};

/// Where the includes of a library may stand. A library that is not here is the standard one or the system's.
struct Library {
    std::string_view prefix;  ///< of what stands between < and >
    std::string_view folders; ///< separated by blanks; "tests" may use everything
};

inline constexpr std::array kLibraries = {
    Library{"pugixml.hpp", "core/formats"},
    Library{"archive.h", "core/capture"},
    Library{"archive_entry.h", "core/capture"},
    Library{"zstd.h", "core/capture"},
    Library{"sqlite3.h", "core/store"},
    Library{"toml++/", "core/site"},
    Library{"toml.hpp", "core/site"},
    // The demo hosts are JSON of our own; what comes from outside goes through core/json.
    Library{"nlohmann/", "core/json app/demo"},
    Library{"boost/", "remote"},
    Library{"asio", "remote"},
    Library{"libssh/", "remote remote/server"},
    Library{"openssl/", "remote"},
    Library{"CLI/", "app/cli"},
    Library{"Q", "widgets app/window app/bridge"},
};

/// What core has no business with: threads, sockets, processes and a clock of its own.
inline constexpr std::array<std::string_view, 17> kNotInCore = {
    "thread",     "mutex",   "shared_mutex", "condition_variable", "future",       "atomic",  "semaphore",
    "barrier",    "latch",   "stop_token",   "sys/socket.h",       "netinet/in.h", "netdb.h", "arpa/inet.h",
    "sys/wait.h", "spawn.h", "pthread.h",
};

/// A file of core that includes one of them all the same.
struct Exception {
    std::string_view file;
    std::string_view header;
};

inline constexpr std::array kExceptions = {
    // Counts the copies of one value as std::shared_ptr does, in half the room: a job reads a host, the
    // window
    // shows it.
    Exception{"core/host/Shared.h", "atomic"},
};

} // namespace fabricscope::architecture
