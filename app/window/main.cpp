// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/WindowProgram.h"

int main(int argc, char **argv) {
    return fabricscope::app::window::run(argc, argv);
}
