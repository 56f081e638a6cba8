// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/capture/Section.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// Everything read from one host at one time (`.fscope`): sections, and what could not be read. Not judged
/// and not parsed, so that a better reader reads an older capture better.
struct Capture {
    std::string target;       ///< the host as the user named it: "root@gpu-07:22", "local:"
    std::int64_t takenMs = 0; ///< Unix time in milliseconds
    std::string takenBy;      ///< "fabricscope 0.1.0"
    bool redacted = false;    ///< names, addresses, serials and GUIDs were replaced (--redact)
    std::string simulated; ///< empty on a real host; else what simulates it, shown wherever the host is shown
    std::vector<std::string> notes; ///< what could not be read, as text
    std::vector<Section> sections;

    /// The first section of this name; a part that arrived later (root) takes precedence over an earlier one
    /// of the same name. nullptr if there is none.
    [[nodiscard]] const Section *find(std::string_view name) const;
};

/// Whether the collector is its source, and not a text of a tool. nullptr: no.
[[nodiscard]] bool isFromCollector(const Capture *capture);

/// Limits on all external input.
struct Limits {
    std::size_t sectionBytes = std::size_t{64} << 20; ///< one section, inflated
    std::size_t totalBytes = std::size_t{512} << 20;  ///< all sections, inflated
    std::size_t sections = 4096;
};

/// The `.fscope` file: a plain tar (readable with `tar`), first the member "fscope" (format version, then
/// `key<TAB>value` lines, one block per section), then one member "sections/NNNN-NAME.zst" each.
[[nodiscard]] Result<std::string> serialize(const Capture &capture);
[[nodiscard]] Result<Capture> deserialize(std::string_view bytes, const Limits &limits = {});
/// Written next to the target first and then renamed, so that a full disk never leaves half a capture.
[[nodiscard]] Result<> save(const Capture &capture, const std::filesystem::path &path);
[[nodiscard]] Result<Capture> load(const std::filesystem::path &path, const Limits &limits = {});

} // namespace fabricscope::capture
