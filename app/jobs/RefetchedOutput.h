// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/RunStore.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app {

/// The output of a detached run that comes from its first byte on, while an earlier fetch kept a part of it:
/// that part is not kept twice. It is held against what comes. Where the two differ, as they do where values
/// of secrets were known then and are not known now, nothing of it is new: it would be kept from a wrong
/// place on, and with those values.
class RefetchedOutput {
public:
    RefetchedOutput() = default;
    /// What is kept of run `id` goes through the filter of these values first, and stays so: a value that was
    /// not known when it was kept goes from it.
    [[nodiscard]] static Result<RefetchedOutput> of(store::RunStore &store, std::string_view id,
                                                    const std::vector<std::string> &secrets);

    /// What of these bytes is behind all that is kept.
    [[nodiscard]] std::string_view behind(std::string_view bytes);
    /// What came is not what is kept.
    [[nodiscard]] bool isOther() const { return m_pending == 0 && m_storedHash != m_receivedHash; }

private:
    /// FNV-1a of the bytes so far.
    static constexpr std::uint64_t kNothing = 0xcbf29ce484222325U;
    static void add(std::uint64_t &hash, std::string_view bytes);

    std::uint64_t m_pending = 0; ///< bytes that come again
    std::uint64_t m_storedHash = kNothing, m_receivedHash = kNothing;
};

} // namespace fabricscope::app
