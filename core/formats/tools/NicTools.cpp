// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `ibstat -l` (infiniband-diags), `show_gids` (MLNX_OFED), `ethtool -i` and `-S` (ethtool(8)), `rdma
// statistic` (rdma-statistic(8)).
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/files/Recognisers.h"
#include "core/formats/tools/EthtoolReader.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>
#include <map>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::RdmaDevice;
using host::RdmaPort;

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != std::string_view::npos;
}

/// A name that a driver of an RDMA device or udev gives: mlx5_0, mlx5_bond_0, rocep65s0f0, bnxt_re0.
bool isRdmaName(std::string_view word) {
    static constexpr std::string_view kBeginnings[] = {"mlx4_",  "mlx5_", "bnxt_re", "irdma", "rocep",
                                                       "roceP",  "ibp",   "ibP",     "rdmap", "rdmaP",
                                                       "ionic_", "efa_",  "qedr",    "hfi1_", "hns_"};
    return word.size() <= 64 && !word.empty() && word.back() >= '0' && word.back() <= '9' &&
           word.find_first_of(" :,;|=./") == std::string_view::npos &&
           std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                       [&](std::string_view begin) { return word.starts_with(begin); });
}

/// A counter of what went wrong, on the wire or in a device. Bits that FEC corrected, and errors of a lane
/// before FEC, are part of normal work.
bool isErrorCounter(std::string_view name) {
    static constexpr std::string_view kWords[] = {
        "err", "discard", "drop", "crc", "timeout", "out_of_", "_nak", "nak_", "retrans", "link_down_events",
        "symbol", "fail", "overrun", "bad_",
        // of RDMA: a sender gave up, or sent again what had been received
        "retry_exceeded", "retries_exceeded", "missing_resp", "dup_req", "duplicate_request"};
    static constexpr std::string_view kHarmless[] = {"corrected_bits",   "err_lane",        "pcs_symbol_err",
                                                     "flush_err", // of each QP that ends
                                                     "link_down_events", "module_high_temp"} /* below */;
    const auto isIn = [&](std::string_view word) {
        return has(name, word);
    };
    return std::any_of(std::begin(kWords), std::end(kWords), isIn) &&
           std::none_of(std::begin(kHarmless), std::end(kHarmless), isIn);
}

/// Errors of one kind have one remedy: what a receiver had no room for, what the network lost on the way, and
/// what the cable or its ends damaged.
struct ErrorKind {
    std::string_view word, kind;
};
constexpr ErrorKind kErrorKinds[] = {
    {"tx_timeout", "counters"}, // the driver's watchdog
    {"tx_discard", "counters"}, // of the sender
    {"tx_drop", "counters"},
    {"tx_queue_dropped", "counters"},
    {"out_of_buffer", "counters_buffers"},
    {"rnr", "counters_buffers"},
    {"oos_drop", "counters_lost"}, // out of sequence
    {"discard", "counters_buffers"},
    {"drop", "counters_buffers"},
    {"overrun", "counters_buffers"},
    {"fifo", "counters_buffers"},
    {"missed", "counters_buffers"},
    {"no_buf", "counters_buffers"},
    {"nobuf", "counters_buffers"},
    {"out_of_seq", "counters_lost"},
    {"packet_seq_err", "counters_lost"},
    {"seq_err", "counters_lost"},
    {"timeout", "counters_lost"},
    {"retrans", "counters_lost"},
    {"_nak", "counters_lost"},
    {"nak_", "counters_lost"},
    {"implied_nak", "counters_lost"},
    {"retry_exceeded", "counters_lost"},
    {"retries_exceeded", "counters_lost"},
    {"missing_resp", "counters_lost"},
    {"dup_req", "counters_lost"},
    {"duplicate_request", "counters_lost"},
};

std::string_view errorKind(std::string_view counter) {
    const auto *known = std::find_if(std::begin(kErrorKinds), std::end(kErrorKinds),
                                     [&](const ErrorKind &each) { return has(counter, each.word); });
    return known == std::end(kErrorKinds) ? std::string_view("counters") : known->kind;
}

/// The counters of one device or port that are not zero.
class Counters {
public:
    Counters(HostBuilder &builder, std::string_view tool) : m_builder(builder), m_tool(tool) {}

    void device(std::string_view name) {
        deliver();
        m_device = name;
    }
    void add(std::string_view name, std::string_view value, EvidenceRef evidence) {
        const auto count = parseInteger<std::uint64_t>(value);
        if (!count || *count == 0)
            return;
        addToolFact(m_builder, m_tool, m_device, name, value, evidence);
        for (const Known &known : kKnown)
            if (name.starts_with(known.counter))
                addToolFault(m_builder, {known.kind, m_device, {}, *count, {}, evidence});
        constexpr std::uint64_t kManyFrames = 1000; // a few come with each plugging of a cable
        if (has(name, "rx_crc_err") && *count >= kManyFrames)
            addToolFault(m_builder, {"counters_crc", m_device, {}, *count, std::string(name), evidence});
        else if (isErrorCounter(name))
            addError(name, *count, evidence);
    }
    void addError(std::string_view name, std::uint64_t count, EvidenceRef evidence) {
        Errors &errors = m_errors[errorKind(name)];
        errors.evidence = errors.list.empty() ? evidence : errors.evidence;
        addCount(errors.list, name, count);
    }
    void deliver() {
        for (const auto &[kind, errors] : m_errors)
            addToolFault(m_builder, {kind, m_device, {}, 0, errors.list, errors.evidence});
        m_errors.clear();
    }

private:
    /// Counters with a remedy of their own: "link_down_events_phy", "module_high_temp".
    struct Known {
        std::string_view counter, kind;
    };
    static constexpr Known kKnown[] = {{"link_down_events", "link_downs"},
                                       {"module_high_temp", "module_hot"}};

    HostBuilder &m_builder;
    std::string_view m_tool;
    std::string m_device;
    struct Errors {
        std::string list;
        EvidenceRef evidence;
    };
    std::map<std::string_view, Errors> m_errors; ///< by kind
};

/// "DEV PORT INDEX GID IPv4 VER DEV"
bool isGidsHeading(std::string_view line) {
    return takeWord(line) == "DEV" && takeWord(line) == "PORT" && takeWord(line) == "INDEX" &&
           takeWord(line) == "GID";
}

/// "fe80:0000:0000:0000:9e63:c0ff:fe03:20f0"
bool isGid(std::string_view word) {
    constexpr std::size_t kLength = 39;
    return word.size() == kLength && std::count(word.begin(), word.end(), ':') == 7;
}

/// "link mlx5_0/1 rx_write_requests 0 ...": "mlx5_0/1".
std::string_view statisticLink(std::string_view line) {
    if (takeWord(line) != "link")
        return {};
    const std::string_view name = takeWord(line);
    const std::string_view counter = takeWord(line);
    const bool isCounter = counter.find('_') != std::string_view::npos && counter != "physical_state" &&
                           parseInteger<std::uint64_t>(takeWord(line)).has_value();
    return has(name, "/") && isCounter ? name : std::string_view{};
}

} // namespace

bool isIbstatList(const FileSample &sample) {
    std::size_t names = 0;
    for (PastedLines lines(sample.head); lines.next();) {
        const std::string_view line = lines.line().text;
        if (line.empty())
            continue;
        if (!isRdmaName(line) && !(isPrompt(line) && has(line, "ibstat ")))
            return false;
        names += isRdmaName(line) ? 1 : 0;
    }
    return names > 0;
}

// A name on each line.
void readIbstatList(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text); lines.next();)
        if (isRdmaName(lines.line().text))
            (void)builder.rdmaDevice(lines.line().text);
}

bool isShowGids(const FileSample &sample) {
    if (!has(sample.head, "INDEX") && !mayNeedCleaning(sample.head))
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (isGidsHeading(lines.line().text))
            return true;
    return false;
}

// "mlx5_0  1  3  0000:0000:0000:0000:0000:ffff:0a01:0203  10.1.2.3  v2  ens1f0": the IPv4 address is left out
// where there is none, the interface where there is none.
void readShowGids(const SectionText &text, HostBuilder &builder) {
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto words = splitWords(lines.line().text, 16);
        if (words.size() > 7 && std::any_of(words.begin(), words.end(), isGid)) {
            builder.warn(text, lines.line().source, "several rows in one line; they are left out");
            continue;
        }
        if (words.size() < 5 || words.size() > 7 || !has(words[3], ":"))
            continue;
        const auto port = parseInteger<std::uint8_t>(words[1]);
        const auto index = parseInteger<int>(words[2]);
        const auto version = std::find_if(words.begin() + 4, words.end(),
                                          [](std::string_view word) { return word == "v1" || word == "v2"; });
        RdmaDevice *device =
            port && index && *index >= 0 && version != words.end() ? builder.rdmaDevice(words[0]) : nullptr;
        RdmaPort *known = device ? builder.rdmaPort(*device, *port) : nullptr;
        if (!known || known->gids.size() >= HostLimits::kGids ||
            std::any_of(known->gids.begin(), known->gids.end(),
                        [&](const RdmaPort::Gid &gid) { return gid.index == *index; }))
            continue;
        const std::string_view netdev = version + 1 == words.end() ? std::string_view{} : *(version + 1);
        known->gids.push_back(
            {*index, shown(words[3], 64), *version == "v2" ? "RoCE v2" : "IB/RoCE v1", shown(netdev, 64)});
        setTextIfUnknown(known->netdev, netdev, text.evidence(lines.line().source), 64);
    }
}

bool isEthtoolDriver(const FileSample &sample) {
    bool isDriver = false, isFirmware = false, isBus = false;
    if (!has(sample.head, "firmware-version:") || !has(sample.head, "bus-info:"))
        return false;
    for (PastedLines lines(sample.head); lines.next();) {
        const std::string_view line = lines.line().text;
        isDriver = isDriver || line.starts_with("driver:");
        isFirmware = isFirmware || line.starts_with("firmware-version:");
        isBus = isBus || line.starts_with("bus-info:");
    }
    return isDriver && isFirmware && isBus;
}

// "driver: mlx5_core", "firmware-version: 28.39.1002 (MT_0000000838)", "bus-info: 0000:41:00.0", several of
// these one after the other. The interface is not named.
void readEthtoolDriver(const SectionText &text, HostBuilder &builder) {
    struct Line {
        std::string_view key;
        std::string value;
        EvidenceRef evidence;
    };
    std::vector<Line> known;
    std::string device;
    const auto deliver = [&] {
        for (const Line &line : known)
            addToolFact(builder, "ethtool -i", device, line.key, line.value, line.evidence);
        const auto address = Address::parse(device);
        host::PciFunction *function = address ? builder.knownFunction(*address) : nullptr;
        if (function && !known.empty() && known.front().key == "driver")
            setTextIfUnknown(function->driver, known.front().value, known.front().evidence);
        known.clear();
        device.clear();
    };
    for (PastedLines lines = toolLines(text); lines.next();) {
        const auto parts = splitKeyValue(lines.line().text);
        if (!parts)
            continue;
        if (parts->key == "driver")
            deliver();
        for (const std::string_view key : {"driver", "version", "firmware-version"})
            if (parts->key == key && known.size() < 8)
                known.push_back({key, shown(parts->value, 128), text.evidence(lines.line().source)});
        if (parts->key == "bus-info")
            device = shown(parts->value, 64);
    }
    deliver();
}

bool isEthtoolStatistics(const FileSample &sample) {
    for (PastedLines lines(sample.head); lines.next();)
        if (lines.line().text == "NIC statistics:")
            return true;
    return false;
}

namespace {

std::size_t statisticsIn(const SectionText &text) {
    std::size_t count = 0;
    for (PastedLines lines = toolLines(text); lines.next();)
        count += lines.line().text == "NIC statistics:" ? 1 : 0;
    return count;
}

} // namespace

// "     rx_discards_phy: 12"; the interface is named by the prompt alone. Without it several are numbered.
void readEthtoolStatistics(const SectionText &text, HostBuilder &builder) {
    Counters counters(builder, "ethtool -S");
    const bool areSeveral = statisticsIn(text) > 1;
    std::size_t number = 0;
    std::string asked =
        shown(askedInterface(text.meta.origin, "-S", "--statistics"), 64); // a session is cut at its prompts
    for (PastedLines lines = toolLines(text); lines.next();) {
        const std::string_view line = lines.line().text;
        const std::string_view named = askedInterface(line, "-S", "--statistics");
        if (!named.empty() || isPrompt(line)) {
            asked = shown(named, 64);
            continue;
        }
        const auto parts = splitKeyValue(line);
        if (line == "NIC statistics:") {
            ++number;
            counters.device(!asked.empty() ? asked
                            : areSeveral   ? "interface " + std::to_string(number)
                                           : std::string());
            asked.clear();
        } else if (parts) {
            counters.add(parts->key, parts->value, text.evidence(lines.line().source));
        }
    }
    counters.deliver();
}

bool isRdmaStatistic(const FileSample &sample) {
    if (!has(sample.head, "link ") && !mayNeedCleaning(sample.head))
        return false;
    for (PastedLines lines(sample.head); lines.next();)
        if (!statisticLink(lines.line().text).empty())
            return true;
    return false;
}

// A line for each port, with the names of its counters and their values.
void readRdmaStatistic(const SectionText &text, HostBuilder &builder) {
    Counters counters(builder, "rdma statistic");
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view line = lines.line().text;
        const std::string_view link = statisticLink(line);
        if (link.empty())
            continue;
        const EvidenceRef evidence = text.evidence(lines.line().source);
        std::string_view rest = link;
        const std::string_view name = takeUntil(rest, '/');
        const auto port = parseInteger<std::uint8_t>(rest);
        if (RdmaDevice *device = port && !name.empty() ? builder.rdmaDevice(name) : nullptr)
            (void)builder.rdmaPort(*device, *port);
        counters.device(link);
        (void)takeWord(line);
        (void)takeWord(line);
        for (std::string_view counter = takeWord(line); !counter.empty(); counter = takeWord(line))
            counters.add(counter, takeWord(line), evidence);
    }
    counters.deliver();
}

} // namespace fabricscope::formats
