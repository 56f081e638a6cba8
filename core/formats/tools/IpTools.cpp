// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `ip addr` and `ip link`: in lines of their own, with -o, with -br, with -d, and as JSON with -j.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
#include "core/formats/tools/JsonWalk.h"
#include "core/formats/tools/ToolText.h"

#include <algorithm>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::NetInterface;

constexpr std::string_view kStates[] = {"UP",      "DOWN",       "UNKNOWN", "LOWERLAYERDOWN",
                                        "DORMANT", "NOTPRESENT", "TESTING"};

bool isState(std::string_view word) {
    return std::find(std::begin(kStates), std::end(kStates), word) != std::end(kStates);
}

void setState(NetInterface &interface, std::string_view word, EvidenceRef evidence) {
    if (!isState(word))
        return;
    std::string lower(word);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return static_cast<char>(c - 'A' + 'a'); });
    setIfUnknown(interface.operstate, lower, evidence);
}

/// "<BROADCAST,MULTICAST,UP,LOWER_UP>"; an interface that is down says nothing about its carrier.
void setFlags(NetInterface &interface, std::string_view flags, EvidenceRef evidence) {
    std::string padded = "," + std::string(flags.substr(1, flags.size() - 2)) + ",";
    const bool up = padded.find(",UP,") != std::string::npos;
    const bool lowerUp = padded.find(",LOWER_UP,") != std::string::npos;
    if (up && (lowerUp || padded.find(",NO-CARRIER,") != std::string::npos))
        setIfUnknown(interface.carrier, lowerUp, evidence);
}

void addAddress(NetInterface &interface, std::string_view address) {
    if (address.empty() || interface.addresses.size() >= HostLimits::kFew)
        return;
    std::string clean = shown(address, 64);
    if (std::find(interface.addresses.begin(), interface.addresses.end(), clean) == interface.addresses.end())
        interface.addresses.push_back(std::move(clean));
}

void setLink(NetInterface &interface, std::string_view kind, std::string_view mac, EvidenceRef evidence) {
    struct LinkType {
        std::string_view name;
        int number; ///< include/uapi/linux/if_arp.h
    };
    static constexpr LinkType kTypes[] = {{"ether", 1}, {"infiniband", 32}, {"loopback", 772}};
    for (const LinkType &known : kTypes)
        if (known.name == kind) {
            setIfUnknown(interface.type, known.number, evidence);
            setTextIfUnknown(interface.mac, mac, evidence, 64);
        }
}

/// What is shown of an interface beside: words of -d whose value follows. An "id" belongs to the word before.
struct OtherWord {
    std::string_view word, name;
};
constexpr OtherWord kOtherWords[] = {
    {"vlan", "VLAN ID"},       {"vxlan", "VXLAN ID"}, {"link-netnsid", "Network namespace of its link"},
    {"switchid", "Switch ID"}, {"portid", "Port ID"}, {"portname", "Port name"},
};

/// "vlan protocol 802.1Q id 100", "vxlan id 42 dev eth0", "switchid 9c63c0...".
void readOtherWords(HostBuilder &builder, const std::string &name, std::string_view rest,
                    EvidenceRef evidence) {
    std::string_view kind; // whose "id" follows
    for (std::string_view word = takeWord(rest); !word.empty(); word = takeWord(rest)) {
        const auto *known = std::find_if(std::begin(kOtherWords), std::end(kOtherWords),
                                         [&](const OtherWord &each) { return each.word == word; });
        const bool isKnown = known != std::end(kOtherWords);
        if (isKnown && known->name.ends_with("LAN ID"))
            kind = known->name;
        else if (isKnown)
            addToolFact(builder, "ip link", name, known->name, takeWord(rest), evidence);
        else if (word == "id" && !kind.empty())
            addToolFact(builder, "ip link", name, kind, takeWord(rest), evidence);
    }
}

/// What follows an interface's name, word by word; of -d the function too.
void readWords(NetInterface &interface, std::string_view rest, EvidenceRef evidence) {
    for (std::string_view word = takeWord(rest); !word.empty(); word = takeWord(rest)) {
        if (word == "vf" || word == "valid_lft") // virtual functions' links; the rest of an address
            return;
        if (word.size() > 2 && word.front() == '<' && word.back() == '>') {
            setFlags(interface, word, evidence);
        } else if (word == "mtu") {
            if (const auto mtu = parseInteger<std::int64_t>(takeWord(rest)))
                setIfUnknown(interface.mtu, *mtu, evidence);
        } else if (word == "state") {
            setState(interface, takeWord(rest), evidence);
        } else if (word == "master") {
            setTextIfUnknown(interface.master, takeWord(rest), evidence, 64);
        } else if (word == "inet" || word == "inet6") {
            addAddress(interface, takeWord(rest));
        } else if (word.starts_with("link/")) {
            setLink(interface, word.substr(5), takeWord(rest), evidence);
        } else if (word == "parentdev") {
            if (const auto address = Address::parse(takeWord(rest)); address && !interface.device)
                interface.device = address;
        }
    }
}

/// "2:" before a name.
std::optional<int> indexOf(std::string_view word) {
    if (word.size() < 2 || word.back() != ':')
        return std::nullopt;
    const auto index = parseInteger<int>(word.substr(0, word.size() - 1));
    return index && *index > 0 ? index : std::nullopt;
}

/// A name that the kernel or udev gives to a port of a NIC: bridges, tunnels and containers' links often have
/// no carrier.
bool isPortName(std::string_view name) {
    static constexpr std::string_view kBeginnings[] = {"en", "eth", "ib", "rdma", "roce"};
    return name.find_first_of(".@:-") == std::string_view::npos && !name.empty() && name != "ib" &&
           std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                       [&](std::string_view begin) { return name.starts_with(begin); });
}

/// A port that this text states to be switched on, and without a carrier.
void reportCarrier(const SectionText &text, HostBuilder &builder, std::string_view name) {
    const NetInterface *interface = isPortName(name) ? builder.netInterface(name) : nullptr;
    if (interface != nullptr && interface->carrier && !*interface->carrier &&
        interface->carrier.evidence().section == text.index)
        addToolFault(builder, {"no_carrier", interface->name, {}, 0, {}, interface->carrier.evidence()});
}

/// [{"ifindex": 2, "ifname": "eth0", "flags": ["UP", ...], "link_type": "ether", "address": "9c:...",
/// "addr_info": [{"local": "10.0.0.5", "prefixlen": 24}]}]; lists of virtual functions below it are not its
/// own.
class JsonReader {
public:
    JsonReader(const SectionText &text, HostBuilder &builder) : m_text(text), m_builder(builder) {}

    void read(std::string_view json) {
        using Event = JsonWalk::Event;
        JsonWalk walk(json);
        for (Event event = walk.next(); event != Event::End; event = walk.next()) {
            const auto &path = walk.path();
            if (event == Event::CloseObject && path.size() == 1)
                deliver();
            else if (event == Event::CloseObject && path.size() == 3 && path[2] == "addr_info")
                endAddress();
            else if (event == Event::Value && path.size() == 2 && m_fields.size() < kMaxWords)
                m_fields.push_back({walk.key(), walk.value(), m_text.evidence(walk.source())});
            else if (event == Event::Value && path.size() == 3 && path[2] == "flags" &&
                     m_flags.size() < JsonWalk::kLongest)
                m_flags += (m_flags.empty() ? "" : ",") + walk.value();
            else if (event == Event::Value && path.size() == 4 && path[2] == "addr_info")
                readAddress(walk.key(), walk.value());
        }
        deliver(); // one that the text ends within
    }

private:
    static constexpr std::size_t kMaxWords = 256; ///< of an interface
    struct Field {
        std::string key, value;
        EvidenceRef evidence;
    };

    void readAddress(const std::string &key, const std::string &value) {
        if (key == "local")
            m_address = value;
        else if (key == "prefixlen")
            m_prefix = value;
    }

    void endAddress() {
        if (!m_address.empty() && m_addresses.size() < HostLimits::kFew)
            m_addresses.push_back(m_prefix.empty() ? m_address : m_address + '/' + m_prefix);
        m_address.clear();
        m_prefix.clear();
    }

    [[nodiscard]] const Field *field(std::string_view key) const {
        const auto at = std::find_if(m_fields.begin(), m_fields.end(),
                                     [&](const Field &each) { return each.key == key; });
        return at == m_fields.end() ? nullptr : &*at;
    }

    void deliver() {
        endAddress();
        const Field *name = field("ifname");
        NetInterface *interface = name ? m_builder.netInterface(name->value) : nullptr;
        if (interface) {
            for (const Field &each : m_fields)
                readFact(*interface, each);
            if (!m_flags.empty())
                setFlags(*interface, '<' + m_flags + '>', name->evidence);
            for (const std::string &address : m_addresses)
                addAddress(*interface, address);
            reportCarrier(m_text, m_builder, name->value);
        }
        m_fields.clear();
        m_flags.clear();
        m_addresses.clear();
    }

    void readFact(NetInterface &interface, const Field &fact) const {
        if (fact.key == "ifindex") {
            if (const auto index = parseInteger<int>(fact.value); index && *index > 0)
                setIfUnknown(interface.index, *index, fact.evidence);
        } else if (fact.key == "mtu") {
            if (const auto mtu = parseInteger<std::int64_t>(fact.value))
                setIfUnknown(interface.mtu, *mtu, fact.evidence);
        } else if (fact.key == "operstate") {
            setState(interface, fact.value, fact.evidence);
        } else if (fact.key == "master") {
            setTextIfUnknown(interface.master, fact.value, fact.evidence, 64);
        } else if (fact.key == "link_type") {
            const Field *address = field("address");
            setLink(interface, fact.value, address ? address->value : "",
                    address ? address->evidence : fact.evidence);
        } else if (fact.key == "parentdev") {
            if (const auto address = Address::parse(fact.value); address && !interface.device)
                interface.device = address;
        }
    }

    const SectionText &m_text;
    HostBuilder &m_builder;
    std::vector<Field> m_fields;
    std::vector<std::string> m_addresses;
    std::string m_flags, m_address, m_prefix;
};

void readIpText(const SectionText &text, HostBuilder &builder) {
    std::string current;
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view rest = lines.line().text;
        const EvidenceRef evidence = text.evidence(lines.line().source);
        const std::string_view first = takeWord(rest);
        const auto index = indexOf(first);
        if (index) { // "2: eth0@if3: <...>", with -o also "2: eth0    inet ..."
            std::string_view name = takeWord(rest);
            current = name.substr(0, name.find_first_of("@:"));
        } else {
            std::string_view behind = rest;
            if (lines.line().indent == 0 && isState(takeWord(behind))) { // -br: "eth0  UP  10.0.0.5/24"
                NetInterface *interface = builder.netInterface(first.substr(0, first.find('@')));
                current.clear();
                if (interface)
                    setState(*interface, takeWord(rest), evidence);
                for (std::string_view word = takeWord(rest); interface && !word.empty();
                     word = takeWord(rest))
                    if (word.find('/') != std::string_view::npos &&
                        word.find_first_of("<>") == std::string_view::npos)
                        addAddress(*interface, word);
                continue;
            }
            rest = lines.line().text; // a line about the interface above
        }
        NetInterface *interface = current.empty() ? nullptr : builder.netInterface(current);
        if (!interface)
            continue;
        if (index)
            setIfUnknown(interface->index, *index, evidence);
        readWords(*interface, rest, evidence);
        if (index)
            reportCarrier(text, builder, current);
        readOtherWords(builder, current, rest, evidence);
    }
    readVirtualLinks(text, builder);
}

} // namespace

void readIpAddr(const SectionText &text, HostBuilder &builder) {
    if (const std::string_view json = jsonIn(text.bytes); json.find("\"ifname\"") != json.npos)
        JsonReader(text, builder).read(json);
    else
        readIpText(text, builder);
}

} // namespace fabricscope::formats
