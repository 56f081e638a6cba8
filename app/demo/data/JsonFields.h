// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pci/Address.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fabricscope::app::demo {

/// Internal to app/demo: a key that is missing or invalid. Caught in loadDemoHost().
struct DataError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

using Json = nlohmann::ordered_json;

/// An object of the data, with the path to it for messages.
class Fields {
public:
    Fields(const Json &object, std::string where);

    [[nodiscard]] bool has(const char *key) const { return m_object.contains(key); }
    [[nodiscard]] const Json &json() const { return m_object; }
    [[nodiscard]] const std::string &where() const { return m_where; }
    [[nodiscard]] Fields object(const char *key) const;
    [[nodiscard]] const Json &at(const char *key) const;

    [[nodiscard]] std::string text(const char *key) const;
    [[nodiscard]] std::string text(const char *key, std::string fallback) const;
    [[nodiscard]] bool flag(const char *key, bool fallback) const;
    [[nodiscard]] std::uint64_t
    number(const char *key) const; ///< a number, or text: decimal, 0x.. or (bare) hexadecimal
    [[nodiscard]] std::uint64_t number(const char *key, std::uint64_t fallback) const;
    [[nodiscard]] std::uint64_t hexadecimal(const char *key) const; ///< text, always base 16
    [[nodiscard]] int integer(const char *key, int fallback) const;
    [[nodiscard]] double real(const char *key, double fallback) const;
    [[nodiscard]] std::vector<std::string> texts(const char *key) const; ///< empty if there is none
    [[nodiscard]] pci::Address address(const char *key) const;
    [[noreturn]] void fail(const std::string &what) const;

private:
    const Json &m_object;
    std::string m_where;
};

using Parameters = std::map<std::string, std::string>;

/// The value with each ${name} in texts and keys replaced; an unknown name is an error.
[[nodiscard]] Json substituted(const Json &value, const Parameters &parameters, const std::string &where);

} // namespace fabricscope::app::demo
