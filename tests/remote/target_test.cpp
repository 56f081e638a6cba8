// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/base/Target.h"

#include <gtest/gtest.h>

namespace fabricscope::remote {
namespace {

struct Good {
    const char *text, *user, *host;
    std::uint16_t port;
};

TEST(Target, IsReadInAllItsForms) {
    for (const Good &good : {
             Good{"gpu-07", "", "gpu-07", 0},
             Good{"root@gpu-07", "root", "gpu-07", 0},
             Good{"gpu-07:2222", "", "gpu-07", 2222},
             Good{"me@gpu-07.example.com:22", "me", "gpu-07.example.com", 22},
             Good{"ssh://me@gpu-07:2222", "me", "gpu-07", 2222},
             Good{"ssh://gpu-07/", "", "gpu-07", 0},
             Good{"me@corp@gpu-07", "me@corp", "gpu-07", 0},
             Good{"[2001:db8::1]:2222", "", "2001:db8::1", 2222},
             Good{"me@[fe80::1%eth0]", "me", "fe80::1%eth0", 0},
             Good{"2001:db8::1", "", "2001:db8::1", 0},
             Good{"gpu_07", "", "gpu_07", 0},
         }) {
        const auto target = parseTarget(good.text);
        ASSERT_TRUE(target) << good.text;
        EXPECT_EQ(target->user, good.user) << good.text;
        EXPECT_EQ(target->host, good.host) << good.text;
        EXPECT_EQ(target->port, good.port) << good.text;
    }
}

TEST(Target, IsRefusedWhereAShellOrAnOptionCouldBeMeant) {
    for (const char *text : {"",
                             "-oProxyCommand=touch x",
                             "me@-oProxyCommand=x",
                             "-l@host",
                             "host;id",
                             "host`id`",
                             "$(id)",
                             "a b",
                             "host:0",
                             "host:65536",
                             "host:",
                             "host:x",
                             "[::1",
                             "[::1]x",
                             "me@",
                             "@host",
                             "ssh://",
                             "ho'st",
                             "host\n",
                             "ho\\st",
                             "user$x@host",
                             "h\x01st",
                             "user;x@host"}) {
        const auto target = parseTarget(text);
        EXPECT_FALSE(target) << text;
        if (!target) {
            EXPECT_EQ(target.error().kind, FailureKind::Config);
        }
    }
}

} // namespace
} // namespace fabricscope::remote
