// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/Difference.h"

#include <fmt/format.h>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace fabricscope::fleet {

/// The value of a fact on one side. Two facts are equal if their texts are.
struct Value {
    std::optional<std::string> text; ///< safe to show; empty: unknown
    host::EvidenceRef evidence;
    double number = 0; ///< if the fact is a quantity
};

/// A fact to compare: one row of a table. `T` is what the fact belongs to.
template<class T> struct FactRow {
    std::string_view rule;
    Category category;
    Severity severity;
    std::string_view what;     ///< the fact's name, for "could not be compared"
    std::string_view sentence; ///< {0} is the value before, {1} the value after
    Value (*get)(const T &);
    /// The severity if it depends on the values; nullptr: `severity`.
    Severity (*judge)(const T &before, const T &after) = nullptr;
    /// Relative tolerance: quantities that differ by less than this part of the greater one are equal.
    double tolerance = 0;
};

/// What the facts belong to.
struct Subject {
    std::string name;
    DevicePair device;
};

/// Collects the results of all parts of the comparison.
class DiffCollector {
public:
    Difference &add(Difference difference);
    /// A fact that could not be compared.
    void addUnknown(std::string_view rule, Category category, std::string_view what, bool unknownBefore,
                    std::string subject);

    /// Adds each row whose values differ; `subject` is called only if needed.
    template<class T, class MakeSubject>
    void compare(std::span<const FactRow<T>> rows, const T &before, const T &after, MakeSubject &&subject) {
        for (const FactRow<T> &row : rows)
            compareOne(row, before, after, subject);
    }
    template<class T, class MakeSubject>
    void compareOne(const FactRow<T> &row, const T &before, const T &after, MakeSubject &&subject) {
        Value left = row.get(before);
        Value right = row.get(after);
        if (left.text == right.text)
            return;
        if (!left.text || !right.text)
            return addUnknown(row.rule, row.category, row.what, !left.text, subject().name);
        if (within(row.tolerance, left.number, right.number))
            return;
        const Subject of = subject();
        add({std::string(row.rule),
             row.category,
             Change::Changed,
             row.judge != nullptr ? row.judge(before, after) : row.severity,
             of.name,
             fmt::format(fmt::runtime(row.sentence), *left.text, *right.text),
             {left.text, of.device.before, left.evidence},
             {right.text, of.device.after, right.evidence},
             {}});
    }

    [[nodiscard]] std::vector<Difference> &differences() { return m_comparison.differences; }
    /// Sorted as Comparison specifies.
    [[nodiscard]] Comparison finish();

private:
    [[nodiscard]] static bool within(double tolerance, double left, double right);

    Comparison m_comparison;
    std::map<std::tuple<std::string_view, bool>, std::size_t> m_unknown; ///< rule and side -> place
};

/// Maximum number of bytes kept of a value.
inline constexpr std::size_t kMaxValueBytes = 200;
/// Text from outside, made safe and truncated.
[[nodiscard]] std::string clean(std::string_view text);
[[nodiscard]] Value valueOf(const host::Fact<std::string> &fact);
/// A number as text, with an fmt format: "{} bytes".
template<class Number>
[[nodiscard]] Value valueOf(const host::Fact<Number> &fact, std::string_view format = "{}") {
    if (!fact)
        return {};
    return {fmt::format(fmt::runtime(format), *fact), fact.evidence(), static_cast<double>(*fact)};
}
[[nodiscard]] Value valueOf(const host::Fact<ByteCount> &fact);
/// An unknown value, without text.
[[nodiscard]] inline Value unknownValue() {
    return {};
}

/// "A", "A and B", "A, B and 7 more".
[[nodiscard]] std::string listed(const std::vector<std::string> &names, std::size_t most = 4);

} // namespace fabricscope::fleet
