// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/run/CustomParser.h"
#include "tests/fuzz/Fuzz.h"

#include <algorithm>

using namespace fabricscope;

/// An expression, a line feed, and its input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 200 || size > 2000)
        return 0;
    const auto parser = bench::makeCustomParser(text.substr(0, end));
    if (!parser)
        return 0;
    (*parser)->feed(text.substr(end));
    (*parser)->end();
    fuzz::require((*parser)->results().size() <= 1);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    return {"size (?<size>\\d+) (?:takes|took) (?<us>[\\d.]+) us (?<verdict>\\w+)\nsize 8 took 1.5 us good\n",
            "(?<power>[0-9]+) W\n70 W\n71 W\nerror: 5\n", "(?<a>(x+x+)+)y\nxxxxxxxxxxxxxxxxxxxx\n"};
}
