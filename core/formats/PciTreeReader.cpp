// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/Bytes.h"
#include "core/formats/FileFields.h"
#include "core/formats/FunctionNames.h"
#include "core/formats/Hex.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <array>
#include <iterator>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::PciFunction;

/// The parents of a function in /sys/devices. Siblings share their path, so the last one is cached.
struct LinkTarget {
    std::optional<Address> parent;
    std::optional<std::pair<std::uint32_t, std::uint8_t>> rootBus;
    std::optional<Address> belowRoot; ///< the function that the root bus itself hangs below (VMD)
};

// "pci0000:00", with up to eight digits of domain.
std::optional<std::pair<std::uint32_t, std::uint8_t>> parseRootBus(std::string_view component) {
    constexpr std::string_view kPrefix = "pci";
    if (component.substr(0, kPrefix.size()) != kPrefix)
        return std::nullopt;
    component.remove_prefix(kPrefix.size());
    const auto colon = component.find(':');
    if (colon == std::string_view::npos || colon < 4 || colon > 8 || component.size() != colon + 3)
        return std::nullopt;
    const auto domain = hexNumber(component.substr(0, colon));
    const auto bus = hexNumber(component.substr(colon + 1));
    if (!domain || !bus)
        return std::nullopt;
    return std::pair{static_cast<std::uint32_t>(*domain), static_cast<std::uint8_t>(*bus)};
}

LinkTarget placeOf(std::string_view folder) {
    LinkTarget place;
    for (; !folder.empty(); folder = withoutLastComponent(folder)) {
        const std::string_view component = lastComponent(folder);
        if (!place.rootBus) {
            if ((place.rootBus = parseRootBus(component)))
                continue;
            if (!place.parent)
                place.parent = Address::parse(component);
        } else if ((place.belowRoot = Address::parse(component))) {
            break;
        }
    }
    return place;
}

bool readDriver(PciFunction &function, std::string_view target, EvidenceRef evidence, HostBuilder &) {
    function.driver = textFact(lastComponent(target), evidence, 64);
    return true;
}

bool readGroup(PciFunction &function, std::string_view target, EvidenceRef evidence, HostBuilder &builder) {
    const auto number = parseInteger<std::uint32_t>(lastComponent(target));
    if (!number)
        return false;
    function.iommuGroup = {IommuGroup{*number}, evidence};
    builder.iommuGroup(*number);
    return true;
}

bool readPhysicalFunction(PciFunction &function, std::string_view target, EvidenceRef evidence,
                          HostBuilder &) {
    const auto physical = Address::parse(lastComponent(target));
    if (!physical || *physical == function.address)
        return false;
    function.physfn = {*physical, evidence};
    return true;
}

template<auto Member>
bool repeatFact(PciFunction &function, const PciFunction &before, EvidenceRef was, std::uint32_t distance) {
    const bool isFrom = RepeatedFact<Member>::isFrom(before, was);
    if (isFrom)
        RepeatedFact<Member>::copyFrom(function, before, distance);
    return isFrom;
}

bool repeatPhysicalFunction(PciFunction &function, const PciFunction &before, EvidenceRef was,
                            std::uint32_t distance) {
    return *before.physfn != function.address &&
           repeatFact<&PciFunction::physfn>(function, before, was, distance);
}

/// `again`: for a link that another function has too, copied as in FileField. `was` is the evidence of that
/// function's fact; false if its fact is not from there.
struct LinkField {
    std::string_view name;
    bool (*read)(PciFunction &, std::string_view target, EvidenceRef, HostBuilder &);
    bool (*repeat)(PciFunction &, const PciFunction &, EvidenceRef was, std::uint32_t distance) = nullptr;
};

constexpr LinkField kLinks[] = {
    {"driver", readDriver, repeatFact<&PciFunction::driver>},
    {"iommu_group", readGroup}, // each function has one of its own
    {"physfn", readPhysicalFunction, repeatPhysicalFunction},
};

constexpr unsigned kMaxVirtual = 65535;
constexpr std::string_view kShort = "l "; // prefix of a link in the collector's output
constexpr std::string_view kArrow = " -> ";

/// Links of the functions themselves to their place in /sys/devices. Siblings are in one folder: such a line
/// is recognized by the text between its two names, which equals that of the previous line.
class DeviceLinks {
public:
    DeviceLinks(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_lines(text), m_builder(builder), m_names(builder) {}

    void read() {
        for (;;) {
            if (isSibling(m_lines.unread()))
                continue;
            if (!m_lines.next())
                return;
            if (const auto link = splitLinkLine(m_lines.line())) // else "total 0"
                readLink(*link);
        }
    }

private:
    void readLink(const LinkLine &link) {
        const std::string_view name = lastComponent(link.path);
        PciFunction *function = m_builder.functionNamed(name);
        m_between = {};
        if (!function) {
            m_builder.warn(m_text, m_lines.line(), "not the link of a PCI function");
            return;
        }
        const std::string_view above = withoutLastComponent(link.target);
        if (above.size() != m_folder.size() || !startsWith(above, m_folder)) {
            m_folder = above;
            m_place = placeOf(m_folder);
            if (m_place.rootBus && m_place.belowRoot)
                m_builder.nestedRoot({m_place.rootBus->first, m_place.rootBus->second, *m_place.belowRoot});
        }
        place(*function);
        if (m_lines.line().size() == kShort.size() + kName + kArrow.size() + link.target.size() &&
            startsWith(m_lines.line(), kShort) && name.size() == kName && !above.empty())
            m_between = {link.path.data() + kName, kArrow.size() + above.size() + 1};
    }

    bool isSibling(std::string_view unread) {
        const std::size_t second = kShort.size() + kName + m_between.size();
        const std::size_t end = second + kName;
        if (m_between.empty() || unread.size() <= end || unread[end] != '\n' || !startsWith(unread, kShort) ||
            !startsWith(unread.substr(kShort.size() + kName), m_between) ||
            !sameBytes(unread.data() + kShort.size(), unread.data() + second, kName))
            return false;
        PciFunction *function = m_names.function(unread.data() + kShort.size());
        if (!function)
            return false;
        place(*function);
        m_lines.skip(end + 1);
        return true;
    }

    void place(PciFunction &function) const {
        function.parent = m_place.parent == function.address ? std::nullopt : m_place.parent;
        function.rootBus = m_place.rootBus;
    }

    static constexpr std::size_t kName = FunctionNames::kLength;

    const SectionText &m_text;
    LineCursor m_lines;
    HostBuilder &m_builder;
    FunctionNames m_names;
    std::string_view m_folder;  ///< above the function of the line before
    LinkTarget m_place;         ///< its target
    std::string_view m_between; ///< " -> ../../../devices/pci0000:00/"; empty if lines have another form
};

/// Links of functions, one function after the other. Neighbours have the same driver and physical function:
/// such a link is recognized by comparing it with the last one of the same name.
class FunctionLinks {
public:
    FunctionLinks(const SectionText &text, HostBuilder &builder)
        : m_text(text), m_lines(text), m_builder(builder), m_names(builder), m_virtualNames(builder) {}

    void read() {
        for (;;) {
            const std::string_view unread = m_lines.unread();
            const bool here = (m_function && startsWith(unread, m_folder)) || enterShort(unread);
            if (here && (isVirtualFunction(unread.substr(m_folder.size())) ||
                         isAsBefore(unread.substr(m_folder.size()))))
                continue;
            if (!m_lines.next())
                return;
            const std::string_view line = m_lines.line();
            auto link = here ? splitLink(line.substr(m_folder.size())) : std::nullopt;
            if (!link) {
                link = splitLinkLine(line);
                if (!link)
                    continue;
                enter(*link);
            }
            if (!m_function || !readLink(*link))
                m_builder.warn(m_text, line, "not a link of a PCI function");
        }
    }

private:
    /// The last link of one kind: behind the folder, with its line feed; and whose it was.
    struct Before {
        std::string_view text;
        std::size_t function = 0;
    };

    // "virtfn0 -> ../0000:05:00.1", as splitLinkLine() takes it apart.
    static std::optional<LinkLine> splitLink(std::string_view text) {
        const auto blank = text.find(' ');
        if (blank == std::string_view::npos || blank == 0 || !startsWith(text.substr(blank), kArrow) ||
            text.size() == blank + kArrow.size())
            return std::nullopt;
        return LinkLine{text.substr(0, blank), text.substr(blank + kArrow.size())};
    }

    // The first line of another function, in the collector's form.
    bool enterShort(std::string_view unread) {
        constexpr std::size_t kFolder = kShort.size() + FunctionNames::kLength + 1;
        if (unread.size() < kFolder || unread[kFolder - 1] != '/' || !startsWith(unread, kShort))
            return false;
        PciFunction *function = m_names.knownFunction(unread.data() + kShort.size());
        if (!function)
            return false;
        m_function = function;
        m_folder = unread.substr(0, kFolder);
        return true;
    }

    // In any other form.
    void enter(LinkLine &link) {
        const auto slash = link.path.find('/');
        m_function =
            slash == std::string_view::npos ? nullptr : m_builder.functionNamed(link.path.substr(0, slash));
        if (!m_function)
            return;
        const char *begin = m_lines.line().data();
        link.path.remove_prefix(slash + 1);
        m_folder = {begin, static_cast<std::size_t>(link.path.data() - begin)};
    }

    bool isAsBefore(std::string_view text) {
        for (std::size_t tried = 0; tried < std::size(kLinks); ++tried) {
            const std::size_t kind = (m_lastKind + 1 + tried) % std::size(kLinks); // as they are listed
            Before &before = m_before[kind];
            if (before.text.empty() || !startsWith(text, before.text))
                continue;
            text = text.substr(0, before.text.size());
            if (!kLinks[kind].repeat(*m_function, m_builder.functions()[before.function],
                                     evidence(before.text),
                                     static_cast<std::uint32_t>(text.data() - before.text.data())))
                return false;
            remember(before, text);
            m_lastKind = kind;
            m_lines.skip(m_folder.size() + text.size());
            return true;
        }
        return false;
    }
    // "virtfn12 -> ../0000:05:01.4", as the kernel writes them: a physical function may have hundreds.
    bool isVirtualFunction(std::string_view text) {
        constexpr std::string_view kBegin = "virtfn", kMiddle = " -> ../";
        constexpr std::size_t kName = 12, kMaxDigits = 5;
        if (!startsWith(text, kBegin))
            return false;
        std::size_t at = kBegin.size();
        unsigned number = 0;
        for (; at < text.size() && at < kBegin.size() + kMaxDigits && text[at] >= '0' && text[at] <= '9';
             ++at)
            number = number * 10 + static_cast<unsigned>(text[at] - '0');
        const std::size_t name = at + kMiddle.size();
        if (at == kBegin.size() || text.size() <= name + kName || text[name + kName] != '\n' ||
            !startsWith(text.substr(at), kMiddle))
            return false;
        const auto address = m_virtualNames.address(text.data() + name);
        if (!address || *address == m_function->address || number > kMaxVirtual)
            return false;
        m_builder.virtualFunction(m_function->address, number, *address);
        m_lines.skip(m_folder.size() + name + kName + 1);
        return true;
    }

    [[nodiscard]] EvidenceRef evidence(std::string_view text) const {
        return m_text.evidence({text.data() - m_folder.size(), m_folder.size() + text.size() - 1});
    }
    void remember(Before &before, std::string_view text) const {
        before = {text, static_cast<std::size_t>(m_function - m_builder.functions().data())};
    }

    bool readLink(const LinkLine &link) {
        const std::string_view line = m_lines.line();
        for (std::size_t kind = 0; kind < std::size(kLinks); ++kind) {
            if (kLinks[kind].name != link.path)
                continue;
            if (!kLinks[kind].read(*m_function, link.target, m_text.evidence(line), m_builder))
                return false;
            if (line.end() != m_text.bytes.end() && kLinks[kind].repeat)
                remember(m_before[kind], {line.data() + m_folder.size(), line.size() - m_folder.size() + 1});
            return true;
        }
        if (const auto index = numberAfter(link.path, "virtfn", kMaxVirtual)) {
            const auto address = Address::parse(lastComponent(link.target));
            if (!address || *address == m_function->address)
                return false;
            m_builder.virtualFunction(m_function->address, *index, *address);
        }
        return true;
    }

    const SectionText &m_text;
    LineCursor m_lines;
    HostBuilder &m_builder;
    FunctionNames m_names;
    FunctionNames m_virtualNames; ///< those that a physical function links to be on one bus, too
    PciFunction *m_function = nullptr;
    std::string_view m_folder; ///< prefix of the lines of m_function: "l 0000:41:00.0/"
    std::array<Before, std::size(kLinks)> m_before;
    std::size_t m_lastKind = 0; ///< which of them the last line was
};

} // namespace

void readPciDevices(const SectionText &text, HostBuilder &builder) {
    constexpr std::size_t kShortestLine = 56; // "l 0000:00:00.0 -> /sys/devices/pci0000:00/0000:00:00.0"
    builder.reserveFunctions(text.bytes.size() / kShortestLine + 1); // data beyond the limit is not touched
    DeviceLinks(text, builder).read();
}

void readPciLinks(const SectionText &text, HostBuilder &builder) {
    FunctionLinks(text, builder).read();
}

// "SLOT/address:0000:41:00": the slot of all functions of that device. A label of the firmware is better.
void readPciSlots(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        if (!parts || parts->file != "address")
            continue;
        const auto first = Address::parse(std::string(trimmed(parts->value)) + ".0");
        if (!first)
            continue; // "0000:41" names a whole bus
        for (std::uint8_t number = 0; number < 8; ++number) {
            PciFunction *function = builder.knownFunction({first->domain, first->bus, first->device, number});
            if (function && !function->rare->slotLabel)
                function->rare.edit().slotLabel = textFact(parts->name, text.evidence(lines.line()), 64);
        }
    }
}

} // namespace fabricscope::formats
