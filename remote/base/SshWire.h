// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fabricscope::remote {

/// Builds a message of the data types of RFC 4251, section 5.
class WireWriter {
public:
    WireWriter() = default;
    WireWriter(const WireWriter &) = default;
    WireWriter(WireWriter &&) = default;
    WireWriter &operator=(const WireWriter &) = default;
    WireWriter &operator=(WireWriter &&) = default;
    ~WireWriter(); ///< wipes it: input of a command may be a password
    WireWriter &byte(std::uint8_t value);
    WireWriter &number(std::uint32_t value);
    WireWriter &text(std::string_view value); ///< with its length first
    [[nodiscard]] const std::string &bytes() const { return m_bytes; }
    /// The message with its own length first, as it goes over a stream.
    [[nodiscard]] std::string framed() const;
    /// Likewise behind what is there; leaves no copy elsewhere in memory.
    void frameInto(std::string &stream) const;

private:
    std::string m_bytes;
};

/// Reads such a message. What is not there reads as zero or empty, and isGood() is false from then on.
class WireReader {
public:
    explicit WireReader(std::string_view bytes) : m_rest(bytes) {}
    std::uint8_t byte();
    std::uint32_t number();
    std::string_view text();
    [[nodiscard]] bool isGood() const { return m_good; }

private:
    std::string_view take(std::size_t count);

    std::string_view m_rest;
    bool m_good = true;
};

/// The first whole message of a stream of framed ones, without its length; empty text where it is not there
/// yet. `tooLong` is set where its length is beyond `most` bytes or zero.
[[nodiscard]] std::string_view firstMessage(std::string_view stream, std::size_t most, bool &tooLong);

} // namespace fabricscope::remote
