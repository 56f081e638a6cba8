// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tools/amd/XgmiLinks.h"

#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/AmdModels.h"

#include <fmt/format.h>

#include <algorithm>

namespace fabricscope::formats {

namespace {

using host::GpuLink;

constexpr std::size_t kMostPeers = 512;

/// "link 3", "links 2, 5", "to GPU3"; as much as a line holds.
std::string namesText(const std::vector<std::string> &names) {
    constexpr std::size_t kLongest = 80;
    std::string text;
    for (const std::string &name : names) {
        if (text.size() >= kLongest)
            return text + ", ...";
        text.append(text.empty() ? "" : ", ").append(name);
    }
    return text;
}

} // namespace

void XgmiLinks::States::add(const std::string &name, std::string_view state) {
    while (!state.empty()) {
        const std::string_view one = takeUntil(state, '/');
        up += one == "U" ? 1 : 0;
        if (one == "D" && down.size() < kMostPeers)
            down.push_back(name);
        else if (one == "X" && disabled.size() < kMostPeers)
            disabled.push_back(name);
    }
}

XgmiLinks::Gpu *XgmiLinks::find(unsigned number) {
    const auto at = m_gpus.find(number);
    return at == m_gpus.end() ? nullptr : &at->second;
}

void XgmiLinks::gpu(unsigned number, const pci::Address &address, host::EvidenceRef evidence) {
    if (number >= HostLimits::kGpus)
        return;
    Gpu &gpu = m_gpus[number];
    if (!gpu.address) {
        gpu.address = address;
        gpu.evidence = evidence;
    }
}

void XgmiLinks::metrics(unsigned number, std::string_view type, Rates rates) {
    if (Gpu *gpu = find(number)) {
        gpu->isXgmi = type == "XGMI";
        gpu->rates = rates;
    }
}

void XgmiLinks::traffic(unsigned number, std::string_view peer) {
    Gpu *gpu = find(number);
    if (gpu && gpu->isXgmi && gpu->peers.size() < kMostPeers)
        gpu->peers.emplace_back(peer.substr(0, 32));
}

void XgmiLinks::port(unsigned number, unsigned place, std::string_view state) {
    if (Gpu *gpu = find(number))
        gpu->ports.add("link " + std::to_string(place), state);
}

void XgmiLinks::peer(unsigned number, std::string_view peer, std::string_view state) {
    if (Gpu *gpu = find(number))
        gpu->others.add("to " + shown(peer, 32), state);
}

std::optional<pci::Address> XgmiLinks::addressOf(std::string_view peer) const {
    const auto number = numberAfter(peer, "GPU", HostLimits::kGpus);
    if (!number)
        return pci::Address::parse(peer);
    const auto at = m_gpus.find(static_cast<unsigned>(*number));
    return at == m_gpus.end() ? std::nullopt : at->second.address;
}

/// Links of all GPUs of a machine are equal; of a mixed one the sentence is true as well.
void XgmiLinks::addSlowLinks(HostBuilder &builder) const {
    double most = 0;
    for (const auto &[number, gpu] : m_gpus)
        if (gpu.isXgmi)
            most = std::max(most, gpu.rates.lane.value_or(0));
    for (const auto &[number, gpu] : m_gpus)
        if (gpu.isXgmi && gpu.rates.lane && *gpu.rates.lane < most)
            addToolFault(builder,
                         {"xgmi_slow", "GPU" + std::to_string(number), gpu.address, 0,
                          fmt::format("{} Gb/s, others {} Gb/s", *gpu.rates.lane, most), gpu.evidence});
}

/// A GPU has disabled links where the board uses fewer than it has: those of the GPU with the fewest are no
/// fault. Boards of MI250 connect their GPUs unequally. GPUs of which no link is up are those without XGMI,
/// and those of drivers that report all as down.
void XgmiLinks::addStates(HostBuilder &builder, States Gpu::*states) const {
    std::optional<std::size_t> fewest;
    for (const auto &[number, gpu] : m_gpus)
        if (const States &each = gpu.*states; each.up > 0)
            fewest = std::min(fewest.value_or(each.disabled.size()), each.disabled.size());
    if (!fewest)
        return;
    const bool areEqual = std::all_of(m_gpus.begin(), m_gpus.end(), [&](const auto &each) {
        return each.second.address && isEquallyConnected(builder, *each.second.address);
    });
    for (const auto &[number, gpu] : m_gpus) {
        const States &each = gpu.*states;
        const std::string name = "GPU" + std::to_string(number);
        if (!each.down.empty())
            addToolFault(builder, {"xgmi_down", name, gpu.address, each.down.size(), namesText(each.down),
                                   gpu.evidence});
        if (each.disabled.size() > *fewest)
            addToolFault(builder,
                         {areEqual ? "xgmi_disabled" : "xgmi_disabled_other", name, gpu.address,
                          each.disabled.size(),
                          each.disabled.size() > 1 && *fewest > 0 ? std::string() : namesText(each.disabled),
                          gpu.evidence});
    }
}

void XgmiLinks::deliver(HostBuilder &builder) const {
    for (const auto &[number, gpu] : m_gpus) {
        if (!gpu.address)
            continue;
        const ToolGpu at = toolGpu(builder, *gpu.address, kAmdVendor, gpu.evidence);
        if (at.gpu)
            setIfUnknown(at.gpu->smiIndex, static_cast<int>(number), gpu.evidence);
        for (const std::string &peer : gpu.peers)
            if (const auto to = addressOf(peer); to && *to != *gpu.address)
                builder.gpuLink({GpuLink::Kind::Xgmi, *gpu.address, *to, {}, gpu.rates.link, gpu.evidence});
    }
    addSlowLinks(builder);
    // Which GPU is on the other side says more than which port it is.
    addStates(builder, &Gpu::others);
    addStates(builder, &Gpu::ports);
}

} // namespace fabricscope::formats
