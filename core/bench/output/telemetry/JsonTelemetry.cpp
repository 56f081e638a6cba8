// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Text.h"
#include "core/bench/output/documents/JsonForms.h"
#include "core/bench/output/text/Cells.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

constexpr int kDeepestMetric = 4;

/// Keys of amd-smi's JSON and CSV and the columns of its table (6.x). The first three and vram_* are as used
/// by public programs, the others from memory: an unknown key becomes a column of that name.
struct AmdColumn {
    std::string_view key, column;
};
constexpr std::array kAmdColumns = {
    AmdColumn{"power_usage", "POWER"},
    AmdColumn{"hotspot_temperature", "GPU_TEMP"},
    AmdColumn{"memory_temperature", "MEM_TEMP"},
    AmdColumn{"gfx", "GFX_UTIL"},
    AmdColumn{"gfx_clk", "GFX_CLOCK"},
    AmdColumn{"mem", "MEM_UTIL"},
    AmdColumn{"mem_clock", "MEM_CLOCK"},
    AmdColumn{"encoder", "ENC_UTIL"},
    AmdColumn{"decoder", "DEC_UTIL"},
    AmdColumn{"single_bit_ecc", "SINGLE_ECC"},
    AmdColumn{"double_bit_ecc", "DOUBLE_ECC"},
};

/// {"value": 140, "unit": "W"} or a bare number is a sample; an object of them is expanded to its members,
/// with its key as prefix.
void takeMetric(const JsonValue &metric, const std::string &name, const std::string &subject,
                std::optional<double> seconds, JsonTarget &target, int depth = 0) {
    const JsonValue value = metric["value"];
    if (!metric.isObject() || value) {
        const JsonValue plain = value ? value : metric;
        if (!plain.isArray() && isValue(trimmed(plain.text())))
            target.builder.addSample(target.run, subject + " " + name, subject, metric["unit"].text(),
                                     plain.number(), seconds);
        return;
    }
    for (JsonValue one = depth < kDeepestMetric ? metric.first() : JsonValue(); one; one = one.next())
        takeMetric(one, name + " " + amdColumnOf(one.key()), subject, seconds, target, depth + 1);
}

JsonValue listOf(const JsonValue &root) {
    return root.isArray() ? root : root["gpu_data"];
}

/// Values that change while a GPU works. amd-smi static, list and topology contain the GPU's number too, but
/// describe the host and are not telemetry.
constexpr std::array kAmdQuantities = {
    std::string_view("power_usage"),
    std::string_view("hotspot_temperature"),
    std::string_view("memory_temperature"),
    std::string_view("gfx"),
    std::string_view("gfx_clk"),
    std::string_view("vram_used"),
    std::string_view("pcie_bw"),
    std::string_view("usage"),
    std::string_view("power"),
    std::string_view("temperature"),
};

bool isCard(std::string_view key) {
    return key.size() > 4 && key.starts_with("card") && countOf(key.substr(4));
}

} // namespace

std::string amdColumnOf(std::string_view key) {
    for (const AmdColumn &known : kAmdColumns)
        if (known.key == key)
            return std::string(known.column);
    std::string column(key.substr(0, 100));
    for (char &c : column)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return column;
}

bool isAmdSmiJson(const JsonValue &root) {
    const JsonValue gpu = listOf(root).first();
    return countOf(gpu["gpu"].text()) && !gpu["asic"] &&
           std::any_of(kAmdQuantities.begin(), kAmdQuantities.end(),
                       [&](std::string_view key) { return bool(gpu[key]); });
}

void readAmdSmiJson(const JsonValue &root, JsonTarget &target) {
    if (target.run == ResultsBuilder::kNoRun) // -w prints it repeatedly
        target.run = target.builder.begin("amd-smi");
    for (JsonValue gpu = listOf(root).first(); gpu; gpu = gpu.next()) {
        const auto number = countOf(gpu["gpu"].text());
        if (!number)
            continue;
        const std::string subject = "GPU " + std::to_string(*number);
        for (JsonValue metric = gpu.first(); metric; metric = metric.next())
            if (metric.key() != "gpu" && metric.key() != "timestamp")
                takeMetric(metric, amdColumnOf(metric.key()), subject, gpu["timestamp"].number(), target);
    }
    if (target.whole)
        target.builder.ended(target.run);
}

bool isRocmSmiJson(const JsonValue &root) {
    const JsonValue card = root.isObject() ? root.first() : JsonValue();
    return isCard(card.key()) && card.isObject();
}

void readRocmSmiJson(const JsonValue &root, JsonTarget &target) {
    if (target.run == ResultsBuilder::kNoRun)
        target.run = target.builder.begin("rocm-smi");
    for (JsonValue card = root.first(); card; card = card.next()) {
        if (!isCard(card.key()))
            continue;
        const std::string subject = "GPU " + std::string(card.key().substr(4));
        for (JsonValue value = card.first(); value; value = value.next()) {
            const NameAndUnit what = splitUnit(value.key(), '(', ')');
            if (isValue(trimmed(value.text())))
                target.builder.addSample(target.run, subject + " " + std::string(what.name), subject,
                                         what.unit, value.number());
        }
    }
    if (target.whole)
        target.builder.ended(target.run);
}

} // namespace fabricscope::bench::output
