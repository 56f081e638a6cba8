// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `ip addr` and `ip link`: in lines of their own, with -o, with -br, with -d.
#include "core/base/Text.h"
#include "core/formats/Readers.h"
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

/// What stands behind an interface's name, word by word; of -d the function too.
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
bool isIndex(std::string_view word) {
    return word.size() > 1 && word.back() == ':' && parseInteger<unsigned>(word.substr(0, word.size() - 1));
}

} // namespace

void readIpAddr(const SectionText &text, HostBuilder &builder) {
    std::string current;
    for (PastedLines lines = toolLines(text); lines.next();) {
        std::string_view rest = lines.line().text;
        const EvidenceRef evidence = text.evidence(lines.line().source);
        const std::string_view first = takeWord(rest);
        if (isIndex(first)) { // "2: eth0@if3: <...>", with -o also "2: eth0    inet ..."
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
        if (interface)
            readWords(*interface, rest, evidence);
    }
}

} // namespace fabricscope::formats
