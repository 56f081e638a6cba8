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

/// A test that is made once for each login: the server runs, and this login's capture is there.
class Collected : public testing::TestWithParam<Login> {
protected:
    void SetUp() override;
    static Server &server() { return Server::get(); }
    static const std::map<std::string, Shown> &tree();
    /// Each function that lspci names, as the tree shows it and as lspci does; the test fails where the tree
    /// lacks one.
    template<class Compare> static void compareEach(Compare compare) {
        for (const auto &[bdf, verbose] : server().verbose())
            if (const Shown *function = shown(bdf))
                compare(bdf, *function, verbose);
    }
    /// nullptr, and the test fails, where the tree lacks it.
    static const Shown *shown(const std::string &bdf);
};

/// root, an ordinary user, and one who may use sudo.
[[nodiscard]] const std::vector<Login> &logins();
/// Those that can read everything, or those that cannot.
[[nodiscard]] std::vector<Login> loginsWithRoot(bool root);
[[nodiscard]] std::string nameOf(const testing::TestParamInfo<Login> &login);

} // namespace fabricscope::e2e
