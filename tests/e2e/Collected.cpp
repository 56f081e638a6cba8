// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/Collected.h"

namespace fabricscope::e2e {

namespace {

std::string failure;

class Machine : public testing::Environment {
public:
    void SetUp() override {
        failure = Server::get().start();
        ASSERT_EQ(failure, "");
    }
    void TearDown() override { Server::get().stop(); }
};

const testing::Environment *const kMachine = testing::AddGlobalTestEnvironment(new Machine);

} // namespace

void Collected::SetUp() {
    ASSERT_EQ(failure, "");
    ASSERT_EQ(server().captureRun(GetParam()).status, 0) << server().captureRun(GetParam()).err;
}

const std::map<std::string, Shown> &Collected::tree() {
    static std::map<std::string, std::map<std::string, Shown>> trees;
    const auto [entry, isNew] = trees.try_emplace(GetParam().alias);
    if (isNew)
        entry->second = readTree(server().show(GetParam(), "tree"));
    return entry->second;
}

const Shown *Collected::shown(const std::string &bdf) {
    const auto found = tree().find(bdf);
    if (found == tree().end()) {
        ADD_FAILURE() << bdf << " is not in the tree";
        return nullptr;
    }
    return &found->second;
}

const std::vector<Login> &logins() {
    static const std::vector<Login> kLogins = {
        {"server", false, true}, {"visitor", false, false}, {"sudoer", true, true}};
    return kLogins;
}

std::vector<Login> loginsWithRoot(bool root) {
    std::vector<Login> some;
    for (const Login &login : logins())
        if (login.all == root)
            some.push_back(login);
    return some;
}

std::string nameOf(const testing::TestParamInfo<Login> &login) {
    return login.param.alias;
}

} // namespace fabricscope::e2e
