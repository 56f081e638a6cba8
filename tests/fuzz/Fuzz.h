// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What a fuzzer defines: libFuzzer's entry, called with any bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace fabricscope::fuzz {

/// Inputs to begin with. A fuzzer without them begins with nothing.
[[nodiscard]] std::vector<std::string> seeds();

[[nodiscard]] inline std::string_view textOf(const std::uint8_t *data, std::size_t size) {
    return {reinterpret_cast<const char *>(data), size};
}

/// Ends the program, which is how a fuzzer says that it found something.
inline void require(bool holds) {
    if (!holds)
        __builtin_trap();
}

} // namespace fabricscope::fuzz
