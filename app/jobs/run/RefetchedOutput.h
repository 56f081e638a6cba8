// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/RunStore.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// The output of a detached run that arrives from its first byte on, while an earlier fetch saved part of it:
/// that part is not saved twice. The new output is compared with it. If the two differ, as they do if values
/// of secrets were known then and are not known now, none of it counts as new: it would be saved from a wrong
/// offset on, and with those values.
class RefetchedOutput {
public:
    RefetchedOutput() = default;
    /// The saved output of run `id` is first filtered for these values, and stored filtered: a value that was
    /// unknown when it was saved is removed.
    [[nodiscard]] static Result<RefetchedOutput> of(store::RunStore &store, std::string_view id,
                                                    const std::vector<std::string> &secrets);

    /// The part of these bytes after everything that is saved.
    [[nodiscard]] std::string_view behind(std::string_view bytes);
    /// The received output differs from the saved one.
    [[nodiscard]] bool isOther() const { return m_pending == 0 && m_storedHash != m_receivedHash; }

private:
    /// FNV-1a of the bytes so far.
    static constexpr std::uint64_t kNothing = 0xcbf29ce484222325U;
    static void add(std::uint64_t &hash, std::string_view bytes);

    std::uint64_t m_pending = 0; ///< bytes received again
    std::uint64_t m_storedHash = kNothing, m_receivedHash = kNothing;
};

} // namespace fabricscope::app
