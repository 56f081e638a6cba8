// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nccl/LibraryChoice.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

namespace fabricscope::nccl {

namespace {

constexpr std::size_t kMaxPath = 256;

using Numbers = std::tuple<int, int, int>;

std::optional<Numbers> numbersOf(std::string_view release) {
    const auto major = parseInteger<int>(takeUntil(release, '.'));
    const auto minor = parseInteger<int>(takeUntil(release, '.'));
    const auto patch = release.empty() ? std::optional(0) : parseInteger<int>(takeUntil(release, '.'));
    if (!major || !minor || !patch)
        return std::nullopt;
    return Numbers(*major, *minor, *patch);
}

/// RCCL of each release of ROCm, from this one on until the next line.
struct RocmRow {
    Numbers rocm;
    std::string_view rccl; ///< empty: unknown
};
constexpr RocmRow kRocm[] = {
    {{6, 1, 0}, "2.18.6"}, {{6, 2, 0}, "2.20.5"}, {{6, 3, 0}, "2.21.5"}, {{6, 4, 0}, "2.22.3"},
    {{7, 0, 0}, "2.26.6"}, {{7, 1, 0}, "2.27.7"}, {{7, 3, 0}, ""},
};

std::string_view rcclOf(std::string_view rocm) {
    const auto numbers = numbersOf(rocm);
    std::string_view found;
    for (const RocmRow &row : kRocm)
        if (numbers && row.rocm <= *numbers)
            found = row.rccl;
    return found;
}

template<typename T> bool isSame(const T &a, const T &b) {
    return a == b;
}
/// Rows share the tables in which they do not differ.
template<typename T> bool isSame(const std::span<T> &a, const std::span<T> &b) {
    return a.data() == b.data() && a.size() == b.size();
}
template<auto Field> bool differs(const Version &a, const Version &b) {
    return !isSame(a.*Field, b.*Field);
}

struct FieldRow {
    bool (*differs)(const Version &a, const Version &b);
    std::string_view words;
};
/// All fields but the names. Several may share their words.
constexpr FieldRow kFields[] = {
    {differs<&Version::xmlVersion>, "version of the topology file"},
    {differs<&Version::maxXmlNodes>, "size limits of the topology file"},
    {differs<&Version::maxChildren>, "size limits of the topology file"},
    {differs<&Version::maxAttributes>, "size limits of the topology file"},
    {differs<&Version::maxText>, "size limits of the topology file"},
    {differs<&Version::longValueIsFatal>, "long values in the topology file"},
    {differs<&Version::singleQuotes>, "single quotes in the topology file"},
    {differs<&Version::grammar>, "elements of the topology file"},
    {differs<&Version::gpuLinkElement>, "elements of the topology file"},
    {differs<&Version::gpuHasGcn>, "attributes of GPUs in the topology file"},
    {differs<&Version::fixedSm>, "attributes of GPUs in the topology file"},
    {differs<&Version::sysClassWins>, "PCI classes"},
    {differs<&Version::classes>, "PCI classes"},
    {differs<&Version::linkSpeeds>, "PCIe link speeds"},
    {differs<&Version::defaultLinkSpeed>, "PCIe link speeds"},
    {differs<&Version::maxNodesPerType>, "size limits of the graph"},
    {differs<&Version::maxLinks>, "size limits of the graph"},
    {differs<&Version::deviceNodes>, "hops at GPUs"},
    {differs<&Version::nicBusIdMask>, "functions of one NIC"},
    {differs<&Version::negativeNumaIsApart>, "NUMA node -1"},
    {differs<&Version::hostHashes>, "hosts in the topology file"},
    {differs<&Version::negativeNumaBecomesZero>, "NUMA node -1"},
    {differs<&Version::localCpuSearch>, "links between a GPU and its CPU"},
    {differs<&Version::amdNeedsModel>, "CPU model in the topology file"},
    {differs<&Version::oldGcn>, "numbers for GPU types"},
    {differs<&Version::rails>, "rails of NICs"},
    {differs<&Version::netMayBeOff>, "NICs that the topology file turns off"},
    {differs<&Version::emptyHostIsError>, "files without a CPU in use"},
    {differs<&Version::readsUnusedLinks>, "links of unused devices"},
    {differs<&Version::interCpu>, "bandwidth between CPUs"},
    {differs<&Version::nvlink>, "NVLink bandwidth"},
    {differs<&Version::xgmi>, "XGMI bandwidth"},
    {differs<&Version::pathNames>, "order of path types"},
    {differs<&Version::replacement>, "choice between two paths"},
    {differs<&Version::unreachedIsLocal>, "devices without a path"},
    {differs<&Version::unreachedNetCrashes>, "devices without a path"},
    {differs<&Version::relayOverGpu>, "paths through another GPU"},
    {differs<&Version::c2c>, "C2C paths"},
    {differs<&Version::p2c>, "P2C paths"},
    {differs<&Version::p2p>, "P2P levels"},
    {differs<&Version::p2pCpuRuleWins>, "P2P levels"},
    {differs<&Version::gdrLevel>, "GPUDirect RDMA level"},
    {differs<&Version::gdrOverC2c>, "GPUDirect RDMA over C2C"},
    {differs<&Version::gdrReadNeedsNvlinkBelowSm>, "GPUDirect RDMA reads"},
    {differs<&Version::mloPartNeedsOptIn>, "parts of GPUs"},
    {differs<&Version::romeGdr>, "GPUDirect RDMA on AMD CPUs"},
    {differs<&Version::pxnDisableDefault>, "PXN by default"},
    {differs<&Version::pxnByRanks>, "PXN by number of ranks"},
    {differs<&Version::pxnC2cDefault>, "PXN over C2C"},
    {differs<&Version::pxnNeedsGdr>, "PXN without GPUDirect RDMA"},
    {differs<&Version::pxnInsteadOf>, "when PXN replaces a path"},
    {differs<&Version::localNetStart>, "which local NIC a GPU takes first"},
    {differs<&Version::maxChannels>, "number of channels"},
    {differs<&Version::netDevsPolicy>, "NCCL_NETDEVS_POLICY"},
    {differs<&Version::netDisableIntraDefault>, "NICs within a host"},
    {differs<&Version::maxBwOfDevices>, "bandwidth that rings start from"},
    {differs<&Version::aloneIsLocal>, "a single GPU without NICs"},
    {differs<&Version::hyperV>, "GPUs under Hyper-V"},
    {differs<&Version::affinityByPath>, "CPU affinity"},
    {differs<&Version::affinityByNoPath>, "CPU affinity"},
    {differs<&Version::redirectByNoPath>, "devices without a path"},
    {differs<&Version::fusesRanks>, "detection by rank"},
    {differs<&Version::gpuLinkOfNow>, "link speed of GPUs"},
    {differs<&Version::ibByPciOrder>, "order of RDMA devices"},
    {differs<&Version::ibPathOfCard>, "PCI path of NIC functions"},
    {differs<&Version::dmaBufByDefault>, "DMA-BUF by default"},
    {differs<&Version::fusesNicPorts>, "fusing of NIC ports"},
    {differs<&Version::trimsNicsOfOneHost>, "NICs of single-host jobs"},
    {differs<&Version::matchesModels>, "built-in machine models"},
    {differs<&Version::modelsTakePixAsPxb>, "built-in machine models"},
    {differs<&Version::modelsWidenDistances>, "built-in machine models"},
    {differs<&Version::queriesP2pStatus>, "P2P status of the driver"},
    {differs<&Version::mnnvl>, "NVLink between hosts"},
    {differs<&Version::socketNeedsRunning>, "bootstrap interface"},
    {differs<&Version::lastInterfaces>, "bootstrap interface"},
};

void addDifferences(const Version *a, const Version *b, std::vector<std::string_view> &list) {
    if (a == nullptr || b == nullptr)
        return;
    for (const FieldRow &field : kFields)
        if (field.differs(*a, *b) && std::find(list.begin(), list.end(), field.words) == list.end())
            list.push_back(field.words);
}

std::string_view wordOf(Flavor flavor) {
    return flavor == Flavor::Nccl ? "NCCL" : "RCCL";
}

std::string_view wordsOf(host::InstalledLibrary::FoundBy by) {
    static constexpr std::array<std::string_view, 4> kWords = {"LD_LIBRARY_PATH", "ldconfig", "usual folder",
                                                               "Python package"};
    return kWords.at(static_cast<std::size_t>(by));
}

LibraryChoice::Installed installedOf(const host::InstalledLibrary &library) {
    LibraryChoice::Installed installed;
    installed.path = library.path;
    installed.foundBy = wordsOf(library.foundBy);
    installed.release = library.version.valueOr("");
    if (installed.release.empty() && library.rocm) {
        installed.rocm = *library.rocm;
        installed.release = rcclOf(*library.rocm);
    }
    return installed;
}

std::string listOf(const std::vector<std::string_view> &words) {
    constexpr std::size_t kMost = 6;
    const std::vector<std::string_view> first(
        words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), kMost)));
    return fmt::format("{}{}", fmt::join(first, ", "),
                       words.size() > kMost ? fmt::format(" and {} more", words.size() - kMost) : "");
}

std::string differenceText(const ReleaseModel &modelled) {
    if (!modelled.isBetween)
        return fmt::format(", which is {} than all models: differences are unknown",
                           modelled.isNewer ? "newer" : "older");
    if (modelled.differences.empty())
        return ": its model decides the same";
    return ", differs in: " + listOf(modelled.differences);
}

/// Another row than that of the installed release: what they differ in is added.
void request(ReleaseModel &modelled, const Version &requested) {
    if (modelled.model != &requested) {
        addDifferences(modelled.model, &requested, modelled.differences);
        modelled.isExact = false;
    }
    modelled.model = &requested;
}

} // namespace

std::vector<std::string_view> differencesOf(const Version &a, const Version &b) {
    std::vector<std::string_view> list;
    addDifferences(&a, &b, list);
    return list;
}

ReleaseModel modelOf(Flavor flavor, std::string_view release) {
    ReleaseModel result;
    const auto wanted = numbersOf(release);
    if (!wanted)
        return result;
    const Version *below = nullptr, *above = nullptr, *newest = nullptr, *oldest = nullptr;
    for (const Version &row : versions()) { // newest first
        const auto numbers = numbersOf(row.release);
        if (row.flavor != flavor || !numbers)
            continue;
        newest = newest != nullptr ? newest : &row;
        oldest = &row;
        if (*numbers >= *wanted)
            above = &row;
        if (*numbers <= *wanted && below == nullptr)
            below = &row;
    }
    const auto [major, minor, patch] = *wanted;
    result.isExact = below != nullptr && below == above;
    result.isBetween = below != nullptr && above != nullptr;
    result.isNewer = above == nullptr;
    const Version *same =
        major == 2
            ? findVersion(fmt::format("{}-2.{}.{}", flavor == Flavor::Nccl ? "nccl" : "rccl", minor, patch))
            : nullptr;
    result.model = result.isExact ? below : same;
    if (result.model == nullptr)
        result.model = result.isNewer ? newest : below != nullptr ? below : oldest;
    if (result.isBetween && !result.isExact) {
        addDifferences(result.model, below, result.differences);
        addDifferences(result.model, above, result.differences);
    }
    return result;
}

std::optional<RequestedLibrary> requestedLibrary(std::string_view name) {
    constexpr std::pair<std::string_view, Flavor> kNames[] = {{"nccl-", Flavor::Nccl},
                                                              {"rccl-", Flavor::Rccl}};
    for (const auto &[start, flavor] : kNames) {
        if (!name.starts_with(start))
            continue;
        const std::string_view release = name.substr(start.size());
        ReleaseModel modelled = modelOf(flavor, release);
        if (modelled.model == nullptr || release.find_first_not_of("0123456789.") != release.npos ||
            std::count(release.begin(), release.end(), '.') > 2)
            return std::nullopt;
        // "2.28" is each of its patches, also the one that a row mirrors.
        const Version *row = findVersion(name);
        if (row != nullptr && (row->name == name || row->release == release ||
                               row->release.starts_with(fmt::format("{}.", release))))
            return RequestedLibrary{modelOf(flavor, row->release), {}};
        return RequestedLibrary{std::move(modelled), std::string(release)};
    }
    return std::nullopt;
}

LibraryChoice libraryOf(const host::Host &host, Flavor flavor, const Version *requested,
                        std::string_view release) {
    using OfHost = host::InstalledLibrary::Flavor;
    LibraryChoice choice;
    for (const host::InstalledLibrary &library : host.libraries)
        if ((library.flavor == OfHost::Rccl) == (flavor == Flavor::Rccl))
            choice.installed.push_back(installedOf(library));
    // One whose version is unknown says nothing about the model: the next one may.
    std::stable_partition(choice.installed.begin(), choice.installed.end(), [flavor](const auto &installed) {
        return modelOf(flavor, installed.release).model != nullptr;
    });
    choice.isRequested = requested != nullptr;
    if (choice.isRequested)
        choice.requested = release;
    if (!choice.installed.empty())
        choice.modelled = modelOf(flavor, choice.installed.front().release);
    if (requested != nullptr)
        request(choice.modelled, *requested);
    if (choice.modelled.model == nullptr)
        choice.modelled.model = assumedVersion(flavor);
    return choice;
}

std::string LibraryChoice::sentence() const {
    if (modelled.model == nullptr)
        return {};
    const std::string model = fmt::format("{} {}", wordOf(modelled.model->flavor), modelled.model->release);
    const auto placeOf = [](const Installed &each) {
        return HostText(each.path).plain(kMaxPath);
    };
    std::string text = "modelled as " + model;
    if (!requested.empty())
        text += fmt::format(", requested {}{}", HostText(requested).plain(kMaxPath),
                            differenceText(modelOf(modelled.model->flavor, requested)));
    else if (isRequested)
        text += " (requested)";
    if (installed.empty() || installed.front().release.empty()) {
        text += requested.empty() ? ", installed version unknown" : "";
    } else {
        const Installed &first = installed.front();
        text += fmt::format(", installed {}", HostText(first.release).plain(kMaxPath));
        if (!first.rocm.empty())
            text += fmt::format(" (of ROCm {})", HostText(first.rocm).plain(kMaxPath));
        if (!modelled.isExact)
            text += differenceText(modelled);
    }
    if (installed.size() < 2)
        return text;
    constexpr std::size_t kMost = 4;
    std::vector<std::string> places;
    for (std::size_t i = 0; i < std::min(installed.size(), kMost); ++i)
        places.push_back(fmt::format(
            "{} ({}, {})",
            installed[i].release.empty() ? "unknown" : HostText(installed[i].release).plain(kMaxPath),
            installed[i].foundBy, placeOf(installed[i])));
    if (installed.size() > kMost)
        places.push_back(fmt::format("{} more", installed.size() - kMost));
    return fmt::format("{}; {} installed: {}", text, installed.size(), fmt::join(places, ", "));
}

} // namespace fabricscope::nccl
