// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/FileFields.h"
#include "core/formats/FunctionNames.h"
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

using Field = FileField<PciFunction>;

template<auto Member, class Integer, int Base = 10> constexpr Field numberRow(std::string_view name) {
    return {name, &NumberField<Member, Integer, Base>::template read<PciFunction>,
            &FactAgain<Member>::template take<PciFunction>};
}
template<auto Member> constexpr Field textRow(std::string_view name) {
    return {name, &TextField<Member>::template read<PciFunction>,
            &FactAgain<Member>::template take<PciFunction>};
}
template<auto Member> constexpr Field speedRow(std::string_view name) {
    return {name, readSpeed<Member>, &FactAgain<Member>::template take<PciFunction>};
}
template<auto Member> constexpr Field widthRow(std::string_view name) {
    return {name, readWidth<Member>, &FactAgain<Member>::template take<PciFunction>};
}
/// Brought for those who read the text; nothing here asks for it yet.
constexpr Field silentRow(std::string_view name) {
    return {name, [](PciFunction &, std::string_view, EvidenceRef) { return true; },
            [](PciFunction &, const PciFunction &, EvidenceRef, EvidenceRef) {
                return true;
            }};
}

constexpr Field kFields[] = {
    numberRow<&PciFunction::classCode, std::uint32_t, 16>("class"),
    numberRow<&PciFunction::vendor, std::uint16_t, 16>("vendor"),
    numberRow<&PciFunction::device, std::uint16_t, 16>("device"),
    numberRow<&PciFunction::subsystemVendor, std::uint16_t, 16>("subsystem_vendor"),
    numberRow<&PciFunction::subsystemDevice, std::uint16_t, 16>("subsystem_device"),
    numberRow<&PciFunction::revision, std::uint8_t, 16>("revision"),
    numberRow<&PciFunction::numaNode, int>("numa_node"),
    textRow<&PciFunction::localCpus>("local_cpulist"),
    {"resource", nullptr}, // its lines count: see Resources
    numberRow<&PciFunction::sriovNumVfs, std::uint32_t>("sriov_numvfs"),
    numberRow<&PciFunction::sriovTotalVfs, std::uint32_t>("sriov_totalvfs"),
    textRow<&PciFunction::powerState>("power_state"),
    textRow<&PciFunction::resetMethod>("reset_method"),
    textRow<&PciFunction::slotLabel>("label"),
    numberRow<&PciFunction::secondaryBus, std::uint8_t>("secondary_bus_number"),
    numberRow<&PciFunction::subordinateBus, std::uint8_t>("subordinate_bus_number"),
    {"aer_dev_correctable", readAer<&PciFunction::aerCorrectable>},
    {"aer_dev_nonfatal", readAer<&PciFunction::aerNonFatal>},
    {"aer_dev_fatal", readAer<&PciFunction::aerFatal>},
    speedRow<&PciFunction::currentSpeed>("current_link_speed"),
    speedRow<&PciFunction::maxSpeed>("max_link_speed"),
    widthRow<&PciFunction::currentWidth>("current_link_width"),
    widthRow<&PciFunction::maxWidth>("max_link_width"),
    silentRow("enable"),
    silentRow("d3cold_allowed"),
    silentRow("acpi_index"),
    silentRow("ari_enabled"),
    silentRow("msi_bus"),
    silentRow("sriov_offset"),
    silentRow("sriov_stride"),
    silentRow("sriov_vf_device"),
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
        std::uint64_t start = 0, end = 0, flags = 0;
        constexpr std::size_t kLength = 56;
        if (value.size() != kLength || !fixedHex(value, 0, start) || !fixedHex(value, 19, end) ||
            !fixedHex(value, 38, flags) || index > 31 || end < start)
            return false;
        if (flags == 0 && end == 0)
            return true;
        // A region that begins at 0 and ends at all ones has 2^64 bytes: no region of this world.
        if (end - start == ~std::uint64_t{0})
            return false;
        function.bars.push_back({static_cast<std::uint8_t>(index), ByteCount{end - start + 1}, flags});
        return true;
    }
    /// The same for kUnusedRegion, `count` of them.
    void unused(PciFunction &function, std::size_t count) {
        if (m_next == 0)
            function.bars.clear();
        m_next += static_cast<unsigned>(count);
    }
    /// Another file's line or another function's came: the next `resource` begins anew.
    void interrupt() { m_next = 0; }

private:
    /// "0x" and 16 digits at this place.
    static bool fixedHex(std::string_view value, std::size_t at, std::uint64_t &number) {
        constexpr std::uint64_t kZeros = 0x3030303030303030; // most numbers are small
        const char *const digits = value.data() + at;
        const std::uint64_t high = eightBytes(digits + 2) == kZeros ? 0 : hexEight(digits + 2);
        const std::uint64_t low = hexEight(digits + 10);
        number = high << 32 | low;
        return *digits == '0' && (high | low) >> 32 == 0;
    }

    unsigned m_next = 0;
};

/// Listings tell one function after the other, each file in the same order, and many functions say the same
/// (a bridge beside a bridge, a virtual function behind a virtual function): what comes next is compared with
/// what stood there at the function before, and only what differs is taken apart.
class PciLines {
public:
    PciLines(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_lines(text), m_builder(builder), m_names(builder) {}

    void read() {
        for (;;) {
            const std::string_view unread = m_lines.unread();
            if (m_folder.empty() || !startsWith(unread, m_folder)) {
                if (enterKnown(unread))
                    continue;
                if (!m_lines.next())
                    return;
                enter(m_lines.line());
                if (m_function)
                    readFile();
                continue;
            }
            const std::string_view file = unread.substr(m_folder.size());
            if (areAsBefore(unread) || isUnusedRegion(unread, file) || isRegion(file))
                continue;
            if (!m_lines.next(m_folder.size()))
                return;
            readFile();
        }
    }

private:
    /// A line of the function before: behind its folder, with its line feed; or so many unused regions.
    struct Expected {
        std::string_view text;
        EvidenceRef evidence;
        const Field *field = nullptr;
        std::size_t unusedRegions = 0;
    };
    static constexpr std::size_t kMostExpected = 64;

    /// Another function's line.
    void enter(std::string_view line) {
        const auto slash = line.find('/');
        const std::string_view name = line.substr(0, slash);
        const bool isFile =
            slash != std::string_view::npos && line.find(':', slash + 2) != std::string_view::npos;
        turnTo(isFile ? m_builder.functionNamed(name) : nullptr, line.substr(0, slash + 1));
        if (!m_function && (!isFile || !Address::parse(name)))
            m_builder.warn(m_text, line, "not a line of a PCI function's file");
    }

    /// The same for one that another section told of; its line is not looked at.
    bool enterKnown(std::string_view unread) {
        constexpr std::size_t kName = FunctionNames::kLength;
        if (unread.size() <= kName || unread[kName] != '/')
            return false;
        PciFunction *function = m_names.knownFunction(unread.data());
        if (function)
            turnTo(function, unread.substr(0, kName + 1));
        return function != nullptr;
    }

    void turnTo(PciFunction *function, std::string_view folder) {
        m_before = m_present;
        if (function)
            m_present = static_cast<std::size_t>(function - m_builder.functions().data());
        m_function = function;
        m_folder = function ? folder : std::string_view{};
        if (m_folder.size() != m_folderBefore)
            m_known = 0; // evidence is of whole lines
        m_folderBefore = m_folder.size();
        m_next = 0;
        m_wasUnused = false;
        m_resources.interrupt();
    }

    /// Takes the lines that are the ones that the function before had from this place on; false where the
    /// first is none of them.
    bool areAsBefore(std::string_view unread) {
        const std::size_t folder = m_folder.size(); // at least a word: the shortest is "00:00.0/"
        const char *const lastOfFolder = m_folder.data() + folder - sizeof(std::uint64_t);
        const std::uint64_t begin = eightBytes(m_folder.data()), last = eightBytes(lastOfFolder);
        PciFunction &function = *m_function;
        const PciFunction &before = m_builder.functions()[m_before];
        const char *at = unread.data();
        Expected *line = m_expected.data() + m_next;
        for (const Expected *const end = m_expected.data() + m_known; line < end && line->field; ++line) {
            const std::size_t size = folder + line->text.size();
            if (static_cast<std::size_t>(unread.end() - at) < size || eightBytes(at) != begin ||
                eightBytes(at + folder - sizeof last) != last ||
                !sameBytes(at + folder, line->text.data(), line->text.size()))
                break;
            EvidenceRef evidence = line->evidence;
            evidence.offset = static_cast<std::uint32_t>(at - m_text.bytes.data());
            if (!line->field->again(function, before, line->evidence, evidence))
                break;
            line->evidence = evidence;
            at += size;
        }
        const auto taken = static_cast<std::size_t>(at - unread.data());
        if (taken == 0)
            return false;
        m_next = static_cast<std::size_t>(line - m_expected.data());
        m_resources.interrupt();
        m_wasUnused = false;
        m_lines.skip(taken);
        return true;
    }

    /// Passes over a line of them, and over as many more as the function before had, where they are there.
    bool isUnusedRegion(std::string_view unread, std::string_view file) {
        if (file.empty() || file.front() != kUnusedRegion.front() || !startsWith(file, kUnusedRegion))
            return false;
        const std::size_t length = m_folder.size() + kUnusedRegion.size();
        std::size_t count = 1;
        if (m_next < m_known && m_expected[m_next].unusedRegions > 1) {
            const std::size_t more = m_expected[m_next].unusedRegions - 1;
            if (unread.size() >= length * (more + 1) &&
                std::memcmp(unread.data(), unread.data() + length, length * more) == 0)
                count += more;
        }
        if (m_next > 0 && m_wasUnused)
            m_expected[m_next - 1].unusedRegions += count; // the same run
        else
            expect({{}, {}, nullptr, count});
        m_wasUnused = true;
        m_resources.unused(*m_function, count);
        m_lines.skip(length * count);
        return true;
    }

    /// Another line of a `resource`, in the kernel's own form.
    bool isRegion(std::string_view file) {
        constexpr std::size_t kName = 9; // "resource:"
        if (file.size() < kUnusedRegion.size() || !sameBytes(file.data(), kUnusedRegion.data(), kName) ||
            file[kUnusedRegion.size() - 1] != '\n')
            return false;
        for (const std::size_t at : {10, 27, 29, 46, 48}) // what stands between the digits
            if (file[at] != kUnusedRegion[at])
                return false;
        m_wasUnused = false;
        const std::string_view line(file.data() - m_folder.size(),
                                    m_folder.size() + kUnusedRegion.size() - 1);
        if (!m_resources.line(*m_function, line.substr(m_folder.size() + kName)))
            m_builder.warn(m_text, line, "not a value of this file");
        m_lines.skip(line.size() + 1);
        return true;
    }

    void expect(const Expected &line) {
        m_wasUnused = false;
        if (m_next == kMostExpected)
            return;
        m_expected[m_next++] = line;
        m_known = std::max(m_known, m_next);
    }

    void readFile() {
        const std::string_view line = m_lines.line();
        std::string_view value = line.substr(m_folder.size());
        const Field *field = m_fields.takeFrom(value);
        bool understood = true;
        if (field && field->read) {
            m_resources.interrupt();
            understood = field->read(*m_function, value, m_text.evidence(line));
        } else if (field) {
            understood = m_resources.line(*m_function, value);
        }
        if (!understood)
            m_builder.warn(m_text, line, "not a value of this file");
        const bool ended = line.end() != m_text.bytes.end();
        if (understood && ended && field && field->again)
            expect({{line.data() + m_folder.size(), line.size() - m_folder.size() + 1},
                    m_text.evidence(line),
                    field});
        else
            m_wasUnused = false;
    }

    const SectionText &m_text;
    LineCursor m_lines;
    HostBuilder &m_builder;
    FunctionNames m_names;
    FileFields<PciFunction> m_fields{kFields};
    Resources m_resources;
    PciFunction *m_function = nullptr;
    std::string_view m_folder;                          ///< "0000:41:00.0/", empty where there is no function
    std::size_t m_folderBefore = 0;                     ///< its length, at the function before
    std::size_t m_present = 0;                          ///< m_function, in the builder's list
    std::size_t m_before = 0;                           ///< the one before, likewise
    std::array<Expected, kMostExpected + 1> m_expected; ///< what it said, as far as it may be said again
    std::size_t m_known = 0;                            ///< that many of them
    std::size_t m_next = 0;                             ///< which one is next
    bool m_wasUnused = false;                           ///< the line before this one was an unused region
};

} // namespace

void readPci(const SectionText &text, HostBuilder &builder) {
    PciLines(text, builder).read();
}

} // namespace fabricscope::formats
