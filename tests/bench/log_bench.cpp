// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Parses a log like the program and prints the result: run_logs.sh compares its time with an equivalent
// script and with grep.
#include "core/bench/run/OutputParser.h"
#include "core/nccl/log/DebugLogReader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace fabricscope;

template<class Take> bool readAll(const char *path, Take &&take) {
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    std::vector<char> buffer(std::size_t{1} << 18);
    for (ssize_t length = 0; (length = ::read(file, buffer.data(), buffer.size())) > 0;)
        take(std::string_view(buffer.data(), static_cast<std::size_t>(length)));
    ::close(file);
    return true;
}

int library(const char *path) {
    nccl::log::DebugLogReader reader;
    if (!readAll(path, [&](std::string_view bytes) { reader.feed(bytes); }))
        return 1;
    reader.end();
    std::uint64_t connections = 0, direct = 0;
    for (const nccl::log::Transport &transport : reader.log().transports) {
        connections += transport.connections;
        direct += transport.gdr.value_or(false) ? transport.connections : 0;
    }
    fmt::print("connections {} direct {} warnings {} rings {} settings {}\n", connections, direct,
               reader.log().warnings.size(), reader.log().rings.size(), reader.log().settings.size());
    return 0;
}

int rows(const char *path) {
    const auto parser = bench::makeParser("auto");
    if (!readAll(path, [&](std::string_view bytes) { parser->feed(bytes); }))
        return 1;
    parser->end();
    std::size_t count = 0;
    double most = 0;
    for (const bench::Results &run : parser->results()) {
        count += run.rows.size();
        for (const bench::CollectiveRow &row : run.rows)
            for (const auto *half : {&row.outOfPlace, &row.inPlace})
                if (*half && (*half)->busbw.value_or(0) > most)
                    most = *(*half)->busbw;
    }
    fmt::print("rows {} most {}\n", count, most);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    const std::string_view what = argc == 3 ? argv[1] : "";
    if (what == "nccl-log")
        return library(argv[2]);
    if (what == "rows")
        return rows(argv[2]);
    fmt::print(stderr, "log_bench nccl-log|rows FILE\n");
    return 2;
}
