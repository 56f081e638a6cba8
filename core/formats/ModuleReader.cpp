// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/formats/Lines.h"
#include "core/formats/Readers.h"

#include <algorithm>

namespace fabricscope::formats {

// /proc/modules: "name size refs deps state address"
void readModules(const SectionText &text, HostBuilder &builder) {
    auto &modules = builder.host.modules;
    for (LineCursor lines(text); lines.next();) {
        const std::string_view line = lines.line();
        const auto blank = line.find(' ');
        if (blank == std::string_view::npos || blank == 0)
            builder.warn(text, line, "not a line of /proc/modules");
        else if (modules.size() < HostLimits::kNames)
            modules.try_emplace(shown(line.substr(0, blank), 64));
    }
}

// "nvidia/version:550.54", "mlx5_core/parameters/prof_sel:2"
void readModuleParams(const SectionText &text, HostBuilder &builder) {
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        if (!parts) {
            builder.warn(text, lines.line(), "not a file of a module");
            continue;
        }
        constexpr std::string_view kParameters = "parameters/";
        std::string_view name = parts->file;
        if (name.substr(0, kParameters.size()) == kParameters)
            name.remove_prefix(kParameters.size());
        builder.moduleParameter(parts->name, name, trimmed(parts->value), text.evidence(lines.line()));
    }
}

namespace {

constexpr std::size_t kMaxDrives = 1024;

/// By name, as all of them are, each once.
void addDrive(host::Host &host, std::string_view controller, const Address &address,
              host::EvidenceRef evidence) {
    const std::string name = HostText(controller).plain(64);
    auto &devices = host.osDevices;
    const auto place = std::lower_bound(
        devices.begin(), devices.end(), name,
        [](const host::OsDevice &device, const std::string &of) { return device.name < of; });
    if (devices.size() < kMaxDrives && (place == devices.end() || place->name != name))
        devices.insert(place, {name, host::OsDevice::Kind::Block, address, evidence});
}

} // namespace

// /sys/class/nvme: "nvme0/address:0000:01:00.0", "nvme0/model:..."
void readNvme(const SectionText &text, HostBuilder &builder) {
    std::string_view controller;
    std::string address;
    host::Fact<std::string> model, firmware, serial;
    const auto deliver = [&] {
        host::Host &host = builder.host;
        for (auto *facts : {&host.nvmeModels, &host.nvmeFirmware, &host.nvmeSerials}) {
            auto &fact = facts == &host.nvmeModels ? model : facts == &host.nvmeFirmware ? firmware : serial;
            if (!address.empty() && fact && facts->size() < HostLimits::kNames)
                facts->insert_or_assign(address, fact);
            fact = {};
        }
        address.clear();
    };
    for (LineCursor lines(text); lines.next();) {
        const auto parts = splitNamedFileLine(lines.line());
        if (!parts) {
            builder.warn(text, lines.line(), "not a file of an NVMe controller");
            continue;
        }
        if (parts->name != controller) {
            deliver();
            controller = parts->name;
        }
        const std::string_view value = trimmed(parts->value);
        if (parts->file == "model" && !value.empty())
            model = textFact(value, text.evidence(lines.line()), 128);
        else if (parts->file == "firmware_rev" && !value.empty())
            firmware = textFact(value, text.evidence(lines.line()), 64);
        else if (parts->file == "serial" && !value.empty())
            serial = textFact(value, text.evidence(lines.line()), 64);
        else if (const auto parsed = Address::parse(value); parts->file == "address" && parsed) {
            address = parsed->toString(); // controllers over a fabric have another form of address
            addDrive(builder.host, controller, *parsed, text.evidence(lines.line()));
        }
    }
    deliver();
}

} // namespace fabricscope::formats
