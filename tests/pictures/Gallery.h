// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/pictures/Signature.h"
#include "tests/pictures/Stage.h"
#include "tests/pictures/TextProbe.h"

#include <functional>
#include <map>
#include <optional>

namespace fabricscope::test {

/// A picture and its widget, which has not changed since.
struct Shot {
    QString scene;   ///< "topology-server"
    QString variant; ///< "dark 1440x900"; for a dialog "dark"
    widgets::ThemeKind theme = widgets::ThemeKind::Dark;
    QWidget *widget = nullptr;
    QImage picture;
    bool isRecorded = true; ///< its signature is recorded

    /// Pixels per design unit: 1, 1.5, 2.
    [[nodiscard]] double scale() const { return static_cast<double>(picture.width()) / widget->width(); }
    [[nodiscard]] bool isWindow() const { return variant.contains(QLatin1Char(' ')); }
    [[nodiscard]] QString name() const { return scene + QLatin1Char(' ') + variant; }
    [[nodiscard]] Signature signature() const { return signatureOf(*widget, picture, theme); }
};

/// Whether custom sizes, themes or a font are requested: FABRICSCOPE_PICTURE_SIZES="1440x900 1920x1200",
/// FABRICSCOPE_PICTURE_THEMES="dark contrast", FABRICSCOPE_PICTURE_FONT=18. Their signatures are not
/// recorded.
[[nodiscard]] bool isWalk();

/// Takes every scene in every variant; scenes that are not recorded only in the first variant, except on a
/// walk or if all pictures are saved.
void takeAll(Stage &stage, const std::function<void(const Shot &)> &look);
/// Takes one picture.
[[nodiscard]] Shot take(Stage &stage, const Scene &scene, widgets::ThemeKind theme, QSize size);
/// "dark", "light", "contrast".
[[nodiscard]] QString wordOf(widgets::ThemeKind theme);

/// The recorded signatures, one file per scene, and the folder for pictures in the build artefacts.
class Gallery {
public:
    Gallery();
    /// Whether signatures are updated; only at scale 1.
    [[nodiscard]] bool updates() const { return m_updates; }
    [[nodiscard]] std::optional<Signature> expected(const Shot &shot);
    /// Records the signature, and saves the picture if requested; returns its path.
    QString record(const Shot &shot);
    QString saveDiffering(const Shot &shot) const;
    /// Writes the recorded signatures, if they are updated.
    bool finish() const;

private:
    [[nodiscard]] const std::map<QString, Signature> &storedSignatures(const QString &scene);

    bool m_updates, m_savesAll;
    std::map<QString, std::map<QString, Signature>> m_stored, m_new;
};

} // namespace fabricscope::test
