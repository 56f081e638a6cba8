// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tools/JsonWalk.h"

#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::formats {

/// The entries of a kernel log in JSON: of journalctl -o json, json-pretty and json-seq an object each, of
/// dmesg --json an array of them. Ends at invalid input.
class KernelLogJson {
public:
    explicit KernelLogJson(std::string_view text);

    struct Entry {
        std::string message, host;
        std::optional<double> seconds; ///< after the kernel's start
        std::string_view source;       ///< of the message in the text
        bool isKernel = true;          ///< false: a journal's entry of another unit
    };
    /// False after the last entry.
    bool next();
    [[nodiscard]] const Entry &entry() const { return m_entry; }

private:
    void take();

    JsonWalk m_walk;
    Entry m_entry;
};

/// Whether a text begins like these.
[[nodiscard]] bool isKernelLogJson(std::string_view head);

} // namespace fabricscope::formats
