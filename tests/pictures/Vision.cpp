// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/Vision.h"

#include "tests/support/Contrast.h"

#include <QHash>

#include <array>

namespace fabricscope::test {

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

constexpr Matrix kProtanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};

std::uint8_t encoded(double light) {
    const double bounded = std::clamp(light, 0.0, 1.0);
    const double value = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * std::pow(bounded, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(value * 255));
}

draw::Rgb by(const Matrix &matrix, draw::Rgb colour) {
    const double light[] = {linear(colour.r), linear(colour.g), linear(colour.b)};
    std::uint8_t out[3];
    for (std::size_t row = 0; row < 3; ++row)
        out[row] = encoded(matrix[row][0] * light[0] + matrix[row][1] * light[1] + matrix[row][2] * light[2]);
    return {out[0], out[1], out[2]};
}

} // namespace

const char *wordOf(Vision vision) {
    constexpr const char *kWords[] = {"typical", "grey", "protanopia", "deuteranopia"};
    return kWords[static_cast<int>(vision)];
}

draw::Rgb seen(draw::Rgb colour, Vision vision) {
    switch (vision) {
    case Vision::Grey: {
        const std::uint8_t grey = encoded(luminance(colour));
        return {grey, grey, grey};
    }
    case Vision::Protanopia:
        return by(kProtanopia, colour);
    case Vision::Deuteranopia:
        return by(kDeuteranopia, colour);
    case Vision::Typical:
        break;
    }
    return colour;
}

QImage seen(const QImage &picture, Vision vision) {
    QImage out = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, QRgb> known; // cache: a picture of flat colours has few
    for (int y = 0; y < out.height(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(out.scanLine(y));
        for (int x = 0; x < out.width(); ++x) {
            const auto [place, isNew] = [&] {
                const auto found = known.find(line[x]);
                return found != known.end() ? std::pair(found, false)
                                            : std::pair(known.insert(line[x], 0), true);
            }();
            if (isNew) {
                const draw::Rgb as = seen({static_cast<std::uint8_t>(qRed(line[x])),
                                           static_cast<std::uint8_t>(qGreen(line[x])),
                                           static_cast<std::uint8_t>(qBlue(line[x]))},
                                          vision);
                *place = qRgb(as.r, as.g, as.b);
            }
            line[x] = *place;
        }
    }
    return out;
}

double lightnessOf(draw::Rgb colour) {
    const double light = luminance(colour);
    return light <= 216.0 / 24389 ? light * 24389 / 27 : 116 * std::cbrt(light) - 16;
}

} // namespace fabricscope::test
