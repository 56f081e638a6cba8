// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/Context.h"

#include <optional>
#include <string>

namespace fabricscope::checks {

/// Why a kind of evidence is not there.
struct Absence {
    Reason reason = Reason::NotCollected;
    std::string why;     ///< "kernel log: requires root"
    std::string decides; ///< "collect with --sudo"
};

/// Nothing where it is there. Need::Elsewhere is never there.
[[nodiscard]] std::optional<Absence> absenceOf(const Context &context, Need need);

/// Not applicable, or unknown because evidence is absent. Nothing where the check can be judged.
[[nodiscard]] std::optional<Answer> answerWithoutJudging(const Context &context, const Check &check);

} // namespace fabricscope::checks
