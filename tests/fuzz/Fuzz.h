// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Defined by a fuzzer: libFuzzer's entry point, called with any bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace fabricscope::fuzz {

/// Initial inputs. A fuzzer without them starts from nothing.
[[nodiscard]] std::vector<std::string> seeds();

[[nodiscard]] inline std::string_view textOf(const std::uint8_t *data, std::size_t size) {
    return {reinterpret_cast<const char *>(data), size};
}

/// Aborts the program, which reports a failure to the fuzzing engine.
inline void require(bool holds) {
    if (!holds)
        __builtin_trap();
}

} // namespace fabricscope::fuzz
