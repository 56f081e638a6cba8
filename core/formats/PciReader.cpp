// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/FileFields.h"
#include "core/formats/Hex.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::PciFunction;

template<auto Member> bool readSpeed(PciFunction &function, std::string_view value, EvidenceRef evidence) {
    if (const auto speed = pci::LinkSpeed::parse(value))
        function.*Member = {*speed, evidence};
    return true; // "Unknown", "Unknown speed": just that
}

template<auto Member> bool readWidth(PciFunction &function, std::string_view value, EvidenceRef evidence) {
    const auto number = parseInteger<unsigned>(value);
    if (!number)
        return false;
    if (const auto width = pci::validWidth(*number))
        function.*Member = {*width, evidence};
    return true; // 0: down, or a VF; 63 and 255: reads of all ones
}

// One line a kind of error, and their sum last: "TOTAL_ERR_COR 0". The single kinds stay in the evidence.
template<auto Member> bool readAer(PciFunction &function, std::string_view value, EvidenceRef evidence) {
    if (value.substr(0, 10) != "TOTAL_ERR_")
        return true;
    const auto number = parseInteger<std::uint64_t>(lastWord(value));
    if (number)
        function.*Member = {*number, evidence};
    return number.has_value();
}

bool passOver(PciFunction &, std::string_view, EvidenceRef) {
    return true;
}

bool readLabel(PciFunction &function, std::string_view value, EvidenceRef evidence) {
    return TextField<&PciFunction::slotLabel>::read(function, value, evidence);
}

template<auto Member, class Integer, int Base = 10>
constexpr auto numberRow = &NumberField<Member, Integer, Base>::template read<PciFunction>;
template<auto Member> constexpr auto textRow = &TextField<Member>::template read<PciFunction>;

constexpr FileField<PciFunction> kFields[] = {
    {"class", numberRow<&PciFunction::classCode, std::uint32_t, 16>},
    {"vendor", numberRow<&PciFunction::vendor, std::uint16_t, 16>},
    {"device", numberRow<&PciFunction::device, std::uint16_t, 16>},
    {"subsystem_vendor", numberRow<&PciFunction::subsystemVendor, std::uint16_t, 16>},
    {"subsystem_device", numberRow<&PciFunction::subsystemDevice, std::uint16_t, 16>},
    {"revision", numberRow<&PciFunction::revision, std::uint8_t, 16>},
    {"numa_node", numberRow<&PciFunction::numaNode, int>},
    {"local_cpulist", textRow<&PciFunction::localCpus>},
    {"resource", nullptr}, // its lines count: see Resources
    {"sriov_numvfs", numberRow<&PciFunction::sriovNumVfs, std::uint32_t>},
    {"sriov_totalvfs", numberRow<&PciFunction::sriovTotalVfs, std::uint32_t>},
    {"power_state", textRow<&PciFunction::powerState>},
    {"reset_method", textRow<&PciFunction::resetMethod>},
    {"label", readLabel},
    {"secondary_bus_number", numberRow<&PciFunction::secondaryBus, std::uint8_t>},
    {"subordinate_bus_number", numberRow<&PciFunction::subordinateBus, std::uint8_t>},
    {"aer_dev_correctable", readAer<&PciFunction::aerCorrectable>},
    {"aer_dev_nonfatal", readAer<&PciFunction::aerNonFatal>},
    {"aer_dev_fatal", readAer<&PciFunction::aerFatal>},
    {"current_link_speed", readSpeed<&PciFunction::currentSpeed>},
    {"max_link_speed", readSpeed<&PciFunction::maxSpeed>},
    {"current_link_width", readWidth<&PciFunction::currentWidth>},
    {"max_link_width", readWidth<&PciFunction::maxWidth>},
    // Brought for those who read the text; nothing here asks for them yet.
    {"enable", passOver},
    {"d3cold_allowed", passOver},
    {"acpi_index", passOver},
    {"ari_enabled", passOver},
    {"msi_bus", passOver},
    {"sriov_offset", passOver},
    {"sriov_stride", passOver},
    {"sriov_vf_device", passOver},
};

/// A line of `resource` for a region that is not there: most of them, and told by its bytes alone.
constexpr std::string_view kUnusedRegion =
    "resource:0x0000000000000000 0x0000000000000000 0x0000000000000000\n";

/// The lines of one function's `resource`: the n-th line is region n.
class Resources {
public:
    /// Called for each line of a `resource` file in order; false where it makes no sense.
    bool line(PciFunction &function, std::string_view value) {
        if (m_next == 0)
            function.bars.clear();
        const unsigned index = m_next++;
        const auto start = fixedHex(value, 0);
        const auto end = fixedHex(value, 19);
        const auto flags = fixedHex(value, 38);
        constexpr std::size_t kLength = 56;
        if (value.size() != kLength || !start || !end || !flags || index > 31 || *end < *start)
            return false;
        if (*flags == 0 && *end == 0)
            return true;
        // A region that begins at 0 and ends at all ones has 2^64 bytes: no region of this world.
        if (*end - *start == ~std::uint64_t{0})
            return false;
        function.bars.push_back({static_cast<std::uint8_t>(index), ByteCount{*end - *start + 1}, *flags});
        return true;
    }
    /// The same for kUnusedRegion.
    void unused(PciFunction &function) {
        if (m_next++ == 0)
            function.bars.clear();
    }
    /// Another file's line or another function's came: the next `resource` begins anew.
    void interrupt() { m_next = 0; }

private:
    /// "0x" and 16 digits at this place.
    static std::optional<std::uint64_t> fixedHex(std::string_view value, std::size_t at) {
        return value.size() < at + 18 || value[at] != '0' ? std::nullopt
                                                          : hexNumber(value.substr(at + 2, 16));
    }

    unsigned m_next = 0;
};

/// Listings tell one function after the other, each file in the same order: what comes next is compared with
/// what is expected before it is taken apart.
class PciLines {
public:
    PciLines(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_lines(text), m_builder(builder) {}

    void read() {
        for (;;) {
            const std::string_view unread = m_lines.unread();
            if (m_folder.empty() || !startsWith(unread, m_folder)) {
                if (!m_lines.next())
                    return;
                enter(m_lines.line());
                if (m_function)
                    readFile(m_lines.line().substr(m_folder.size()), m_lines.line());
                continue;
            }
            const std::string_view file = unread.substr(m_folder.size());
            if (!file.empty() && file.front() == kUnusedRegion.front() && startsWith(file, kUnusedRegion)) {
                m_resources.unused(*m_function);
                m_lines.skip(m_folder.size() + kUnusedRegion.size());
                continue;
            }
            if (!m_lines.next(m_folder.size()))
                return;
            readFile(m_lines.line().substr(m_folder.size()), m_lines.line());
        }
    }

private:
    /// Another function's line.
    void enter(std::string_view line) {
        const auto slash = line.find('/');
        const std::string_view name = line.substr(0, slash);
        const bool isFile =
            slash != std::string_view::npos && line.find(':', slash + 2) != std::string_view::npos;
        m_function = isFile ? m_builder.functionNamed(name) : nullptr;
        m_folder = m_function ? line.substr(0, slash + 1) : std::string_view{};
        if (!m_function && (!isFile || !Address::parse(name)))
            m_builder.warn(m_text, line, "not a line of a PCI function's file");
        m_resources.interrupt();
    }

    void readFile(std::string_view value, std::string_view line) {
        const auto *field = m_fields.takeFrom(value);
        bool understood = true;
        if (field && field->read) {
            m_resources.interrupt();
            understood = field->read(*m_function, value, m_text.evidence(line));
        } else if (field) {
            understood = m_resources.line(*m_function, value);
        }
        if (!understood)
            m_builder.warn(m_text, line, "not a value of this file");
    }

    const SectionText &m_text;
    LineCursor m_lines;
    HostBuilder &m_builder;
    FileFields<PciFunction> m_fields{kFields};
    Resources m_resources;
    PciFunction *m_function = nullptr;
    std::string_view m_folder; ///< "0000:41:00.0/", empty where there is no function
};

} // namespace

void readPci(const SectionText &text, HostBuilder &builder) {
    PciLines(text, builder).read();
}

} // namespace fabricscope::formats
