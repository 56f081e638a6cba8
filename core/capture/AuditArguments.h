// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ArgumentSecrets.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fabricscope::capture {

/// The arguments of a program in one line of the audit system: a0="curl" a1="-u" a2="user:password", an
/// argument with a blank as hex digits, and proctitle=, all of them in hex digits separated by zeros.
class AuditArguments {
public:
    /// Whether a text contains a secret on its own.
    using HasSecret = std::function<bool(std::string)>;

    /// The secret part of the value after "KEY=", which begins at this position of the line. Absent: there is
    /// none, the key is not an argument, or the value is not in hex digits and its secrets are found anyway.
    [[nodiscard]] std::optional<SecretSpan> next(std::string_view line, std::string_view key,
                                                 std::size_t begin, const HasSecret &hasSecret);

private:
    ArgumentSecrets m_arguments;
    std::string m_last; ///< the last argument
};

} // namespace fabricscope::capture
