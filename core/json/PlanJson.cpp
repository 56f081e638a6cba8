// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/PlanJson.h"

#include "core/base/Text.h"
#include "core/json/SpecJson.h"

#include <fmt/format.h>

namespace fabricscope::json {

namespace {

constexpr std::string_view kSchema = "fabricscope.plan/";
constexpr std::string_view kQueueSchema = "fabricscope.queue/0";
constexpr ParseLimits kQueueLimits{kMaxQueueBytes, 8, 2'000'000};

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
        return failure("a sweep needs a flag and values", "sweep");
    if (values->is_string()) {
        auto list = bench::sweepValues(values->get<std::string>());
        if (!list)
            return tl::unexpected(list.error());
        sweep.values = std::move(*list);
    } else if (!readStrings(*values, sweep.values)) {
        return failure("sweep values must be a list of strings, or one range like '1M..8G*2'", "sweep");
    }
    return {};
}

Result<bench::PlanStep> stepOf(const Value &value) {
    auto spec = specOf(value);
    if (!spec)
        return tl::unexpected(spec.error());
    bench::PlanStep step;
    step.spec = std::move(*spec);
    if (const auto sweep = value.find("sweep"); sweep != value.end())
        if (auto read = readSweep(*sweep, step.sweep); !read)
            return tl::unexpected(read.error());
    if (value.contains("repeats")) {
        const auto repeats = numberAt<unsigned long long>(value, "repeats");
        if (!repeats || *repeats < 1 || *repeats > bench::Sweep::kMaxSteps)
            return failure(fmt::format("repeats must be 1 to {}", bench::Sweep::kMaxSteps), "plan");
        step.sweep.repeats = static_cast<unsigned>(*repeats);
    }
    if (const auto notes = value.find("notes"); notes != value.end() && !readStrings(*notes, step.notes))
        return failure("notes must be a string list", "plan");
    return step;
}

Result<bench::Plan> planOf(const Value &value) {
    const auto steps = value.find("steps");
    if (steps == value.end() || !steps->is_array())
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

Value pairsValue(const bench::WaitingPairs &pairs) {
    return {{"server", pairs.server},
            {"client", pairs.client},
            {"test", pairs.test},
            {"server_devices", pairs.serverDevices},
            {"client_devices", pairs.clientDevices},
            {"gpu_memory", pairs.gpuMemory},
            {"gpus", pairs.gpus},
            {"seconds", pairs.seconds},
            {"at_once", pairs.concurrent}};
}

Result<bench::WaitingPairs> pairsOf(const Value &value) {
    using bench::WaitingPairs;
    if (!value.is_object())
        return failure("pairs must be an object", "queue");
    WaitingPairs pairs;
    pairs.server = textAt(value, "server");
    pairs.client = textAt(value, "client");
    pairs.test = textAt(value, "test");
    for (const auto &[key, devices] : {std::pair("server_devices", &pairs.serverDevices),
                                       std::pair("client_devices", &pairs.clientDevices)})
        if (const auto list = value.find(key); list == value.end() || !readStrings(*list, *devices))
            return failure(fmt::format("{} must be a string list", key), "queue");
    pairs.gpuMemory = value.value("gpu_memory", Value(false)) == Value(true);
    pairs.gpus = value.value("gpus", Value(false)) == Value(true);
    const auto seconds = numberAt<unsigned>(value, "seconds");
    const auto concurrent = numberAt<unsigned>(value, "at_once");
    if (!seconds || *seconds < 1 || *seconds > WaitingPairs::kMaxSeconds || !concurrent || *concurrent < 1 ||
        *concurrent > WaitingPairs::kMaxAtOnce)
        return failure("seconds or concurrent pairs out of range", "queue");
    pairs.seconds = *seconds;
    pairs.concurrent = *concurrent;
    return pairs;
}

Result<bench::WaitingQueue> queueOf(const Value &value) {
    const auto steps = value.is_object() ? value.find("steps") : value.end();
    if (!value.is_object() || steps == value.end() || !steps->is_array())
        return failure("it has no list of steps", "queue");
    bench::WaitingQueue queue;
    queue.group = textAt(value, "group");
    queue.variable = textAt(value, "variable");
    const auto isCount = [](const std::optional<unsigned long long> &number) {
        return number && *number <= bench::Sweep::kMaxSteps;
    };
    const auto repeats = numberAt<unsigned long long>(value, "repeats");
    if (!isCount(repeats) || *repeats < 1)
        return failure(fmt::format("repeats must be 1 to {}", bench::Sweep::kMaxSteps), "queue");
    queue.repeats = static_cast<unsigned>(*repeats);
    for (const Value &each : *steps) {
        auto spec = specOf(each);
        if (!spec)
            return tl::unexpected(spec.error());
        const auto repeat = numberAt<unsigned long long>(each, "repeat");
        if (!isCount(repeat))
            return failure("a step has no valid number of repeats", "queue");
        queue.steps.push_back({std::move(*spec), textAt(each, "value"), static_cast<unsigned>(*repeat)});
    }
    if (const auto pairs = value.find("pairs"); pairs != value.end()) {
        auto read = pairsOf(*pairs);
        if (!read)
            return tl::unexpected(read.error());
        queue.pairs = std::move(*read);
    }
    return queue;
}

std::vector<bench::WaitingQueue> alone(bench::Plan plan) {
    std::vector<bench::WaitingQueue> queues;
    for (bench::PlanStep &step : plan.steps)
        queues.emplace_back().steps.push_back({std::move(step.spec), {}, 0});
    return queues;
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
                       "make one with fabricscope bench plan");
    return planOf(*value);
}

std::string queueDocument(const std::vector<bench::WaitingQueue> &queues) {
    Value document;
    document["schema"] = kQueueSchema;
    Value &all = document["queues"] = Value::array();
    for (const bench::WaitingQueue &queue : queues) {
        Value &one = all.emplace_back();
        one["group"] = queue.group;
        one["variable"] = queue.variable;
        one["repeats"] = queue.repeats;
        Value &steps = one["steps"] = Value::array();
        for (const bench::SweepStep &step : queue.steps) {
            Value &value = steps.emplace_back(specValue(step.spec));
            value["value"] = step.value;
            value["repeat"] = step.repeat;
        }
        if (queue.pairs)
            one["pairs"] = pairsValue(*queue.pairs);
    }
    return dump(document);
}

Result<std::vector<bench::WaitingQueue>> queueFrom(std::string_view text) {
    const auto value = parse(text, kQueueLimits);
    if (!value)
        return tl::unexpected(value.error());
    if (value->is_object() && textAt(*value, "schema") == fmt::format("{}0", kSchema))
        return planOf(*value).map([](bench::Plan plan) { return alone(std::move(plan)); });
    if (!value->is_object() || textAt(*value, "schema") != kQueueSchema)
        return failure(fmt::format("its schema is not {}", kQueueSchema), "queue");
    const auto list = value->find("queues");
    if (list == value->end() || !list->is_array())
        return failure("it has no list of queues", "queue");
    std::vector<bench::WaitingQueue> queues;
    for (const Value &each : *list) {
        auto queue = queueOf(each);
        if (!queue)
            return tl::unexpected(queue.error());
        queues.push_back(std::move(*queue));
    }
    return queues;
}

} // namespace fabricscope::json
