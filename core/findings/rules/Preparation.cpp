// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is known before a run starts: its environment, the devices it gets, and what the tool was built with.
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kNcclVariables = "NCCL user guide, environment variables";
constexpr std::string_view kIbHca = "NCCL user guide: NCCL_IB_HCA and NCCL_SOCKET_IFNAME, lists of prefixes";
constexpr std::string_view kGid =
    "NCCL user guide: NCCL_IB_GID_INDEX; Linux, sysfs-class-infiniband: gid_attrs";
constexpr std::string_view kDmaBuf =
    "NCCL user guide: NCCL_DMABUF_ENABLE; Linux 6.8 and later without the peer "
    "memory interface of out-of-tree drivers";
constexpr std::string_view kVisible =
    "CUDA_VISIBLE_DEVICES, HIP_VISIBLE_DEVICES and ROCR_VISIBLE_DEVICES of the "
    "runtimes' guides";
constexpr std::string_view kTool = "the tool's own --help, and what its loader finds (ldd)";
constexpr std::string_view kDevices = "the host's devices, as it was collected";

constexpr Rule lack(std::string_view id, std::string_view title) {
    return {
        .id = id, .severity = Severity::Error, .title = title, .remedy = "Build {tool}:", .source = kTool};
}

constexpr std::array kRules = {
    Rule{.id = "environment.no_such_name",
         .severity = Severity::Error,
         .title = "{variable} names {entry}: no {what} of that name on the host",
         .sentence = "Available: {available}.",
         .source = kIbHca},
    Rule{.id = "environment.prefix",
         .severity = Severity::Warning,
         .title = "{entry} is a prefix: it [{?inverse}excludes][{!inverse}selects] {selected}",
         .remedy = "Name it exactly: {exact}",
         .source = kIbHca},
    Rule{.id = "environment.nothing_left",
         .severity = Severity::Error,
         .title = "{variable} selects no {what} of the host",
         .source = kIbHca},
    Rule{.id = "environment.gid_absent",
         .severity = Severity::Error,
         .title = "GID index {index} has no address on {nics}",
         .remedy = "Choose an index that all ports have, or assign addresses to the ports",
         .source = kGid},
    Rule{.id = "environment.gid_not_v2",
         .severity = Severity::Error,
         .title = "GID index {index} is RoCE v1 on {nics}",
         .remedy = "Choose a RoCE v2 index: v1 is not routable",
         .source = kGid},
    Rule{.id = "environment.gid_no_ipv4",
         .severity = Severity::Note,
         .title = "GID index {index} is not an IPv4 address on {nics}",
         .source = kGid},
    Rule{.id = "environment.file_not_seen",
         .severity = Severity::Warning,
         .title = "{path} is not in the capture",
         .remedy = "Make sure that it exists and is not empty: the library ignores an empty file",
         .source = "NCCL user guide: NCCL_TOPO_FILE"},
    Rule{.id = "environment.dmabuf_off",
         .severity = Severity::Error,
         .title = "the use of dma-buf is switched off, but {why}",
         .remedy = "Set NCCL_DMABUF_ENABLE=1",
         .source = kDmaBuf},
    Rule{.id = "environment.dmabuf_absent",
         .severity = Severity::Error,
         .title = "the use of dma-buf is requested, but {why}",
         .source = kDmaBuf},
    Rule{.id = "environment.ib_disabled",
         .severity = Severity::Warning,
         .title = "NCCL_IB_DISABLE=1: RDMA NICs are unused, sockets carry all traffic",
         .remedy = "Unset it, unless you measure sockets",
         .source = "NCCL user guide: NCCL_IB_DISABLE"},
    Rule{.id = "environment.visible",
         .severity = Severity::Note,
         .title = "{variable} shows {seen} of {gpus} {gpus:GPU|GPUs}, renumbered from 0",
         .source = kVisible},
    Rule{.id = "environment.visible",
         .severity = Severity::Warning,
         .title = "{note}",
         .source = kVisible,
         .variant = "note"},
    Rule{.id = "environment.intranet",
         .severity = Severity::Note,
         .title = "RCCL_ENABLE_INTRANET=1: NICs replace Infinity Fabric",
         .remedy = "Only for testing the NICs of one host",
         .source = "RCCL, src/transport: RCCL_ENABLE_INTRANET"},
    Rule{.id = "environment.gdr_anywhere",
         .severity = Severity::Warning,
         .title = "{variable}={level}: GPUDirect RDMA at any distance",
         .remedy = "It hides a wrong topology: pair each GPU with its nearest NIC instead",
         .source = "NCCL user guide: NCCL_NET_GDR_LEVEL"},
    Rule{.id = "environment.value",
         .severity = Severity::Error,
         .title = "{variable} does not accept this value",
         .sentence = "{meaning}[ One of {choices}.]",
         .source = kNcclVariables},
    Rule{.id = "command.secret_argument",
         .severity = Severity::Warning,
         .title = "other users of the host can read the secret in the tool's arguments while it runs",
         .remedy = "Set it as an environment variable instead, if the tool reads one",
         .source = "Linux, proc(5): /proc/PID/cmdline is readable by all users unless hidepid is set"},
    Rule{.id = "environment.obsolete",
         .severity = Severity::Note,
         .title = "{variable} is obsolete: ignored by the library",
         .source = "NCCL release notes: NCCL_IB_CUDA_SUPPORT was removed in 2.4"},
    Rule{.id = "environment.tuned",
         .severity = Severity::Note,
         .title = "{variable} overrides the library: compare the run only with runs that set it, too",
         .source = kNcclVariables},
    Rule{.id = "environment.name",
         .severity = Severity::Error,
         .title = "'{variable}' is not a variable name",
         .source = "POSIX.1-2017, XBD 8.1: names of environment variables"},
    Rule{.id = "binding.gpu_number",
         .severity = Severity::Error,
         .title = "The [{?tool}index that {tool} uses for][{!tool}runtime index of] {gpu} is unknown",
         .remedy = "Set {flag} yourself; rocminfo or nvidia-smi -L lists the GPUs",
         .source = kDevices},
    Rule{.id = "binding.gpu_number",
         .severity = Severity::Error,
         .title = "{gpu} is hidden by the environment",
         .remedy = "Set {flag} yourself; rocminfo or nvidia-smi -L lists the GPUs",
         .source = kVisible,
         .variant = "hidden"},
    Rule{.id = "binding.no_gpu",
         .severity = Severity::Error,
         .title = "The host has no GPU to run on",
         .source = kDevices},
    Rule{.id = "binding.no_nearest",
         .severity = Severity::Warning,
         .title = "The NIC nearest to {gpu} is unknown",
         .remedy = "Choose the NIC yourself, or also open the VM's hypervisor",
         .source = kDevices},
    Rule{.id = "binding.nic_down", .severity = Severity::Error, .title = "{nic} is down", .source = kDevices},
    Rule{.id = "binding.no_nic",
         .severity = Severity::Error,
         .title = "No RDMA device is up",
         .remedy = "Check `rdma link`: the port must be ACTIVE",
         .source = kDevices},
    lack("tool.impostor", "This program is {impostor}, not {tool}"),
    lack("tool.missing_library", "{tool} cannot start: the loader does not find {library}"),
    lack("tool.no_rocm", "This {tool} was built without ROCm: it cannot use memory of AMD GPUs"),
    lack("tool.no_cuda", "This {tool} was built without CUDA: it cannot use memory of NVIDIA GPUs"),
    lack("tool.no_dmabuf", "This {tool} was built without dma-buf for {platform}, which this kernel needs"),
    lack("tool.no_mpi", "This {tool} was built without MPI: under mpirun each rank would run alone"),
};

} // namespace

std::span<const Rule> preparation() {
    return kRules;
}

} // namespace fabricscope::findings::areas
