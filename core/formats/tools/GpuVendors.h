// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/Capture.h"
#include "core/host/Host.h"

#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// Tools of each vendor number their own GPUs: GPU0 of amd-smi and GPU0 of nvidia-smi are two. Where a
/// capture has texts of both vendors, what they state about a GPU without its address is of "AMD GPU0",
/// "NVIDIA GPU0".
class GpuVendors {
public:
    explicit GpuVendors(const capture::Capture &capture);

    /// Before a section is read: what a text of no vendor states about "GPU0" is of neither.
    void beginSection(std::string_view section, host::Host &host);
    /// The facts that the section's reader added.
    void endSection(std::string_view section, host::Host &host);
    /// All sections are read: where one vendor alone named GPUs, the names are the tools' again.
    void finish(host::Host &host) const;

private:
    bool m_areSeveral = false;
    bool m_hasNamed[2] = {false, false};
    std::vector<host::ToolFault> m_faults; ///< of no vendor, taken out while one's section is read
    std::vector<host::ToolFact> m_facts;
};

} // namespace fabricscope::formats
