// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/ConnectTypes.h"

namespace fabricscope::widgets {

namespace {

constexpr int kGroup = 8;

/// Without the hash name, blanks and padding. Base64 is case sensitive, so the case is kept.
QString bare(QString text) {
    text.remove(QLatin1Char(' '))
        .remove(QLatin1Char('\n'))
        .remove(QLatin1Char('\r'))
        .remove(QLatin1Char('\t'));
    if (text.startsWith(QLatin1String("SHA256:"), Qt::CaseInsensitive))
        text.remove(0, 7);
    while (text.endsWith(QLatin1Char('=')))
        text.chop(1);
    return text;
}

} // namespace

QString groupedFingerprint(const QString &fingerprint) {
    const QString text = bare(fingerprint);
    QStringList groups;
    for (int at = 0; at < text.size(); at += kGroup)
        groups << text.mid(at, kGroup);
    return groups.join(QLatin1Char(' '));
}

bool sameFingerprint(const QString &pasted, const QString &fingerprint) {
    const QString text = bare(pasted);
    return !text.isEmpty() && text == bare(fingerprint);
}

QString keyTypeName(const QString &keyType) {
    QString name = keyType;
    if (name.startsWith(QLatin1String("ssh-")))
        name.remove(0, 4);
    if (name.startsWith(QLatin1String("ecdsa-")))
        name = QStringLiteral("ecdsa");
    return name.toUpper();
}

} // namespace fabricscope::widgets
