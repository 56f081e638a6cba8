// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/FileFields.h"
#include "core/formats/FunctionNames.h"
#include "core/formats/Hex.h"
#include "core/formats/Lines.h"
#include "core/formats/PciRegions.h"
#include "core/formats/Readers.h"

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::PciFunction;
using host::RareFacts;

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
        host::factOf(function, Member) = {*number, evidence};
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
            [](PciFunction &, const PciFunction &, EvidenceRef, std::uint32_t) {
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
    {"resource", nullptr}, // its lines count: see PciRegions
    numberRow<&RareFacts::sriovNumVfs, std::uint32_t>("sriov_numvfs"),
    numberRow<&RareFacts::sriovTotalVfs, std::uint32_t>("sriov_totalvfs"),
    textRow<&PciFunction::powerState>("power_state"),
    textRow<&PciFunction::resetMethod>("reset_method"),
    textRow<&RareFacts::slotLabel>("label"),
    numberRow<&RareFacts::secondaryBus, std::uint8_t>("secondary_bus_number"),
    numberRow<&RareFacts::subordinateBus, std::uint8_t>("subordinate_bus_number"),
    {"aer_dev_correctable", readAer<&RareFacts::aerCorrectable>},
    {"aer_dev_nonfatal", readAer<&RareFacts::aerNonFatal>},
    {"aer_dev_fatal", readAer<&RareFacts::aerFatal>},
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
                    break;
                enter(m_lines.line());
                if (m_function)
                    readFile();
                continue;
            }
            const std::string_view file = unread.substr(m_folder.size());
            if (isRunAsBefore(unread) || areAsBefore(unread) || isUnusedRegion(unread, file) ||
                isRegion(file))
                continue;
            if (!m_lines.next(m_folder.size()))
                break;
            readFile();
        }
        finishRegions();
    }

private:
    /// A line of the function before: behind its folder, with its line feed; or so many unused regions.
    struct Expected {
        std::string_view text;
        EvidenceRef evidence;
        const Field *field = nullptr;
        std::size_t unusedRegions = 0;
        std::size_t place = 0; ///< where it begins in m_layout
    };
    static constexpr std::size_t kMostExpected = 64;
    static constexpr std::size_t kWord = sizeof(std::uint64_t); ///< a folder has at least one: "00:00.0/"

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
        finishRegions();
        m_before = m_present;
        if (function)
            m_present = static_cast<std::size_t>(function - m_builder.functions().data());
        m_function = function;
        m_folder = function ? folder : std::string_view{};
        if (m_folder.size() != m_folderBefore)
            forget(); // evidence is of whole lines
        if (!m_isNew && m_layout.empty())
            layOut();
        m_isNew = false;
        m_folderBefore = m_folder.size();
        m_next = 0;
        m_wasUnused = false;
    }

    void finishRegions() {
        if (m_regions.begun()) // m_function may have moved
            m_builder.functions()[m_present].bars = m_regions.finish();
    }

    void forget() {
        m_known = 0;
        m_layout.clear();
    }

    /// Two functions in a row said the same: all of it is written out, for isRunAsBefore().
    void layOut() {
        for (m_laidOut = 0; m_laidOut < m_next; ++m_laidOut) {
            m_expected[m_laidOut].place = m_layout.size();
            m_layout += m_folder;
            m_layout += m_expected[m_laidOut].text;
        }
    }

    /// areAsBefore() for all the lines up to the next region, with one comparison: they are laid out as they
    /// would stand here.
    bool isRunAsBefore(std::string_view unread) {
        const std::size_t first = m_next, folder = m_folder.size();
        if (m_layout.empty() || first >= m_laidOut || folder > 2 * kWord)
            return false;
        char *const begin = m_layout.data() + m_expected[first].place;
        char *at = begin;
        std::size_t end = first;
        for (; end < m_laidOut && m_expected[end].field; ++end) {
            std::memcpy(at, m_folder.data(), kWord);
            std::memcpy(at + folder - kWord, m_folder.data() + folder - kWord, kWord);
            at += folder + m_expected[end].text.size();
        }
        const auto size = static_cast<std::size_t>(at - begin);
        if (unread.size() < size || std::memcmp(unread.data(), begin, size) != 0)
            return false;
        const PciFunction &before = m_builder.functions()[m_before];
        PciFunction &function = *m_function;
        const char *line = unread.data();
        auto offset = static_cast<std::uint32_t>(line - m_text.bytes.data());
        Expected *expected = m_expected.data() + first;
        for (const Expected *const last = m_expected.data() + end;
             expected != last && isAgain(*expected, function, before, offset); ++expected) {
            offset += static_cast<std::uint32_t>(folder + expected->text.size());
            line += folder + expected->text.size();
        }
        m_next = static_cast<std::size_t>(expected - m_expected.data());
        return skipTo(line);
    }

    /// The fact of this line, which stands here too, at this place of the section; false where the line is
    /// not what the fact of the function before is from.
    static bool isAgain(Expected &line, PciFunction &function, const PciFunction &before,
                        std::uint32_t offset) {
        if (!line.field->again(function, before, line.evidence, offset - line.evidence.offset))
            return false;
        line.evidence.offset = offset;
        return true;
    }

    /// What stands before `line` is done; false where that is nothing.
    bool skipTo(const char *line) {
        const auto taken = static_cast<std::size_t>(line - m_lines.unread().data());
        if (taken == 0)
            return false;
        finishRegions();
        m_wasUnused = false;
        m_lines.skip(taken);
        return true;
    }

    /// Takes the lines that are the ones that the function before had from this place on; false where the
    /// first is none of them.
    bool areAsBefore(std::string_view unread) {
        const PciFunction &before = m_builder.functions()[m_before];
        std::string_view rest = unread;
        for (; m_next < m_known && m_expected[m_next].field; ++m_next) {
            Expected &line = m_expected[m_next];
            if (!startsWith(rest, m_folder) || !startsWith(rest.substr(m_folder.size()), line.text) ||
                !isAgain(line, *m_function, before,
                         static_cast<std::uint32_t>(rest.data() - m_text.bytes.data())))
                break;
            rest.remove_prefix(m_folder.size() + line.text.size());
        }
        return skipTo(rest.data());
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
        if (m_next > 0 && m_wasUnused) {
            m_expected[m_next - 1].unusedRegions += count; // the same run
            m_isNew = true;
        } else if (m_next < m_known && m_expected[m_next].unusedRegions == count) {
            ++m_next;
        } else {
            expect({{}, {}, nullptr, count});
        }
        m_wasUnused = true;
        m_regions.unused(count);
        m_lines.skip(length * count);
        return true;
    }

    /// Another line of a `resource`, in the kernel's own form.
    bool isRegion(std::string_view file) {
        constexpr std::size_t kName = 9; // "resource:"
        if (file.size() < kUnusedRegion.size() || !sameBytes(file.data(), kUnusedRegion.data(), kName) ||
            file[kUnusedRegion.size() - 1] != '\n')
            return false;
        if (file[10] != 'x' || file[27] != ' ' || file[29] != 'x' || file[46] != ' ' || file[48] != 'x')
            return false;
        m_wasUnused = false;
        const std::string_view line(file.data() - m_folder.size(),
                                    m_folder.size() + kUnusedRegion.size() - 1);
        if (!m_regions.line(line.substr(m_folder.size() + kName)))
            m_builder.warn(m_text, line, "not a value of this file");
        m_lines.skip(line.size() + 1);
        return true;
    }

    void expect(const Expected &line) {
        m_wasUnused = false;
        if (m_next == kMostExpected)
            return;
        m_isNew = true;
        m_layout.clear();
        m_expected[m_next++] = line;
        m_known = std::max(m_known, m_next);
    }

    void readFile() {
        const std::string_view line = m_lines.line();
        std::string_view value = line.substr(m_folder.size());
        const Field *field = m_fields.takeFrom(value);
        bool understood = true;
        if (field && field->read) {
            finishRegions();
            understood = field->read(*m_function, value, m_text.evidence(line));
        } else if (field) {
            understood = m_regions.line(value);
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
    PciRegions m_regions;
    PciFunction *m_function = nullptr;
    std::string_view m_folder;                          ///< "0000:41:00.0/", empty where there is no function
    std::size_t m_folderBefore = 0;                     ///< its length, at the function before
    std::size_t m_present = 0;                          ///< m_function, in the builder's list
    std::size_t m_before = 0;                           ///< the one before, likewise
    std::array<Expected, kMostExpected + 1> m_expected; ///< what it said, as far as it may be said again
    std::size_t m_known = 0;                            ///< that many of them
    std::size_t m_next = 0;                             ///< which one is next
    bool m_isNew = false;      ///< m_function said something that the one before did not
    std::string m_layout;      ///< what both said, with folders, where it was the same; else empty
    std::size_t m_laidOut = 0; ///< so many lines
    bool m_wasUnused = false;  ///< the line before this one was an unused region
};

} // namespace

void readPci(const SectionText &text, HostBuilder &builder) {
    PciLines(text, builder).read();
}

} // namespace fabricscope::formats
