// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/host/Shared.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fabricscope::host {

/// An optional text that thousands of objects may share, in the size of a pointer: copies share it.
/// Used like std::optional<std::string>, and converts to one.
class OptionalText {
public:
    OptionalText() = default;
    OptionalText(std::nullopt_t) {}
    OptionalText(std::string text) : m_text(std::move(text)) {}
    OptionalText(const char *text) : m_text(std::string(text)) {}
    OptionalText(const std::optional<std::string> &text)
        : m_text(text ? Shared<std::string>(*text) : Shared<std::string>()) {}
    OptionalText(Shared<std::string> text) : m_text(std::move(text)) {}
    operator std::optional<std::string>() const {
        return m_text ? std::optional<std::string>(*m_text) : std::nullopt;
    }

    [[nodiscard]] bool has_value() const { return m_text.has_value(); }
    explicit operator bool() const { return has_value(); }
    /// "" if there is none.
    [[nodiscard]] const std::string &operator*() const { return m_text ? *m_text : kNothing; }
    [[nodiscard]] const std::string *operator->() const { return &**this; }
    [[nodiscard]] std::string value_or(const std::string &fallback) const {
        return m_text ? *m_text : fallback;
    }
    void reset() { m_text.reset(); }
    [[nodiscard]] const Shared<std::string> &shared() const { return m_text; }

    friend bool operator==(const OptionalText &a, const OptionalText &b) { return a.m_text == b.m_text; }
    friend bool operator==(const OptionalText &a, std::string_view b) { return a && *a == b; }
    friend bool operator==(const OptionalText &a, const std::string &b) { return a && *a == b; }
    friend bool operator==(const OptionalText &a, const char *b) { return a && *a == b; }
    friend bool operator==(const OptionalText &a, std::nullopt_t) { return !a.has_value(); }
    // std::optional's own comparison with any type would treat an OptionalText as a value.
    friend bool operator==(const OptionalText &a, const std::optional<std::string> &b) {
        return a == OptionalText(b);
    }
    friend bool operator==(const std::optional<std::string> &a, const OptionalText &b) { return b == a; }

private:
    static inline const std::string kNothing;
    Shared<std::string> m_text;
};

} // namespace fabricscope::host
