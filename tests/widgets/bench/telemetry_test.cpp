// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchController.h"
#include "core/bench/telemetry/Telemetry.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/bench/BenchScreen.h"
#include "widgets/bench/form/BenchRunFoot.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/common/controls/Controls.h"

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

class BenchTelemetryWindowTest : public ShellTest {
protected:
    [[nodiscard]] widgets::BenchScreen &screen() const { return *window->bench(); }
};

std::shared_ptr<const bench::Telemetry> cpuLoad(std::vector<double> values) {
    bench::Results results;
    results.tool = "counters";
    results.series = {{"host CPU load", "host", "%", bench::Axis::Seconds, {}}};
    for (std::size_t i = 0; i < values.size(); ++i)
        results.series[0].points.push_back({static_cast<double>(i), values[i], {}});
    bench::Telemetry telemetry;
    telemetry.take(0, std::span(&results, 1), static_cast<double>(values.size()));
    return std::make_shared<const bench::Telemetry>(telemetry);
}

TEST_F(BenchTelemetryWindowTest, TelemetryIsShownBeforeTheFirstRowAndUpdated) {
    window->showScreen(Screen::Benchmarks);
    bench::RunSpec spec;
    spec.tool = "rccl-tests";
    spec.test = "all_reduce_perf";
    spec.host = "gpu-07";
    const auto session = window->benchController()->live().begin(spec);
    bench::RunState state;
    state.phase = bench::Phase::Running;
    session->state(state);
    session->telemetry(cpuLoad({10, 20}));
    const auto lastShown = [this]() -> std::optional<double> {
        const bench::BenchView *view = screen().view();
        return view == nullptr || view->telemetry.empty() ? std::nullopt
                                                          : view->telemetry[0].points.back().value;
    };
    EXPECT_TRUE(test::waitFor([&] { return lastShown() == 20; }));
    EXPECT_EQ(screen().view()->telemetry[0].name, "CPU load");
    session->telemetry(cpuLoad({10, 20, 30}));
    EXPECT_TRUE(test::waitFor([&] { return lastShown() == 30; }));
}

TEST_F(BenchTelemetryWindowTest, TelemetryIsReadUnlessTheBoxIsCleared) {
    widgets::BenchRunPanel &panel = *screen().runPanel();
    EXPECT_TRUE(panel.spec().telemetry);
    panel.foot()->telemetryBox()->setChecked(false);
    EXPECT_FALSE(panel.spec().telemetry);
}

} // namespace
} // namespace fabricscope::app::window
