// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace fabricscope::test {

/// Sets an environment variable for the lifetime of the object, or unsets it if there is no value.
class EnvironmentGuard {
public:
    EnvironmentGuard(const char *name, const std::optional<std::string> &value) : m_name(name) {
        if (const char *before = std::getenv(name)) // NOLINT(concurrency-mt-unsafe)
            m_before = before;
        set(value);
    }
    ~EnvironmentGuard() { set(m_before); }
    EnvironmentGuard(const EnvironmentGuard &) = delete;
    EnvironmentGuard &operator=(const EnvironmentGuard &) = delete;

private:
    void set(const std::optional<std::string> &value) const {
        if (value)
            ::setenv(m_name, value->c_str(), 1); // NOLINT(concurrency-mt-unsafe)
        else
            ::unsetenv(m_name); // NOLINT(concurrency-mt-unsafe)
    }

    const char *m_name;
    std::optional<std::string> m_before;
};

} // namespace fabricscope::test
