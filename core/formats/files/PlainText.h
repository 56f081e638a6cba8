// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fabricscope::formats {

/// A text file's bytes as UTF-8, without a byte order mark: what PowerShell's > writes is UTF-16. Anything
/// else is as it came, and not copied. Views live as long as this and the bytes.
class PlainText {
public:
    explicit PlainText(std::string_view bytes);
    [[nodiscard]] std::string_view view() const { return m_converted.empty() ? m_bytes : m_converted; }

private:
    std::string_view m_bytes;
    std::string m_converted;
};

} // namespace fabricscope::formats
