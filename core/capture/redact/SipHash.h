// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace fabricscope::capture {

/// SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012): without the key
/// neither the input for an output nor the output for an input can be found.
class SipHash {
public:
    SipHash(std::uint64_t key0, std::uint64_t key1) : m_key0(key0), m_key1(key1) {}
    /// Derives the key from a passphrase of any length.
    explicit SipHash(std::string_view passphrase);
    [[nodiscard]] std::uint64_t operator()(std::string_view input) const;

private:
    std::uint64_t m_key0;
    std::uint64_t m_key1;
};

} // namespace fabricscope::capture
