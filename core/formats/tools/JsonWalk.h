// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/JsonScanner.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::formats {

/// Walks through the JSON of a section scalar by scalar (amd-smi --json, lscpu -J): only a few of thousands
/// of numbers are needed. Stops at invalid input.
class JsonWalk {
public:
    static constexpr std::size_t kDeepest = JsonScanner::kDeepest;
    static constexpr std::size_t kLongest = 4096; ///< of a string; longer ones are cut

    explicit JsonWalk(std::string_view text) : m_text(text) {}

    enum class Event { Value, OpenObject, CloseObject, OpenArray, CloseArray, End };
    /// The next event; End after the last one and if the text is not JSON.
    Event next();
    /// As those of JsonScanner.
    [[nodiscard]] const std::string &value() const { return m_scanner.value(); }
    [[nodiscard]] const std::string &key() const { return m_scanner.key(); }
    [[nodiscard]] const std::vector<std::string> &path() const { return m_scanner.path(); }
    /// The bytes of the Value, for use as evidence.
    [[nodiscard]] std::string_view source() const {
        return m_text.substr(m_scanner.begin(), m_at - m_scanner.begin());
    }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    JsonScanner m_scanner{JsonScanner::Words::Any, kLongest};
};

} // namespace fabricscope::formats
