// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/PlanJson.h"

#include "core/base/Text.h"
#include "core/json/SpecJson.h"

#include <fmt/format.h>

namespace fabricscope::json {

namespace {

constexpr std::string_view kSchema = "fabricscope.plan/";

Value stepValue(const bench::PlanStep &step) {
    Value value = specValue(step.spec);
    if (!step.sweep.flag.empty())
        value["sweep"] = {{"flag", step.sweep.flag}, {"values", step.sweep.values}};
    value["repeats"] = step.sweep.repeats;
    if (!step.notes.empty())
        value["notes"] = step.notes;
    return value;
}

Result<> readSweep(const Value &value, bench::Sweep &sweep) {
    sweep.flag = value.is_object() ? textAt(value, "flag") : std::string();
    const auto values = sweep.flag.empty() ? value.end() : value.find("values");
    if (sweep.flag.empty() || values == value.end())
        return failure("a sweep has a flag and values", "sweep");
    if (values->is_string()) {
        auto list = bench::sweepValues(values->get<std::string>());
        if (!list)
            return tl::unexpected(list.error());
        sweep.values = std::move(*list);
    } else if (!readWords(*values, sweep.values)) {
        return failure("the values of a sweep are a list of texts, or one text as '1M..8G*2'", "sweep");
    }
    return {};
}

Result<bench::PlanStep> stepOf(const Value &value) {
    auto spec = specOf(value);
    if (!spec)
        return tl::unexpected(spec.error());
    bench::PlanStep step;
    step.spec = std::move(*spec);
    if (step.spec.detached)
        return failure("a step of a plan cannot be detached: the next one begins when it has ended", "plan");
    if (const auto sweep = value.find("sweep"); sweep != value.end())
        if (auto read = readSweep(*sweep, step.sweep); !read)
            return tl::unexpected(read.error());
    if (value.contains("repeats")) {
        const auto repeats = numberAt<unsigned long long>(value, "repeats");
        if (!repeats || *repeats < 1 || *repeats > bench::Sweep::kMostSteps)
            return failure(fmt::format("repeats is not from 1 to {}", bench::Sweep::kMostSteps), "plan");
        step.sweep.repeats = static_cast<unsigned>(*repeats);
    }
    if (const auto notes = value.find("notes"); notes != value.end() && !readWords(*notes, step.notes))
        return failure("notes are a list of texts", "plan");
    return step;
}

} // namespace

std::string planDocument(const bench::Plan &plan) {
    Value document;
    document["schema"] = fmt::format("{}0", kSchema);
    Value &steps = document["steps"] = Value::array();
    for (const bench::PlanStep &step : plan.steps)
        steps.push_back(stepValue(step));
    return dump(document);
}

Result<bench::Plan> planFrom(std::string_view text) {
    const auto value = parse(text, kSpecLimits);
    if (!value)
        return tl::unexpected(value.error());
    if (!value->is_object() || textAt(*value, "schema") != fmt::format("{}0", kSchema))
        return failure(fmt::format("its schema is not {}0", kSchema), "plan",
                       "fabricscope bench plan makes one");
    const auto steps = value->find("steps");
    if (steps == value->end() || !steps->is_array())
        return failure("it has no list of steps", "plan");
    bench::Plan plan;
    for (const Value &each : *steps) {
        auto step = stepOf(each);
        if (!step)
            return failure(step.error().what, fmt::format("step {} of the plan", plan.steps.size() + 1),
                           step.error().hint);
        plan.steps.push_back(std::move(*step));
    }
    return plan;
}

} // namespace fabricscope::json
