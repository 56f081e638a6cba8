// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/RedactRules.h"

#include "core/base/Text.h"
#include "core/capture/redact/AllowedTokens.h"
#include "core/capture/redact/ProductForms.h"
#include "core/capture/redact/RedactPlaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace fabricscope::capture {

namespace {

/// A file in a section of the files form, by the end of its path. To add one, add a row.
struct FileRule {
    std::string_view section;
    std::string_view file;
    ValueKind how;
};
constexpr std::array kFileRules{std::to_array<FileRule>({
    {"identity", "etc/hostname", ValueKind::Host},
    {"identity", "proc/sys/kernel/hostname", ValueKind::Host},
    {"identity", "etc/machine-id", ValueKind::Hex},
    {"dmi-root", "product_serial", ValueKind::Serial},
    {"dmi-root", "board_serial", ValueKind::Serial},
    {"dmi", "_serial", ValueKind::Serial},
    {"dmi", "_asset_tag", ValueKind::Serial},
    {"nvme", "/serial", ValueKind::Serial},
    {"net", "/phys_switch_id", ValueKind::Hex},
    {"drm", "/unique_id", ValueKind::HexNumber},
    {"drm", "/xgmi_hive_id", ValueKind::DecimalNumber},
    {"rdma", "/fw_ver", ValueKind::Version},
    {"rdma", "/lid", ValueKind::Lid},
    {"rdma", "/sm_lid", ValueKind::Lid},
    {"rdma", "/cap_mask", ValueKind::Mask},
    {"rdma", "/hca_type", ValueKind::Product},
    {"rdma", "/board_id", ValueKind::Psid},
})};

/// A value after a key anywhere in a line of a section whose name begins with this.
struct KeyRule {
    std::string_view section;
    std::string_view key; ///< in lower case; more letters may follow
    ValueKind how;
};
constexpr std::array kKeyRules{std::to_array<KeyRule>({
    {"kfd", "unique_id", ValueKind::DecimalNumber},
    {"kfd", "hive_id", ValueKind::DecimalNumber},
    {"tool-nvidia", "serial", ValueKind::Serial},
    {"tool-amd", "serial", ValueKind::Serial},
    {"tool-amd", "unique", ValueKind::Serial},
    {"tool-rocm", "serial", ValueKind::Serial},
    {"tool-rocm", "unique", ValueKind::Serial},
    {"tool-virsh", "serial", ValueKind::Serial},
    {"tool-ch-remote", "serial", ValueKind::Serial},
    {"vmm", "serial", ValueKind::Serial},
    {"dmesg", "serial", ValueKind::Serial},
    {"tool-dmesg", "serial", ValueKind::Serial},
    {"dmesg", "asset", ValueKind::Serial},
    {"tool-dmesg", "asset", ValueKind::Serial},
    {"dmesg", "s/n", ValueKind::Serial},
    {"tool-dmesg", "s/n", ValueKind::Serial},
    {"dmesg", " sn=", ValueKind::Serial},
    {"tool-dmesg", " sn=", ValueKind::Serial},
    {"dmesg", " sn:", ValueKind::Serial},
    {"tool-dmesg", " sn:", ValueKind::Serial},
    {"identity", "serial=", ValueKind::Serial}, // the kernel's command line; not serial,ttyS0
    {"identity", "asset=", ValueKind::Serial},
    {"kernel-command-line", "serial=", ValueKind::Serial},
    {"kernel-command-line", "asset=", ValueKind::Serial},
    {"nccl-topo", "host_hash", ValueKind::Serial},
    {"tool-nvidia", "pdi", ValueKind::HexNumber}, // <pdi>, <gpu_fabric_guid> of nvidia-smi -q -x
    {"tool-nvidia", "guid", ValueKind::HexNumber},
    {"tool-nvidia", "pci_device_id", ValueKind::Mask}, // of the model: "0x233010DE"
    {"tool-nvidia", "pci_sub_system_id", ValueKind::Mask},
    {"tool-nvidia", "device id", ValueKind::Mask},
    {"tool-nvidia", "sub system id", ValueKind::Mask},
    {"tool-ip", "switch", ValueKind::Hex}, // switchid, phys_switch_id
    {"tool-ip", "port_id", ValueKind::Hex},
    {"dmesg", "ppin", ValueKind::HexNumber}, // a processor's own number, in machine checks
    {"tool-rdma", "lid ", ValueKind::Lid},
})};

bool isWordChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

bool endsWith(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Hex numbers keep their "0x" and their case.
std::string hexNumber(std::string_view value, const Pseudonyms &pseudonyms) {
    const bool prefixed = value.substr(0, 2) == "0x" || value.substr(0, 2) == "0X";
    const std::string_view digits = prefixed ? value.substr(2) : value;
    const auto number = parseInteger<std::uint64_t>(digits, 16);
    if (!number)
        return pseudonyms.sameHexForm(value);
    const bool upper = std::any_of(digits.begin(), digits.end(), [](char c) { return c >= 'A' && c <= 'F'; });
    const std::uint64_t mapped = pseudonyms.number(*number);
    return std::string(value.substr(0, prefixed ? 2 : 0)) +
           (upper ? fmt::format("{:0{}X}", mapped, digits.size())
                  : fmt::format("{:0{}x}", mapped, digits.size()));
}

// "0x9c63c00300d420f0", "9c63:c003:00d4:20f0": the same number as elsewhere, in the form of the original.
std::string guidPseudonym(std::string_view value, const Pseudonyms &pseudonyms) {
    const bool prefixed = value.substr(0, 2) == "0x" || value.substr(0, 2) == "0X";
    std::string digits(value.substr(prefixed ? 2 : 0));
    std::erase(digits, ':');
    constexpr std::size_t kDigits = 16;
    const auto number = parseInteger<std::uint64_t>(digits, 16);
    if (!number || digits.size() > kDigits)
        return pseudonyms.sameHexForm(value);
    const std::string mapped = fmt::format("{:016x}", pseudonyms.guid(*number));
    if (value.find(':') == std::string_view::npos)
        return std::string(value.substr(0, prefixed ? 2 : 0)) + mapped;
    return fmt::format("{}:{}:{}:{}", mapped.substr(0, 4), mapped.substr(4, 4), mapped.substr(8, 4),
                       mapped.substr(12, 4));
}

/// Exactly "229.1.123.0"; not a private address, which a firmware version never is.
bool isVersion(std::string_view value) {
    static constexpr std::array<std::string_view, 6> kPrivate{"10.", "127.", "172.", "192.", "100.", "169."};
    constexpr std::size_t kLongest = 24;
    return value.size() <= kLongest && value.find_first_not_of("0123456789.") == std::string_view::npos &&
           std::none_of(kPrivate.begin(), kPrivate.end(),
                        [&](std::string_view each) { return value.starts_with(each); });
}

/// What is printed as the same number in another form elsewhere is replaced by its form, wherever it is.
/// Digits alone are a serial number at the place of one, and decimal at that of a decimal number.
std::string formPseudonym(ValueKind how, std::string_view value, const Pseudonyms &pseudonyms) {
    const bool keeps = how == ValueKind::Version || how == ValueKind::Mask || how == ValueKind::Product ||
                       how == ValueKind::Psid || how == ValueKind::BankStatus;
    return keeps || value.find_first_not_of("0123456789") == std::string_view::npos
               ? std::string()
               : RedactForms(pseudonyms).whole(value);
}

/// "0x8001", "8001" and "32769" are the same P_Key: four digits are hexadecimal.
std::string partitionKey(std::string_view value, const Pseudonyms &pseudonyms) {
    constexpr std::size_t kDigits = 4;
    const bool prefixed = value.starts_with("0x"), hex = prefixed || value.size() == kDigits;
    const auto key = parseInteger<std::uint16_t>(value.substr(prefixed ? 2 : 0), hex ? 16 : 10);
    if (!key)
        return tokenPseudonym(value, pseudonyms);
    const std::uint64_t mapped = pseudonyms.pkey(*key);
    return hex ? fmt::format("{}{:04x}", prefixed ? "0x" : "", mapped) : std::to_string(mapped);
}

/// "12", "0x2e": of 16 bits or of a user, in the form of the original.
std::string smallNumber(ValueKind how, std::string_view value, const Pseudonyms &pseudonyms) {
    if (how == ValueKind::PKey)
        return partitionKey(value, pseudonyms);
    const bool hex = value.starts_with("0x");
    const auto number = parseInteger<std::uint64_t>(value.substr(hex ? 2 : 0), hex ? 16 : 10);
    if (!number)
        return tokenPseudonym(value, pseudonyms);
    const std::uint64_t mapped = how == ValueKind::Lid    ? pseudonyms.lid(*number)
                                 : how == ValueKind::Vlan ? pseudonyms.vlan(*number)
                                 : how == ValueKind::Vni  ? pseudonyms.vni(*number)
                                                          : pseudonyms.userId(*number);
    return hex ? fmt::format("0x{:x}", mapped) : std::to_string(mapped);
}

/// "0xa651e84a", "00004000/00000000", "233010DE".
bool isMask(std::string_view value) {
    constexpr std::size_t kDigits = 8;
    if (value.size() == 2 * kDigits + 1 && value[kDigits] == '/')
        return std::all_of(value.begin(), value.begin() + kDigits, isHex) &&
               std::all_of(value.begin() + kDigits + 1, value.end(), isHex);
    if (value.size() == kDigits)
        return std::all_of(value.begin(), value.end(), isHex);
    constexpr std::size_t kLongest = 18;
    return value.starts_with("0x") && value.size() <= kLongest && value.size() > 2 &&
           std::all_of(value.begin() + 2, value.end(), isHex);
}

/// "8c00004000010090": 16 digits, of which the first two are flags (Intel SDM 15.3.2.2, AMD APM 2, 9.3.2),
/// and AMD's deferred errors are in the fifth.
std::string bankStatus(std::string_view value, const Pseudonyms &pseudonyms) {
    constexpr std::size_t kFlags = 2, kDeferred = 4;
    std::string status = std::string(value.substr(0, kFlags)) + pseudonyms.sameHexForm(value).substr(kFlags);
    if (status.size() > kDeferred && status.size() == value.size())
        status[kDeferred] = value[kDeferred];
    return status;
}

/// "MT_0000000838", "DEL0000000033": the id of a product and its firmware's configuration, the same on each
/// of them: three letters of the vendor and ten digits or more (NVIDIA, "PSID" in the firmware tools'
/// manual).
bool isPsid(std::string_view value) {
    constexpr std::size_t kVendor = 3, kLeast = 13, kLongest = 16;
    const std::string_view vendor = value.substr(0, kVendor);
    return value.size() >= kLeast && value.size() <= kLongest &&
           std::all_of(vendor.begin(), vendor.end(),
                       [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; }) &&
           value.find_first_not_of("0123456789", kVendor) == std::string_view::npos;
}

/// Also a unique id in hex digits.
std::string serialPseudonym(std::string_view value, const Pseudonyms &pseudonyms) {
    constexpr std::size_t kUniqueId = 12;
    const bool hex = value.find_first_not_of("0123456789abcdefABCDEFxX") == std::string_view::npos;
    const bool letters = value.find_first_of("abcdefABCDEFxX") != std::string_view::npos;
    return hex && letters && value.size() >= kUniqueId ? hexNumber(value, pseudonyms)
                                                       : RedactForms(pseudonyms).freeText(value);
}

/// Who built the kernel: "alice@build7".
std::string builderPseudonym(std::string_view value, const Pseudonyms &pseudonyms) {
    const std::string_view user = value.substr(0, value.find('@'));
    return (isCommonUser(user) ? std::string(user) : pseudonyms.name("user", user)) + '@' +
           hostPseudonym(value.substr(user.size() + 1), pseudonyms);
}

/// A name that no section would keep is replaced as elsewhere in the text; at the place of a program, a known
/// word is a name, too.
std::string processPseudonym(std::string_view value, const Pseudonyms &pseudonyms) {
    constexpr SectionRule kAnything{"", Topics::all(), {}, true, true, true};
    const bool isToken = std::all_of(value.begin(), value.end(), isTokenChar) && trimmedToken(value) == value;
    return isToken && !isAllowedToken(value, {}, kAnything) ? tokenPseudonym(value, pseudonyms)
                                                            : pseudonyms.name("process", value);
}

std::string replaced(ValueKind how, std::string_view value, const Pseudonyms &pseudonyms) {
    if (std::string form = formPseudonym(how, value, pseudonyms); !form.empty())
        return form;
    switch (how) {
    case ValueKind::Host:
        return hostPseudonym(value, pseudonyms);
    case ValueKind::Builder:
        return builderPseudonym(value, pseudonyms);
    case ValueKind::Text:
        return RedactForms(pseudonyms).freeText(value);
    case ValueKind::Process:
        return processPseudonym(value, pseudonyms);
    case ValueKind::Psid:
        return isPsid(value) ? std::string(value) : pseudonyms.sameForm(value);
    case ValueKind::Version:
    case ValueKind::Mask:
    case ValueKind::Product: // reported by findNames()
        return std::string(value);
    case ValueKind::Lid:
    case ValueKind::PKey:
    case ValueKind::Vlan:
    case ValueKind::Vni:
    case ValueKind::UserId:
        return smallNumber(how, value, pseudonyms);
    case ValueKind::Guid:
        return guidPseudonym(value, pseudonyms);
    case ValueKind::Hex:
        return value.starts_with("0x") ? "0x" + pseudonyms.sameHexForm(value.substr(2))
                                       : pseudonyms.sameHexForm(value);
    case ValueKind::BankStatus:
        return bankStatus(value, pseudonyms);
    case ValueKind::HexNumber:
        return hexNumber(value, pseudonyms);
    case ValueKind::DecimalNumber:
        if (const auto number = parseInteger<std::uint64_t>(value))
            return std::to_string(pseudonyms.number(*number));
        return pseudonyms.sameForm(value);
    case ValueKind::Serial:
        break;
    }
    return serialPseudonym(value, pseudonyms);
}

/// The kinds of numbers that are replaced wherever they are, as findNames() reports them.
struct IdKind {
    ValueKind how;
    std::string_view kind;
};
constexpr IdKind kIdKinds[] = {{ValueKind::Serial, "serial"},
                               {ValueKind::Hex, "hex"},
                               {ValueKind::HexNumber, "hex number"},
                               {ValueKind::DecimalNumber, "decimal number"}};

// The value in "PATH:VALUE" of a rule's file. The path ends at the first colon after the file's name.
void findFilePlaces(std::string_view section, std::string_view text, std::vector<Place> &places) {
    for (const FileRule &rule : kFileRules) {
        if (rule.section != section)
            continue;
        for (std::string_view rest = text; !rest.empty();) {
            const std::string_view line = takeUntil(rest, '\n');
            const auto colon = line.find(':');
            if (colon == std::string_view::npos || !endsWith(line.substr(0, colon), rule.file))
                continue;
            const std::string_view value = trimmed(line.substr(colon + 1));
            if (!value.empty())
                places.push_back(
                    {static_cast<std::size_t>(value.data() - text.data()), value.size(), rule.how});
        }
    }
}

bool isSerial(std::string_view value, char behind, ValueKind how) {
    if (how == ValueKind::DecimalNumber || how == ValueKind::Lid)
        return parseInteger<std::uint64_t>(value).has_value();
    return value.size() >= 4 && value.find_first_of("0123456789") != std::string_view::npos &&
           behind != ':' && behind != '.' && behind != '/';
}

// The value after a key that ends at `begin`: other words, blanks, quotes and one of ":=>" may be between, in
// the same line. Empty if there is none. A key that ends with a letter may go on.
std::string_view valueAfterKey(std::string_view text, std::size_t begin, ValueKind how) {
    constexpr int kWordsBetween = 3;
    while (isWordChar(text[begin - 1]) && begin < text.size() && isWordChar(text[begin]))
        ++begin;
    for (int word = 0; word < kWordsBetween; ++word) {
        while (begin < text.size() && text[begin] != '\n' && text[begin] != '<' && !isWordChar(text[begin]))
            ++begin;
        std::size_t end = begin;
        while (end < text.size() && isWordChar(text[end]))
            ++end;
        const std::string_view value = text.substr(begin, end - begin);
        if (isSerial(value, end < text.size() ? text[end] : '\n', how))
            return value;
        if (value.empty() || value.find_first_of("0123456789") != std::string_view::npos)
            return {};
        begin = end;
    }
    return {};
}

void findKeyPlaces(std::string_view section, std::string_view text, std::vector<Place> &places) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    for (const KeyRule &rule : kKeyRules) {
        if (section.substr(0, rule.section.size()) != rule.section)
            continue;
        for (auto at = lower.find(rule.key); at != std::string::npos; at = lower.find(rule.key, at + 1)) {
            const std::string_view value = valueAfterKey(text, at + rule.key.size(), rule.how);
            if (!value.empty())
                places.push_back(
                    {static_cast<std::size_t>(value.data() - text.data()), value.size(), rule.how});
        }
    }
}

// "uid=1000(alice) gid=1000(alice) groups=1000(alice),27(sudo),4001(team)"
void findUserNames(std::string_view text,
                   const std::function<void(std::string_view, std::string_view)> &report) {
    constexpr unsigned kFirstOwnGroup = 1000;
    for (auto open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
        const auto close = text.find(')', open);
        if (close == std::string_view::npos)
            return;
        std::size_t digits = open;
        while (digits > 0 && std::isdigit(static_cast<unsigned char>(text[digits - 1])) != 0)
            --digits;
        const bool user = digits >= 4 && text.substr(digits - 4, 4) == "uid=";
        const auto number = parseInteger<unsigned>(text.substr(digits, open - digits));
        if (user || (number && *number >= kFirstOwnGroup))
            report(user ? "user" : "group", text.substr(open + 1, close - open - 1));
    }
}

// QEMU's "-name guest=NAME,..." in the processes form.
void findMachineNames(std::string_view text,
                      const std::function<void(std::string_view, std::string_view)> &report) {
    bool named = false;
    while (!text.empty()) {
        std::string_view line = takeUntil(text, '\n');
        if (named && line.substr(0, 1) == "=") {
            line.remove_prefix(1);
            if (line.substr(0, 6) == "guest=")
                line.remove_prefix(6);
            report("host", takeUntil(line, ',')); // the guest's own host name
        }
        named = line == "=-name";
    }
}

// libvirt's elements with user-defined text.
void findDomainNames(std::string_view text,
                     const std::function<void(std::string_view, std::string_view)> &report) {
    for (const std::string_view tag : {"<name>", "<title>", "<description>"})
        for (auto at = text.find(tag); at != std::string_view::npos; at = text.find(tag, at + 1)) {
            const std::string_view value = text.substr(at + tag.size());
            report(tag == "<name>" ? "host" : "vm", value.substr(0, value.find('<')));
        }
}

bool isOfLspci(std::string_view section) {
    return section.starts_with("lspci") || section == "tool-lspci";
}

} // namespace

// "gpu-07.dc1.example.com" as the replacements that its two parts have elsewhere, in this capture and in that
// of another host, which does not know that they belong together.
std::string hostPseudonym(std::string_view value, const Pseudonyms &pseudonyms) {
    if (std::string form = formPseudonym(ValueKind::Host, value, pseudonyms); !form.empty())
        return form;
    const auto dot = value.find('.');
    if (dot == std::string_view::npos)
        return value.empty() ? std::string() : tokenPseudonym(value, pseudonyms);
    return hostPseudonym(value.substr(0, dot), pseudonyms) + '.' +
           sitePseudonym(value.substr(dot + 1), pseudonyms);
}

bool isCommonUser(std::string_view user) {
    static constexpr std::array<std::string_view, 11> kUsers{"root",     "ubuntu",    "debian",    "admin",
                                                             "centos",   "rocky",     "fedora",    "opc",
                                                             "ec2-user", "azureuser", "cloud-user"};
    return std::find(kUsers.begin(), kUsers.end(), user) != kUsers.end();
}

bool isIdKind(std::string_view kind) {
    return std::any_of(std::begin(kIdKinds), std::end(kIdKinds),
                       [&](const IdKind &each) { return each.kind == kind; });
}

std::string idPseudonym(std::string_view kind, std::string_view value, const Pseudonyms &pseudonyms) {
    const auto *each = std::find_if(std::begin(kIdKinds), std::end(kIdKinds),
                                    [&](const IdKind &one) { return one.kind == kind; });
    return replaced(each == std::end(kIdKinds) ? ValueKind::Serial : each->how, value, pseudonyms);
}

std::vector<Replacement> placedReplacements(std::string_view section, std::string_view text,
                                            const Pseudonyms &pseudonyms) {
    std::vector<Place> places;
    findFilePlaces(section, text, places);
    findKeyPlaces(section, text, places);
    findToolPlaces(section, text, places);
    findNumberPlaces(text, places);
    std::vector<Replacement> all;
    for (const Place &place : places) {
        const std::string_view value = text.substr(place.begin, place.length);
        const bool isText = (place.how == ValueKind::Version && !isVersion(value)) ||
                            (place.how == ValueKind::Mask && !isMask(value)) ||
                            place.how == ValueKind::Product;
        if (!isText)
            all.push_back({place.begin, place.length, replaced(place.how, value, pseudonyms),
                           place.how == ValueKind::Text});
    }
    if (isOfLspci(section))
        replaceLspciSerials(text, pseudonyms, all);
    if (section == "routes")
        replaceRoutes(text, pseudonyms, all);
    std::stable_sort(all.begin(), all.end(), [](const Replacement &a, const Replacement &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.length > b.length;
    });
    std::vector<Replacement> apart;
    for (Replacement &each : all)
        if (apart.empty() || each.begin >= apart.back().begin + apart.back().length)
            apart.push_back(std::move(each));
    return apart;
}

void findNames(std::string_view section, std::string_view text,
               const std::function<void(std::string_view kind, std::string_view name)> &report) {
    std::vector<Place> places;
    findFilePlaces(section, text, places);
    findKeyPlaces(section, text, places);
    findToolPlaces(section, text, places);
    // Each line of a log names its host: one host or a few.
    constexpr std::size_t kMaxHosts = 64;
    std::set<std::string_view> hosts;
    for (const Place &place : places) {
        const std::string_view value = text.substr(place.begin, place.length);
        for (const IdKind &id : kIdKinds)
            if (id.how == place.how)
                report(id.kind, value);
        if (place.how == ValueKind::Host && hosts.size() < kMaxHosts && hosts.insert(value).second)
            report("host", value);
        else if (place.how == ValueKind::Builder)
            report("builder", value.substr(0, value.find('@')));
        else if (place.how == ValueKind::Product && isOfLspci(section) && hasSerialForm(value))
            report("serial", value);
        else if (place.how == ValueKind::Product || (place.how == ValueKind::Psid && isPsid(value)))
            report("product", value);
    }
    findProductForms(section, text, [&](std::string_view word) { report("product", word); });
    findHomeNames(text, report);
    if (section == "user")
        findUserNames(text, report);
    if (section == "vmm")
        findMachineNames(text, report);
    if (section == "tool-virsh")
        findDomainNames(text, report);
}

} // namespace fabricscope::capture
