// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/command/SecretFilter.h"
#include "core/bench/command/Secrets.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace fabricscope::bench {

/// The result is the same for each split of the stream in two.
inline void expectFiltered(const std::string &text, const std::string &expected) {
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        SecretFilter filter;
        std::string out = filter.feed(std::string_view(text).substr(0, cut));
        ASSERT_TRUE(std::string_view(expected).starts_with(out)) << out;
        out += filter.feed(std::string_view(text).substr(cut));
        ASSERT_EQ(out + filter.finish(), expected) << cut;
    }
    EXPECT_EQ(withoutSecrets(expected), expected) << "twice is once";
}

} // namespace fabricscope::bench
