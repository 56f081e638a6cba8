// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/hwloc/HwlocSource.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::formats {

/// hwloc's OS devices: what the kernel and the GPU libraries call a PCI function.
class HwlocDevices {
public:
    static constexpr std::size_t kMaxDevices = 65536;

    /// What an OSDev object says of itself.
    struct Object {
        HwlocAttribute name, type, gpIndex;
    };
    /// Begins a device below `pci`, where it hangs below a PCI function; `major` is the format's version,
    /// which decides what its type means.
    void begin(const Object &object, std::optional<Address> pci, int major, const HwlocSource &source);
    /// An info element of the device that was begun last.
    void info(std::string_view name, const HwlocAttribute &value, const HwlocSource &source);
    /// Another object begins: what info elements follow are not the device's.
    void end() {
        if (!m_now.name.empty())
            m_now = {};
    }

    /// After the whole text, before what follows.
    void sort();
    /// Render nodes to their GPUs; XGMI between GPUs that name each other as peers,
    /// unless `haveLinks`: a matrix said it better.
    void deliver(const HwlocSource &source, bool haveLinks);

    /// Which GPU the object with this gp_index is.
    [[nodiscard]] std::optional<Address> gpuByIndex(std::uint64_t gpIndex) const;

    // For the tables in HwlocDevices.cpp.
    struct Now {
        host::OsDevice::Kind kind = host::OsDevice::Kind::Other;
        bool isGpu = false; ///< as a GPU library sees it
        std::string name;
        std::optional<Address> pci;
    };
    struct Peers {
        Address of;
        HwlocAttribute names; ///< "rsmi0 rsmi1 "
    };

private:
    Now m_now;
    // Sorted by sort(); of several with one index the last one counts.
    std::vector<std::pair<std::uint64_t, Address>> m_gpusByIndex;
    std::vector<std::pair<Address, int>> m_renderMinors;
    std::vector<Peers> m_peers;
    RepeatedText m_lastModel; ///< the GPUs of a machine are of one kind, as a rule
};

} // namespace fabricscope::formats
