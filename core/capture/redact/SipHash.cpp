// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/redact/SipHash.h"

#include <algorithm>
#include <bit>

namespace fabricscope::capture {

namespace {

struct State {
    std::uint64_t v0, v1, v2, v3;

    void rounds(int count) {
        for (int i = 0; i < count; ++i) {
            v0 += v1;
            v2 += v3;
            v1 = std::rotl(v1, 13) ^ v0;
            v3 = std::rotl(v3, 16) ^ v2;
            v0 = std::rotl(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = std::rotl(v1, 17) ^ v2;
            v3 = std::rotl(v3, 21) ^ v0;
            v2 = std::rotl(v2, 32);
        }
    }
    void take(std::uint64_t word) {
        v3 ^= word;
        rounds(2);
        v0 ^= word;
    }
};

// Up to eight bytes, the first one lowest.
std::uint64_t wordOf(std::string_view bytes) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 8); ++i)
        word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return word;
}

} // namespace

SipHash::SipHash(std::string_view passphrase)
    : m_key0(SipHash(1, 0)(passphrase)), m_key1(SipHash(2, m_key0)(passphrase)) {}

std::uint64_t SipHash::operator()(std::string_view input) const {
    State state{0x736f6d6570736575U ^ m_key0, 0x646f72616e646f6dU ^ m_key1, 0x6c7967656e657261U ^ m_key0,
                0x7465646279746573U ^ m_key1};
    const std::uint64_t length = std::uint64_t{input.size() & 0xFFU} << 56U;
    for (; input.size() >= 8; input.remove_prefix(8))
        state.take(wordOf(input));
    state.take(wordOf(input) | length);
    state.v2 ^= 0xFF;
    state.rounds(4);
    return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

} // namespace fabricscope::capture
