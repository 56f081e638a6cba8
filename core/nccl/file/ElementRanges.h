// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/nccl/Version.h"
#include "core/nccl/file/XmlTree.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace fabricscope::nccl {

/// Where an element is in its text, in bytes: from its '<' to behind the '>' that ends it.
struct ElementRange {
    std::size_t begin = 0, end = 0;
};

/// By line and column, as in XmlNode. Comments between elements belong to none. For a text that
/// readXml() rejects, the elements closed before the error. Linear in the size of the text.
[[nodiscard]] std::map<std::pair<std::uint32_t, std::uint32_t>, ElementRange>
elementRanges(std::string_view text, const Version &version);

} // namespace fabricscope::nccl
