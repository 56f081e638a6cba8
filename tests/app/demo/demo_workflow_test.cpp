// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/data/DemoFleet.h"
#include "tests/Places.h"
#include "tests/app/ProgramRun.h"
#include "tests/support/Sshd.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>

/// The whole demo workflow on the command line: a mispaired NIC is found, the corrected file is copied, and
/// the next capture is correct.
namespace fabricscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class DemoWorkflow : public testing::Test {
protected:
    void SetUp() override {
        app::demo::DemoFleetOptions options;
        options.program = FABRICSCOPE_BIN_DIR "/fabricscope-demo-tree";
        auto fleet = app::demo::DemoFleet::start(options);
        ASSERT_TRUE(fleet) << fleet.error().toString();
        m_fleet = std::move(*fleet);
    }
    [[nodiscard]] ProgramRun run(std::vector<std::string> words) const {
        words.insert(words.end(), {"--ssh-config", m_fleet->configFile().string()});
        return runProgram("fabricscope", words);
    }
    [[nodiscard]] std::filesystem::path file() const {
        return m_fleet->folder() / "hosts/vm-02a/etc/rccl/topo.xml";
    }
    /// Number of GPUs whose NIC, as chosen by the library, is below another switch.
    [[nodiscard]] std::size_t mispaired() const {
        const ProgramRun shown =
            run({"nccl-topo", "verify", "--guest", "vm-02a", "--host", "mi355x-02", "--json"});
        const auto document = nlohmann::json::parse(shown.out, nullptr, false);
        EXPECT_TRUE(document.is_object()) << shown.out << shown.err;
        std::size_t count = 0;
        for (const auto &pair : document["as_written"]["pairs"])
            count += pair["mispaired"].get<bool>() ? 1 : 0;
        EXPECT_EQ(document["as_written"]["pairs"].size(), 8U);
        return count;
    }

    std::unique_ptr<app::demo::DemoFleet> m_fleet;
};

TEST_F(DemoWorkflow, GoesOnFromTheFaultToTheVerifiedFile) {
    const ProgramRun found = run({"nccl-topo", "verify", "--guest", "vm-02a", "--host", "mi355x-02"});
    EXPECT_EQ(found.status, 1) << found.err;
    EXPECT_THAT(found.out, AllOf(HasSubstr("ionic_2"), HasSubstr("ionic_3"), HasSubstr("swapped")));
    EXPECT_EQ(mispaired(), 2U);
    const std::string before = readFile(file());

    const ProgramRun fixed = run({"nccl-topo", "generate", "--guest", "vm-02a", "--host", "mi355x-02",
                                  "--copy-to", "vm-02a", "--yes"});
    EXPECT_EQ(fixed.status, 0) << fixed.out << fixed.err;
    EXPECT_THAT(fixed.out, AllOf(HasSubstr("To vm-02a:/etc/rccl/topo.xml (mode 644"),
                                 HasSubstr("bytes copied"), HasSubstr("backup: /etc/rccl/topo.xml.")));
    EXPECT_NE(readFile(file()), before);

    const ProgramRun verified = run({"nccl-topo", "verify", "--guest", "vm-02a", "--host", "mi355x-02"});
    EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
    EXPECT_THAT(verified.out, Not(HasSubstr("swapped")));
    EXPECT_EQ(mispaired(), 0U);
    EXPECT_THAT(run({"nccl-topo", "generate", "--guest", "vm-02a", "--host", "mi355x-02", "--copy-to",
                     "vm-02a", "--yes"})
                    .out,
                Not(HasSubstr("cksum")))
        << "the copied file is the generated one: nothing is copied";
}

} // namespace
} // namespace fabricscope::test
