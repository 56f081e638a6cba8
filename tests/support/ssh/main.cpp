// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/SshHelper.h"

#include <gtest/gtest.h>

/// GoogleTest's main function, which also acts as the helper of an `ssh` that a test runs, as the programs
/// do.
int main(int argc, char **argv) {
    if (const auto status = fabricscope::remote::runSshHelper(argc, argv))
        return *status;
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
