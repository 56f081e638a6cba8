// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <string>

namespace fabricscope {

/// An error as a value: no exception crosses a folder's border.
struct Error {
    std::string what;  ///< one sentence without a full stop: "section 'pci' is longer than 64 MiB"
    std::string where; ///< host, file, section or line; may be empty
    std::string hint;  ///< what to do next; may be empty

    friend bool operator==(const Error &, const Error &) = default;

    /// "where: what (hint)", with the empty parts left out.
    [[nodiscard]] std::string toString() const;
};

template<class T = void> using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(std::string what, std::string where = {},
                                                   std::string hint = {}) {
    return tl::unexpected<Error>(Error{std::move(what), std::move(where), std::move(hint)});
}

} // namespace fabricscope
