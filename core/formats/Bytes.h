// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace fabricscope::formats {

/// Eight bytes as a number, for comparing.
[[nodiscard]] inline std::uint64_t eightBytes(const char *at) {
    std::uint64_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
}

/// Like memcmp() == 0, for the short texts that listings repeat (a BDF, a file name), without a call:
/// compares words from the beginning and from the end, which may overlap.
[[nodiscard]] inline bool sameBytes(const char *a, const char *b, std::size_t size) {
    const auto difference = [&]<class Word>(Word, std::size_t at) {
        Word first = 0, second = 0;
        std::memcpy(&first, a + at, sizeof(Word));
        std::memcpy(&second, b + at, sizeof(Word));
        return first ^ second;
    };
    constexpr std::uint64_t kEight = 0;
    constexpr std::uint32_t kFour = 0;
    if (size > 32)
        return std::memcmp(a, b, size) == 0;
    if (size > 16)
        return (difference(kEight, 0) | difference(kEight, 8) | difference(kEight, size - 16) |
                difference(kEight, size - 8)) == 0;
    if (size >= 8)
        return (difference(kEight, 0) | difference(kEight, size - 8)) == 0;
    if (size >= 4)
        return (difference(kFour, 0) | difference(kFour, size - 4)) == 0;
    for (std::size_t i = 0; i < size; ++i)
        if (a[i] != b[i])
            return false;
    return true;
}

[[nodiscard]] inline bool startsWith(std::string_view text, std::string_view beginning) {
    return text.size() >= beginning.size() && sameBytes(text.data(), beginning.data(), beginning.size());
}

/// The first `wanted` in [at, end), or `end`. The bytes searched for here (a line end, the end of an XML
/// value) are near: sixteen bytes at a time without a call, and memchr() for the rest of a long text.
[[nodiscard]] inline const char *findByte(const char *at, const char *end, char byte) {
    constexpr int kNear = 64;
#ifdef __SSE2__
    constexpr int kBlock = sizeof(__m128i);
    const __m128i pattern = _mm_set1_epi8(byte);
    for (int looked = 0; looked < kNear && end - at >= kBlock; looked += kBlock, at += kBlock) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
        if (const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, pattern)); found != 0)
            return at + std::countr_zero(static_cast<unsigned>(found));
    }
#else
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    constexpr int kBlock = sizeof(std::uint64_t);
    const std::uint64_t pattern = kOnes * static_cast<unsigned char>(byte);
    for (int looked = 0; looked < kNear && end - at >= kBlock; looked += kBlock, at += kBlock) {
        const std::uint64_t value = eightBytes(at) ^ pattern;
        // The lowest byte that is zero now is the one marked lowest (little endian: the first).
        if (const std::uint64_t zero = (value - kOnes) & ~value & kHighBits; zero != 0)
            return at + std::countr_zero(zero) / 8;
    }
#endif
    const void *found = at == end ? nullptr : std::memchr(at, byte, static_cast<std::size_t>(end - at));
    return found ? static_cast<const char *>(found) : end;
}
static_assert(std::endian::native == std::endian::little, "findByte() counts bytes from the low end");

/// The first '\n' in [at, end), or `end`.
[[nodiscard]] inline const char *lineEnd(const char *at, const char *end) {
    return findByte(at, end, '\n');
}

} // namespace fabricscope::formats
