// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/ToolsJson.h"

#include "core/json/Json.h"

#include <nlohmann/json.hpp>

#include <array>

namespace fabricscope::json {

namespace {

// In the order of bench::Drawing, OptionForm and Uses.
constexpr std::array<const char *, 6> kDrawings = {"bus_bandwidth", "by_size", "heat_map",
                                                   "over_time",     "bars",    "by_load"};
constexpr std::array<const char *, 6> kForms = {"word",     "joined",     "switch",
                                                "variable", "positional", "launcher"};
constexpr std::array<const char *, 4> kUses = {"none", "gpus", "nics", "gpus_and_nics"};

template<std::size_t N, class Enum> const char *wordOf(const std::array<const char *, N> &words, Enum value) {
    return words.at(static_cast<std::size_t>(value));
}

void setText(Value &value, const char *key, std::string_view text) {
    if (!text.empty())
        value[key] = text;
}

Value optionValue(const bench::Option &option) {
    Value value;
    value["flag"] = option.flag;
    value["name"] = option.name;
    setText(value, "unit", option.unit);
    setText(value, "default", option.defaultValue);
    value["form"] = wordOf(kForms, option.form);
    value["meaning"] = option.meaning;
    return value;
}

Value presetValue(const bench::Preset &preset) {
    Value value;
    value["name"] = preset.name;
    value["test"] = preset.test;
    value["words"] = preset.words;
    value["meaning"] = preset.meaning;
    return value;
}

Value toolValue(const bench::Tool &tool) {
    Value value;
    value["key"] = tool.key;
    value["name"] = tool.name;
    value["drawn_as"] = wordOf(kDrawings, tool.drawing);
    value["uses"] = wordOf(kUses, tool.uses);
    value["needs"] = tool.needs;
    setText(value, "program", tool.program);
    setText(value, "version_command", tool.versionCommand);
    Value &tests = value["tests"] = Value::array();
    for (const bench::Test &test : tool.tests)
        tests.push_back({{"name", test.name}, {"meaning", test.meaning}});
    Value &options = value["options"] = Value::array();
    for (const bench::Option &option : tool.options)
        options.push_back(optionValue(option));
    Value &presets = value["presets"] = Value::array();
    for (const bench::Preset &preset : tool.presets)
        presets.push_back(presetValue(preset));
    setText(value, "recipe", tool.recipe);
    return value;
}

} // namespace

std::string toolsDocument(std::span<const bench::Tool> tools) {
    Value document;
    document["schema"] = "fabricscope.tools/0";
    Value &list = document["tools"] = Value::array();
    for (const bench::Tool &tool : tools)
        list.push_back(toolValue(tool));
    return dump(document);
}

} // namespace fabricscope::json
