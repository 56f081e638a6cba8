// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace fabricscope::present {

/// "24", "512K", "1M", "1.5M", "16G": in steps of 1024, as the tools' own options take them.
[[nodiscard]] std::string byteLabel(double bytes);
/// With so many decimals and a true minus; "1.2e+15" where a fixed point would be too long.
[[nodiscard]] std::string valueLabel(double value, int decimals);
/// As many decimals as this value needs in a text of its own: 0 to 4.
[[nodiscard]] int decimalsOf(double value);
/// "0:42", "5:02", "1:02:09".
[[nodiscard]] std::string durationLabel(double seconds);

struct Tick {
    double value = 0;
    std::string label;
};
/// Round numbers from `low` to `high`, at most `most` and at least two of them where the range is not empty.
[[nodiscard]] std::vector<Tick> roundTicks(double low, double high, int most);
/// The same of seconds: whole minutes and hours where the range has many.
[[nodiscard]] std::vector<Tick> timeTicks(double low, double high, int most);
/// A time in a range of so many seconds: "12.5 s", or "4:10" where it has minutes.
[[nodiscard]] std::string timeLabel(double seconds, double range);
/// The first round number at or above the value, of those that axes end on; 1 for what is not positive.
[[nodiscard]] double roundAbove(double value);

/// Doubling: each doubling is one step, values below 1 are at 1. Decade: each tenfold is one step.
enum class ScaleKind { Linear, Doubling, Decade };
/// On a ruler of even steps: log2 or log10 of the value, or itself.
[[nodiscard]] double onRuler(ScaleKind kind, double value);
[[nodiscard]] double offRuler(ScaleKind kind, double place);

/// From values to pixels. Values outside the range land outside the pixels.
class ChartScale {
public:
    ChartScale(ScaleKind kind, double low, double high, double from, double to);
    [[nodiscard]] double at(double value) const;
    [[nodiscard]] ScaleKind kind() const { return m_kind; }
    [[nodiscard]] double low() const { return m_low; }
    [[nodiscard]] double high() const { return m_high; }

private:
    ScaleKind m_kind;
    double m_low, m_high, m_from, m_to;
};

} // namespace fabricscope::present
