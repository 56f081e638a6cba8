// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint/PreparedText.h"

#include "widgets/common/theme/Fonts.h"

#include <QCache>
#include <QFontMetricsF>

#include <map>
#include <utility>

namespace fabricscope::widgets {

namespace {

/// More than a screen shows of a dense picture; about 2 KiB each.
constexpr int kMaxEntries = 4096;

struct Key {
    QByteArray text;
    draw::Font font;
    float size;
    double room;
    friend bool operator==(const Key &, const Key &) = default;
};

std::size_t qHash(const Key &key, std::size_t seed) {
    return qHashMulti(seed, key.text, static_cast<int>(key.font), key.size, key.room);
}

struct Measured {
    QFont font;
    QFontMetricsF metrics;
};

/// A picture has a handful of fonts; creating one takes longer than painting with it.
const Measured &fontOf(draw::Font font, float size) {
    static std::map<std::pair<draw::Font, float>, Measured> known;
    auto at = known.find({font, size});
    if (at == known.end()) {
        const QFont made = displayFont(font, size);
        at = known.emplace(std::pair{font, size}, Measured{made, QFontMetricsF(made)}).first;
    }
    return at->second;
}

PreparedText *prepare(const Key &key) {
    const auto &[font, metrics] = fontOf(key.font, key.size);
    QString text = QString::fromUtf8(key.text);
    // Tolerance of half a pixel: the layout measured the same text with the same font.
    if (key.room > 0 && metrics.horizontalAdvance(text) > key.room + 0.5)
        text = metrics.elidedText(text, Qt::ElideRight, key.room);
    auto *made = new PreparedText{QStaticText(text), font, metrics.horizontalAdvance(text), metrics.height()};
    made->text.setTextFormat(Qt::PlainText);
    made->text.setPerformanceHint(QStaticText::AggressiveCaching);
    return made;
}

/// Lookup without a copy of the text; the stored key has one.
const PreparedText &prepared(const Key &key) {
    static QCache<Key, PreparedText> kept(kMaxEntries);
    if (const PreparedText *known = kept.object(key))
        return *known;
    PreparedText *made = prepare(key);
    Key own = key;
    own.text = QByteArray(key.text.constData(), key.text.size());
    kept.insert(own, made);
    return *made;
}

} // namespace

const PreparedText &preparedText(const draw::Item &item) {
    const auto size = static_cast<qsizetype>(item.text.size());
    return prepared(
        {QByteArray::fromRawData(item.text.data(), size), item.font, item.fontSize, item.rect.width});
}

const PreparedText &preparedText(const QString &text, draw::Font font, double px) {
    return prepared({text.toUtf8(), font, static_cast<float>(px), 0});
}

} // namespace fabricscope::widgets
