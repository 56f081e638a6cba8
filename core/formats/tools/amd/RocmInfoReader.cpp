// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `rocminfo`: the agents of the HSA runtime, CPUs and GPUs, each with its node of KFD. A GPU's place is its
// BDFID: bus, device and function in one number; the domain is left out, and is that of the only device of
// AMD that another source has there.
#include "core/base/Text.h"
#include "core/formats/tools/GpuTable.h"
#include "core/formats/tools/TextKeys.h"
#include "core/formats/tools/ToolText.h"
#include "core/formats/tools/amd/AmdLists.h"

#include <algorithm>
#include <map>
#include <vector>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

/// One agent, as far as it was read.
struct Agent {
    struct Value {
        std::string_view key;
        std::string text;
        EvidenceRef evidence;
    };
    std::vector<Value> values; ///< by the first line with each key: pools and ISAs have names, too

    [[nodiscard]] const Value *find(std::string_view key) const {
        const auto at =
            std::find_if(values.begin(), values.end(), [&](const Value &each) { return each.key == key; });
        return at == values.end() ? nullptr : &*at;
    }
    [[nodiscard]] std::optional<std::uint32_t> number(std::string_view key) const {
        const Value *value = find(key);
        return value ? parseInteger<std::uint32_t>(value->text) : std::nullopt;
    }
    [[nodiscard]] bool isGpu() const {
        const Value *type = find("Device Type");
        return type != nullptr && type->text == "GPU";
    }
    /// In domain 0; std::nullopt if the agent states no place.
    [[nodiscard]] std::optional<Address> address() const {
        const auto place = number("BDFID");
        if (!place || *place == 0 || *place > 0xFFFF)
            return std::nullopt;
        Address address;
        address.bus = static_cast<std::uint8_t>(*place >> 8);
        address.device = static_cast<std::uint8_t>(*place >> 3 & 0x1F);
        address.function = static_cast<std::uint8_t>(*place & 7);
        return address;
    }
};

constexpr std::string_view kKeys[] = {"Name",        "Uuid",    "Marketing Name", "Node",
                                      "Device Type", "Chip ID", "BDFID"};

/// "29857(0x74a1)"
std::optional<std::uint16_t> chipId(std::string_view text) {
    constexpr std::string_view kOpen = "(0x";
    const auto open = text.find(kOpen);
    if (open == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(open + kOpen.size());
    return parseInteger<std::uint16_t>(takeUntil(text, ')'), 16);
}

/// The domains of the devices that other sources name.
class Domains {
public:
    explicit Domains(HostBuilder &builder) {
        for (const host::PciFunction &function : builder.functions()) {
            m_areAllZero = m_areAllZero && function.address.domain == 0;
            if (function.address.function == 0 && function.vendor.valueOr(kAmdVendor) == kAmdVendor)
                m_byPlace[placeOf(function.address)].push_back(function.address);
        }
    }

    /// The whole address; std::nullopt if several domains have the device, or none of those that are known.
    [[nodiscard]] std::optional<Address> whole(Address address) const {
        address.function = 0;
        if (const auto known = m_byPlace.find(placeOf(address)); known != m_byPlace.end())
            return known->second.size() == 1 ? std::optional(known->second.front()) : std::nullopt;
        return m_areAllZero ? std::optional(address) : std::nullopt;
    }

private:
    static unsigned placeOf(const Address &address) {
        return unsigned{address.bus} << 8 | unsigned{address.device} << 3;
    }

    std::map<unsigned, std::vector<Address>> m_byPlace;
    bool m_areAllZero = true;
};

class RocmInfoReader {
public:
    RocmInfoReader(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_builder(builder), m_domains(builder) {}

    void read() {
        Agent agent;
        for (PastedLines lines = toolLines(m_text); lines.next();) {
            const PastedLine &line = lines.line();
            if (isBeginning(line.text)) {
                keep(std::move(agent));
                agent = {};
            } else if (const auto parts = splitKeyValue(line.text);
                       parts && parts->value.find(": ") == std::string_view::npos) { // not two glued lines
                const auto *known = std::find(std::begin(kKeys), std::end(kKeys), parts->key);
                if (known != std::end(kKeys) && agent.find(*known) == nullptr)
                    agent.values.push_back({*known, shown(parts->value, 128), m_text.evidence(line.source)});
            }
        }
        keep(std::move(agent));
        deliver();
    }

private:
    /// "Agent 3"
    static bool isBeginning(std::string_view line) {
        const bool isAgent = takeWord(line) == "Agent";
        return isAgent && parseInteger<unsigned>(trimmed(line)).has_value();
    }

    void keep(Agent agent) {
        if (agent.isGpu() && m_gpus.size() < HostLimits::kGpus)
            m_gpus.push_back(std::move(agent));
    }

    /// Two GPUs at one place are in two domains: then no place is certain.
    [[nodiscard]] bool arePlaced() const {
        std::map<std::uint64_t, std::string_view> uuids;
        for (const Agent &gpu : m_gpus) {
            const auto address = gpu.address();
            const Agent::Value *uuid = gpu.find("Uuid");
            if (!address || !m_domains.whole(*address))
                return false;
            const auto [known, isNew] = uuids.emplace(address->key(), uuid ? uuid->text : "");
            if (!isNew && (uuid == nullptr || uuid->text == "GPU-XX" || known->second != uuid->text))
                return false;
        }
        return true;
    }

    void deliver() {
        const bool placed = arePlaced();
        GpuTable table("rocminfo");
        unsigned number = 0;
        for (const Agent &gpu : m_gpus) {
            if (placed)
                place(gpu);
            else
                for (const Agent::Value &value : gpu.values)
                    if (value.key != "Device Type" && value.key != "BDFID")
                        table.add(number, value.key, value.text, value.evidence);
            ++number;
        }
        if (!table.empty())
            addMatrix(m_builder, table.take());
    }

    /// A partition of a GPU is an agent, too, at another function of it, or at the same one.
    void place(const Agent &agent) {
        const auto whole = m_domains.whole(*agent.address());
        if (!whole)
            return;
        const Address address = *whole;
        const EvidenceRef evidence = agent.find("BDFID")->evidence;
        const ToolGpu at = toolGpu(m_builder, address, kAmdVendor, evidence);
        if (at.gpu == nullptr)
            return;
        const auto node = agent.number("Node");
        auto &nodes = at.gpu->kfdNodes;
        constexpr std::uint32_t kMostNode = 4095;
        if (node && *node <= kMostNode && nodes.size() < HostLimits::kFew &&
            std::find(nodes.begin(), nodes.end(), static_cast<int>(*node)) == nodes.end())
            nodes.push_back(static_cast<int>(*node));
        if (const Agent::Value *model = agent.find("Marketing Name"))
            setTextIfUnknown(at.gpu->model, model->text, model->evidence);
        if (const Agent::Value *uuid = agent.find("Uuid"); uuid && uuid->text.starts_with("GPU-"))
            uniqueId(*at.gpu, std::string_view(uuid->text).substr(4), uuid->evidence);
        if (const Agent::Value *chip = agent.find("Chip ID"))
            if (const auto device = chipId(chip->text); device && at.function != nullptr)
                setIfUnknown(at.function->device, *device, chip->evidence);
        if (const Agent::Value *name = agent.find("Name"); name && agent.address()->function == 0)
            addToolFact(m_builder, "rocminfo", address.toString(), "ISA", name->text, name->evidence);
    }

    /// 16 digits, "XX" where the GPU has none.
    static void uniqueId(host::GpuFacts &gpu, std::string_view digits, EvidenceRef evidence) {
        constexpr std::size_t kDigits = 16;
        if (digits.size() == kDigits && parseInteger<std::uint64_t>(digits, 16).value_or(0) != 0)
            setTextIfUnknown(gpu.uniqueId, digits, evidence);
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    Domains m_domains; ///< before this text
    std::vector<Agent> m_gpus;
};

} // namespace

bool isRocmInfo(const FileSample &sample) {
    return hasKeys(sample.head, {"Marketing Name", "Device Type", "BDFID"});
}

// "Agent 3" between two rows of stars, then "  Name:   gfx942", "  Marketing Name:   AMD Instinct MI300X".
void readRocmInfo(const SectionText &text, HostBuilder &builder) {
    RocmInfoReader(text, builder).read();
}

} // namespace fabricscope::formats
