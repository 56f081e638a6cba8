// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/Server.h"
#include "tests/e2e/ShownTree.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace fabricscope::e2e {

/// A test instantiated for each login: the server is running, and this login's capture exists.
class Collected : public testing::TestWithParam<Login> {
protected:
    void SetUp() override;
    static Server &server() { return Server::get(); }
    static const std::map<std::string, Shown> &tree();
    /// Compares each function listed by lspci with the tree; the test fails if the tree lacks one.
    template<class Compare> static void compareEach(Compare compare) {
        for (const auto &[bdf, verbose] : server().verbose())
            if (const Shown *function = shown(bdf))
                compare(bdf, *function, verbose);
    }
    /// Returns nullptr and fails the test if the tree lacks it.
    static const Shown *shown(const std::string &bdf);
};

/// root, an ordinary user, and a user with sudo.
[[nodiscard]] const std::vector<Login> &logins();
/// The logins that can read everything, or those that cannot.
[[nodiscard]] std::vector<Login> loginsWithRoot(bool root);
[[nodiscard]] std::string nameOf(const testing::TestParamInfo<Login> &login);

} // namespace fabricscope::e2e
