// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/present/bench/ChartScale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace fabricscope::present {
namespace {

constexpr std::array kByteUnits = {"", "K", "M", "G", "T", "P"};
constexpr double kLongest = 1e15; ///< from here on a number is written with an exponent
constexpr std::array kRound = {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
constexpr std::array kSteps = {1.0, 2.0, 5.0, 10.0};

/// The power of ten at or below the value.
double decade(double value) {
    return std::pow(10.0, std::floor(std::log10(value)));
}

std::string withoutZeros(std::string text) {
    if (text.find('.') == std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text;
}

} // namespace

std::string byteLabel(double bytes) {
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < kByteUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    return withoutZeros(fmt::format("{:.2f}", bytes)) + kByteUnits[unit];
}

std::string valueLabel(double value, int decimals) {
    if (!std::isfinite(value))
        return "?";
    const std::string sign = value < 0 ? "−" : "";
    const double size = std::abs(value);
    if (size >= kLongest)
        return sign + fmt::format("{:.3g}", size);
    return sign + fmt::format("{:.{}f}", size, std::clamp(decimals, 0, 9));
}

int decimalsOf(double value) {
    const double size = std::abs(value);
    const int most = size >= 10000 ? 1 : size >= 1 ? 2 : 4;
    int decimals = 0;
    for (double scaled = size; decimals < most; ++decimals, scaled *= 10)
        if (std::abs(scaled - std::round(scaled)) < 1e-9 * std::max(1.0, scaled))
            break;
    return decimals;
}

std::string durationLabel(double seconds) {
    if (!(seconds >= 0) || seconds > 1e9)
        return "?";
    const auto whole = static_cast<std::int64_t>(seconds + 0.5);
    const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60)
                     : fmt::format("{}:{:02}", minutes, whole % 60);
}

double roundAbove(double value) {
    if (!(value > 0) || !std::isfinite(value))
        return 1;
    const double base = decade(value);
    for (const double round : kRound)
        if (round * base >= value * (1 - 1e-9))
            return round * base;
    return 10 * base;
}

std::vector<Tick> roundTicks(double low, double high, int most) {
    std::vector<Tick> ticks;
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high) || most < 2)
        return ticks;
    const double rough = (high - low) / most, base = decade(rough);
    double step = 10 * base;
    for (const double each : kSteps)
        if (each * base >= rough * (1 - 1e-9)) {
            step = each * base;
            break;
        }
    const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 9);
    for (double at = std::ceil(low / step - 1e-9); at * step <= high + step * 1e-9; ++at)
        ticks.push_back({at * step, valueLabel(at * step, decimals)});
    return ticks;
}

std::string timeLabel(double seconds, double range) {
    constexpr double kMinutesFrom = 120;
    return range > kMinutesFrom ? durationLabel(seconds) : valueLabel(seconds, decimalsOf(seconds)) + " s";
}

std::vector<Tick> timeTicks(double low, double high, int most) {
    constexpr double kTimeSteps[] = {1,   2,   5,    10,   15,   30,    60,    120,   300,
                                     600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400};
    std::vector<Tick> ticks;
    if (!(high > low) || most < 2)
        return ticks;
    for (const double step : kTimeSteps) {
        if ((high - low) / step > most)
            continue;
        for (double at = std::ceil(low / step - 1e-9); at * step <= high + step * 1e-9; ++at)
            ticks.push_back({at * step, timeLabel(at * step, high - low)});
        return ticks;
    }
    return roundTicks(low, high, most); // longer than any run
}

ChartScale::ChartScale(ScaleKind kind, double low, double high, double from, double to)
    : m_kind(kind), m_low(low), m_high(high > low ? high : low + 1), m_from(from), m_to(to) {
    if (kind == ScaleKind::Doubling && m_low < 1) // a size of 0 is drawn at 1
        m_low = 1;
}

double onRuler(ScaleKind kind, double value) {
    constexpr double kLeast = 1e-12; ///< nothing that is measured is less
    switch (kind) {
    case ScaleKind::Doubling:
        return std::log2(std::max(value, 1.0));
    case ScaleKind::Decade:
        return std::log10(std::max(value, kLeast));
    case ScaleKind::Linear:
        break;
    }
    return value;
}

double offRuler(ScaleKind kind, double place) {
    return kind == ScaleKind::Doubling ? std::exp2(place)
           : kind == ScaleKind::Decade ? std::pow(10.0, place)
                                       : place;
}

double ChartScale::at(double value) const {
    const double low = onRuler(m_kind, m_low), span = onRuler(m_kind, m_high) - low;
    return span > 0 ? m_from + (m_to - m_from) * (onRuler(m_kind, value) - low) / span : (m_from + m_to) / 2;
}

} // namespace fabricscope::present
