// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The screen of Qt's offscreen platform is 800x800 px, and half of that at scale 2: menus would be cut or
// split into columns. A larger one is set before the application exists, except at scale 1 with the default
// font, where the signatures of dialogs were recorded on the small screen.
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
