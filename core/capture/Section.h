// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::capture {

/// Which channel of the collector brought a section; Import for what came out of somebody's file.
enum class Part : std::uint8_t { Safe, Touch, Tools, Root, Import };
[[nodiscard]] std::string_view toString(Part part);
[[nodiscard]] std::optional<Part> partFromString(std::string_view text);

/// What is wrong with a section's bytes. What arrived is kept in every case.
enum class Damage : std::uint8_t {
    None,
    Truncated, ///< the stream ended before the section's end line
    TooLarge,  ///< more than the limit; the rest was dropped
    Stuck,     ///< a read on the host did not come back before the deadline
};
[[nodiscard]] std::string_view toString(Damage damage);
[[nodiscard]] std::optional<Damage> damageFromString(std::string_view text);

/// What one source on one host said: the bytes as they came, compressed, and nothing parsed.
class Section {
public:
    struct Meta {
        std::string
            name; ///< source kind, by which its reader is found: "pci", "pci-links", "tool-nvidia-smi-q"
        std::string origin; ///< the command or path on the host, as a person would type it
        Part part = Part::Safe;
        std::int64_t startedMs = 0;    ///< Unix time in milliseconds at this program, 0 unknown
        std::int64_t endedMs = 0;      ///< likewise
        std::optional<int> exitStatus; ///< of the command; unknown where the section did not end
        Damage damage = Damage::None;
        std::string damageText; ///< in words: "stuck after 0000:41:00.0/current_link_speed"
        friend bool operator==(const Meta &, const Meta &) = default;
    };

    Section() = default;
    /// Compresses `bytes` (zstd).
    Section(Meta meta, std::string_view bytes);
    /// Takes bytes that are compressed already; `size` is what they inflate to.
    static Section fromCompressed(Meta meta, std::string compressed, std::size_t size);

    [[nodiscard]] const Meta &meta() const { return m_meta; }
    [[nodiscard]] Meta &meta() { return m_meta; }
    /// Inflated size in bytes.
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::string_view compressed() const { return m_compressed; }
    /// The bytes as they came. Damaged compressed data gives what could be inflated, never more than size().
    [[nodiscard]] std::string bytes() const;

private:
    Meta m_meta;
    std::string m_compressed;
    std::size_t m_size = 0;
};

} // namespace fabricscope::capture
