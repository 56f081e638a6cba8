// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/Recorder.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace fabricscope::test {

inline remote::Endpoint endpointTo(const std::string &target) {
    remote::Endpoint endpoint;
    endpoint.target = target;
    return endpoint;
}

/// All bytes of a section.
inline std::string bytesOf(const app::Snapshot &snapshot, std::string_view name) {
    std::string bytes;
    for (const capture::Section &section : snapshot.capture->sections)
        if (section.meta().name == name)
            bytes += section.bytes();
    return bytes;
}

/// Checks that the snapshot was read in a container of makeMinimalRoot("made container") named
/// made-container, with the kernel of this machine.
inline void expectInside(const Recorder &recorder, const std::string &target) {
    namespace fs = std::filesystem;
    ASSERT_FALSE(recorder.failure) << recorder.failure->what << " " << recorder.failure->hint;
    const app::Snapshot &last = recorder.last();
    EXPECT_EQ(last.capture->target, target);
    EXPECT_EQ(last.topology->host().hostname.valueOr({}), "made-container");
    EXPECT_THAT(bytesOf(last, "identity"), testing::HasSubstr("made container"));
    for (const auto part : {capture::Part::Safe, capture::Part::Touch, capture::Part::Tools})
        EXPECT_THAT(last.parts, testing::Contains(part));
    const auto functions = fs::directory_iterator("/sys/bus/pci/devices");
    EXPECT_EQ(last.topology->host().functions.size(),
              static_cast<std::size_t>(std::distance(fs::begin(functions), fs::end(functions))));
}

} // namespace fabricscope::test
