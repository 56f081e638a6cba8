// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme/Icons.h"

#include "resources/Resources.h"
#include "widgets/common/theme/Theme.h"

#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace fabricscope::widgets {

namespace {

/// Loading an icon takes five times as long as painting it, and a list of hosts has one in each row: they are
/// cached. Their number is limited by the icons in the resources times a few colours of the theme.
QSvgRenderer &rendererOf(const char *name, const QColor &colour) {
    static std::map<std::pair<std::string, QRgb>, std::unique_ptr<QSvgRenderer>> known;
    std::unique_ptr<QSvgRenderer> &renderer = known[{name, colour.rgb()}];
    if (renderer == nullptr) {
        const std::string_view svg = resources::find(std::string("icons/") + name + ".svg");
        QByteArray bytes(svg.data(), static_cast<qsizetype>(svg.size()));
        bytes.replace("#000", colour.name().toLatin1());
        renderer = std::make_unique<QSvgRenderer>(bytes);
    }
    return *renderer;
}

} // namespace

void paintIcon(QPainter &painter, const char *name, const QRectF &rect, const QColor &colour) {
    rendererOf(name, colour).render(&painter, rect);
}

QPixmap iconPixmap(const char *name, int px, const QColor &colour, double ratio) {
    const int size = qRound(px * ratio);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintIcon(painter, name, QRectF(0, 0, size, size), colour);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    return pixmap;
}

QIcon icon(const char *name, draw::Token token) {
    QIcon result;
    for (const double ratio : {1.0, 2.0})
        result.addPixmap(iconPixmap(name, 16, tokenColour(token), ratio));
    return result;
}

} // namespace fabricscope::widgets
