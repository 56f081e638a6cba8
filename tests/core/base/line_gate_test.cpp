// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/SecretNames.h"
#include "core/base/secrets/LineGate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace fabricscope {
namespace {

std::string capitals(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

// Lines of a log are decided in one pass; otherwise each costs several searches.
TEST(LineGate, LinesOfLogsHaveNoForm) {
    for (const char *line :
         {"gpu-17:4411:4502 [3] NCCL INFO Channel 07/0 : 12[4] -> 13[5] [send] via NET/IB/2/GDRDMA",
          "gpu-17:4411:4502 [3] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB ib0:172.16.4.9<0>",
          "[  812.004512] pci 0000:5e:00.0: BAR 0: assigned [mem 0x3a000000000-0x3a001ffffff 64bit pref]",
          "[   14.120007] mlx5_core 0000:5e:00.1: Port module event: module 1, Cable plugged",
          "   1048576        262144     float     sum      -1    61.77   16.97   31.83      0",
          "\t\tLnkSta:\tSpeed 32GT/s (ok), Width x16 (ok)",
          "\tControl: I/O- Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr- Stepping- SERR- FastB2B-",
          "", "Mapping of paths, spinning, pattern, monkeys, passed tests, assigned, [send]"})
        EXPECT_FALSE(mayHoldNamedSecret(line)) << line;
}

TEST(LineGate, FindsEachWordOfNames) {
    for (const SecretWord &word : secretWords()) {
        const std::string text(word.text);
        for (const std::string &line : {text + " = x", "a=1 X_" + capitals(text) + ": x",
                                        "{\"my-" + text + "\": [", "  - " + text, "see " + text + "s:"})
            EXPECT_TRUE(mayHoldNamedSecret(line)) << line;
    }
}

TEST(LineGate, FindsFormsWithoutSuchNames) {
    for (const char *line :
         {"apiVersion: v1", "  kind: Secret", "data:", "---", "machine db.site login u", "  default login u",
          "expect \"*oken*\"", "GRANT ALL ON a.* TO b IDENTIFIED BY 'x'", "sqlplus sys/x@db", "kinit a <<< x",
          "ops:$6$ab$cdefghijklmnopqrstuv", "ops {SSHA}abcdefghijklmnop", "pbkdf2_sha256$1$a$bcdefgh",
          "<name>", "  <entry>  ", "<value><![CDATA["})
        EXPECT_TRUE(mayHoldNamedSecret(line)) << line;
}

} // namespace
} // namespace fabricscope
