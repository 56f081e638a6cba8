// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `nvidia-smi nvlink -s`, its counters of errors, -e, and what links can do, -c.
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/nvidia/NvidiaNumbers.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// What is stated about one GPU.
struct NvlinkGpu {
    std::string model, uuid;
    std::optional<Address> address;
    std::set<unsigned> up, inactive; ///< links
    std::set<std::string> rates;
    std::map<std::string, std::uint64_t, std::less<>> errors;     ///< by their name: of all links
    std::map<std::string, std::set<unsigned>, std::less<>> links; ///< by the errors' name: that have some
    bool allInactive = false;                                     ///< the tool lists none of its links
    /// By the capability's name: the links with each value ("true").
    std::map<std::string, std::map<std::string, std::set<unsigned>>, std::less<>> capabilities;
    EvidenceRef evidence, inactiveEvidence, errorEvidence;
};

/// "NVIDIA H100 80GB HBM3 (UUID: GPU-...)"
void readName(NvlinkGpu &gpu, std::string_view name) {
    constexpr std::string_view kUuid = " (UUID: ";
    const auto at = name.find(kUuid);
    gpu.model = shown(trimmed(name.substr(0, at)), 128);
    std::string_view rest =
        at == std::string_view::npos ? std::string_view() : name.substr(at + kUuid.size());
    gpu.uuid = shown(takeUntil(rest, ')'), 64);
}

/// A GPU in a PCIe slot, by its name; those on a board with NVSwitches have other names.
bool isCard(std::string_view model) {
    static constexpr std::string_view kWords[] = {"PCIe",   "PCIE",  " NVL", "RTX ", "GeForce",
                                                  "Quadro", "TITAN", " A30", " A40", " Active"};
    return std::any_of(std::begin(kWords), std::end(kWords),
                       [&](std::string_view word) { return model.find(word) != std::string_view::npos; });
}

std::string textOf(const std::set<unsigned> &links) {
    return linksText({links.begin(), links.end()});
}

class NvlinkReader {
public:
    NvlinkReader(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_builder(builder), m_known(builder) {}

    void read() {
        for (PastedLines lines = toolLines(m_text); lines.next();)
            readLine(lines.line().text, m_text.evidence(lines.line().source));
        addFaults();
        const auto &gpus = m_builder.functions();
        const bool arePlaced =
            std::all_of(m_gpus.begin(), m_gpus.end(),
                        [](const auto &each) { return each.second.address.has_value(); }) ||
            std::any_of(gpus.begin(), gpus.end(), [](const host::PciFunction &f) {
                return f.driver && *f.driver == "nvidia" && f.classCode && (*f.classCode >> 16) == 0x03;
            });
        if (!arePlaced)
            addTable();
    }

private:
    void readLine(std::string_view line, EvidenceRef evidence) {
        std::string_view head = takeUntil(line, ':');
        line = trimmed(line);
        if (const auto number = numberAfter(head, "GPU ", HostLimits::kGpus - 1)) {
            m_number = *number;
            m_gpu = &m_gpus[m_number];
            m_gpu->evidence = evidence;
            readName(*m_gpu, line);
            m_gpu->address = m_known.at(m_number, m_gpu->uuid, evidence);
        }
        if (m_gpu != nullptr && line.find("all links are inActive") != std::string_view::npos) {
            m_gpu->allInactive = true;
            m_gpu->inactiveEvidence = evidence;
        }
        constexpr unsigned kMostLinks = 255;
        const auto link = numberAfter(takeUntil(head, ','), "Link ", kMostLinks);
        if (m_gpu == nullptr || !link)
            return;
        if (!head.empty()) {
            readCapability(*link, trimmed(head), line);
        } else if (line == "<inactive>") {
            m_gpu->inactive.insert(*link);
            m_gpu->inactiveEvidence = evidence;
        } else if (const auto parts = splitKeyValue(line)) {
            readErrors(*link, *parts, evidence);
        } else {
            readRate(*link, line);
        }
    }

    void readRate(unsigned link, std::string_view line) {
        double rate = 0;
        const auto [end, error] =
            std::from_chars(line.data(), line.data() + line.size(), rate, std::chars_format::fixed);
        const bool isRate =
            error == std::errc{} && std::string_view(end, line.data() + line.size()) == " GB/s";
        if (!isRate || rate <= 0 || rate >= 1e6)
            return;
        m_builder.notes.nvlinkRates.insert_or_assign(m_number, rate);
        m_gpu->up.insert(link);
        constexpr std::size_t kMostRates = 4;
        if (m_gpu->rates.size() < kMostRates)
            m_gpu->rates.insert(shown(line, 32));
    }

    /// "Link 3, P2P is supported: true"
    void readCapability(unsigned link, std::string_view name, std::string_view value) {
        constexpr std::size_t kMost = 16;
        auto &values = m_gpu->capabilities;
        if (value.empty() || (values.size() >= kMost && !values.contains(name)))
            return;
        auto &links = values[shown(name, 64)];
        if (links.size() < kMost || links.contains(shown(value, 16)))
            links[shown(value, 16)].insert(link);
    }

    /// "true", or "false: link 1; true: link 0" where links differ.
    static std::string valuesText(const std::map<std::string, std::set<unsigned>> &values) {
        std::string text;
        for (const auto &[value, links] : values)
            text += (text.empty() ? "" : "; ") + value +
                    (values.size() > 1 ? ": " + textOf(links) : std::string());
        return text;
    }

    /// "Link 3: Replay Errors: 0". Corrected FEC errors are part of normal work: their histogram is no fault.
    void readErrors(unsigned link, const KeyValue &parts, EvidenceRef evidence) {
        const auto count = parseInteger<std::uint64_t>(parts.value);
        constexpr std::size_t kMostNames = 16;
        if (!count || !parts.key.ends_with("Errors") || parts.key.starts_with("FEC") ||
            (m_gpu->errors.size() >= kMostNames && !m_gpu->errors.contains(parts.key)))
            return;
        const std::string name = shown(parts.key, 64);
        std::uint64_t &sum = m_gpu->errors[name];
        sum += std::min(*count, UINT64_MAX - sum);
        if (*count > 0) {
            m_gpu->links[name].insert(link);
            m_gpu->errorEvidence = evidence;
        }
    }

    /// Most links up of a GPU of this model.
    [[nodiscard]] std::size_t mostUp(std::string_view model) const {
        std::size_t most = 0;
        for (const auto &[number, gpu] : m_gpus)
            if (gpu.model == model)
                most = std::max(most, gpu.up.size());
        return most;
    }

    /// Cards have links that none of their bridges uses, and no NVSwitches: a link is missing only where
    /// another card of the model has more of them. Where the links of several other GPUs are up, and few GPUs
    /// have none, there are NVSwitches, and its own should be up.
    [[nodiscard]] std::string_view kindOfInactive(const NvlinkGpu &gpu) const {
        const std::size_t up = switchedGpus(gpu.model);
        if (isCard(gpu.model))
            return gpu.up.empty()                      ? "nvlink_unused"
                   : gpu.up.size() < mostUp(gpu.model) ? "nvlink_inactive"
                                                       : "";
        const bool areSwitched = up >= 4 && up * 2 > m_gpus.size();
        return !gpu.up.empty() || areSwitched ? "nvlink_inactive" : "nvlink_unused";
    }

    /// GPUs of this model with links that are up, and that are no cards.
    [[nodiscard]] std::size_t switchedGpus(std::string_view model) const {
        return static_cast<std::size_t>(std::count_if(m_gpus.begin(), m_gpus.end(), [&](const auto &each) {
            return !each.second.up.empty() && !isCard(each.second.model) && each.second.model == model;
        }));
    }

    void addFaults() {
        for (const auto &[number, gpu] : m_gpus) {
            const std::string name = "GPU" + std::to_string(number);
            const std::string_view kind = gpu.inactive.empty() ? std::string_view{} : kindOfInactive(gpu);
            if (!kind.empty())
                addToolFault(m_builder, {kind, name, gpu.address, gpu.inactive.size(), textOf(gpu.inactive),
                                         gpu.inactiveEvidence});
            if (gpu.allInactive && kindOfInactive(gpu) == "nvlink_inactive")
                addToolFault(
                    m_builder,
                    {"nvlink_none", name, gpu.address, switchedGpus(gpu.model), {}, gpu.inactiveEvidence});
            else if (gpu.allInactive)
                addToolFault(m_builder, {"nvlink_unused", name, gpu.address, 0, {}, gpu.inactiveEvidence});
            std::uint64_t sum = 0;
            std::string detail;
            for (const auto &[error, links] : gpu.links) {
                const std::uint64_t count = gpu.errors.at(error);
                sum += std::min(count, UINT64_MAX - sum);
                detail +=
                    (detail.empty() ? "" : "; ") + std::to_string(count) + " " + error + ", " + textOf(links);
            }
            if (sum > 0)
                addToolFault(m_builder, {"nvlink_errors", name, gpu.address, sum, detail, gpu.errorEvidence});
        }
    }

    /// Where no source shows which functions the numbers are.
    void addTable() {
        const bool areErrors = std::any_of(m_gpus.begin(), m_gpus.end(),
                                           [](const auto &each) { return !each.second.errors.empty(); });
        const bool areStates = std::any_of(m_gpus.begin(), m_gpus.end(), [](const auto &each) {
            return !each.second.up.empty() || !each.second.inactive.empty() ||
                   each.second.capabilities.empty();
        });
        GpuTable table(areErrors    ? "nvidia-smi nvlink -e"
                       : !areStates ? "nvidia-smi nvlink -c"
                                    : "nvidia-smi nvlink -s");
        for (const auto &[number, gpu] : m_gpus) {
            std::string rates;
            for (const std::string &rate : gpu.rates)
                rates += (rates.empty() ? "" : ", ") + rate;
            table.add(number, gpu.evidence);
            table.add(number, "Model", gpu.model, gpu.evidence);
            for (const auto &[error, count] : gpu.errors)
                table.add(number, error, std::to_string(count), gpu.evidence);
            for (const auto &[name, values] : gpu.capabilities)
                table.add(number, name, valuesText(values), gpu.evidence);
            if ((!areErrors && areStates) || !gpu.up.empty())
                table.add(number, "NVLinks up", std::to_string(gpu.up.size()), gpu.evidence);
            if (!gpu.inactive.empty())
                table.add(number, "NVLinks inactive", std::to_string(gpu.inactive.size()), gpu.evidence);
            table.add(number, "Each", rates, gpu.evidence);
            table.add(number, "UUID", gpu.uuid, gpu.evidence);
        }
        if (!table.empty())
            addMatrix(m_builder, table.take());
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    NvidiaNumbers m_known;
    std::map<unsigned, NvlinkGpu> m_gpus;
    NvlinkGpu *m_gpu = nullptr;
    unsigned m_number = 0;
};

} // namespace

// "GPU 0: NVIDIA H100 ... (UUID: ...)", then "\t Link 0: 26.562 GB/s" for each link that is up, or
// "\t Link 0: <inactive>"; with -e "\t Link 0: Replay Errors: 0" for each counter.
void readNvidiaNvlink(const SectionText &text, HostBuilder &builder) {
    NvlinkReader(text, builder).read();
}

} // namespace fabricscope::formats
