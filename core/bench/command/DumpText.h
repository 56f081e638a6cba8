// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::bench {

/// The bytes of hexadecimal dumps in a text, as of `xxd`, `hexdump -C`, `hexdump` and `od -t x1`: lines of an
/// offset, groups of digits, and often the bytes as characters. Labels before the offset ("0: " of srun -l)
/// are skipped. Consecutive lines are one block; of a line that is not complete yet, the bytes so far.
class DumpText {
public:
    explicit DumpText(std::string_view text);

    struct Block {
        std::size_t begin = 0, end = 0; ///< in bytes()
        bool isLast = false;            ///< it ends where the text ends
    };
    [[nodiscard]] std::string_view bytes() const { return m_bytes; }
    [[nodiscard]] const std::vector<Block> &blocks() const { return m_blocks; }
    /// Where a group of digits begins at which the text ends: it may continue. The size of the text if there
    /// is none.
    [[nodiscard]] std::size_t openAt() const { return m_openAt; }
    /// Where the digits of a byte begin.
    [[nodiscard]] std::size_t begin(std::size_t at) const { return m_places[at].digits; }
    [[nodiscard]] std::size_t lineBegin(std::size_t at) const { return m_places[at].line; }
    /// The places of bytes in the text, as digits and as characters: for each line one of each.
    [[nodiscard]] std::vector<SecretSpan> spans(std::size_t begin, std::size_t end) const;

private:
    struct Place {
        std::uint32_t line = 0, digits = 0;
        std::uint32_t character = 0; ///< 0: it is not there
        std::uint8_t size = 2;       ///< of the digits
    };
    [[nodiscard]] bool addLine(std::string_view text, std::size_t begin, std::size_t end);
    struct Groups {
        std::size_t end = 0, digits = 0; ///< where the last one ends; the size of one
    };
    [[nodiscard]] Groups addGroups(std::string_view line, std::size_t at, std::size_t begin, bool isOpen);

    std::string m_bytes;
    std::vector<Place> m_places;
    std::vector<Block> m_blocks;
    std::size_t m_openAt;
};

} // namespace fabricscope::bench
