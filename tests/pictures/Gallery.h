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

/// One picture, and the widget that it is of, which still looks like that.
struct Shot {
    QString scene;   ///< "topology-server"
    QString variant; ///< "dark 1440x900"; of a dialog "dark"
    widgets::ThemeKind theme = widgets::ThemeKind::Dark;
    QWidget *widget = nullptr;
    QImage picture;
    bool isRecorded = true; ///< a signature is kept of it

    /// px a unit of the design takes: 1, 1.5, 2.
    [[nodiscard]] double scale() const { return static_cast<double>(picture.width()) / widget->width(); }
    [[nodiscard]] bool isWindow() const { return variant.contains(QLatin1Char(' ')); }
    [[nodiscard]] QString name() const { return scene + QLatin1Char(' ') + variant; }
    [[nodiscard]] Signature signature() const { return signatureOf(*widget, picture, theme); }
};

/// Sizes, themes and the font that somebody asked for: FABRICSCOPE_PICTURE_SIZES="1440x900 1920x1200",
/// FABRICSCOPE_PICTURE_THEMES="dark contrast", FABRICSCOPE_PICTURE_FONT=18. Nothing is kept of these.
[[nodiscard]] bool isWalk();

/// Every scene in every variant, in turn; those that nothing is kept of in the first variant alone, but on a
/// walk, and where all pictures are left.
void takeAll(Stage &stage, const std::function<void(const Shot &)> &look);
/// One of them.
[[nodiscard]] Shot take(Stage &stage, const Scene &scene, widgets::ThemeKind theme, QSize size);
/// "dark", "light", "contrast".
[[nodiscard]] QString wordOf(widgets::ThemeKind theme);

/// The kept signatures, a file a scene, and the folder of pictures among the artefacts of the build.
class Gallery {
public:
    Gallery();
    /// What is painted is to be kept; only at a scale of 1.
    [[nodiscard]] bool updates() const { return m_updates; }
    [[nodiscard]] std::optional<Signature> expected(const Shot &shot);
    /// Notes its signature, and leaves its picture where that is wished; says where.
    QString record(const Shot &shot);
    QString saveDiffering(const Shot &shot) const;
    /// Writes what was noted, where it is to be kept.
    bool finish() const;

private:
    [[nodiscard]] const std::map<QString, Signature> &storedSignatures(const QString &scene);

    bool m_updates, m_savesAll;
    std::map<QString, std::map<QString, Signature>> m_stored, m_new;
};

} // namespace fabricscope::test
