// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `amd-smi firmware`, as text and with --json, and `amd-smi event` of the driver for hosts with virtual
// functions; AMD SMI's documentation has both forms.
#include "core/base/Text.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/TextKeys.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/AmdJson.h"
#include "core/formats/tools/amd/AmdLists.h"

#include <map>
#include <set>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// The models of AMD's GPUs, as far as other sources state them.
class Models {
public:
    explicit Models(HostBuilder &builder) {
        for (const host::GpuFacts &gpu : builder.gpus()) {
            const host::PciFunction *function = builder.knownFunction(gpu.address);
            if (function == nullptr || function->vendor.valueOr(0) != kAmdVendor)
                continue;
            const std::string model = gpu.model.valueOr("");
            m_named.insert(model);
            ++m_count;
            if (gpu.smiIndex)
                m_byNumber.emplace(*gpu.smiIndex, model);
        }
        for (const host::PciFunction &function : builder.functions())
            if (const unsigned base = function.classCode.valueOr(0) >> 16;
                function.vendor.valueOr(0) == kAmdVendor && (base == 0x03 || base == 0x12))
                m_devices[function.device.valueOr(0)] += 1;
    }

    /// Equal for GPUs of one model; empty if it is not known. `count`: how many GPUs the tool lists.
    [[nodiscard]] std::string of(unsigned number, std::size_t count) const {
        const auto known = m_byNumber.find(static_cast<int>(number));
        if (known != m_byNumber.end() && !known->second.empty())
            return known->second;
        if (m_named.size() == 1 && m_count >= count && !m_named.begin()->empty())
            return *m_named.begin(); // all are of one model
        const bool isOne = m_devices.size() == 1 && m_devices.begin()->first != 0;
        return isOne && m_devices.begin()->second >= count ? "one device ID" : "";
    }

private:
    std::set<std::string> m_named;
    std::size_t m_count = 0;
    std::map<int, std::string> m_byNumber;
    std::map<unsigned, std::size_t> m_devices; ///< functions by their device ID
};

/// The versions of each GPU's firmware by its name.
class Firmware {
public:
    explicit Firmware(HostBuilder &builder) : m_builder(builder) {}

    void gpu(std::string_view number, EvidenceRef evidence) {
        m_name.clear();
        m_gpu = parseInteger<unsigned>(number);
        if (m_gpu && *m_gpu >= HostLimits::kGpus)
            m_gpu.reset();
        if (m_gpu) {
            m_table.add(*m_gpu, evidence);
            m_gpus.insert(*m_gpu);
        }
    }
    /// A name comes before its version.
    void name(std::string_view name) { m_name = shown(name, 64); }
    void version(std::string_view version, EvidenceRef evidence) {
        constexpr std::size_t kMostNames = 64;
        if (!m_gpu || m_name.empty() || isPlaceholder(version) ||
            (m_versions.size() >= kMostNames && !m_versions.contains(m_name)))
            return;
        m_table.add(*m_gpu, m_name, version, evidence);
        Versions &known = m_versions[m_name];
        known.byGpu.emplace(*m_gpu, shown(version, 64));
        known.evidence = evidence;
        m_name.clear();
    }

    /// GPUs of different models have different firmware.
    void finish() {
        const Models models(m_builder);
        std::string detail;
        EvidenceRef evidence;
        std::uint64_t count = 0;
        for (const auto &[name, versions] : m_versions) {
            if (!differs(versions, models))
                continue;
            evidence = versions.evidence;
            detail += (detail.empty() ? "" : ", ") + name;
            ++count;
        }
        if (count > 0)
            addToolFault(m_builder, {"firmware_differs", {}, {}, count, shown(detail, 256), evidence});
        if (!m_table.empty())
            addMatrix(m_builder, m_table.take());
    }

private:
    struct Versions {
        std::map<unsigned, std::string> byGpu;
        EvidenceRef evidence;
    };

    [[nodiscard]] bool differs(const Versions &versions, const Models &models) const {
        std::map<std::string, std::string_view> byModel;
        for (const auto &[gpu, version] : versions.byGpu)
            if (std::string model = models.of(gpu, m_gpus.size()); !model.empty())
                if (byModel.emplace(std::move(model), version).first->second != version)
                    return true;
        return false;
    }

    HostBuilder &m_builder;
    GpuTable m_table{"amd-smi firmware"};
    std::map<std::string, Versions, std::less<>> m_versions;
    std::set<unsigned> m_gpus;
    std::optional<unsigned> m_gpu;
    std::string m_name;
};

/// The value of a line of an event holds the next line, too.
bool isGlued(std::string_view value) {
    for (const std::string_view key : {" MESSAGE: ", " CATEGORY: ", " DATE: ", " GPU: "})
        if (value.find(key) != std::string_view::npos)
            return true;
    return false;
}

} // namespace

bool isAmdSmiFirmware(const FileSample &sample) {
    const std::string_view json = jsonIn(sample.head);
    return (json.find("\"fw_list\"") != json.npos && json.find("\"fw_version\"") != json.npos) ||
           hasKeys(sample.head, {"FW_ID", "FW_VERSION"});
}

bool isAmdSmiEvent(const FileSample &sample) {
    return hasKeys(sample.head, {"EVENT_INFO", "CATEGORY", "MESSAGE"});
}

// "GPU: 0", "    FW_LIST:", "        FW 0:", "            FW_ID: SMC", "            FW_VERSION:
// 00.85.110.00";
// [{"gpu": 0, "fw_list": [{"fw_id": "SMC", "fw_version": "00.85.110.00"}]}]
void readAmdSmiFirmware(const SectionText &text, HostBuilder &builder) {
    Firmware firmware(builder);
    if (const std::string_view json = jsonIn(text.bytes); json.find("\"fw_list\"") != json.npos) {
        forEachAmdJsonValue(text, json, [&](const AmdJsonValue &each) {
            if (each.key == "gpu")
                firmware.gpu(each.value, each.evidence);
            else if (each.key == "fw_id" || each.key == "fw_name")
                firmware.name(each.value);
            else if (each.key == "fw_version")
                firmware.version(each.value, each.evidence);
        });
        return firmware.finish();
    }
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        if (!parts)
            continue;
        const EvidenceRef evidence = text.evidence(lines.line().source);
        if (parts->key == "GPU")
            firmware.gpu(parts->value, evidence);
        else if (parts->key == "FW_ID")
            firmware.name(parts->value);
        else if (parts->key == "FW_VERSION")
            firmware.version(parts->value, evidence);
    }
    firmware.finish();
}

// "EVENT_INFO:", then for each "GPU: 0", "    MESSAGE: ...", "    CATEGORY: ...", "    DATE: ...".
void readAmdSmiEvent(const SectionText &text, HostBuilder &builder) {
    std::string gpu, message, category;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        if (!parts || isGlued(parts->value))
            continue;
        if (parts->key == "GPU") {
            gpu = parseInteger<unsigned>(parts->value) ? "GPU" + shown(parts->value, 8) : std::string();
            message.clear();
            category.clear();
        } else if (parts->key == "MESSAGE") {
            message = shown(parts->value, 200);
        } else if (parts->key == "CATEGORY") {
            category = shown(parts->value, 32);
        } else if (parts->key == "DATE" && !gpu.empty() && !message.empty()) {
            const std::string what = category.empty() ? message : category + ": " + message;
            addToolFact(builder, "amd-smi event", gpu, "Event of " + shown(parts->value, 32), what,
                        text.evidence(lines.line().source));
        }
    }
}

} // namespace fabricscope::formats
