// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/ForeignLoad.h"
#include "core/bench/Command.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fabricscope::app::cli {

/// Asks before something is started on GPUs or NICs that somebody uses, and before a detached run that the
/// host would end early. One that a person said yes to is not
/// asked about again.
class LoadQuestion {
public:
    explicit LoadQuestion(bool yes) : m_yes(yes) {}
    /// True where nothing speaks against it, or it may be started all the same; else `status` says how
    /// the program ends. Names everybody who uses any, and says what cannot be seen.
    bool mayStart(remote::Client &client, const HostWay &way, const bench::RunSpec &spec, int &status);

private:
    using Told = std::set<std::pair<std::string, int>>; ///< host and pid
    void tell(const std::string &host, const ForeignLoad &load, const std::vector<ForeignUse> &met);

    bool m_yes;
    Told m_asked, m_named;              ///< who is on a run's devices, and on others
    std::set<std::string> m_toldUnseen; ///< hosts
};

} // namespace fabricscope::app::cli
