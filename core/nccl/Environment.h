// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/PathType.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fabricscope::nccl {

struct Version;

/// Variables that this program understands, each with how the library reads it.
enum class Variable : std::uint8_t {
    TopoFile,
    IbHca,
    IbMergeVfs,
    IbDisable,
    SocketIfname,
    SocketFamily,
    CommId,
    NetGdrLevel,
    NetGdrRead,
    NetGdrC2c,
    NetGdrMloPart,
    P2pLevel,
    P2pDisable,
    NvbDisable,
    PxnDisable,
    PxnC2c,
    ShmDisable,
    NetDisableIntra,
    NetDevsPolicy,
    NetMergeLevel,
    NetForceMerge,
    IbMergeNics,
    IgnoreCpuAffinity,
    DmaBufEnable,
    IgnoreDisabledP2p,
    CrossNic,
    EnableIntranet,       ///< RCCL_ENABLE_INTRANET
    ForceEnableGdrdma,    ///< RCCL_FORCE_ENABLE_GDRDMA
    ModelMatchingDisable, ///< RCCL_MODEL_MATCHING_DISABLE
    MnnvlEnable,
    Net,       ///< NCCL_NET
    GraphFile, ///< NCCL_GRAPH_FILE
};

enum class VariableKind : std::uint8_t { Number, Level, Text };

struct VariableRow {
    Variable variable;
    std::string_view name;
    VariableKind kind;
    std::string_view what; ///< one line of help
};
[[nodiscard]] std::span<const VariableRow> knownVariables();
[[nodiscard]] std::string_view nameOf(Variable variable);

/// The run's environment as an input: what the library would find in environ, /etc/nccl.conf and
/// ~/.nccl.conf. Variables that are not in the table are kept and shown, and have no effect here.
class Environment {
public:
    void set(std::string name, std::string value);
    void unset(std::string_view name);
    [[nodiscard]] const std::map<std::string, std::string, std::less<>> &all() const { return m_values; }

    [[nodiscard]] std::optional<std::string_view> text(Variable variable) const;
    /// As ncclLoadParam reads it: by strtoll, so that "yes" is 0 and "1x" is 1; empty or out of range counts
    /// as not set.
    [[nodiscard]] std::optional<std::int64_t> number(Variable variable) const;
    /// As ncclGetLevel reads it: a path type by its exact name, up to SYS, or an old number ("0" LOC, "1"
    /// PIX, "2" PXB, "3" PHB, "4" and above SYS); anything else is taken as not set.
    [[nodiscard]] std::optional<PathType> level(Variable variable, const Version &version) const;
    /// Whether NCCL_NET is this name, "Socket"; upper and lower case are the same to the library.
    [[nodiscard]] bool isNet(std::string_view name) const;
    /// The setting by which the library passes over all RDMA devices and uses sockets, "NCCL_NET=Socket";
    /// empty: there is none.
    [[nodiscard]] std::string socketsOnly() const;

private:
    std::map<std::string, std::string, std::less<>> m_values;
};

} // namespace fabricscope::nccl
