// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/formats/FileFields.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <charconv>
#include <cmath>

namespace fabricscope::formats {

namespace {

using host::EvidenceRef;
using host::Host;

template<auto Member, std::size_t MaxSize = 512>
bool readText(HostBuilder &builder, std::string_view value, EvidenceRef evidence) {
    value = trimmed(value);
    if (!value.empty())
        builder.host.*Member = textFact(value, evidence, MaxSize);
    return true;
}

bool readMachineId(HostBuilder &builder, std::string_view value, EvidenceRef) {
    builder.host.id.machineId = shown(trimmed(value), 64);
    return true;
}

bool readBootId(HostBuilder &builder, std::string_view value, EvidenceRef) {
    builder.host.id.bootId = shown(trimmed(value), 64);
    return true;
}

// The file may be outdated; the kernel has the current name.
bool readHostnameFile(HostBuilder &builder, std::string_view value, EvidenceRef evidence) {
    return builder.host.hostname || readText<&Host::hostname, 256>(builder, value, evidence);
}

// NAME="value" lines; the display name is PRETTY_NAME (os-release(5)).
bool readOsRelease(HostBuilder &builder, std::string_view value, EvidenceRef evidence) {
    constexpr std::string_view kKey = "PRETTY_NAME=";
    if (value.substr(0, kKey.size()) != kKey)
        return true;
    value = trimmed(value.substr(kKey.size()));
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front())
        value = value.substr(1, value.size() - 2);
    return readText<&Host::osName, 128>(builder, value, evidence);
}

bool readSimulated(HostBuilder &builder, std::string_view value, EvidenceRef) {
    if (builder.host.simulated.empty())
        builder.host.simulated = shown(trimmed(value).empty() ? "simulated" : trimmed(value), 256);
    return true;
}

// "Linux version 6.1.0-28-amd64 (...) ...": only used if osrelease is missing.
bool readVersion(HostBuilder &builder, std::string_view value, EvidenceRef evidence) {
    constexpr std::string_view kBegin = "Linux version ";
    if (!builder.host.kernel && value.substr(0, kBegin.size()) == kBegin) {
        value.remove_prefix(kBegin.size());
        return readText<&Host::kernel, 128>(builder, takeUntil(value, ' '), evidence);
    }
    return true;
}

bool readDmesgRestrict(HostBuilder &builder, std::string_view value, EvidenceRef) {
    builder.notes.dmesgRestricted = trimmed(value) != "0";
    return true;
}

// "86411.20 9678054.00": seconds since boot, and idle time of the processors.
bool readUptime(HostBuilder &builder, std::string_view value, EvidenceRef evidence) {
    value = takeUntil(value, ' ');
    double seconds = 0;
    const char *end = value.data() + value.size();
    const auto [rest, error] = std::from_chars(value.data(), end, seconds, std::chars_format::fixed);
    if (error == std::errc{} && rest == end && seconds >= 0 && std::isfinite(seconds))
        builder.notes.uptime = {seconds, evidence};
    return true;
}

// A file of hwloc-gather-topology with data that it could not pack: "HostName: gpu-07".
bool readHwlocInfo(HostBuilder &builder, std::string_view value, EvidenceRef evidence) {
    const std::string_view key = takeUntil(value, ':');
    if (key == "HostName" && !builder.host.hostname)
        return readText<&Host::hostname, 256>(builder, value, evidence);
    if (key == "OSRelease" && !builder.host.kernel)
        return readText<&Host::kernel, 128>(builder, value, evidence);
    return true;
}

constexpr FileField<HostBuilder> kIdentityFields[] = {
    {"proc/sys/kernel/hostname", readText<&Host::hostname, 256>},
    {"etc/hostname", readHostnameFile},
    {"etc/machine-id", readMachineId},
    {"etc/os-release", readOsRelease},
    {"etc/fabricscope-simulated", readSimulated},
    {"proc/sys/kernel/osrelease", readText<&Host::kernel, 128>},
    {"proc/version", readVersion},
    {"proc/cmdline", readText<&Host::commandLine, 8192>},
    {"proc/sys/kernel/random/boot_id", readBootId},
    {"proc/sys/kernel/dmesg_restrict", readDmesgRestrict},
    {"proc/sys/kernel/numa_balancing", readText<&Host::numaBalancing, 16>},
    {"proc/hwloc-nofile-info", readHwlocInfo},
    {"proc/uptime", readUptime},
};

constexpr FileField<HostBuilder> kDmiFields[] = {
    {"sys_vendor", readText<&Host::vendor, 128>},
    {"product_name", readText<&Host::product, 128>},
    {"board_name", readText<&Host::board, 128>},
    {"bios_version", readText<&Host::bios, 128>},
    {"product_serial", readText<&Host::productSerial, 128>},
    {"product_uuid", readText<&Host::productUuid, 128>},
    {"board_serial", readText<&Host::boardSerial, 128>},
};

void readFields(const SectionText &text, HostBuilder &builder, std::span<const FileField<HostBuilder>> rows) {
    FileFields<HostBuilder> fields(rows);
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitFileLine(lines.line());
        if (!parts) {
            builder.warn(text, lines.line(), "not a path:value line");
            continue;
        }
        if (const auto *field = fields.find(parts->path))
            field->read(builder, parts->value, text.evidence(lines.line()));
    }
}

} // namespace

void readIdentity(const SectionText &text, HostBuilder &builder) {
    readFields(text, builder, kIdentityFields);
    constexpr double kMillisecond = 1e-3;
    if (const auto &uptime = builder.notes.uptime; uptime && text.meta.startedMs > 0)
        builder.host.bootTime = {static_cast<double>(text.meta.startedMs) * kMillisecond - *uptime,
                                 uptime.evidence()};
}

void readDmi(const SectionText &text, HostBuilder &builder) {
    readFields(text, builder, kDmiFields);
}

// "uid=1000(jane) gid=1000(jane) groups=...". The root part shows root, which is not the collecting user.
void readUser(const SectionText &text, HostBuilder &builder) {
    if (text.meta.part == capture::Part::Root)
        return;
    LineCursor lines(text);
    if (!lines.next())
        return;
    const EvidenceRef evidence = text.evidence(lines.line());
    std::string_view word = lines.line().substr(0, lines.line().find(' '));
    constexpr std::string_view kBegin = "uid=";
    if (word.substr(0, kBegin.size()) != kBegin) {
        builder.warn(text, lines.line(), "not what `id` prints");
        return;
    }
    word.remove_prefix(kBegin.size());
    const auto uid = parseInteger<int>(takeUntil(word, '('));
    if (!uid || *uid < 0) {
        builder.warn(text, lines.line(), "not a user ID");
        return;
    }
    builder.host.uid = {*uid, evidence};
    if (const std::string_view name = takeUntil(word, ')'); !name.empty())
        builder.host.user = textFact(name, evidence, 64);
}

// `ulimit -a`: dash prints "memory(kbytes)   unlimited", bash "max locked memory   (kbytes, -l) 65536",
// busybox
// "-l: locked memory (kb)   65536". The last word is the value, what precedes it the name.
void readLimits(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const std::string_view line = trimmed(lines.line());
        const std::string_view value = lastWord(line);
        const std::string_view name = trimmed(line.substr(0, line.size() - value.size()));
        if (!name.empty() && builder.host.limits.size() < HostLimits::kNames)
            builder.host.limits.insert_or_assign(shown(name, 128),
                                                 textFact(value, text.evidence(lines.line()), 64));
    }
}

// One word: "kvm", "none", "docker".
void readDetectVirt(const SectionText &text, HostBuilder &builder) {
    LineCursor lines(text);
    if (lines.next() && !trimmed(lines.line()).empty())
        readText<&Host::virtualization, 64>(builder, lines.line(), text.evidence(lines.line()));
}

} // namespace fabricscope::formats
