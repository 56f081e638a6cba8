// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/Places.h"

#include <QApplication>
#include <QStandardPaths>

#include <gtest/gtest.h>

/// The main function of tests that need a QApplication. It uses no display, the same fonts everywhere, and
/// writes no settings to the user's home.
int main(int argc, char **argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("FONTCONFIG_FILE", FABRICSCOPE_SOURCE_DIR "/tests/support/qt/fonts.conf");
    ::testing::InitGoogleTest(&argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("fabricscope-tests"));
    return RUN_ALL_TESTS();
}
