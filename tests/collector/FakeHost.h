// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/collector/ScriptRun.h"

#include <map>
#include <string>

namespace fabricscope::collector {

/// A small host in a folder, for FABRICSCOPE_ROOT. Two root ports, a GPU with two virtual functions used by a
/// VM, a NIC, an NVMe drive; its etc/fabricscope-simulated marks it as simulated.
class FakeHost {
public:
    FakeHost();

    [[nodiscard]] std::string root() const { return m_folder.path(); }
    [[nodiscard]] std::filesystem::path path(const std::string &below) const {
        return m_folder.path() / below;
    }

    void write(const std::string &below, const std::string &content);
    /// A program as a script of /bin/sh.
    void program(const std::string &below, const std::string &content);
    void link(const std::string &below, const std::string &target);
    /// A file whose read blocks forever.
    void hang(const std::string &below);
    /// A function at this path below sys/devices, with a link in sys/bus/pci/devices, and `config` as config
    /// space.
    void function(const std::string &path, const std::string &classCode, const std::string &config);

    /// Every path below, with kind, size and modification time: shows whether anything was written.
    [[nodiscard]] std::map<std::string, std::string> inventory() const;

private:
    void makePci();
    void makeClasses();
    void makeSoftware();

    Folder m_folder;
};

/// Bytes that are difficult for text tools: line feeds, NULs, all ones. Different for each seed.
[[nodiscard]] std::string hardConfig(std::size_t size, unsigned seed);
/// One function in the hex form of SECTIONS.md.
[[nodiscard]] std::string asHex(const std::string &name, const std::string &bytes);

} // namespace fabricscope::collector
