// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/Json.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fabricscope::json {

namespace {

/// Scans the text once before anything is built, so that text that is too deep or too large uses no memory.
class Bounds {
public:
    explicit Bounds(const ParseLimits &limits) : m_limits(limits) {}

    bool null() { return count(); }
    bool boolean(bool) { return count(); }
    bool number_integer(std::int64_t) { return count(); }
    bool number_unsigned(std::uint64_t) { return count(); }
    bool number_float(double, const std::string &) { return count(); }
    bool string(const std::string &) { return count(); }
    bool binary(const std::vector<std::uint8_t> &) { return count(); }
    bool start_object(std::size_t) { return enter(); }
    bool key(const std::string &) { return true; }
    bool end_object() { return leave(); }
    bool start_array(std::size_t) { return enter(); }
    bool end_array() { return leave(); }
    bool parse_error(std::size_t position, const std::string &, const nlohmann::detail::exception &) {
        m_problem = fmt::format("not JSON: error at byte {}", position);
        return false;
    }

    [[nodiscard]] const std::string &problem() const { return m_problem; }

private:
    bool count() {
        if (++m_values <= m_limits.values)
            return true;
        m_problem = fmt::format("the JSON holds more than {} values", m_limits.values);
        return false;
    }
    bool enter() {
        if (++m_depth <= m_limits.depth)
            return count();
        m_problem = fmt::format("the JSON is more than {} levels deep", m_limits.depth);
        return false;
    }
    bool leave() {
        --m_depth;
        return true;
    }

    const ParseLimits &m_limits;
    std::size_t m_depth = 0;
    std::size_t m_values = 0;
    std::string m_problem;
};

} // namespace

Result<Value> parse(std::string_view text, const ParseLimits &limits) {
    if (text.size() > limits.bytes)
        return failure(fmt::format("the JSON is longer than {} bytes", limits.bytes));
    Bounds bounds(limits);
    if (!Value::sax_parse(text.begin(), text.end(), &bounds))
        return failure(bounds.problem());
    Value value = Value::parse(text.begin(), text.end(), nullptr, false);
    if (value.is_discarded())
        return failure("not JSON");
    return value;
}

std::string dump(const Value &value) {
    return value.dump(2, ' ', false, Value::error_handler_t::replace) + "\n";
}

Value textOrNull(std::string_view text) {
    return text.empty() ? Value(nullptr) : Value(HostText(text).plain());
}

} // namespace fabricscope::json
