// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/Environment.h"

#include "core/nccl/Version.h"
#include "core/nccl/file/Numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace fabricscope::nccl {

namespace {

constexpr VariableRow kVariables[] = {
    {Variable::TopoFile, "NCCL_TOPO_FILE", VariableKind::Text, "topology file that detection starts from"},
    {Variable::IbHca, "NCCL_IB_HCA", VariableKind::Text,
     "RDMA devices to use: prefixes, = for exact names, ^ to exclude"},
    {Variable::IbMergeVfs, "NCCL_IB_MERGE_VFS", VariableKind::Number,
     "1: virtual functions count as device 00.0 of their PCI bus"},
    {Variable::IbDisable, "NCCL_IB_DISABLE", VariableKind::Number, "1: no RDMA, sockets instead"},
    {Variable::SocketIfname, "NCCL_SOCKET_IFNAME", VariableKind::Text,
     "interfaces for bootstrap and sockets"},
    {Variable::SocketFamily, "NCCL_SOCKET_FAMILY", VariableKind::Text, "AF_INET or AF_INET6"},
    {Variable::CommId, "NCCL_COMM_ID", VariableKind::Text, "address of the bootstrap root"},
    {Variable::NetGdrLevel, "NCCL_NET_GDR_LEVEL", VariableKind::Level, "GPUDirect RDMA up to this distance"},
    {Variable::NetGdrRead, "NCCL_NET_GDR_READ", VariableKind::Number, "0: no GPUDirect RDMA for sending"},
    {Variable::NetGdrC2c, "NCCL_NET_GDR_C2C", VariableKind::Number, "0: no GPUDirect RDMA over C2C"},
    {Variable::NetGdrMloPart, "NCCL_NET_GDR_MLOPART", VariableKind::Number,
     "1: GPUDirect RDMA for GPU parts too"},
    {Variable::P2pLevel, "NCCL_P2P_LEVEL", VariableKind::Level, "P2P between GPUs up to this distance"},
    {Variable::P2pDisable, "NCCL_P2P_DISABLE", VariableKind::Number, "1: no P2P between GPUs"},
    {Variable::NvbDisable, "NCCL_NVB_DISABLE", VariableKind::Number, "1: no NVLink via another GPU"},
    {Variable::PxnDisable, "NCCL_PXN_DISABLE", VariableKind::Number, "1: no sending via another GPU's NIC"},
    {Variable::PxnC2c, "NCCL_PXN_C2C", VariableKind::Number, "0: no PXN over C2C"},
    {Variable::ShmDisable, "NCCL_SHM_DISABLE", VariableKind::Number, "1: no shared memory between ranks"},
    {Variable::NetDisableIntra, "NCCL_NET_DISABLE_INTRA", VariableKind::Number,
     "1: no network within a host"},
    {Variable::NetDevsPolicy, "NCCL_NETDEVS_POLICY", VariableKind::Text, "NICs of a GPU: AUTO, ALL or MAX:n"},
    {Variable::NetMergeLevel, "NCCL_NET_MERGE_LEVEL", VariableKind::Text,
     "NICs within this distance are fused"},
    {Variable::NetForceMerge, "NCCL_NET_FORCE_MERGE", VariableKind::Text, "these NICs are fused: a,b;c,d"},
    {Variable::IbMergeNics, "NCCL_IB_MERGE_NICS", VariableKind::Number, "0: RDMA devices are never fused"},
    {Variable::IgnoreCpuAffinity, "NCCL_IGNORE_CPU_AFFINITY", VariableKind::Number,
     "1: ignore the job's CPU affinity, use the CPUs near the GPU"},
    {Variable::DmaBufEnable, "NCCL_DMABUF_ENABLE", VariableKind::Number,
     "1: DMA-BUF for GPUDirect RDMA; 0: only the peer memory module"},
    {Variable::IgnoreDisabledP2p, "NCCL_IGNORE_DISABLED_P2P", VariableKind::Number,
     "1: continue if P2P is disabled between GPUs with NVLink"},
    {Variable::CrossNic, "NCCL_CROSS_NIC", VariableKind::Number, "0: rings stay on one rail"},
    {Variable::EnableIntranet, "RCCL_ENABLE_INTRANET", VariableKind::Number,
     "1: keep NICs in a single-host job"},
    {Variable::ForceEnableGdrdma, "RCCL_FORCE_ENABLE_GDRDMA", VariableKind::Number,
     "1: assume GPUDirect RDMA"},
    {Variable::ModelMatchingDisable, "RCCL_MODEL_MATCHING_DISABLE", VariableKind::Number,
     "1: rings are searched, not taken from a model"},
    {Variable::MnnvlEnable, "NCCL_MNNVL_ENABLE", VariableKind::Number, "0: no NVLink between hosts"},
    {Variable::Net, "NCCL_NET", VariableKind::Text, "network: IB, Socket, or the name of a plugin's"},
    {Variable::GraphFile, "NCCL_GRAPH_FILE", VariableKind::Text, "file with the rings and trees to use"},
};

// levelsOldToNew of paths.cc
constexpr std::array kOldLevels = {PathType::Loc, PathType::Pix, PathType::Pxb,
                                   PathType::Phb, PathType::Sys, PathType::Sys};

} // namespace

std::span<const VariableRow> knownVariables() {
    return kVariables;
}

std::string_view nameOf(Variable variable) {
    const auto *row = std::find_if(std::begin(kVariables), std::end(kVariables),
                                   [variable](const VariableRow &r) { return r.variable == variable; });
    return row != std::end(kVariables) ? row->name : std::string_view();
}

void Environment::set(std::string name, std::string value) {
    m_values.insert_or_assign(std::move(name), std::move(value));
}

void Environment::unset(std::string_view name) {
    const auto found = m_values.find(name);
    if (found != m_values.end())
        m_values.erase(found);
}

std::optional<std::string_view> Environment::text(Variable variable) const {
    const auto found = m_values.find(nameOf(variable));
    return found != m_values.end() ? std::optional<std::string_view>(found->second) : std::nullopt;
}

std::optional<std::int64_t> Environment::number(Variable variable) const {
    const auto value = text(variable);
    if (!value || value->empty())
        return std::nullopt;
    const std::int64_t number = cNumber(*value);
    if (number == std::numeric_limits<std::int64_t>::max() ||
        number == std::numeric_limits<std::int64_t>::min())
        return std::nullopt;
    return number;
}

std::optional<PathType> Environment::level(Variable variable, const Version &version) const {
    const auto value = text(variable);
    if (!value)
        return std::nullopt;
    if (const auto named = version.pathByName(*value); named && *named <= PathType::Sys)
        return named;
    if (value->empty() || value->front() < '0' || value->front() > '9')
        return std::nullopt;
    const std::int64_t old = std::clamp<std::int64_t>(cNumber(*value), 0, kOldLevels.size() - 1);
    return kOldLevels[static_cast<std::size_t>(old)];
}

// ncclNetInit: strcasecmp
bool Environment::isNet(std::string_view name) const {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    const auto value = text(Variable::Net);
    return value && std::equal(value->begin(), value->end(), name.begin(), name.end(),
                               [&](char a, char b) { return lower(a) == lower(b); });
}

// ncclIbInit, ncclNetInit
std::string Environment::socketsOnly() const {
    if (number(Variable::IbDisable).value_or(0) != 0)
        return fmt::format("{}={}", nameOf(Variable::IbDisable), *number(Variable::IbDisable));
    if (isNet("Socket"))
        return fmt::format("{}=Socket", nameOf(Variable::Net));
    return {};
}

} // namespace fabricscope::nccl
