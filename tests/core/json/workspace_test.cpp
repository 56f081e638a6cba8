// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/WorkspaceJson.h"

#include <gmock/gmock.h>

namespace fabricscope::json {
namespace {

using testing::HasSubstr;
using workspace::Member;
using workspace::WorkspaceFile;

/// Two groups, one of them empty; hosts with and without settings; a capture of two files; a window.
WorkspaceFile made() {
    WorkspaceFile file;
    file.workspace.groups = {{1, "MI355X bring-up"}, {3, "Empty"}};
    Member plain{2, {"mi355x-01", {}, 0, {}, {}, false}, {}, {}, 1, {}, {}};
    Member full{4,
                {"10.0.0.7", "ops", 2222, "/keys/lab", "jump@bastion:22,b2", true},
                {},
                "head node",
                0,
                {{"GPU2", "0000:46:00.0", "ionic_2", "0000:47:00.0"}},
                {{{2, 0, 3, 0}, pci::Address{0, 0x47, 0, 1}}, {{2, 0, 4, 0}, std::nullopt}}};
    Member capture{5, {}, {"a.fscope", "dmesg.txt"}, {}, 0, {}, {}};
    file.workspace.members = {plain, full, capture};
    file.window = {"affinity",
                   {{-20, 10, 1440, 900, true}},
                   false,
                   true,
                   false,
                   250,
                   304,
                   131,
                   {"right", {}},
                   {},
                   {"", {{90, 80, 500, 300, false}}},
                   4,
                   "0000:46:00.0",
                   {1},
                   {{4, true, {{"vfs:0000:41:00.0", false}}}, {5, {}, {{"quiet:1", true}}}}};
    return file;
}

constexpr const char *kDocument = R"({
  "schema": "fabricscope.workspace/0",
  "groups": [
    {
      "name": "MI355X bring-up",
      "collapsed": true,
      "hosts": [
        {
          "target": "mi355x-01"
        }
      ]
    },
    {
      "name": "Empty",
      "hosts": []
    }
  ],
  "hosts": [
    {
      "target": "10.0.0.7",
      "name": "head node",
      "user": "ops",
      "port": 2222,
      "identity_file": "/keys/lab",
      "jump": "jump@bastion:22,b2",
      "root": true,
      "what_if": [
        {
          "gpu": "GPU2",
          "gpu_address": "0000:46:00.0",
          "nic": "ionic_2",
          "nic_address": "0000:47:00.0"
        }
      ],
      "folds": [
        {
          "open": true
        },
        {
          "id": "vfs:0000:41:00.0",
          "open": false
        }
      ],
      "on_host": [
        {
          "guest": "0002:00:03.0",
          "host": "0000:47:00.1"
        },
        {
          "guest": "0002:00:04.0"
        }
      ],
      "selected": true
    }
  ],
  "captures": [
    {
      "files": [
        "a.fscope",
        "dmesg.txt"
      ],
      "folds": [
        {
          "id": "quiet:1",
          "open": true
        }
      ]
    }
  ],
  "window": {
    "screen": "affinity",
    "device": "0000:46:00.0",
    "place": {
      "x": -20,
      "y": 10,
      "width": 1440,
      "height": 900,
      "maximized": true
    },
    "sidebar": false,
    "inspector": true,
    "jobs_and_log": false,
    "sidebar_dock": {
      "side": "right"
    },
    "jobs_and_log_dock": {
      "window": {
        "x": 90,
        "y": 80,
        "width": 500,
        "height": 300,
        "maximized": false
      }
    },
    "sidebar_width": 250,
    "inspector_width": 304,
    "jobs_and_log_height": 131
  }
}
)";

TEST(WorkspaceJson, IsWrittenReadably) {
    EXPECT_EQ(workspaceDocument(made()), kDocument);
}

TEST(WorkspaceJson, IsReadAsItWasWritten) {
    const auto read = readWorkspace(kDocument);
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_EQ(*read, made());
    WorkspaceFile session = made();
    session.savedAs = "/home/me/bring-up.fswork";
    session.unsaved = true;
    session.unconfirmed = true;
    EXPECT_EQ(*readWorkspace(workspaceDocument(session)), session);
    const auto least = readWorkspace(R"({"schema": "fabricscope.workspace/0"})");
    ASSERT_TRUE(least);
    EXPECT_EQ(*least, WorkspaceFile());
}

WorkspaceFile withMutes() {
    WorkspaceFile file = made();
    file.workspace.mutes = {
        {"link.narrow", "gpu-01", "GPU5", "known, ticket 7", checks::parseDate("2026-12-31")},
        {"system.governor", "gpu-01", "*", "\"the BIOS\" decides", {}}};
    file.workspace.siteFile = "site.toml";
    return file;
}

TEST(WorkspaceJson, HasMutesAndTheSiteFile) {
    const std::string text = workspaceDocument(withMutes());
    EXPECT_THAT(text, HasSubstr(R"("until": "2026-12-31")"));
    const auto read = readWorkspace(text);
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_EQ(*read, withMutes());
}

/// With fewer keys, or another date, a mute would mute more.
TEST(WorkspaceJson, AMuteWithAFaultIsRefusedByItsPlace) {
    const auto errorOf = [](const std::string &mute) {
        const auto read = readWorkspace(R"({"schema": "fabricscope.workspace/0", "mutes": [)" + mute + "]}");
        return read ? std::string() : read.error().what;
    };
    EXPECT_EQ(errorOf(R"({"rule": "a", "host": "b", "device": "*", "reason": "c"})"), "");
    EXPECT_EQ(errorOf(R"({"host": "b", "device": "*", "reason": "c"})"), "mutes[0].rule is missing");
    EXPECT_EQ(errorOf(R"({"rule": "a", "device": "*", "reason": "c"})"), "mutes[0].host is missing");
    EXPECT_EQ(errorOf(R"({"rule": "a", "host": "b", "reason": "c"})"), "mutes[0].device is missing");
    EXPECT_EQ(errorOf(R"({"rule": "a", "host": "b", "device": "*", "reason": ""})"),
              "mutes[0].reason is missing");
    EXPECT_THAT(errorOf(R"({"rule": "a", "host": "b", "device": "*", "reason": 7})"), HasSubstr("is number"));
    EXPECT_THAT(errorOf(R"({"rule": "a", "host": "b", "device": "*", "reason": "x\u001b[1m"})"),
                HasSubstr("unprintable"));
    for (const char *until : {R"("2026-02-30")", R"("soon")", R"("")", R"(20261231)", "null"})
        EXPECT_THAT(errorOf(R"({"rule": "a", "host": "b", "device": "*", "reason": "c", "until": )" +
                            std::string(until) + "}"),
                    HasSubstr("mutes[0].until"))
            << until;
    EXPECT_THAT(errorOf("[]"), HasSubstr("mutes[0] is not an object"));
    std::string many;
    for (int i = 0; i < 4097; ++i)
        many +=
            std::string(i == 0 ? "" : ",") + R"({"rule": "a", "host": "b", "device": "*", "reason": "c"})";
    EXPECT_EQ(errorOf(many), "mutes has more than 4096 entries");
}

TEST(WorkspaceJson, MutesAndASiteFileThatCannotBeReadBackAreLeftOut) {
    WorkspaceFile file = withMutes();
    file.workspace.mutes.push_back({"link.slow", "gpu-02", "two\nlines", "known", {}});
    file.workspace.siteFile = "a\tb.toml";
    EXPECT_THAT(dropUnreadable(file), testing::ElementsAre(HasSubstr("The mute of link.slow left out: "),
                                                           HasSubstr("Path of the site file left out")));
    WorkspaceFile kept = withMutes();
    kept.workspace.siteFile.clear();
    EXPECT_EQ(file, kept);
    file.workspace.mutes.assign(4100, withMutes().workspace.mutes.front());
    EXPECT_THAT(dropUnreadable(file), testing::ElementsAre("4 mutes left out: the limit is 4096"));
    EXPECT_TRUE(readWorkspace(workspaceDocument(file)));
}

TEST(WorkspaceJson, PassesOverKeysThatItDoesNotKnow) {
    const auto read = readWorkspace(
        R"({"schema": "fabricscope.workspace/0", "new": [1], "hosts": [{"target": "a", "colour": "red"}]})");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->workspace.members.at(0).connection.target, "a");
}

TEST(WorkspaceJson, OfANewerVersionOrOfSomethingElseIsRefused) {
    EXPECT_THAT(readWorkspace(R"({"schema": "fabricscope.workspace/1"})").error().toString(),
                HasSubstr("newer workspace version: fabricscope.workspace/1"));
    for (const char *text : {R"({"schema": "fabricscope.tree/0"})", R"({})", R"([])",
                             R"("fabricscope.workspace/0")", R"({"schema": 7})"})
        EXPECT_THAT(readWorkspace(text).error().what, HasSubstr("not a fabricscope workspace")) << text;
    EXPECT_THAT(readWorkspace("fabricscope").error().what, HasSubstr("not JSON"));
}

TEST(WorkspaceJson, ThatIsHostileIsRefusedWithThePlace) {
    const std::pair<const char *, const char *> cases[] = {
        {R"("hosts": {})", "hosts is object, not a list"},
        {R"("hosts": [7])", "hosts[0] is not an object"},
        {R"("hosts": [{}])", "hosts[0].target names no host"},
        {R"("hosts": [{"target": "-oProxyCommand=x"}])", "hosts[0].target names no host"},
        {R"("hosts": [{"target": "a\u001b[31m"}])", "hosts[0].target contains unprintable characters"},
        {R"("hosts": [{"target": "a", "port": 65536}])", "hosts[0].port is not between 1 and 65535"},
        {R"("hosts": [{"target": "a", "port": -1}])", "hosts[0].port is not between 1 and 65535"},
        {R"("hosts": [{"target": "a", "port": 18446744073709551615}])",
         "hosts[0].port is not between 1 and 65535"},
        {R"("hosts": [{"target": "a", "port": "22"}])", "hosts[0].port is string, not a whole number"},
        {R"("hosts": [{"target": "a", "port": 22.5}])", "hosts[0].port is number, not a whole number"},
        {R"("hosts": [{"target": "a", "user": "-x"}])", "hosts[0].user is not a user name"},
        {R"("hosts": [{"target": "a", "jump": "-x"}])",
         "hosts[0].jump is not a list of jump hosts ([user@]host[:port], separated by commas)"},
        {R"("hosts": [{"target": "a", "root": "yes"}])", "hosts[0].root is string, not true or false"},
        {R"("hosts": [{"target": "a", "what_if": [{"gpu": 1}]}])",
         "hosts[0].what_if[0].gpu is number, not a text"},
        {R"("hosts": [{"target": "a", "on_host": [{"guest": "GPU2"}]}])",
         "hosts[0].on_host[0].guest is not a host name or IP address"},
        {R"("captures": [{"files": []}])", "captures[0].files must have 1 to 64 entries"},
        {R"("captures": [{"files": [""]}])", "captures[0].files[0] is empty"},
        {R"("captures": [{"files": [7]}])", "captures[0].files[0] is not a string"},
        {R"("groups": [{"hosts": []}])", "groups[0].name cannot be used: a name is required"},
        {R"("groups": [{"name": "a"}, {"name": "a"}])",
         "groups[1].name cannot be used: group 'a' already exists"},
        {R"("groups": [{"name": "a", "hosts": [{"target": "b", "port": 0}]}])",
         "groups[0].hosts[0].port is not"},
        {R"("hosts": [{"target": "a", "folds": [{"id": "vfs"}]}])", "hosts[0].folds[0].open is missing"},
        {R"("hosts": [{"target": "a", "folds": [{"id": 7, "open": true}]}])",
         "hosts[0].folds[0].id is number, not a text"},
        {R"("window": {"device": "GPU2"})", "window.device is not a PCI address (such as 0000:3b:00.0)"},
        {R"("window": {"sidebar_dock": {"side": 7}})", "window.sidebar_dock.side is number, not a text"},
        {R"("window": {"strip": 1, "jobs_and_log_dock": {"window": {"x": -999999}}})",
         "window.jobs_and_log_dock.window.x is not between -100000 and 100000"},
        {R"("window": {"place": {"width": 999999999}})", "window.place.width is not between 0 and 100000"},
    };
    for (const auto &[content, why] : cases) {
        const auto read =
            readWorkspace(R"({"schema": "fabricscope.workspace/0", )" + std::string(content) + "}");
        ASSERT_FALSE(read) << content;
        EXPECT_THAT(read.error().what, HasSubstr(why));
    }
}

TEST(WorkspaceJson, WhatWouldNotBeReadIsLeftOutAndTheRestIsKept) {
    WorkspaceFile file = made();
    EXPECT_TRUE(dropUnreadable(file).empty());
    EXPECT_EQ(file, made()) << "what can be read is left alone";
    Member many{6, {}, std::vector<std::string>(65, "part.txt"), {}, 0, {}, {}};
    Member odd{7, {}, {"two\nlines.fscope"}, {}, 0, {}, {}};
    Member named{8, {}, {"named.fscope"}, std::string(121, 'n'), 0, {}, {}};
    Member tried{9, {"gpu-09", {}, 0, {}, {}, false}, {}, {}, 1, {{"GPU\t0", "", "ionic_0", ""}}, {}};
    for (const Member &member : {many, odd, named, tried})
        file.workspace.members.push_back(member);
    file.window.selected = 7;
    ASSERT_FALSE(readWorkspace(workspaceDocument(file)));
    const std::vector<std::string> messages = dropUnreadable(file);
    EXPECT_THAT(messages,
                testing::ElementsAre(HasSubstr("part.txt left out: captures[0].files must have 1 to 64"),
                                     HasSubstr("two"), HasSubstr("The name of named.fscope left out: "),
                                     HasSubstr("Trial moves of gpu-09 left out: ")));
    const auto read = readWorkspace(workspaceDocument(file));
    ASSERT_TRUE(read) << read.error().toString();
    ASSERT_EQ(read->workspace.members.size(), 5U);
    EXPECT_EQ(file.workspace.members[3].files, std::vector<std::string>{"named.fscope"});
    EXPECT_EQ(file.workspace.members[3].name, "");
    EXPECT_EQ(file.workspace.members[4].group, 1U);
    EXPECT_EQ(file.window.selected, 0U);
}

TEST(WorkspaceJson, BeyondTheGreatestNumberTheLastOnesAreLeftOut) {
    WorkspaceFile file;
    for (workspace::Id id = 1; id <= 4100; ++id)
        file.workspace.members.push_back({id, {"h", {}, 0, {}, {}, false}, {}, {}, 0, {}, {}});
    EXPECT_THAT(dropUnreadable(file),
                testing::ElementsAre("4 hosts and captures left out: the limit is 4096"));
    EXPECT_TRUE(readWorkspace(workspaceDocument(file)));
}

TEST(WorkspaceJson, ManyHostsInManyGroupsAreRefusedBeforeTheyAreHeld) {
    std::string hosts;
    for (int host = 0; host < 4096; ++host)
        hosts += std::string(host == 0 ? "" : ",") + R"({"target": "a"})";
    std::string groups;
    for (int group = 0; group < 20; ++group)
        groups += std::string(group == 0 ? "" : ",") + R"({"name": "g)" + std::to_string(group) +
                  R"(", "hosts": [)" + hosts + "]}";
    EXPECT_EQ(
        readWorkspace(R"({"schema": "fabricscope.workspace/0", "groups": [)" + groups + "]}").error().what,
        "the workspace has more than 4096 hosts and captures");
}

TEST(WorkspaceJson, ThatIsTooMuchIsRefused) {
    const auto file = [](std::size_t hosts) {
        std::string text = R"({"schema": "fabricscope.workspace/0", "hosts": [)";
        for (std::size_t i = 0; i < hosts; ++i)
            text += std::string(i == 0 ? "" : ",") + R"({"target": "a"})";
        return text + "]}";
    };
    EXPECT_TRUE(readWorkspace(file(4096)));
    EXPECT_THAT(readWorkspace(file(4097)).error().what, HasSubstr("more than 4096"));
    EXPECT_FALSE(readWorkspace(std::string(17 << 20, ' ')));
    EXPECT_FALSE(readWorkspace(std::string(40, '[')));
}

} // namespace
} // namespace fabricscope::json
