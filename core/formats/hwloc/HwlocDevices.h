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

/// hwloc's OS devices: the names of a PCI function in the kernel and the GPU libraries.
class HwlocDevices {
public:
    static constexpr std::size_t kMaxDevices = 65536;

    /// The attributes of an OSDev object.
    struct Object {
        HwlocAttribute name, type, gpIndex;
    };
    /// Begins a device below `pci`, if it is below a PCI function; `major` is the format's version, which
    /// determines the meaning of its type.
    void begin(const Object &object, std::optional<Address> pci, int major, const HwlocSource &source);
    /// An info element of the device that was begun last.
    void info(std::string_view name, const HwlocAttribute &value, const HwlocSource &source);
    /// Another object begins: the info elements that follow do not belong to the device.
    void end() {
        if (!m_now.name.empty())
            m_now = {};
    }

    /// To be called after the whole text, before the functions below.
    void sort();
    /// Assigns render nodes to their GPUs; adds XGMI between GPUs that name each other as peers, unless
    /// `haveLinks`: a matrix is more precise.
    void deliver(const HwlocSource &source, bool haveLinks);

    /// The GPU of the object with this gp_index.
    [[nodiscard]] std::optional<Address> gpuByIndex(std::uint64_t gpIndex) const;

    // For the tables in HwlocDevices.cpp.
    struct Now {
        host::OsDevice::Kind kind = host::OsDevice::Kind::Other;
        bool isGpu = false; ///< according to a GPU library
        std::string name;
        std::optional<Address> pci;
    };
    struct Peers {
        Address of;
        HwlocAttribute names; ///< "rsmi0 rsmi1 "
    };

private:
    Now m_now;
    // Sorted by sort(); the last one of an index counts.
    std::vector<std::pair<std::uint64_t, Address>> m_gpusByIndex;
    std::vector<std::pair<Address, int>> m_renderMinors;
    std::vector<Peers> m_peers;
    RepeatedText m_lastModel; ///< usually all GPUs of a machine are of one kind
};

} // namespace fabricscope::formats
