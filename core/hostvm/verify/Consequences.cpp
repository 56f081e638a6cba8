// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hostvm/verify/Consequences.h"

#include "core/affinity/Sentences.h"
#include "core/base/HostText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace fabricscope::hostvm {

using affinity::Fabric;

Outcome Consequences::of(std::string_view text) const {
    Outcome failed;
    failed.fails = true;
    const auto tree = nccl::readXml(text, *m_options.version);
    if (!tree)
        return failed;
    const nccl::Merged merged = nccl::merge(*tree, m_machine, m_options);
    if (merged.error)
        return failed;
    return of(nccl::decide(merged.tree, m_options));
}

Outcome Consequences::of(const nccl::Decisions &decisions) const {
    Outcome outcome;
    outcome.fails = decisions.error.has_value();
    if (outcome.fails)
        return outcome;
    Fabric fabric = m_fabric;
    for (affinity::Gpu &gpu : fabric.gpus)
        gpu.library.reset();
    for (affinity::Nic &nic : fabric.nics) {
        nic.library.reset();
        nic.ports.clear();
    }
    affinity::joinLibrary(fabric, decisions);
    for (std::size_t gpu = 0; gpu < fabric.gpus.size(); ++gpu) {
        Outcome::OfGpu &own = outcome.gpus.emplace_back();
        const auto &library = fabric.gpus[gpu].library;
        for (const std::size_t nic : m_ideal[gpu]) {
            const auto &there = fabric.nics[nic].library;
            if (!library || !there) {
                own.paths.emplace_back();
                continue;
            }
            const nccl::GpuNic &pair = decisions.pair(*library, *there);
            own.paths.push_back(
                Outcome::NicPath{pair.type, pair.bandwidth, pair.gdrSend.on() && pair.gdrRecv.on()});
        }
        if (!library)
            continue;
        for (std::size_t channel = 0; channel < nccl::kReportedChannels; ++channel)
            if (const auto &picked = decisions.localNic(*library, channel))
                for (std::size_t nic = 0; nic < fabric.nics.size(); ++nic)
                    if (const auto &ports = fabric.nics[nic].ports;
                        std::find(ports.begin(), ports.end(), static_cast<std::size_t>(*picked)) !=
                        ports.end())
                        own.picked.insert(nic);
    }
    return outcome;
}

std::string Consequences::nicNames(const std::set<std::size_t> &nics) const {
    std::vector<std::string> names;
    for (const std::size_t nic : nics)
        names.push_back(m_fabric.nics[nic].name);
    return names.empty() ? "no NIC" : fmt::format("{}", fmt::join(names, " and "));
}

std::string Consequences::ofGpu(std::size_t gpu, const Outcome::OfGpu &with,
                                const Outcome::OfGpu &without) const {
    const nccl::Version &version = *m_options.version;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(with.paths.size(), without.paths.size()); ++i) {
        const auto &bad = with.paths[i], &good = without.paths[i];
        if (bad == good)
            continue;
        const std::string &nic = m_fabric.nics[m_ideal[gpu][i]].name;
        if (!bad || !good) {
            words.push_back(fmt::format("{} {}", bad ? "path to" : "no path to", nic));
            continue;
        }
        std::string text;
        if (bad->type != good->type)
            text = fmt::format("{} sees {} instead of {} to {}", affinity::libraryName(version),
                               version.pathName(bad->type), version.pathName(good->type),
                               nic); // path types of the library
        else if (bad->bandwidth != good->bandwidth)
            text = fmt::format("{:.1f} instead of {:.1f} GB/s to {}", bad->bandwidth, good->bandwidth, nic);
        if (bad->gdr != good->gdr)
            text += fmt::format("{}{}", text.empty() ? "" : ", so ",
                                bad->gdr ? "with GPUDirect RDMA" : "no GPUDirect RDMA");
        if (bad->gdr && good->gdr && bad->type != good->type)
            text += " (GPUDirect RDMA stays on)";
        if (bad->gdr != good->gdr && bad->type == good->type && bad->bandwidth == good->bandwidth)
            text += fmt::format(" to {}", nic);
        words.push_back(std::move(text));
    }
    if (words.empty() && with.picked != without.picked)
        words.push_back(
            fmt::format("uses {} instead of {}", nicNames(with.picked), nicNames(without.picked)));
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string Consequences::difference(const Outcome &with, const Outcome &without) const {
    if (with.fails || without.fails)
        return {};
    struct DifferenceText {
        std::string words;
        std::vector<std::string> gpus;
    };
    constexpr std::size_t kMaxTexts = 4;
    std::vector<DifferenceText> texts;
    for (std::size_t gpu = 0; gpu < std::min(with.gpus.size(), without.gpus.size()); ++gpu) {
        std::string words = ofGpu(gpu, with.gpus[gpu], without.gpus[gpu]);
        if (words.empty())
            continue;
        auto known = std::find_if(texts.begin(), texts.end(),
                                  [&](const DifferenceText &one) { return one.words == words; });
        if (known == texts.end())
            known = texts.insert(texts.end(), {std::move(words), {}});
        known->gpus.push_back(m_fabric.gpus[gpu].name);
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(texts.size(), kMaxTexts); ++i)
        text += fmt::format("{}{}: {}", i == 0 ? "" : "; ", fmt::join(texts[i].gpus, ", "), texts[i].words);
    if (texts.size() > kMaxTexts)
        text += fmt::format("; and {} more GPUs", texts.size() - kMaxTexts);
    return HostText(text).plain(2048);
}

} // namespace fabricscope::hostvm
