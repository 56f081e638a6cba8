// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/oracle/Oracle.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fabricscope::e2e {

/// A PCI function in the document fabricscope.tree.
struct Shown {
    std::string kind; ///< of its node; "port" for a port of a switch
    Place place;
    std::optional<int> numa, group;
    std::optional<std::string> driver, owner, physfn;
    std::vector<std::string> virtfns;
    std::optional<LinkText> current, possible; ///< possible: supported by both ends
    std::optional<std::string> linkState;
    int times = 0; ///< number of occurrences in the document
};

/// By BDF. NUMA node and link of a switch belong to its upstream port.
[[nodiscard]] std::map<std::string, Shown> readTree(const nlohmann::json &document);

} // namespace fabricscope::e2e
