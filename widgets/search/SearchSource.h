// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>
#include <vector>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which these headers lead to.
namespace fabricscope::search {
struct Corpus;
}

namespace fabricscope::widgets {

/// The data searched by the field, as of the start of the search.
struct SearchSource {
    std::shared_ptr<const search::Corpus> corpus;
    /// For each action of the corpus why it is disabled; empty: it is enabled.
    std::vector<QString> whyNot;
};

} // namespace fabricscope::widgets
