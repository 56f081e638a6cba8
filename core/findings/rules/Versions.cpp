// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Versions that do not fit each other: judged in core/checks/versions. What one user reported is a note.
#include "core/findings/rules/Areas.h"

#include <array>

namespace fabricscope::findings::areas {

namespace {

constexpr std::string_view kCompatibility = "NVIDIA, CUDA Compatibility: minor version compatibility";
constexpr std::string_view kOpenModules = "NVIDIA, Driver Installation Guide: Kernel Modules";

constexpr std::array kRules = {
    Rule{.id = "gpu.versions",
         .severity = Severity::Warning,
         .title = "CUDA {actual} needs an NVIDIA driver from {expected}, and {other} is loaded",
         .sentence = "Programs that are built with this toolkit end with error 35, driver version is "
                     "insufficient for CUDA runtime version.",
         .remedy = "Install a driver of {expected} or newer, or, on a data center's GPUs, the package "
                   "cuda-compat",
         .source = kCompatibility},
    Rule{.id = "gpu.versions",
         .severity = Severity::Warning,
         .title = "libcuda is of driver {actual}, and the kernel module is {other}",
         .sentence = "Programs and nvidia-smi end with Driver/library version mismatch.",
         .remedy =
             "After an update of the driver, reboot, or unload and load the nvidia modules; in an image, "
             "leave libcuda to the container toolkit",
         .source = "NVIDIA driver: NVRM, API mismatch; github.com/Azure/az-hop/issues/269",
         .variant = "libcuda"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Warning,
         .title = "IMEX is {actual}, and the NVIDIA driver is {other}",
         .sentence = "Which difference IMEX tolerates is not published.",
         .remedy = "Install nvidia-imex of the driver's version",
         .source = "github.com/Azure/azhpc-images/pull/572",
         .variant = "imex"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Note,
         .title = "IMEX {actual} cannot use host names in its node list with driver {other}",
         .remedy = "List addresses in nodes_config.cfg, or install an NVIDIA driver of {expected} or newer",
         .source = "github.com/kubernetes-sigs/dra-driver-nvidia-gpu/pull/611",
         .variant = "imex_names"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Note,
         .title = "DMA-BUF of NVIDIA GPUs needs Linux {expected}, and {actual} runs",
         .remedy = "Boot Linux {expected} or newer, or load nvidia_peermem",
         .source = "NVIDIA, GPU Operator: GPUDirect RDMA",
         .variant = "dmabuf_kernel"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Note,
         .title = "a user reports that VMs do not restart with their GPU on Linux {actual}",
         .sentence = "The device is no longer reset; {expected} does so.",
         .remedy = "If it happens here, boot another release of the kernel",
         .source = "github.com/zen-kernel/zen-kernel/issues/380",
         .variant = "vfio_reset"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Note,
         .title = "CUDA {actual} is newer than what the driver was built for ({other})",
         .sentence = "Programs run, but for code that is compiled for the GPU at run time (PTX): unsupported "
                     "toolchain.",
         .remedy = "Install a newer driver, or build the program for this GPU",
         .source = kCompatibility,
         .variant = "cuda_minor"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Error,
         .title = "HGX B200 needs an NVIDIA driver from {expected}, and {actual} is loaded",
         .remedy = "Install a driver of {expected} or newer",
         .source = "github.com/NVIDIA/cloud-native-docs/pull/184",
         .variant = "b200"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Error,
         .title =
             "GPUs of the Blackwell generation need NVIDIA's open kernel module, and the proprietary one "
             "is loaded ({actual})",
         .sentence = "The driver logs RmInitAdapter failed, and no GPU is there for programs.",
         .remedy = "Install the open kernel module of the same version",
         .source = kOpenModules,
         .variant = "blackwell"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Error,
         .title =
             "GPUs before the Turing generation need NVIDIA's proprietary kernel module, and the open one "
             "is loaded ({actual})",
         .remedy = "Install the proprietary kernel module of the same version",
         .source = kOpenModules,
         .variant = "before_turing"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Warning,
         .title = "gdrdrv {actual} is older than {expected}, with NVIDIA's open kernel module {other}",
         .sentence = "Its build takes the open module for the proprietary one.",
         .remedy = "Install GDRCopy {expected} or newer, and build its module again",
         .source = "github.com/NVIDIA/gdrcopy, CHANGELOG 2.4.3 and issue 283",
         .variant = "gdrcopy"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Warning,
         .title = "libgdrapi {actual} is newer than the module gdrdrv {other}",
         .sentence = "The library ends with gdrdrv might be too old.",
         .remedy = "Install GDRCopy of one version on the host and in the container",
         .source = "github.com/NVIDIA/gdrcopy/issues/67",
         .variant = "gdrapi"},
    Rule{.id = "gpu.versions",
         .severity = Severity::Note,
         .title = "amdgpu {actual} is older than {expected}",
         .sentence =
             "A user reports that it moves buffers, which NICs reach by DMA-BUF, to the host's memory: "
             "it works, but not directly.",
         .remedy = "Install the amdgpu driver of ROCm 7.0 or newer",
         .source = "github.com/ScaleX-IO/uGDS/pull/22",
         .variant = "amd_pinned"},
    Rule{.id = "rdma.versions",
         .severity = Severity::Error,
         .title = "libionic {other} does not support ABI {actual} of the driver ionic_rdma",
         .sentence =
             "Programs find no RDMA device, although the kernel and rdma link show them, and NCCL and "
             "RCCL use sockets.",
         .remedy = "Install libionic {expected}, in containers as well",
         .source = "rdma-core, libibverbs/init.c; github.com/vllm-project/vllm/pull/56713; "
                   "github.com/sgl-project/sglang/pull/33374"},
    Rule{.id = "rdma.versions",
         .severity = Severity::Note,
         .title = "RDMA initiated by GPUs (IBGDA) needs AINIC {expected}, and the firmware is of {actual}",
         .remedy = "To use IBGDA, install firmware, driver and library of {expected} or newer together",
         .source = "github.com/ROCm/mori/pull/471",
         .variant = "ibgda"},
    Rule{.id = "rdma.versions",
         .severity = Severity::Note,
         .title = "RDMA initiated by GPUs (IBGDA) needs bnxt_re {expected}, and {actual} is loaded",
         .remedy = "To use IBGDA, install firmware and driver of {expected} or newer",
         .source = "github.com/ROCm/mori/pull/471",
         .variant = "ibgda_bnxt"},
    Rule{.id = "rdma.versions",
         .severity = Severity::Note,
         .title = "rdma-core {actual} lacks ibv_reg_dmabuf_mr, which is new in {expected}",
         .sentence = "Programs that use this installation cannot register memory of GPUs by DMA-BUF.",
         .remedy = "Install rdma-core {expected} or newer, or use peer memory",
         .source = "github.com/ofiwg/libfabric/issues/8401",
         .variant = "dmabuf_verbs"},
    Rule{.id = "rdma.versions",
         .severity = Severity::Note,
         .title = "NVSHMEM uses DMA-BUF with rdma-core {expected} or newer, and {actual} is installed",
         .remedy = "For NVSHMEM, install rdma-core {expected} or newer, or load nvidia_peermem",
         .source = "github.com/awslabs/amazon-eks-ami/issues/2672",
         .variant = "nvshmem"},
    Rule{.id = "rdma.versions",
         .severity = Severity::Warning,
         .title = "MLNX_OFED {actual} does not support these NICs (ConnectX-8 or BlueField-3)",
         .remedy = "Install DOCA-OFED instead",
         .source = "NVIDIA, DOCA 2.9 release notes; MLNX_OFED 24.07 release notes",
         .variant = "mlnx_ofed"},
    Rule{.id = "library.versions",
         .severity = Severity::Warning,
         .title = "NCCL of CUDA {actual} needs an NVIDIA driver from {expected}, and {other} is loaded",
         .sentence = "It ends with driver version is insufficient for CUDA runtime version.",
         .remedy = "Install a driver of {expected} or newer, or an NCCL that is built for an older CUDA",
         .source = kCompatibility},
    Rule{.id = "library.versions",
         .severity = Severity::Warning,
         .title = "ROCm {actual} opens memory of other processes by calls that the kernel's own amdgpu lacks",
         .sentence = "RCCL fails, with errors that do not name this.",
         .remedy = "Set HSA_ENABLE_IPC_MODE_LEGACY=0 for all ranks, or install the DKMS package of amdgpu",
         .source = "github.com/ROCm/ROCR-Runtime/issues/270; github.com/ROCm/rocm-systems/pull/2676",
         .variant = "rocm_ipc"},
    Rule{.id = "library.versions",
         .severity = Severity::Note,
         .title = "UCX {actual} does not use DMA-BUF for ROCm by default, and Linux {other} seldom has peer "
                  "memory",
         .remedy = "Set UCX_ROCM_COPY_DMABUF=y, or install UCX {expected}",
         .source = "github.com/openucx/ucx/pull/11957",
         .variant = "ucx_dmabuf"},
    Rule{.id = "library.versions",
         .severity = Severity::Note,
         .title = "memory faults with CUDA IPC are known for UCX {actual}",
         .remedy = "Install UCX {expected}, or take cuda_ipc out of UCX_TLS",
         .source = "github.com/rapidsai/ucxx/pull/734",
         .variant = "ucx_ipc"},
};

} // namespace

std::span<const Rule> versions() {
    return kRules;
}

} // namespace fabricscope::findings::areas
