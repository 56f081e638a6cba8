// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/WindowProgram.h"
#include "remote/process/SshHelper.h"

int main(int argc, char **argv) {
    if (const auto status = fabricscope::remote::runSshHelper(argc, argv)) // started by this program's ssh
        return *status;
    return fabricscope::app::window::run(argc, argv);
}
