// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/JsonFields.h"

#include "core/base/Text.h"

namespace fabricscope::app::demo {

Fields::Fields(const Json &object, std::string where) : m_object(object), m_where(std::move(where)) {
    if (!m_object.is_object())
        throw DataError(m_where + ": not an object");
}

void Fields::fail(const std::string &what) const {
    throw DataError(m_where + ": " + what);
}

const Json &Fields::at(const char *key) const {
    const auto found = m_object.find(key);
    if (found == m_object.end())
        fail(std::string("has no '") + key + "'");
    return *found;
}

Fields Fields::object(const char *key) const {
    return {at(key), m_where + "." + key};
}

std::string Fields::text(const char *key) const {
    const Json &value = at(key);
    if (!value.is_string())
        fail(std::string("'") + key + "' is not a string");
    return value.get<std::string>();
}

std::string Fields::text(const char *key, std::string fallback) const {
    return has(key) ? text(key) : std::move(fallback);
}

bool Fields::flag(const char *key, bool fallback) const {
    if (!has(key))
        return fallback;
    if (!at(key).is_boolean())
        fail(std::string("'") + key + "' is not true or false");
    return at(key).get<bool>();
}

std::uint64_t Fields::number(const char *key) const {
    const Json &value = at(key);
    if (value.is_number_unsigned())
        return value.get<std::uint64_t>();
    if (value.is_string()) {
        const auto content = value.get<std::string>();
        const bool hex = content.starts_with("0x");
        if (const auto parsed = parseInteger<std::uint64_t>(content, hex ? 16 : 10))
            return *parsed;
    }
    fail(std::string("'") + key + "' is not a number");
}

std::uint64_t Fields::number(const char *key, std::uint64_t fallback) const {
    return has(key) ? number(key) : fallback;
}

std::uint64_t Fields::hexadecimal(const char *key) const {
    const auto parsed = parseInteger<std::uint64_t>(text(key), 16);
    if (!parsed)
        fail(std::string("'") + key + "' is not a hexadecimal number");
    return *parsed;
}

int Fields::integer(const char *key, int fallback) const {
    if (!has(key))
        return fallback;
    const Json &value = at(key);
    if (value.is_number_integer())
        return value.get<int>();
    if (value.is_string())
        if (const auto parsed = parseInteger<int>(value.get<std::string>()))
            return *parsed;
    fail(std::string("'") + key + "' is not an integer");
}

double Fields::real(const char *key, double fallback) const {
    if (!has(key))
        return fallback;
    if (!at(key).is_number())
        fail(std::string("'") + key + "' is not a number");
    return at(key).get<double>();
}

std::vector<std::string> Fields::texts(const char *key) const {
    std::vector<std::string> result;
    if (!has(key))
        return result;
    if (!at(key).is_array())
        fail(std::string("'") + key + "' is not a list");
    for (const Json &item : at(key)) {
        if (!item.is_string())
            fail(std::string("'") + key + "' holds non-string values");
        result.push_back(item.get<std::string>());
    }
    return result;
}

pci::Address Fields::address(const char *key) const {
    const auto parsed = pci::Address::parse(text(key));
    if (!parsed)
        fail(std::string("'") + key + "' is not a BDF");
    return *parsed;
}

namespace {

std::string substitutedText(const std::string &text, const Parameters &parameters, const std::string &where) {
    std::string result;
    std::size_t at = 0;
    while (true) {
        const auto open = text.find("${", at);
        const auto close = open == std::string::npos ? open : text.find('}', open);
        if (close == std::string::npos)
            return result + text.substr(at);
        const auto found = parameters.find(text.substr(open + 2, close - open - 2));
        if (found == parameters.end())
            throw DataError(where + ": no parameter for " + text.substr(open, close - open + 1));
        result += text.substr(at, open - at) + found->second;
        at = close + 1;
    }
}

} // namespace

Json substituted(const Json &value, const Parameters &parameters, const std::string &where) {
    if (value.is_string())
        return substitutedText(value.get<std::string>(), parameters, where);
    if (value.is_array()) {
        Json result = Json::array();
        for (const Json &item : value)
            result.push_back(substituted(item, parameters, where));
        return result;
    }
    if (!value.is_object())
        return value;
    Json result = Json::object();
    for (const auto &[key, item] : value.items())
        result[substitutedText(key, parameters, where)] = substituted(item, parameters, where);
    return result;
}

} // namespace fabricscope::app::demo
