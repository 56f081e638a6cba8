// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `ethtool INTERFACE`, and `ethtool -m INTERFACE`: its module, by the standards SFF-8472, SFF-8636 and CMIS.
// ethtool(8) has both.
#include "core/formats/tools/EthtoolReader.h"

#include "core/base/Text.h"
#include "core/formats/tools/TextKeys.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;

bool isIn(std::string_view key, std::string_view words) {
    return key.find(words) != std::string_view::npos;
}

/// A line with the next one glued to it holds two of these.
std::optional<KeyValue> oneLine(std::string_view line) {
    const auto parts = splitKeyValue(line);
    return parts && !isIn(parts->value, ": ") ? parts : std::nullopt;
}

/// "100000Mb/s"; std::nullopt for "Unknown!".
std::optional<std::int64_t> megabits(std::string_view text) {
    const auto number = withoutEnding(text, "Mb/s");
    const auto rate = number ? parseInteger<std::int64_t>(*number) : std::nullopt;
    constexpr std::int64_t kMost = 100'000'000;
    return rate && *rate > 0 && *rate < kMost ? rate : std::nullopt;
}

/// "no (No cable)": "No cable".
std::string_view reasonIn(std::string_view text) {
    const auto open = text.find('(');
    if (open == std::string_view::npos)
        return {};
    text.remove_prefix(open + 1);
    return takeUntil(text, ')');
}

/// "45.22 degrees C / 113.39 degrees F"
std::optional<double> celsius(std::string_view text) {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    return error == std::errc{} && unit.starts_with(" degrees C") ? std::optional(value) : std::nullopt;
}

/// What is shown of a module: whole keys, and beginnings of those that each channel has.
constexpr std::string_view kModuleKeys[] = {
    "Identifier",          "Vendor name",        "Vendor PN",      "Vendor rev",
    "Revision Compliance", "Module temperature", "Module voltage", "Transmitter technology",
    "Transceiver type",    "Power class",        "Module State"};
constexpr std::string_view kModulePowers[] = {"Rcvr signal avg optical power",
                                              "Receiver signal average optical power",
                                              "Receiver signal OMA",
                                              "Transmit avg optical power",
                                              "Laser output power",
                                              "Laser tx power",
                                              "Laser tx bias current",
                                              "Laser bias current"};

bool isShown(std::string_view key) {
    const bool isKey =
        std::find(std::begin(kModuleKeys), std::end(kModuleKeys), key) != std::end(kModuleKeys);
    const bool isLimit = isIn(key, "threshold") || isIn(key, "alarm") || isIn(key, "warning");
    return isKey || (!isLimit && std::any_of(std::begin(kModulePowers), std::end(kModulePowers),
                                             [&](std::string_view begin) { return key.starts_with(begin); }));
}

/// "[ No, No, No, Yes ]": the lanes with "Yes", from 1. "None" where no lane has it.
std::vector<unsigned> flaggedLanes(std::string_view value) {
    constexpr std::size_t kLongest = 512;
    std::string words(value.substr(0, kLongest));
    std::replace(words.begin(), words.end(), ',', ' ');
    std::vector<unsigned> lanes;
    unsigned lane = 0;
    for (const std::string_view word : splitWords(words, 64)) {
        if (word != "Yes" && word != "No")
            continue;
        ++lane;
        if (word == "Yes")
            lanes.push_back(lane);
    }
    return lanes;
}

/// Flags of the lanes of a module (ethtool, module-common.c, sff8636 and CMIS).
constexpr std::string_view kLaneFlags[] = {"Tx fault",         "Rx loss of signal", "Tx loss of signal",
                                           "Rx loss of lock",  "Tx loss of lock",   "Tx adaptive eq fault",
                                           "Tx adapt eq fault"};

/// The module of one interface.
class Module {
public:
    Module(HostBuilder &builder, std::string device) : m_builder(builder), m_device(std::move(device)) {}

    void add(const KeyValue &line, EvidenceRef evidence) {
        if (isShown(line.key))
            addToolFact(m_builder, "ethtool -m", m_device, line.key, line.value, evidence);
        const bool isFlag = !isIn(line.key, "threshold") && line.value == "On" &&
                            (isIn(line.key, "alarm") || isIn(line.key, "warning"));
        if (isFlag)
            alarm(line.key, evidence);
        if (std::find(std::begin(kLaneFlags), std::end(kLaneFlags), line.key) != std::end(kLaneFlags))
            if (const auto lanes = flaggedLanes(line.value); !lanes.empty())
                alarm(std::string(line.key) + (lanes.size() == 1 ? " (lane " : " (lanes ") + cpuList(lanes) +
                          ")",
                      evidence);
        if (line.key == "Module temperature") {
            m_temperature = celsius(line.value);
            m_temperatureEvidence = evidence;
        } else if (line.key == "Module temperature high alarm threshold") {
            m_limit = celsius(line.value);
        }
    }

    void deliver() {
        if (m_temperature && m_limit && *m_limit > 0 && *m_temperature >= *m_limit &&
            !isIn(m_alarms, "Module temperature high alarm"))
            alarm("Module temperature above its high alarm threshold", m_temperatureEvidence);
        if (!m_alarms.empty())
            addToolFault(m_builder, {"module_alarm", m_device, {}, 0, m_alarms, m_evidence});
    }

private:
    void alarm(std::string_view name, EvidenceRef evidence) {
        constexpr std::size_t kLongest = 256;
        m_evidence = m_alarms.empty() ? evidence : m_evidence;
        if (m_alarms.size() < kLongest)
            m_alarms.append(m_alarms.empty() ? "" : ", ").append(shown(name, 80));
    }

    HostBuilder &m_builder;
    std::string m_device, m_alarms;
    EvidenceRef m_evidence, m_temperatureEvidence;
    std::optional<double> m_temperature, m_limit;
};

std::size_t modulesIn(const SectionText &text) {
    std::size_t count = 0;
    for (PastedLines lines = toolLines(text); lines.next();)
        if (const auto parts = splitKeyValue(lines.line().text); parts && parts->key == "Identifier")
            ++count;
    return count;
}

} // namespace

std::string_view askedInterface(std::string_view line, std::string_view option, std::string_view longOption) {
    for (const std::string_view asked : {option, longOption}) {
        const std::string command = "ethtool " + std::string(asked) + " ";
        const auto at = line.rfind(command);
        if (at == std::string_view::npos)
            continue;
        line.remove_prefix(at + command.size());
        const std::string_view name = takeWord(line);
        return name.starts_with('-') ? std::string_view{} : name;
    }
    return {};
}

bool isEthtoolSettings(const FileSample &sample) {
    return sample.head.find("Settings for ") != std::string_view::npos &&
           (hasKeys(sample.head, {"Link detected"}) || hasKeys(sample.head, {"Speed", "Duplex"}) ||
            hasKeys(sample.head, {"Supported ports"}));
}

bool isEthtoolModule(const FileSample &sample) {
    return hasKeys(sample.head, {"Identifier", "Vendor name", "Vendor PN"});
}

namespace {

/// "200000baseCR4/Full": 200000 Mb/s; 0 for other words.
std::int64_t modeSpeed(std::string_view word) {
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    const auto speed = parseInteger<std::int64_t>(word.substr(0, digits));
    constexpr std::int64_t kMost = 100'000'000;
    return speed && word.substr(digits).starts_with("base") && *speed < kMost ? *speed : 0;
}

/// The speed and duplex of one interface, and the fastest speeds that it and the other end advertise, Mb/s.
class LinkSettings {
public:
    /// A line of the interface; link modes go on in lines without a key.
    void add(std::string_view line, EvidenceRef evidence) {
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos)
            m_fastest = line.starts_with("Advertised link modes:")                ? &m_advertised
                        : line.starts_with("Link partner advertised link modes:") ? &m_partner
                                                                                  : nullptr;
        if (m_fastest != nullptr)
            for (const std::string_view word : splitWords(line, 16))
                *m_fastest = std::max(*m_fastest, modeSpeed(word));
        if (colon == std::string_view::npos)
            return;
        const std::string_view value = trimmed(line.substr(colon + 1));
        if (line.starts_with("Speed:")) {
            m_speed = megabits(value);
            m_evidence = evidence;
        } else if (line.starts_with("Duplex:")) {
            m_isHalf = value == "Half";
            m_duplexEvidence = evidence;
        } else if (line.starts_with("Link detected:")) {
            m_isDown = value.starts_with("no");
        }
    }
    void report(HostBuilder &builder, const std::string &name) const {
        if (name.empty() || !m_speed || m_isDown) // of a link that is down they are what it had, or nothing
            return;
        if (m_isHalf)
            addToolFault(builder, {"half_duplex", name, {}, 0, {}, m_duplexEvidence});
        reportSpeed(builder, name);
    }

private:
    void reportSpeed(HostBuilder &builder, const std::string &name) const {
        constexpr std::int64_t kFast = 100'000, kMbitsOfGbit = 1000; ///< a port of a fabric
        if (*m_speed * 2 > m_advertised || *m_speed < kMbitsOfGbit)
            return;
        const bool isPartner = m_partner > 0 && m_partner < m_advertised;
        std::string detail = std::to_string(*m_speed / kMbitsOfGbit) + " Gb/s, it advertises " +
                             std::to_string(m_advertised / kMbitsOfGbit) + " Gb/s";
        if (m_partner > 0)
            detail += ", the other end " + std::to_string(m_partner / kMbitsOfGbit) + " Gb/s";
        addToolFault(builder, {m_advertised < kFast                    ? "speed_lower"
                               : isPartner && *m_speed * 2 > m_partner ? "speed_partner"
                                                                       : "speed_below",
                               name,
                               {},
                               0,
                               detail,
                               m_evidence});
    }

    std::int64_t *m_fastest = nullptr; ///< of the modes that the lines list
    std::int64_t m_advertised = 0, m_partner = 0;
    std::optional<std::int64_t> m_speed;
    bool m_isHalf = false, m_isDown = false;
    EvidenceRef m_evidence, m_duplexEvidence;
};

void readSetting(HostBuilder &builder, const std::string &name, const KeyValue &parts, EvidenceRef evidence) {
    static constexpr std::string_view kShown[] = {"Duplex", "Auto-negotiation", "Port", "Lanes"};
    host::NetInterface *interface = builder.netInterface(name);
    if (interface == nullptr)
        return;
    if (const auto speed = parts.key == "Speed" ? megabits(parts.value) : std::nullopt)
        setIfUnknown(interface->speedMbits, *speed, evidence);
    if (std::find(std::begin(kShown), std::end(kShown), parts.key) != std::end(kShown))
        addToolFact(builder, "ethtool", name, parts.key, parts.value, evidence);
    if (parts.key != "Link detected")
        return;
    const bool isThere = parts.value == "yes";
    if (!isThere && parts.value != "no" && !parts.value.starts_with("no ("))
        return;
    setIfUnknown(interface->carrier, isThere, evidence);
    if (!isThere)
        addToolFault(builder, {"no_link", name, {}, 0, shown(reasonIn(parts.value), 80), evidence});
}

} // namespace

// "Settings for eth0:", then "        Speed: 100000Mb/s", "        Link detected: yes".
void readEthtoolSettings(const SectionText &text, HostBuilder &builder) {
    constexpr std::string_view kBegin = "Settings for ";
    std::string name;
    LinkSettings settings;
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        if (line.starts_with(kBegin) && line.ends_with(':')) {
            settings.report(builder, name);
            settings = LinkSettings();
            name = shown(line.substr(kBegin.size(), line.size() - kBegin.size() - 1), 64);
            continue;
        }
        const EvidenceRef evidence = text.evidence(lines.line().source);
        settings.add(line, evidence);
        if (const auto parts = oneLine(line); parts && !name.empty())
            readSetting(builder, name, *parts, evidence);
    }
    settings.report(builder, name);
}

// "        Module temperature                        : 45.22 degrees C / 113.39 degrees F"; the interface is
// named by the prompt alone. Without it several are numbered.
void readEthtoolModule(const SectionText &text, HostBuilder &builder) {
    const bool areSeveral = modulesIn(text) > 1;
    std::size_t number = 0;
    std::string asked =
        shown(askedInterface(text.meta.origin, "-m", "--module-info"), 64); // a session is cut at its prompts
    std::optional<Module> module;
    const auto end = [&] {
        if (module)
            module->deliver();
        module.reset();
    };
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        if (const std::string_view named = askedInterface(line, "-m", "--module-info");
            !named.empty() || isPrompt(line)) {
            end();
            asked = shown(named, 64);
            continue;
        }
        const auto parts = oneLine(line);
        if (!parts)
            continue;
        if (parts->key == "Identifier") {
            end();
            ++number;
            module.emplace(builder, !asked.empty() ? asked
                                    : areSeveral   ? "module " + std::to_string(number)
                                                   : std::string());
            asked.clear();
        }
        if (module)
            module->add(*parts, text.evidence(lines.line().source));
    }
    end();
}

} // namespace fabricscope::formats
