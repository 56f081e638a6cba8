// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/FileFields.h"
#include "core/formats/FunctionNames.h"
#include "core/formats/Hex.h"
#include "core/formats/Lines.h"
#include "core/formats/PciRegions.h"
#include "core/formats/Readers.h"

#include <array>
#include <span>
#include <string>

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
    else if (*number == 0 && Member == &PciFunction::currentWidth)
        function.*Member = {std::uint8_t{0}, evidence}; // down, or a VF: see HostBuilder::finish()
    return true;                                        // 0: down, or a VF; 63 and 255: reads of all ones
}

// One line per kind of error, and their sum last: "TOTAL_ERR_COR 0". The single kinds are kept in the
// evidence.
template<auto Member> bool readAer(PciFunction &function, std::string_view value, EvidenceRef evidence) {
    if (value.substr(0, 10) != "TOTAL_ERR_")
        return true;
    const auto number = parseInteger<std::uint64_t>(lastWord(value));
    if (number)
        host::factOf(function, Member) = {*number, evidence};
    return number.has_value();
}

using Field = FileField<PciFunction>;

template<auto Member> constexpr Field factRow(std::string_view name, decltype(Field::read) read) {
    return {name, read, &RepeatedFact<Member>::template isFrom<PciFunction>,
            &RepeatedFact<Member>::template copyFrom<PciFunction>};
}
template<auto Member, class Integer, int Base = 10> constexpr Field numberRow(std::string_view name) {
    return factRow<Member>(name, &NumberField<Member, Integer, Base>::template read<PciFunction>);
}
template<auto Member> constexpr Field textRow(std::string_view name) {
    return factRow<Member>(name, &TextField<Member>::template read<PciFunction>);
}
template<auto Member> constexpr Field speedRow(std::string_view name) {
    return factRow<Member>(name, readSpeed<Member>);
}
template<auto Member> constexpr Field widthRow(std::string_view name) {
    return factRow<Member>(name, readWidth<Member>);
}
/// Collected for human readers; not used by this program yet.
constexpr Field ignoredRow(std::string_view name) {
    return {name, [](PciFunction &, std::string_view, EvidenceRef) { return true; },
            [](const PciFunction &, EvidenceRef) { return true; },
            [](PciFunction &, const PciFunction &, std::uint32_t) {
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
    ignoredRow("enable"),
    ignoredRow("d3cold_allowed"),
    ignoredRow("acpi_index"),
    ignoredRow("ari_enabled"),
    ignoredRow("msi_bus"),
    ignoredRow("sriov_offset"),
    ignoredRow("sriov_stride"),
    ignoredRow("sriov_vf_device"),
};

/// Listings have one function after the other, each file in the same order, and many functions have the same
/// values (adjacent bridges, adjacent virtual functions): each line is compared with that of the previous
/// function, and only lines that differ are parsed.
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
    /// A line of the previous function: the part after its folder, with its line feed; or a number of unused
    /// regions.
    struct Expected {
        std::string_view text;
        EvidenceRef evidence;
        const Field *field = nullptr;
        std::size_t unusedRegions = 0;
        std::size_t place = 0;  ///< its start in m_layout
        std::size_t runEnd = 0; ///< after the last line of its run: see writeLayout()
    };
    static constexpr std::size_t kMaxExpected = 64;
    static constexpr std::size_t kWord = sizeof(std::uint64_t); ///< a folder has at least one: "00:00.0/"

    /// Another function's line.
    void enter(std::string_view line) {
        const auto slash = line.find('/');
        const std::string_view name = line.substr(0, slash);
        const bool isFile =
            slash != std::string_view::npos && line.find(':', slash + 2) != std::string_view::npos;
        switchTo(isFile ? m_builder.functionNamed(name) : nullptr, line.substr(0, slash + 1));
        if (!m_function && (!isFile || !Address::parse(name)))
            m_builder.warn(m_text, line, "not a line of a PCI function's file");
    }

    /// The same for a function that another section listed; its line is not parsed.
    bool enterKnown(std::string_view unread) {
        constexpr std::size_t kName = FunctionNames::kLength;
        if (unread.size() <= kName || unread[kName] != '/')
            return false;
        PciFunction *function = m_names.knownFunction(unread.data());
        if (function)
            switchTo(function, unread.substr(0, kName + 1));
        return function != nullptr;
    }

    void switchTo(PciFunction *function, std::string_view folder) {
        finishRegions();
        m_before = m_present;
        if (function)
            m_present = static_cast<std::size_t>(function - m_builder.functions().data());
        m_function = function;
        m_folder = function ? folder : std::string_view{};
        if (m_next != m_layoutLines) // it has fewer lines than the layout
            m_layoutLines = 0;
        if (m_folder.size() != m_folderBefore)
            forget(); // evidence is of whole lines
        if (!m_isNew && m_layoutLines == 0)
            writeLayout();
        m_isNew = false;
        m_folderBefore = m_folder.size();
        m_next = 0;
        m_wasUnused = false;
    }

    void finishRegions() {
        if (m_regions.begun()) // m_function may have moved
            m_builder.functions()[m_present].bars = m_regions.finish();
    }

    void forget() { m_known = m_next = m_layoutLines = 0; }

    /// Two consecutive functions had the same lines: all are written out, for isRunAsBefore(). The second
    /// function's facts were copied from the first line by line, so these lines are their evidence; lines
    /// that were adjacent form a run.
    void writeLayout() {
        const std::size_t folder = m_folder.size();
        if (m_next == 0 || folder > 2 * kWord)
            return;
        m_layout.clear();
        for (std::size_t i = 0; i < m_next; ++i) {
            m_expected[i].place = m_layout.size();
            if (m_expected[i].field) {
                m_layout += m_folder;
                m_layout += m_expected[i].text;
            }
        }
        m_expected[m_next].place = m_layout.size();
        for (std::size_t i = m_layoutLines = m_next; i-- > 0;) {
            Expected &line = m_expected[i];
            const Expected &next = m_expected[i + 1];
            const bool joins = line.field && i + 1 < m_next && next.field &&
                               next.evidence.offset == line.evidence.offset + folder + line.text.size();
            line.runEnd = joins ? next.runEnd : i + (line.field ? 1 : 0);
        }
    }

    /// areAsBefore() for all lines of a run, with one comparison: the layout has them as they would be
    /// here.
    bool isRunAsBefore(std::string_view unread) {
        if (m_next >= m_layoutLines || m_expected[m_next].runEnd <= m_next)
            return false;
        const std::span<Expected> run =
            std::span(m_expected).subspan(m_next, m_expected[m_next].runEnd - m_next);
        const std::size_t begin = run.front().place, size = m_expected[run.front().runEnd].place - begin;
        if (unread.size() < size)
            return false;
        const std::size_t tail = m_folder.size() - kWord;
        for (const Expected &line : run) {
            std::memcpy(m_layout.data() + line.place, m_folder.data(), kWord);
            std::memcpy(m_layout.data() + line.place + tail, m_folder.data() + tail, kWord);
        }
        if (std::memcmp(unread.data(), m_layout.data() + begin, size) != 0)
            return false;
        const PciFunction &before = m_builder.functions()[m_before];
        const std::uint32_t distance = placeOf(unread) - run.front().evidence.offset;
        for (Expected &line : run) {
            line.field->copyFrom(*m_function, before, distance);
            line.evidence.offset += distance;
        }
        m_next += run.size();
        return skipTo(unread.data() + size);
    }

    [[nodiscard]] std::uint32_t placeOf(std::string_view text) const {
        return static_cast<std::uint32_t>(text.data() - m_text.bytes.data());
    }

    /// Skips what precedes `line`; false if that is nothing.
    bool skipTo(const char *line) {
        const auto taken = static_cast<std::size_t>(line - m_lines.unread().data());
        if (taken == 0)
            return false;
        finishRegions();
        m_wasUnused = false;
        m_lines.skip(taken);
        return true;
    }

    /// Takes the lines that equal those of the previous function from this position on; false if the first
    /// one differs.
    bool areAsBefore(std::string_view unread) {
        const PciFunction &before = m_builder.functions()[m_before];
        std::string_view rest = unread;
        for (; m_next < m_known && m_expected[m_next].field; ++m_next) {
            Expected &line = m_expected[m_next];
            if (!startsWith(rest, m_folder) || !startsWith(rest.substr(m_folder.size()), line.text) ||
                !line.field->isFrom(before, line.evidence))
                break;
            m_layoutLines = 0; // these lines may be apart
            const std::uint32_t distance = placeOf(rest) - line.evidence.offset;
            line.field->copyFrom(*m_function, before, distance);
            line.evidence.offset += distance;
            rest.remove_prefix(m_folder.size() + line.text.size());
        }
        return skipTo(rest.data());
    }

    /// Skips an unused region, and as many more as the previous function had, if they are there.
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
            m_builder.warnOfValue(m_text, line);
        m_lines.skip(line.size() + 1);
        return true;
    }

    void expect(const Expected &line) {
        m_wasUnused = false;
        m_isNew = true;
        m_layoutLines = 0;
        if (m_next == kMaxExpected)
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
            finishRegions();
            understood = field->read(*m_function, value, m_text.evidence(line));
        } else if (field) {
            understood = m_regions.line(value);
        }
        if (!understood)
            m_builder.warnOfValue(m_text, line);
        const bool ended = line.end() != m_text.bytes.end();
        if (understood && ended && field && field->isFrom)
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
    std::string_view m_folder;                         ///< "0000:41:00.0/"; empty if there is no function
    std::size_t m_folderBefore = 0;                    ///< its length, at the function before
    std::size_t m_present = 0;                         ///< m_function, in the builder's list
    std::size_t m_before = 0;                          ///< the one before, likewise
    std::array<Expected, kMaxExpected + 1> m_expected; ///< its lines, as far as they may be repeated
    std::size_t m_known = 0;                           ///< that many of them
    std::size_t m_next = 0;                            ///< which one is next
    bool m_isNew = false; ///< m_function has a line that the previous function has not
    std::size_t m_layoutLines =
        0;                    ///< number of lines equal to those of the previous function: see writeLayout()
    std::string m_layout;     ///< these lines, with folders
    bool m_wasUnused = false; ///< the line before this one was an unused region
};

} // namespace

void readPci(const SectionText &text, HostBuilder &builder) {
    PciLines(text, builder).read();
}

} // namespace fabricscope::formats
