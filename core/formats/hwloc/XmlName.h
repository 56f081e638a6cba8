// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/Bytes.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace fabricscope::formats {

/// The name of an expected attribute in its usual form ` NAME="`, so that all of it is compared at
/// once.
class XmlName {
public:
    static constexpr std::size_t kLongest = 20;

    template<std::size_t count> constexpr XmlName(const char (&name)[count]) : m_size(count + 2) {
        static_assert(count - 1 <= kLongest);
        m_text[0] = ' ';
        for (std::size_t i = 0; i + 1 < count; ++i)
            m_text[i + 1] = name[i];
        m_text[count] = '=';
        m_text[count + 1] = '"';
        for (std::size_t i = m_size; i < kBlock; ++i)
            m_padding |= 1U << i;
    }
    [[nodiscard]] constexpr std::string_view name() const { return {m_text.data() + 1, m_size - 3}; }
    /// Size of the whole form.
    [[nodiscard]] constexpr std::size_t size() const { return m_size; }
    [[nodiscard]] bool matchesAt(const char *at, const char *end) const {
        const auto left = static_cast<std::size_t>(end - at);
#ifdef __SSE2__
        if (left > kLongest + 3) { // nearly always
            const auto blockAt = [](const char *place) {
                return _mm_loadu_si128(reinterpret_cast<const __m128i *>(place));
            };
            const __m128i same = _mm_cmpeq_epi8(blockAt(at), blockAt(m_text.data()));
            return (static_cast<unsigned>(_mm_movemask_epi8(same)) | m_padding) == (1U << kBlock) - 1 &&
                   at[m_size - 1] == '"' && (m_size <= kBlock + 1 || sameBytes(at, m_text.data(), m_size));
        }
#endif
        if (left <= m_size)
            return false;
        return sameBytes(at, m_text.data(), m_size);
    }

private:
    static constexpr std::size_t kBlock = 16;

    std::array<char, kLongest + 3> m_text{};
    unsigned m_padding = 0; ///< bits of what a block has behind it
    std::size_t m_size;
};

} // namespace fabricscope::formats
