// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/Signature.h"

#include <QHash>
#include <QTextStream>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <tuple>

namespace fabricscope::test {

namespace {

using widgets::Token;

// Tolerances for other fonts and scales. Each is well below the effect of a missing part or a wrong colour
// (mutation_test.cpp).
constexpr int kPartSlack = 16;        ///< px, for each edge
constexpr int kLightSlack = 3;        ///< of 36 steps
constexpr int kBusySlack = 8;         ///< of 36 steps
constexpr int kOtherCells = 32;       ///< of 640
constexpr double kColourFactor = 2.0; ///< factor by which the area of a colour may grow or shrink
constexpr int kColourSlack = 150;     ///< px: a strip or a glyph that scrolled out of sight
constexpr double kMinPart = 0.004;    ///< of the picture's area
constexpr int kStep = 24;             ///< of 255, between neighbours
constexpr double kColoured = 0.03;    ///< of a cell's pixels
constexpr int kChroma = 70;           ///< of 255: text is grey, and its edges nearly
constexpr const char *kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";

/// Surfaces and colours with a meaning. Tokens with the same colour in a theme use the name of the first.
/// Without Window: little is painted with it, and edges of letters match it by chance.
constexpr struct {
    Token token;
    const char *name;
} kTokens[] = {
    {Token::Chrome, "Chrome"},
    {Token::Canvas, "Canvas"},
    {Token::Panel, "Panel"},
    {Token::Surface, "Surface"},
    {Token::Raised, "Raised"},
    {Token::Accent, "Accent"},
    {Token::AccentBg, "AccentBg"},
    {Token::Error, "Error"},
    {Token::Warning, "Warning"},
    {Token::Note, "Note"},
    {Token::Ok, "Ok"},
    {Token::Gpu, "Gpu"},
    {Token::Nic, "Nic"},
    {Token::FrontEndNic, "FrontEndNic"},
    {Token::Nvme, "Nvme"},
    {Token::Switch, "Switch"},
    {Token::RootPort, "RootPort"},
    {Token::Numa, "Numa"},
};

QString nameOf(const QWidget &widget) {
    const QString name =
        QString::fromLatin1(widget.metaObject()->className()).section(QStringLiteral("::"), -1);
    const QString own = widget.objectName().simplified().replace(QLatin1Char(' '), QLatin1Char('_'));
    return own.isEmpty() ? name : name + QLatin1Char('#') + own;
}

std::vector<Signature::Part> partsOf(const QWidget &widget) {
    std::vector<Signature::Part> parts;
    const double least = kMinPart * widget.width() * widget.height();
    for (const QWidget *part : widget.findChildren<QWidget *>()) {
        const bool isOurs =
            QLatin1String(part->metaObject()->className()).startsWith(QLatin1String("fabricscope::"));
        const QRect place = QRect(part->mapTo(&widget, QPoint()), part->size()) & widget.rect();
        if (isOurs && part->isVisibleTo(&widget) && place.width() * place.height() >= least)
            parts.push_back({nameOf(*part), place});
    }
    std::sort(parts.begin(), parts.end(), [](const auto &a, const auto &b) {
        return std::tuple(a.place.y(), a.place.x(), a.name) < std::tuple(b.place.y(), b.place.x(), b.name);
    });
    return parts;
}

QMap<QString, int> coloursOf(const QImage &picture, double scale, widgets::ThemeKind theme) {
    QHash<QRgb, int> counted;
    for (int y = 0; y < picture.height(); ++y) {
        const auto *line = reinterpret_cast<const QRgb *>(picture.constScanLine(y));
        for (int x = 0; x < picture.width(); ++x)
            ++counted[line[x] | 0xFF000000U];
    }
    QMap<QString, int> colours;
    for (const auto &[token, name] : kTokens)
        if (const int pixels = counted.take(widgets::tokenColour(token, theme).rgb()); pixels > 0)
            colours[QLatin1String(name)] = static_cast<int>(std::lround(pixels / scale / scale));
    return colours;
}

int hueOf(const std::array<int, 12> &hues, int pixels) {
    const auto most = std::max_element(hues.begin(), hues.end());
    return *most < kColoured * pixels ? -1 : static_cast<int>(most - hues.begin());
}

Signature::Cell cellOf(const QImage &picture, const QRect &place) {
    double light = 0;
    int busy = 0;
    std::array<int, 12> hues{};
    QRgb last = 0;    // neighbours mostly have the same colour, and a hue costs the most
    int lastHue = -1; // -1: a grey
    for (int y = place.top(); y <= place.bottom(); ++y) {
        const auto *line = reinterpret_cast<const QRgb *>(picture.constScanLine(y));
        for (int x = place.left(); x <= place.right(); ++x) {
            light += qGray(line[x]);
            busy += x > 0 && std::abs(qGray(line[x]) - qGray(line[x - 1])) > kStep ? 1 : 0;
            if (line[x] != last) {
                const QColor colour((last = line[x]));
                const bool isColoured =
                    colour.hue() >= 0 && colour.saturation() * colour.value() / 255 > kChroma;
                lastHue = isColoured ? colour.hue() / 30 % 12 : -1;
            }
            if (lastHue >= 0)
                ++hues[static_cast<std::size_t>(lastHue)];
        }
    }
    const int pixels = place.width() * place.height();
    return {std::min(35, static_cast<int>(light / pixels * 36 / 256)), std::min(35, busy * 72 / pixels),
            hueOf(hues, pixels)};
}

std::vector<Signature::Cell> cellsOf(const QImage &picture) {
    std::vector<Signature::Cell> cells;
    for (int row = 0; row < Signature::kRows; ++row)
        for (int column = 0; column < Signature::kColumns; ++column) {
            const auto edge = [](int whole, int at, int of) {
                return whole * at / of;
            };
            const QPoint from(edge(picture.width(), column, Signature::kColumns),
                              edge(picture.height(), row, Signature::kRows));
            const QPoint to(edge(picture.width(), column + 1, Signature::kColumns) - 1,
                            edge(picture.height(), row + 1, Signature::kRows) - 1);
            cells.push_back(cellOf(picture, QRect(from, to)));
        }
    return cells;
}

// ---- differences ----

bool isNear(const QRect &a, const QRect &b) {
    return std::abs(a.left() - b.left()) <= kPartSlack && std::abs(a.top() - b.top()) <= kPartSlack &&
           std::abs(a.right() - b.right()) <= kPartSlack && std::abs(a.bottom() - b.bottom()) <= kPartSlack;
}

QString placeOf(const Signature::Part &part) {
    return QStringLiteral("%1 at %2,%3 of %4x%5")
        .arg(part.name)
        .arg(part.place.x())
        .arg(part.place.y())
        .arg(part.place.width())
        .arg(part.place.height());
}

/// The parts that the other one lacks near that place.
QStringList partsMissing(const std::vector<Signature::Part> &parts, std::vector<Signature::Part> others,
                         const QString &how) {
    QStringList missing;
    for (const Signature::Part &part : parts) {
        const auto same = std::find_if(others.begin(), others.end(), [&](const Signature::Part &other) {
            return other.name == part.name && isNear(other.place, part.place);
        });
        if (same == others.end())
            missing << how.arg(placeOf(part));
        else
            others.erase(same);
    }
    return missing;
}

QStringList coloursOff(const Signature &expected, const Signature &found) {
    QStringList off;
    for (const auto &[token, name] : kTokens) {
        const QString key = QLatin1String(name);
        const int before = expected.colours.value(key), now = found.colours.value(key);
        if (std::max(before, now) > kColourFactor * std::min(before, now) + kColourSlack)
            off << QStringLiteral("of the colour %1 there are %2 px, not %3").arg(key).arg(now).arg(before);
    }
    return off;
}

bool isSimilar(const Signature::Cell &a, const Signature::Cell &b) {
    const bool hue = a.hue < 0 || b.hue < 0 || a.hue == b.hue || std::abs(a.hue - b.hue) == 1 ||
                     std::abs(a.hue - b.hue) == 11;
    return std::abs(a.light - b.light) <= kLightSlack && std::abs(a.busy - b.busy) <= kBusySlack && hue;
}

} // namespace

Signature signatureOf(const QWidget &widget, const QImage &picture, widgets::ThemeKind theme) {
    const QImage whole = picture.convertToFormat(QImage::Format_RGB32);
    QImage plain = whole;
    plain.setDevicePixelRatio(1);
    const double scale = static_cast<double>(plain.width()) / widget.width();
    Signature signature;
    signature.size = widget.size();
    signature.parts = partsOf(widget);
    signature.colours = coloursOf(plain, scale, theme);
    if (plain.size() != widget.size())
        plain = plain.scaled(widget.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                    .convertToFormat(QImage::Format_RGB32);
    signature.cells = cellsOf(plain);
    return signature;
}

QString textOf(const Signature &signature) {
    QString text;
    QTextStream out(&text);
    out << "size " << signature.size.width() << ' ' << signature.size.height() << '\n';
    for (const Signature::Part &part : signature.parts)
        out << "part " << part.name << ' ' << part.place.x() << ' ' << part.place.y() << ' '
            << part.place.width() << ' ' << part.place.height() << '\n';
    for (auto colour = signature.colours.begin(); colour != signature.colours.end(); ++colour)
        out << "colour " << colour.key() << ' ' << colour.value() << '\n';
    for (std::size_t at = 0; at < signature.cells.size(); ++at) {
        const Signature::Cell &cell = signature.cells[at];
        const bool begins = at % Signature::kColumns == 0, ends = (at + 1) % Signature::kColumns == 0;
        out << (begins ? "cells " : "") << kDigits[cell.light] << kDigits[cell.busy]
            << (cell.hue < 0 ? '.' : kDigits[cell.hue + 10]) << (ends ? "\n" : "");
    }
    out.flush();
    return text;
}

Signature signatureFrom(const QString &text) {
    Signature signature;
    const auto digit = [](QChar letter) {
        return static_cast<int>(QLatin1String(kDigits).indexOf(letter));
    };
    for (const QString &line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QStringList words = line.split(QLatin1Char(' '));
        const auto number = [&words](int at) {
            return words.value(at).toInt();
        };
        if (words[0] == QLatin1String("size"))
            signature.size = {number(1), number(2)};
        else if (words[0] == QLatin1String("part"))
            signature.parts.push_back({words.value(1), {number(2), number(3), number(4), number(5)}});
        else if (words[0] == QLatin1String("colour"))
            signature.colours[words.value(1)] = number(2);
        else if (words[0] == QLatin1String("cells"))
            for (int at = 0; at + 2 < words.value(1).size(); at += 3) {
                const QString cell = words[1].mid(at, 3);
                signature.cells.push_back(
                    {digit(cell[0]), digit(cell[1]), cell[2] == QLatin1Char('.') ? -1 : digit(cell[2]) - 10});
            }
    }
    return signature;
}

QStringList differences(const Signature &expected, const Signature &found) {
    const auto isNarrower = std::abs(expected.size.width() - found.size.width()) > kPartSlack ||
                            std::abs(expected.size.height() - found.size.height()) > kPartSlack;
    if (isNarrower || expected.cells.size() != found.cells.size())
        return {QStringLiteral("it is %1x%2 large, not %3x%4")
                    .arg(found.size.width())
                    .arg(found.size.height())
                    .arg(expected.size.width())
                    .arg(expected.size.height())};
    QStringList messages = partsMissing(expected.parts, found.parts, QStringLiteral("there is no %1"));
    messages += partsMissing(found.parts, expected.parts, QStringLiteral("there is a %1"));
    messages += coloursOff(expected, found);
    QStringList others;
    for (std::size_t at = 0; at < expected.cells.size(); ++at)
        if (!isSimilar(expected.cells[at], found.cells[at]))
            others << QStringLiteral("%1,%2").arg(at % Signature::kColumns).arg(at / Signature::kColumns);
    if (others.size() > kOtherCells)
        messages << QStringLiteral("%1 of %2 cells look otherwise: %3")
                        .arg(others.size())
                        .arg(expected.cells.size())
                        .arg(others.mid(0, 12).join(QLatin1Char(' ')));
    return messages;
}

} // namespace fabricscope::test
