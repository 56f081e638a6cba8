// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's screen that is none measures 800x800 px, and at a scale of 2 half of that: menus would be cut, or laid
// out in columns, as nobody sees them. A large one is chosen before there is an application; not at a scale
// of 1 with the usual font, whose dialogs are kept as they are there.
#include "tests/Places.h"

#include <QByteArray>
#include <QtGlobal>

namespace fabricscope::test {

namespace {

[[maybe_unused]] const bool kIsLarge = [] {
    const char *const platform = "QT_QPA_PLATFORM";
    const QByteArray asked = qgetenv(platform);
    const bool isLarger =
        qEnvironmentVariableIsSet("QT_SCALE_FACTOR") || qEnvironmentVariableIsSet("FABRICSCOPE_PICTURE_FONT");
    if (isLarger && (asked.isEmpty() || asked == "offscreen"))
        qputenv(platform, "offscreen:configfile=" FABRICSCOPE_SOURCE_DIR "/tests/pictures/screen.json");
    return true;
}();

} // namespace

} // namespace fabricscope::test
