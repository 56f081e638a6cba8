// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/Parts.h"

#include <algorithm>
#include <map>

namespace fabricscope::fleet {

namespace {

using host::GpuFacts;
using host::GpuLink;

Value plain(const host::Fact<std::string> &fact) {
    return valueOf(fact);
}

/// The facts compared for each GPU, as reported by its driver. To add a fact, add a line.
constexpr FactRow<GpuFacts> kGpuFacts[] = {
    {"hardware.gpu_model", Category::Hardware, Severity::Warning, "GPU model", "the model is {1} (was {0})",
     [](const GpuFacts &g) {
         return plain(g.model);
     }},
    {"hardware.gpu_id", Category::Hardware, Severity::Warning, "unique id of a GPU",
     "different GPU: unique id {1} (was {0})",
     [](const GpuFacts &g) {
         return plain(g.uniqueId);
     }},
    {"hardware.gpu_memory", Category::Hardware, Severity::Error, "memory of a GPU",
     "it has {1} of memory (was {0})", [](const GpuFacts &g) { return valueOf(g.vram); },
     [](const GpuFacts &before, const GpuFacts &after) {
         return *after.vram < *before.vram ? Severity::Error : Severity::Note;
     },
     0.01},
    {"firmware.vbios", Category::Firmware, Severity::Warning, "VBIOS", "VBIOS {1} (was {0})",
     [](const GpuFacts &g) {
         return plain(g.vbios);
     }},
    {"gpu.compute_partition", Category::Gpu, Severity::Warning, "compute partition",
     "its compute partition is {1} (was {0})",
     [](const GpuFacts &g) {
         return plain(g.computePartition);
     }},
    {"gpu.memory_partition", Category::Gpu, Severity::Warning, "memory partition",
     "its memory partition is {1} (was {0})",
     [](const GpuFacts &g) {
         return plain(g.memoryPartition);
     }},
};

struct Pair {
    Position position = 0;
    const GpuFacts *before = nullptr, *after = nullptr;
};

std::vector<Pair> pairsOf(const Work &work) {
    std::vector<Pair> pairs;
    for (Position position = 0; position < work.before.size(); ++position)
        if (work.isSame(position)) {
            const GpuFacts *before = work.before.gpu(position);
            const GpuFacts *after = work.after.gpu(work.matching.toAfter(position));
            if (before != nullptr || after != nullptr)
                pairs.push_back({position, before, after});
        }
    return pairs;
}

/// The driver's number for a GPU, by which programs address it.
std::optional<int> numberOf(const GpuFacts &gpu) {
    if (!gpu.kfdNodes.empty())
        return *std::min_element(gpu.kfdNodes.begin(), gpu.kfdNodes.end());
    if (!gpu.renderMinors.empty())
        return *std::min_element(gpu.renderMinors.begin(), gpu.renderMinors.end());
    return std::nullopt;
}

/// Compares the order of those that have a number on both sides, as ranks 0, 1, 2, …
void compareOrder(const Work &work, const std::vector<Pair> &pairs) {
    struct Numbered {
        Position position;
        int before, after;
    };
    std::vector<Numbered> gpus;
    for (const Pair &pair : pairs) {
        const auto before = pair.before != nullptr ? numberOf(*pair.before) : std::nullopt;
        const auto after = pair.after != nullptr ? numberOf(*pair.after) : std::nullopt;
        if (before && after)
            gpus.push_back({pair.position, *before, *after});
    }
    const auto places = [&gpus](auto number) {
        std::vector<std::size_t> order(gpus.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return number(gpus[a]) < number(gpus[b]); });
        std::vector<std::size_t> place(gpus.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            place[order[i]] = i;
        return place;
    };
    const auto before = places([](const Numbered &gpu) { return gpu.before; });
    const auto after = places([](const Numbered &gpu) { return gpu.after; });
    std::vector<std::string> steps;
    std::vector<DevicePair> devices;
    for (std::size_t i = 0; i < gpus.size(); ++i)
        if (before[i] != after[i]) {
            steps.push_back(fmt::format("{} is number {} (was {})", work.subject(gpus[i].position).name,
                                        after[i], before[i]));
            devices.push_back(work.addresses(gpus[i].position));
        }
    if (!steps.empty())
        work.collector.add({"order.gpus",
                            Category::Order,
                            Change::Changed,
                            Severity::Warning,
                            "",
                            "the driver numbers the GPUs in a different order: " + listed(steps, 8),
                            {},
                            {},
                            std::move(devices)});
}

std::string_view nameOf(GpuLink::Kind kind) {
    return kind == GpuLink::Kind::Xgmi ? "XGMI" : "NVLink";
}

std::string countText(const GpuLink &link) {
    if (!link.count)
        return {};
    const char *unit = link.kind == GpuLink::Kind::Xgmi ? "hop" : "link";
    return fmt::format("{} {}{}", *link.count, unit, *link.count == 1 ? "" : "s");
}

constexpr FactRow<GpuLink> kLinkFacts[] = {
    {"link.gpu_count", Category::Link, Severity::Error, "links between GPUs", "{1} between them (was {0})",
     [](const GpuLink &l) {
         return l.count ? Value{countText(l), l.evidence} : Value{};
     },
     [](const GpuLink &before, const GpuLink &after) {
         const bool worse =
             before.kind == GpuLink::Kind::Xgmi ? *after.count > *before.count : *after.count < *before.count;
         return worse ? Severity::Error : Severity::Note;
     }},
    {"link.gpu_bandwidth", Category::Link, Severity::Error, "bandwidth between GPUs",
     "{1} between them (was {0})",
     [](const GpuLink &l) {
         return l.bandwidth ? Value{toString(*l.bandwidth), l.evidence} : Value{};
     },
     [](const GpuLink &before, const GpuLink &after) {
         return *after.bandwidth < *before.bandwidth ? Severity::Error : Severity::Note;
     }},
};

/// Positions before of both ends, the smaller first; and the kind.
using LinkKey = std::tuple<Position, Position, GpuLink::Kind>;

std::map<LinkKey, const GpuLink *> linksOf(const Work &work, const HostView &view, bool isBefore) {
    std::map<LinkKey, const GpuLink *> links;
    for (const GpuLink &link : view.host().gpuLinks) {
        const auto end = [&](const Address &address) {
            const Position at = view.find(address);
            if (at == kNoPosition)
                return kNoPosition;
            const Position before = isBefore ? at : work.matching.toBefore(at);
            return before != kNoPosition && work.isSame(before) ? before : kNoPosition;
        };
        const Position from = end(link.from);
        const Position to = end(link.to);
        if (from != kNoPosition && to != kNoPosition)
            links.emplace(LinkKey{std::min(from, to), std::max(from, to), link.kind}, &link);
    }
    return links;
}

void compareLinks(const Work &work) {
    const auto before = linksOf(work, work.before, true);
    const auto after = linksOf(work, work.after, false);
    // A source that lists no link at all was missing, or had no driver to query.
    if (before.empty() != after.empty())
        return work.collector.addUnknown("link.gpu", Category::Link, "links between GPUs", before.empty(),
                                         {});
    const auto nameOfEnds = [&](const LinkKey &key) {
        return fmt::format("{} from {} to {}", nameOf(std::get<2>(key)), work.subject(std::get<0>(key)).name,
                           work.subject(std::get<1>(key)).name);
    };
    const auto add = [&](const LinkKey &key, const GpuLink &link, bool isGone) {
        const DevicePair from = work.addresses(std::get<0>(key));
        const End end{countText(link), isGone ? from.before : from.after, link.evidence};
        work.collector.add({isGone ? "link.gpu_removed" : "link.gpu_added",
                            Category::Link,
                            isGone ? Change::Removed : Change::Added,
                            isGone ? Severity::Error : Severity::Note,
                            nameOfEnds(key),
                            isGone ? "is gone" : "is new",
                            isGone ? end : End{},
                            isGone ? End{} : end,
                            {from, work.addresses(std::get<1>(key))}});
    };
    for (const auto &[key, link] : before) {
        const auto now = after.find(key);
        if (now == after.end())
            add(key, *link, true);
        else
            work.collector.compare(std::span<const FactRow<GpuLink>>(kLinkFacts), *link, *now->second,
                                   [&, &ends = key] {
                                       return Subject{nameOfEnds(ends), work.addresses(std::get<0>(ends))};
                                   });
    }
    for (const auto &[key, link] : after)
        if (!before.contains(key))
            add(key, *link, false);
}

} // namespace

void compareGpus(const Work &work) {
    const std::vector<Pair> pairs = pairsOf(work);
    for (const Pair &pair : pairs) {
        if (pair.before != nullptr && pair.after != nullptr)
            work.collector.compare(std::span<const FactRow<GpuFacts>>(kGpuFacts), *pair.before, *pair.after,
                                   [&] { return work.subject(pair.position); });
        else if (work.hasSameDriver(pair.position)) // otherwise the change of driver explains it
            work.collector.addUnknown("gpu.facts", Category::Gpu, "facts from the GPU driver",
                                      pair.before == nullptr, work.subject(pair.position).name);
    }
    compareOrder(work, pairs);
    compareLinks(work);
}

} // namespace fabricscope::fleet
