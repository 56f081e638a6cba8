// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Context.h"
#include "core/checks/versions/Version.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::checks::versions {

/// What a host states the version of. To add one: a line here, and its row in Components.cpp.
enum class Component : std::uint8_t {
    NvidiaDriver, ///< the module nvidia, or what nvidia-smi prints
    LibCuda,      ///< the file behind libcuda.so.1: it belongs to a driver
    Cuda,         ///< toolkits below /usr/local; several may be installed
    LibraryCuda,  ///< that an installed NCCL was built for
    DriverCuda,   ///< the newest that the driver supports, as nvidia-smi prints it
    Imex,
    Gdrdrv,
    LibGdrapi,
    Amdgpu, ///< the module of the DKMS package; the kernel's own states none
    Rocm,
    Ucx,
    RdmaCore,    ///< the last number of libibverbs.so.1.14.50.0 but one
    MlnxOfed,    ///< MLNX_OFED alone, not DOCA-OFED
    IonicAbi,    ///< of the kernel driver: /sys/class/infiniband_verbs
    LibIonic,    ///< the file behind the provider library
    IonicBundle, ///< firmware of AMD Pensando NICs is named by its bundle
    BnxtRe,      ///< the module of Broadcom's package; the kernel's own states none
    Kernel,
};
inline constexpr std::size_t kComponents = static_cast<std::size_t>(Component::Kernel) + 1;

/// A version, and where it is stated.
struct Stated {
    std::string text; ///< as stated, safe to show
    Version version;
    findings::Evidence evidence;
};

/// "NVIDIA driver": as in texts.
[[nodiscard]] std::string_view nameOf(Component component);

/// The versions of one host, read at construction.
class Components {
public:
    explicit Components(const Context &context);
    /// Empty where none is known; the number of components and files bounds it.
    [[nodiscard]] const std::vector<Stated> &of(Component component) const {
        return m_stated.at(static_cast<std::size_t>(component));
    }

private:
    std::array<std::vector<Stated>, kComponents> m_stated;
};

} // namespace fabricscope::checks::versions
