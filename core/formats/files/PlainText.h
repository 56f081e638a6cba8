// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::formats {

/// A text file's bytes as UTF-8, without a byte order mark: PowerShell's > writes UTF-16. Anything else is
/// unchanged and not copied. Views are valid as long as this object and the bytes.
class PlainText {
public:
    explicit PlainText(std::string_view bytes);
    [[nodiscard]] std::string_view view() const { return m_converted.empty() ? m_bytes : m_converted; }

private:
    std::string_view m_bytes;
    std::string m_converted;
};

} // namespace fabricscope::formats
