// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/collector/ScriptRun.h"

#include <map>
#include <string>

namespace fabricscope::collector {

/// A small made host below a folder: what FABRICSCOPE_ROOT points to. Two root ports, a GPU with two virtual
/// functions that a VM uses, a NIC, an NVMe drive; simulated, as its etc/fabricscope-simulated says.
class FakeHost {
public:
    FakeHost();

    [[nodiscard]] std::string root() const { return m_folder.path(); }
    [[nodiscard]] std::filesystem::path path(const std::string &below) const {
        return m_folder.path() / below;
    }

    void write(const std::string &below, const std::string &content);
    /// A program: a script of /bin/sh.
    void program(const std::string &below, const std::string &content);
    void link(const std::string &below, const std::string &target);
    /// Reading it waits for ever.
    void hang(const std::string &below);
    /// A function at this path below sys/devices, with a link in sys/bus/pci/devices; its config space holds
    /// `config`.
    void function(const std::string &path, const std::string &classCode, const std::string &config);

    /// Every path below, with kind, size and time of change: to see that nothing was written.
    [[nodiscard]] std::map<std::string, std::string> inventory() const;

private:
    void makePci();
    void makeClasses();
    void makeSoftware();

    Folder m_folder;
};

/// Bytes that are hard on a text tool: line feeds, NULs, all ones. Different for each seed.
[[nodiscard]] std::string hardConfig(std::size_t size, unsigned seed);
/// The hex form of SECTIONS.md, of one function.
[[nodiscard]] std::string asHex(const std::string &name, const std::string &bytes);

} // namespace fabricscope::collector
