// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plan/DeviceChoice.h"

#include "core/base/HostText.h"

namespace fabricscope::bench {

namespace {

bool canBeChosen(const affinity::Gpu & /*gpu*/) {
    return true;
}

bool canBeChosen(const affinity::Nic &nic) {
    return nic.rdma;
}

template<class Device> std::string deviceText(const Device &device) {
    constexpr std::size_t kMost = 64;
    std::string words = HostText(device.name).plain(kMost);
    if (device.busIdText != device.name)
        words += ' ' + HostText(device.busIdText).plain(kMost);
    return words;
}

template<class Device> std::vector<std::string> choicesOf(const std::vector<Device> &devices) {
    std::vector<std::string> choices;
    for (const Device &device : devices)
        if (canBeChosen(device))
            choices.push_back(choiceOf(device));
    return choices;
}

template<class Device>
std::optional<std::size_t> chosenOf(const std::vector<Device> &devices, std::string_view choice) {
    for (std::size_t index = 0; index < devices.size(); ++index)
        if (canBeChosen(devices[index]) && choiceOf(devices[index]) == choice)
            return index;
    return std::nullopt;
}

} // namespace

std::string choiceOf(const affinity::Gpu &gpu) {
    return deviceText(gpu);
}

std::string choiceOf(const affinity::Nic &nic) {
    return deviceText(nic);
}

std::vector<std::string> gpuChoices(const affinity::Fabric &fabric) {
    return choicesOf(fabric.gpus);
}

std::vector<std::string> nicChoices(const affinity::Fabric &fabric) {
    return choicesOf(fabric.nics);
}

std::optional<std::size_t> chosenGpu(const affinity::Fabric &fabric, std::string_view choice) {
    return chosenOf(fabric.gpus, choice);
}

std::optional<std::size_t> chosenNic(const affinity::Fabric &fabric, std::string_view choice) {
    return chosenOf(fabric.nics, choice);
}

} // namespace fabricscope::bench
