// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/Gallery.h"

#include "tests/Places.h"

#include <QApplication>
#include <QDir>
#include <QFile>

namespace fabricscope::test {

namespace {

using widgets::ThemeKind;

constexpr ThemeKind kThemes[] = {ThemeKind::Dark, ThemeKind::Light, ThemeKind::HighContrastDark};
constexpr const char *kSizes = "FABRICSCOPE_PICTURE_SIZES";
constexpr const char *kFont = "FABRICSCOPE_PICTURE_FONT";
constexpr const char *kThemeNames = "FABRICSCOPE_PICTURE_THEMES";
constexpr const char *kSaveAllVariable = "FABRICSCOPE_KEEP_PICTURES";

QStringList wordsOf(const char *variable) {
    return qEnvironmentVariable(variable).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

std::vector<QSize> sizes() {
    std::vector<QSize> all;
    for (const QString &each : wordsOf(kSizes))
        all.emplace_back(each.section(QLatin1Char('x'), 0, 0).toInt(),
                         each.section(QLatin1Char('x'), 1).toInt());
    return all.empty() ? std::vector<QSize>{{1440, 900}, {1100, 700}} : all;
}

std::vector<ThemeKind> themes() {
    std::vector<ThemeKind> all;
    const QStringList expected = wordsOf(kThemeNames);
    for (const ThemeKind theme : kThemes)
        if (expected.isEmpty() || expected.contains(wordOf(theme)))
            all.push_back(theme);
    return all;
}

QString fileOf(const QString &scene) {
    return QStringLiteral(FABRICSCOPE_SOURCE_DIR "/tests/pictures/signatures/%1.txt").arg(scene);
}

QString pictureOf(const Shot &shot) {
    const QString folder = QStringLiteral(FABRICSCOPE_BIN_DIR "/../artefacts/pictures");
    QDir().mkpath(folder);
    const double scale = shot.scale();
    const QString font = qEnvironmentVariable(kFont);
    return QStringLiteral("%1/%2%4 at %3.png")
        .arg(QDir(folder).canonicalPath(), shot.name())
        .arg(scale, 0, 'f', 1)
        .arg(font.isEmpty() ? QString() : QStringLiteral(" font ") + font);
}

QString save(const Shot &shot) {
    const QString file = pictureOf(shot);
    return shot.picture.save(file) ? file : QStringLiteral("(not written: %1)").arg(file);
}

} // namespace

QString wordOf(ThemeKind theme) {
    return draw::isHighContrast(theme) ? QStringLiteral("contrast")
           : draw::isDark(theme)       ? QStringLiteral("dark")
                                       : QStringLiteral("light");
}

Shot take(Stage &stage, const Scene &scene, ThemeKind theme, QSize size) {
    if (scene.isWindow)
        for (QWidget *window : {&stage.empty().window, &stage.full().window})
            window->resize(size);
    Shot shot;
    shot.scene = QLatin1String(scene.name);
    shot.theme = theme;
    shot.widget = scene.show(stage);
    stage.settle();
    shot.variant = wordOf(theme);
    if (scene.isWindow)
        shot.variant += QStringLiteral(" %1x%2").arg(size.width()).arg(size.height());
    shot.picture = shot.widget->grab().toImage();
    return shot;
}

bool isWalk() {
    for (const char *variable : {kSizes, kFont, kThemeNames})
        if (qEnvironmentVariableIsSet(variable))
            return true;
    return false;
}

void takeAll(Stage &stage, const std::function<void(const Shot &)> &look) {
    const bool takesAllVariants = isWalk() || qEnvironmentVariableIsSet(kSaveAllVariable);
    const std::vector<QSize> all = sizes();
    const auto takeEach = [&](const std::vector<Scene> &scenes, ThemeKind theme, QSize size,
                              bool isRecorded) {
        for (const Scene &scene : scenes) {
            if (!scene.isWindow && size != all.front())
                continue;
            Shot shot = take(stage, scene, theme, size);
            shot.isRecorded = isRecorded;
            look(shot);
            if (scene.restore != nullptr)
                scene.restore(stage);
        }
    };
    for (const ThemeKind theme : themes()) {
        stage.applyTheme(theme);
        for (const QSize size : all)
            takeEach(scenes(), theme, size, !isWalk());
    }
    // Last, so that they cannot change other pictures.
    for (const ThemeKind theme : themes()) {
        stage.applyTheme(theme);
        for (const QSize size : all)
            if (takesAllVariants || (theme == kThemes[0] && size == all.front()))
                for (const auto *each : {&walkScenes(), &walkStates()})
                    takeEach(*each, theme, size, false);
    }
}

Gallery::Gallery()
    : m_updates(qEnvironmentVariableIsSet("FABRICSCOPE_UPDATE_PICTURES") && qApp->devicePixelRatio() == 1 &&
                !isWalk())
    , m_savesAll(qEnvironmentVariableIsSet(kSaveAllVariable)) {}

const std::map<QString, Signature> &Gallery::storedSignatures(const QString &scene) {
    const auto [place, isNew] = m_stored.try_emplace(scene);
    QFile file(fileOf(scene));
    if (!isNew || !file.open(QIODevice::ReadOnly))
        return place->second;
    for (const QString &each :
         QString::fromUtf8(file.readAll()).split(QStringLiteral("["), Qt::SkipEmptyParts)) {
        const qsizetype end = each.indexOf(QLatin1Char(']'));
        if (end > 0)
            place->second[each.left(end)] = signatureFrom(each.mid(end + 1));
    }
    return place->second;
}

std::optional<Signature> Gallery::expected(const Shot &shot) {
    const auto &kept = storedSignatures(shot.scene);
    const auto found = kept.find(shot.variant);
    return found == kept.end() ? std::nullopt : std::optional(found->second);
}

QString Gallery::record(const Shot &shot) {
    if (m_updates && shot.isRecorded)
        m_new[shot.scene][shot.variant] = shot.signature();
    return m_savesAll ? save(shot) : QString();
}

QString Gallery::saveDiffering(const Shot &shot) const {
    return save(shot);
}

bool Gallery::finish() const {
    for (const auto &[scene, variants] : m_new) {
        QFile file(fileOf(scene));
        if (!file.open(QIODevice::WriteOnly))
            return false;
        for (const auto &[variant, signature] : variants)
            file.write(QStringLiteral("[%1]\n%2").arg(variant, textOf(signature)).toUtf8());
    }
    return true;
}

} // namespace fabricscope::test
