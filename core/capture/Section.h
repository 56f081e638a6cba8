// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricscope::capture {

/// The collector channel from which a section came; Import for sections from a user's file.
enum class Part : std::uint8_t { Safe, Touch, Tools, Root, Import };
[[nodiscard]] std::string_view toString(Part part);
[[nodiscard]] std::optional<Part> partFromString(std::string_view text);

/// How a section's bytes are damaged. The bytes that arrived are kept, except where it says otherwise.
enum class Damage : std::uint8_t {
    None,
    Truncated, ///< the stream ended before the section's end line
    TooLarge,  ///< more than the limit; the rest was dropped
    Stuck,     ///< a read on the host did not return before the deadline
    Corrupt,   ///< the bytes in the capture's file are not those that were written; none of them are kept
};
[[nodiscard]] std::string_view toString(Damage damage);
[[nodiscard]] std::optional<Damage> damageFromString(std::string_view text);

/// The output of one source on one host: the bytes as received, not parsed. What has just arrived is read at
/// once and therefore kept uncompressed; pack() compresses what is stored. Copies share their bytes.
class Section {
public:
    struct Meta {
        std::string name; ///< source kind, which selects its reader: "pci", "pci-links", "tool-nvidia-smi-q"
        std::string origin; ///< the command or path on the host, as one would type it
        Part part = Part::Safe;
        std::int64_t startedMs = 0;    ///< Unix time in milliseconds by this program's clock, 0 unknown
        std::int64_t endedMs = 0;      ///< likewise
        std::optional<int> exitStatus; ///< of the command; unknown where the section did not end
        Damage damage = Damage::None;
        std::string damageText; ///< as text: "stuck after 0000:41:00.0/current_link_speed"
        std::string wrapping;   ///< what surrounds the lines of a file: Wrapping::toString()
        friend bool operator==(const Meta &, const Meta &) = default;
    };

    Section() = default;
    /// Uncompressed, until pack().
    Section(Meta meta, std::string bytes);
    /// From compressed bytes; `size` is their inflated size.
    static Section fromCompressed(Meta meta, std::string compressed, std::size_t size);

    [[nodiscard]] const Meta &meta() const { return m_meta; }
    [[nodiscard]] Meta &meta() { return m_meta; }
    /// Inflated size in bytes.
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// Compresses the bytes (zstd); text from a host shrinks to about a twelfth.
    void pack();
    /// The bytes that pack() would keep: one frame with its checksum (XXH64 of the content, RFC 8878 3.1.1).
    [[nodiscard]] std::string compressed() const;

    /// A view of the bytes, valid as long as this object: without a copy if they are uncompressed.
    class Bytes {
    public:
        [[nodiscard]] std::string_view view() const {
            return m_bytes ? std::string_view(*m_bytes) : std::string_view{};
        }

    private:
        friend class Section;
        explicit Bytes(std::shared_ptr<const std::string> bytes) : m_bytes(std::move(bytes)) {}
        std::shared_ptr<const std::string> m_bytes;
    };
    /// The bytes as received. Damaged compressed data gives what could be inflated, never more than size().
    [[nodiscard]] Bytes content() const;
    /// A copy of the content.
    [[nodiscard]] std::string bytes() const;

    struct Inflated {
        std::string bytes; ///< what could be inflated, never more than size()
        /// Exactly size() bytes came of the compressed ones, nothing is left of those, and the checksum of
        /// zstd's frame is right. Frames of older captures have none: there a changed byte may go
        /// unseen.
        bool isSound = false;
    };
    [[nodiscard]] Inflated inflated() const;

private:
    Meta m_meta;
    std::shared_ptr<const std::string> m_plain;
    std::shared_ptr<const std::string> m_packed; ///< one of the two; none if the section is empty
    std::size_t m_size = 0;
};

} // namespace fabricscope::capture
