// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/Settings.h"

#include <QDate>
#include <QDateTime>
#include <QFileInfo>

#include <algorithm>

namespace fabricscope::app::window {

namespace {

const QString kTheme = QStringLiteral("theme");
const QString kRecentList = QStringLiteral("recent");

/// One entry a string: kind, seconds, key, detail; tabs between.
QString line(bool capture, qint64 seconds, QString key, QString detail) {
    key.remove(QLatin1Char('\t'));
    detail.remove(QLatin1Char('\t'));
    return QStringLiteral("%1\t%2\t%3\t%4")
        .arg(capture ? QStringLiteral("capture") : QStringLiteral("host"))
        .arg(seconds)
        .arg(key, detail);
}

QString whenText(qint64 seconds) {
    const QDateTime time = QDateTime::fromSecsSinceEpoch(seconds);
    const qint64 days = time.date().daysTo(QDate::currentDate());
    if (days == 0)
        return QObject::tr("today %1").arg(time.toString(QStringLiteral("HH:mm")));
    if (days == 1)
        return QObject::tr("yesterday");
    return QLocale().toString(time.date(), QLocale::ShortFormat);
}

} // namespace

Settings::Settings(const QString &file)
    : m_settings(file.isEmpty() ? QSettings().fileName() : file, QSettings::IniFormat) {}

ThemeChoice Settings::theme() const {
    const QString name = m_settings.value(kTheme).toString();
    if (name == QLatin1String("dark"))
        return ThemeChoice::Dark;
    return name == QLatin1String("light") ? ThemeChoice::Light : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice) {
    constexpr const char *kNames[] = {"system", "dark", "light"};
    m_settings.setValue(kTheme, QLatin1String(kNames[static_cast<int>(choice)]));
}

void Settings::addRecent(bool capture, const QString &key, const QString &detail) {
    QStringList lines = m_settings.value(kRecentList).toStringList();
    const QString kind = capture ? QStringLiteral("capture") : QStringLiteral("host");
    lines.removeIf([&](const QString &known) {
        const QStringList parts = known.split(QLatin1Char('\t'));
        return parts.size() == 4 && parts[0] == kind && parts[2] == key;
    });
    lines.prepend(line(capture, QDateTime::currentSecsSinceEpoch(), key, detail));
    m_settings.setValue(kRecentList, QStringList(lines.mid(0, kRecent)));
}

void Settings::clearRecent() {
    m_settings.remove(kRecentList);
}

std::vector<widgets::RecentEntry> Settings::recent() const {
    std::vector<widgets::RecentEntry> entries;
    for (const QString &known : m_settings.value(kRecentList).toStringList()) {
        const QStringList parts = known.split(QLatin1Char('\t'));
        if (parts.size() != 4)
            continue;
        widgets::RecentEntry entry;
        entry.capture = parts[0] == QLatin1String("capture");
        entry.key = parts[2];
        entry.name = entry.capture ? QFileInfo(entry.key).fileName() : entry.key;
        entry.detail = parts[3];
        entry.when = whenText(parts[1].toLongLong());
        entries.push_back(entry);
    }
    return entries;
}

QStringList Settings::recentTargets() const {
    QStringList targets;
    for (const widgets::RecentEntry &entry : recent())
        if (!entry.capture)
            targets << entry.key;
    return targets;
}

} // namespace fabricscope::app::window
