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
/// argument with a blank as hex digits, and proctitle=, all of them in hex digits with zeros between.
class AuditArguments {
public:
    /// Whether a text has a secret in it by itself.
    using HasSecret = std::function<bool(std::string)>;

    /// Of the value behind "KEY=", which begins at this place of the line, what is a secret; absent: nothing,
    /// or the key is none of an argument, or what is in the value shows by itself (it is no hex digits).
    [[nodiscard]] std::optional<SecretSpan> next(std::string_view line, std::string_view key,
                                                 std::size_t begin, const HasSecret &hasSecret);

private:
    ArgumentSecrets m_arguments;
    std::string m_last; ///< the last argument
};

} // namespace fabricscope::capture
