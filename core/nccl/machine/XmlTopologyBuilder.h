// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/file/XmlTree.h"
#include "core/nccl/machine/Machine.h"
#include "core/nccl/machine/PluginNets.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fabricscope::nccl {

struct Version;

/// The library's XML in memory while it examines the machine (src/graph/xml.cc): nodes may still lack a
/// parent, and everything is found by texts. What goes beyond the library's limits is an error and ends the
/// work: after it, nothing more is done.
class XmlTopologyBuilder {
public:
    /// `file` as it was loaded; null: none, an empty `system` is made.
    XmlTopologyBuilder(const XmlTree *file, const Machine &machine, const Version &version);

    /// ncclTopoFillGpu, and the attributes that follow in ncclTopoGetSystem.
    /// The index of its `gpu`; -1 where the file takes it out, or after an error.
    int fillGpu(const MachineGpu &gpu, int rank);
    /// ncclTopoFillNet, likewise.
    void fillNet(const PluginNet &net);

    [[nodiscard]] const std::optional<FileError> &error() const { return m_error; }
    [[nodiscard]] XmlTree &tree() { return m_tree; }

private:
    void fail(ResultCode code, std::string call, std::string what);
    int add(int parent, const char *name); ///< -1 where a limit is reached
    void set(int node, std::string_view name, std::string value);
    void setIfAbsent(int node, std::string_view name, std::string value);
    [[nodiscard]] int child(int node, std::string_view name) const; ///< -1: none
    int childOrNew(int node, const char *name);
    /// -1: none
    [[nodiscard]] static int find(const std::unordered_map<std::string, int> &map, std::string_view key);

    int pciNode(std::string_view busId);
    void fillFromSys(int node);
    void fillFunction(int node, std::optional<std::uint32_t> function, bool isGpu);
    int parentFromSys(int node, std::optional<std::uint32_t> function);
    int cpuNode(std::string numaId, bool inWholeFile);
    void attachTo(int node, int parent);
    [[nodiscard]] bool isAbove(int node, int other) const;
    void fillCpu(int node);
    void fillGpuNode(int node, const MachineGpu &gpu);

    const Machine &m_machine;
    const Version &m_version;
    XmlTree m_tree;
    int m_system = -1;
    int m_firstCpu = -1;
    std::unordered_map<std::string, int> m_pci;  ///< by busid, the first
    std::unordered_map<std::string, int> m_nets; ///< by name, the first
    std::optional<FileError> m_error;
};

/// ncclTopoTrimXml: takes away what has no keep="1" below it, and `keep` where it was examined. Linear.
void trim(XmlTree &tree);

/// What trim() would leave if this `gpu` (which has a keep="1") were the only one: it, what is above it, and
/// what is never trimmed there.
[[nodiscard]] XmlTree branchOf(const XmlTree &tree, int gpu);

/// ncclTopoFuseXml: adds to `into` what it lacks of `from`; equal are elements of the same name and
/// attributes. `into` may be empty. Only what hangs below the first `system` is examined.
[[nodiscard]] std::optional<FileError> fuse(XmlTree &into, const XmlTree &from, const Version &version);

} // namespace fabricscope::nccl
