// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/Settings.h"

#include <QDate>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <iterator>

namespace fabricscope::app::window {

namespace {

const QString kTheme = QStringLiteral("theme");
const QString kHighContrast = QStringLiteral("high_contrast");
const QString kReducedMotion = QStringLiteral("reduced_motion");
const QString kFontSize = QStringLiteral("ui_font_size");
const QString kRestore = QStringLiteral("restore_session");
const QString kConnects = QStringLiteral("connect_on_open");
const QString kParallel = QStringLiteral("parallel_connections");
const QString kConnectSeconds = QStringLiteral("connect_timeout_s");
const QString kCollectSeconds = QStringLiteral("collect_timeout_s");
const QString kLeaseSeconds = QStringLiteral("run_lease_s");
const QString kSshConfig = QStringLiteral("ssh_config");
const QString kTransport = QStringLiteral("ssh_transport");
const QString kRecentList = QStringLiteral("recent");
const QString kWorkspaces = QStringLiteral("recent_workspaces");

/// In the order of ThemeChoice.
constexpr const char *kThemes[] = {"system", "dark", "light"};

/// In the order of TransportKind.
constexpr const char *kTransports[] = {"auto", "libssh", "ssh"};

int secondsOf(std::chrono::milliseconds time) {
    return static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(time).count());
}

using Kind = widgets::RecentEntry::Kind;

/// In the order of RecentEntry::Kind.
constexpr const char *kKinds[] = {"host", "capture", "workspace"};

QString kindKey(Kind kind) {
    return QLatin1String(kKinds[static_cast<int>(kind)]);
}

/// An entry as one string: kind, seconds, key, detail, separated by tabs.
QString line(Kind kind, qint64 seconds, QString key, QString detail) {
    key.remove(QLatin1Char('\t'));
    detail.remove(QLatin1Char('\t'));
    return QStringLiteral("%1\t%2\t%3\t%4").arg(kindKey(kind)).arg(seconds).arg(key, detail);
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

Preferences Settings::preferences() const {
    Preferences found;
    const auto flag = [this](const QString &key, bool fallback) {
        return m_settings.value(key, fallback).toBool();
    };
    const auto number = [this](const QString &key, int fallback, int least, int most) {
        bool known = false;
        const int value = m_settings.value(key).toInt(&known);
        return known ? std::clamp(value, least, most) : fallback;
    };
    const auto seconds = [&](const QString &key, std::chrono::milliseconds fallback, int most) {
        return std::chrono::seconds(number(key, secondsOf(fallback), Preferences::kMinSeconds, most));
    };
    const QString theme = m_settings.value(kTheme).toString();
    for (int index = 0; index < static_cast<int>(std::size(kThemes)); ++index)
        if (theme == QLatin1String(kThemes[index]))
            found.theme = static_cast<ThemeChoice>(index);
    found.highContrast = flag(kHighContrast, found.highContrast);
    found.reducedMotion = flag(kReducedMotion, found.reducedMotion);
    found.fontSize = number(kFontSize, found.fontSize, widgets::kMinUiFontSize, widgets::kMaxUiFontSize);
    found.restoresSession = flag(kRestore, found.restoresSession);
    found.connectsOnOpen = flag(kConnects, found.connectsOnOpen);
    found.limits.parallel = number(kParallel, found.limits.parallel, 1, Preferences::kMaxParallel);
    found.limits.connect = seconds(kConnectSeconds, found.limits.connect, Preferences::kMaxConnectSeconds);
    found.limits.collect = seconds(kCollectSeconds, found.limits.collect, Preferences::kMaxCollectSeconds);
    found.limits.lease =
        std::chrono::seconds(number(kLeaseSeconds, static_cast<int>(found.limits.lease.count()),
                                    static_cast<int>(ToolRunOptions::kMinLease.count()),
                                    static_cast<int>(ToolRunOptions::kMaxLease.count())));
    found.sshConfig = m_settings.value(kSshConfig).toString();
    const QString transport = m_settings.value(kTransport).toString();
    for (int index = 0; index < static_cast<int>(std::size(kTransports)); ++index)
        if (transport == QLatin1String(kTransports[index]))
            found.limits.transport = static_cast<remote::TransportKind>(index);
    return found;
}

void Settings::setPreferences(const Preferences &preferences) {
    m_settings.setValue(kTheme, QLatin1String(kThemes[static_cast<int>(preferences.theme)]));
    m_settings.setValue(kHighContrast, preferences.highContrast);
    m_settings.setValue(kReducedMotion, preferences.reducedMotion);
    m_settings.setValue(kFontSize, preferences.fontSize);
    m_settings.setValue(kRestore, preferences.restoresSession);
    m_settings.setValue(kConnects, preferences.connectsOnOpen);
    m_settings.setValue(kParallel, preferences.limits.parallel);
    m_settings.setValue(kConnectSeconds, secondsOf(preferences.limits.connect));
    m_settings.setValue(kCollectSeconds, secondsOf(preferences.limits.collect));
    m_settings.setValue(kLeaseSeconds, secondsOf(preferences.limits.lease));
    m_settings.setValue(kSshConfig, preferences.sshConfig);
    m_settings.setValue(kTransport,
                        QLatin1String(kTransports[static_cast<int>(preferences.limits.transport)]));
}

QString Settings::sessionFile() const {
    return QFileInfo(m_settings.fileName()).absoluteDir().filePath(QStringLiteral("session.fswork"));
}

QString Settings::pastedFolder() const {
    return QFileInfo(m_settings.fileName()).absoluteDir().filePath(QStringLiteral("pasted"));
}

QString Settings::knownHostsFile() const {
    return QFileInfo(m_settings.fileName()).absoluteDir().filePath(QStringLiteral("known_hosts"));
}

void Settings::addRecentWorkspace(const QString &path) {
    QStringList paths = recentWorkspaces();
    paths.removeAll(path);
    paths.prepend(path);
    m_settings.setValue(kWorkspaces, QStringList(paths.mid(0, kRecent)));
    addRecent(Kind::Workspace, path, QObject::tr("Workspace"));
}

QStringList Settings::recentWorkspaces() const {
    return m_settings.value(kWorkspaces).toStringList();
}

void Settings::addRecent(Kind kind, const QString &key, const QString &detail) {
    QStringList lines = m_settings.value(kRecentList).toStringList();
    lines.removeIf([&](const QString &known) {
        const QStringList parts = known.split(QLatin1Char('\t'));
        return parts.size() == 4 && parts[0] == kindKey(kind) && parts[2] == key;
    });
    lines.prepend(line(kind, QDateTime::currentSecsSinceEpoch(), key, detail));
    m_settings.setValue(kRecentList, QStringList(lines.mid(0, kRecent)));
}

void Settings::clearRecent() {
    m_settings.remove(kRecentList);
}

std::vector<widgets::RecentEntry> Settings::recent() const {
    std::vector<widgets::RecentEntry> entries;
    for (const QString &known : m_settings.value(kRecentList).toStringList()) {
        const QStringList parts = known.split(QLatin1Char('\t'));
        const auto *kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                        [&](const char *word) { return parts[0] == QLatin1String(word); });
        if (parts.size() != 4 || kind == std::end(kKinds))
            continue;
        widgets::RecentEntry entry;
        entry.kind = static_cast<Kind>(kind - std::begin(kKinds));
        entry.key = parts[2];
        entry.name = entry.kind == Kind::Host ? entry.key : QFileInfo(entry.key).fileName();
        entry.detail = parts[3];
        entry.when = whenText(parts[1].toLongLong());
        entries.push_back(entry);
    }
    return entries;
}

QStringList Settings::recentTargets() const {
    QStringList targets;
    for (const widgets::RecentEntry &entry : recent())
        if (entry.kind == Kind::Host)
            targets << entry.key;
    return targets;
}

} // namespace fabricscope::app::window
