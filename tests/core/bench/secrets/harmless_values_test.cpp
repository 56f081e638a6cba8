// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts with a secret's word that are no secret, in runs and in captures; and real logs, which stay as they
// are.
#include "core/base/secrets/HarmlessValues.h"
#include "core/bench/command/Secrets.h"
#include "core/capture/Secrets.h"
#include "tests/Places.h"
#include "tests/core/bench/secrets/FilteredText.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace fabricscope::bench {
namespace {

TEST(HarmlessValues, StayInRunsAndCaptures) {
    for (const char *plain :
         {"key=threads",
          "invalid token: unexpected 'x'",
          "unexpected token: '}'",
          "unknown token: foo",
          "token = self.tokenizer(text)",
          "token = os.environ[\"HF_TOKEN\"]",
          "authorization: enabled",
          "public_key=/etc/x.pub",
          "password=${VAR}",
          "password: \"$DB_PASSWORD\"",
          "x --token $TOKEN",
          "token: {{ .Values.token }}",
          "token=$(cat /run/token)",
          "credential_helper=store",
          "session=bench-01",
          "max_tokens=128",
          "token count: 5",
          "time to first token is 123.45ms",
          "token: 1024KiB",
          "waiting for a sudo password (--timeout)",
          "enter the password (twice)",
          "the token [15]",
          "PASS: test_allreduce",
          "PASS: all tests",
          "P_Key=0x7fff",
          "VS_Key=0x0 sm_key=0x1",
          "tokens/s: 1234",
          "password_file=/etc/x",
          "auth=ldap",
          "auth: none",
          "tokens: [15, 27]",
          "{\"token\": 5}",
          "getpass(\"Password: \")",
          "NCCL INFO comm 0x55 rank 0 nranks 8 cudaDev 0 busId 1000 commId 0x1234 - Init COMPLETE",
          "     1048576        262144     float     sum      -1    32.41   32.35   60.66      0",
          "[    1.204] key type trusted registered",
          "[   12.5] Key type asymmetric registered"}) {
        expectFiltered(plain, plain);
        EXPECT_EQ(capture::withoutSecrets(plain), plain);
    }
}

TEST(HarmlessValues, WhatOnlyLooksLikeThemGoes) {
    for (const char *text : {"invalid token: k4tze9", "key=k4tze9", "my_token=a8f3k4tze", "password=k4tze(x",
                             "auth=k4tze9", "authorization: k4tze9", "password=$k4tze!9", "credential=k4tze",
                             "token = k4tze.9f(", "access_token=k4tze9"}) {
        EXPECT_THAT(withoutSecrets(text), testing::Not(testing::HasSubstr("k4tze"))) << text;
        EXPECT_THAT(capture::withoutSecrets(text), testing::Not(testing::HasSubstr("k4tze"))) << text;
    }
}

std::vector<std::string> linesOf(const std::string &text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// Lines of a folder's texts that a filter changes.
template<class Filter>
std::vector<std::string> changedLines(const std::filesystem::path &folder, Filter &&filter) {
    constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 20U;
    std::vector<std::string> changed;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file() || entry.file_size() > kLargest)
            continue;
        std::ifstream stream(entry.path(), std::ios::binary);
        std::ostringstream bytes;
        bytes << stream.rdbuf();
        const std::string text = bytes.str();
        if (text.find('\0') != std::string::npos)
            continue;
        const std::vector<std::string> before = linesOf(text), after = linesOf(filter(text));
        EXPECT_EQ(before.size(), after.size()) << entry.path();
        for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
            if (before[i] != after[i])
                changed.push_back(entry.path().filename().string() + ": " + before[i] + " -> " + after[i]);
    }
    return changed;
}

// Real logs of benchmarks, kernels and libraries, none with a secret.
TEST(HarmlessValues, OfRealLogsNoLineIsChanged) {
    const std::filesystem::path corpus = FABRICSCOPE_SOURCE_DIR "/../shared/corpus/bench-logs";
    if (!std::filesystem::is_directory(corpus))
        GTEST_SKIP() << "NOT TESTED: no corpus at " << corpus;
    EXPECT_THAT(changedLines(corpus, [](const std::string &text) { return withoutSecrets(text); }),
                testing::IsEmpty());
    EXPECT_THAT(changedLines(corpus, [](const std::string &text) { return capture::withoutSecrets(text); }),
                testing::IsEmpty());
}

} // namespace
} // namespace fabricscope::bench
