// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/collector/FakeHost.h"
#include "tests/collector/ScriptRun.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::collector {

/// A test that runs with each shell of shells().
class InEveryShell : public testing::TestWithParam<std::size_t> {
protected:
    [[nodiscard]] static const Shell &shell() { return shells().at(GetParam()); }
};

/// The shell's name, as part of the test name.
inline constexpr auto nameOf = [](const testing::TestParamInfo<std::size_t> &parameter) {
    std::string name = shells().at(parameter.param).name;
    std::erase_if(name, [](char c) { return c == ' ' || c == '-'; });
    return name;
};

} // namespace fabricscope::collector
