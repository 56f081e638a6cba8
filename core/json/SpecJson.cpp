// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/SpecJson.h"

#include "core/bench/command/Secrets.h"

namespace fabricscope::json {

namespace {

bool readEnvironment(const Value &value, std::vector<bench::EnvironmentValue> &environment) {
    if (!value.is_array())
        return false;
    for (const Value &one : value) {
        if (!one.is_object())
            return false;
        bench::EnvironmentValue variable{textAt(one, "name"), textAt(one, "value")};
        variable.isPrivate = variable.value == bench::kSecretPlaceholder;
        environment.push_back(std::move(variable));
    }
    return true;
}

} // namespace

std::string textAt(const Value &value, const char *key) {
    const auto found = value.find(key);
    return found != value.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool readStrings(const Value &value, std::vector<std::string> &words) {
    if (!value.is_array())
        return false;
    for (const Value &word : value) {
        if (!word.is_string())
            return false;
        words.push_back(word.get<std::string>());
    }
    return true;
}

Value specValue(const bench::RunSpec &spec) {
    Value value;
    value["tool"] = spec.tool;
    value["test"] = spec.test;
    value["host"] = spec.host;
    value["words"] = spec.command.words;
    Value &environment = value["environment"] = Value::array();
    for (const bench::EnvironmentValue &one : spec.command.environment)
        environment.push_back({{"name", one.name}, {"value", one.value}});
    value["directory"] = spec.command.directory;
    value["longest_s"] = spec.longest.count();
    if (spec.detached)
        value["detached"] = true;
    return value;
}

Result<bench::RunSpec> specOf(const Value &value) {
    bench::RunSpec spec;
    spec.tool = value.is_object() ? textAt(value, "tool") : std::string();
    if (spec.tool.empty())
        return failure("it is not a run description: no tool named", "run", "fabricscope bench list");
    spec.test = textAt(value, "test");
    spec.host = textAt(value, "host");
    spec.command.directory = textAt(value, "directory");
    const auto words = value.find("words");
    const auto environment = value.find("environment");
    if (words == value.end() || !readStrings(*words, spec.command.words) ||
        (environment != value.end() && !readEnvironment(*environment, spec.command.environment)))
        return failure("words must be a list of strings, environment a list of names and values", "run");
    constexpr std::int64_t kMaxSeconds = 366LL * 24 * 3600;
    if (value.contains("longest_s")) {
        const auto longest = numberAt<std::int64_t>(value, "longest_s");
        if (!longest || *longest < 1 || *longest > kMaxSeconds)
            return failure("longest_s is out of range", "run", "1 second to a year");
        spec.longest = std::chrono::seconds(*longest);
    }
    spec.detached = value.value("detached", Value(false)) == Value(true);
    return spec;
}

} // namespace fabricscope::json
