// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples/SampleAffinity.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/widgets/Support.h"
#include "widgets/facts/GuestFacts.h"
#include "widgets/inspector/InspectorPanel.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

/// A VM whose GPU2 is 46:00.0 of the server and whose first NIC is the virtual function 47:00.1; its GPU2 and
/// GPU3 have each other's NICs.
class GuestFactsTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Dark);
        const auto examination =
            samples::examinationOf(samples::pairingHost(samples::mi355xServer()), {2, 3}, true);
        auto judgement = std::make_shared<affinity::Judgement>(examination->judgement);
        judgement->fabric.gpus[2].onHypervisor = "0000:46:00.0";
        for (const affinity::Pair &pair : judgement->pairs)
            if (pair.basis == judgement->leading() && pair.gpu == 2 && pair.nic)
                nic = *pair.nic;
        judgement->fabric.nics[nic].onHypervisor = "0000:47:00.1";
        guests = {{9, QStringLiteral("vm-03a"), judgement}};
        snapshot = test::snapshotOf(samples::mi355xServer());
    }
    GuestFacts at(const char *bdf) {
        return guestFacts(guests, *snapshot.topology, test::nodeAt(*snapshot.topology, bdf));
    }
    const FactRow *row(const std::vector<FactRow> &rows, const char *label) {
        for (const FactRow &row : rows)
            if (row.label == QLatin1String(label))
                return &row;
        return nullptr;
    }
    std::size_t nic = 0;
    std::vector<GuestView> guests;
    app::Snapshot snapshot;
};

TEST_F(GuestFactsTest, ShowsTheGuestViewOfAPassedThroughGpu) {
    const GuestFacts facts = at("46:00.0");
    const affinity::Fabric &fabric = guests[0].judgement->fabric;
    ASSERT_NE(row(facts.rows, "In the guest"), nullptr);
    EXPECT_TRUE(row(facts.rows, "In the guest")->value.endsWith(QStringLiteral("GPU2")));
    ASSERT_NE(row(facts.rows, "Assigned NIC"), nullptr);
    EXPECT_EQ(row(facts.rows, "Assigned NIC")->look, FactRow::Look::Error);
    EXPECT_TRUE(
        row(facts.rows, "Assigned NIC")->value.endsWith(QString::fromStdString(fabric.nics[nic].name)));
    ASSERT_NE(row(facts.rows, "Expected NIC"), nullptr);
    EXPECT_NE(row(facts.rows, "Expected NIC")->value, row(facts.rows, "Assigned NIC")->value);
    ASSERT_EQ(facts.callouts.size(), 1U);
    EXPECT_EQ(facts.callouts[0].guest, 9U);
    EXPECT_TRUE(facts.callouts[0].title.endsWith(QStringLiteral("in vm-03a")));
}

TEST_F(GuestFactsTest, FindsANicByItsVirtualFunctionAndNothingForOtherDevices) {
    const GuestFacts facts = at("47:00.0");
    ASSERT_NE(row(facts.rows, "Assigned GPU"), nullptr);
    EXPECT_TRUE(row(facts.rows, "Assigned GPU")->value.endsWith(QStringLiteral("GPU2")));
    EXPECT_TRUE(at("05:00.0").rows.empty());
    guests.clear();
    EXPECT_TRUE(at("46:00.0").rows.empty());
}

TEST_F(GuestFactsTest, AreShownUnderOwnershipAndLinkToTheVm) {
    InspectorPanel panel;
    EXPECT_TRUE(panel.setGuests(guests));
    EXPECT_FALSE(panel.setGuests(guests)); // unchanged
    panel.show(snapshot.topology, snapshot.capture, test::nodeAt(*snapshot.topology, "46:00.0"));
    const auto &sections = panel.facts().sections;
    ASSERT_GE(sections.size(), 2U);
    EXPECT_EQ(sections[1].title, QStringLiteral("Ownership"));
    EXPECT_NE(row(sections[1].rows, "Expected NIC"), nullptr);
    QSignalSpy requested(&panel, &InspectorPanel::guestFixRequested);
    test::buttonNamed(panel, QStringLiteral("Show fix"))->click();
    ASSERT_EQ(requested.count(), 1);
    EXPECT_EQ(requested.front().front().toULongLong(), 9U);
}

TEST_F(GuestFactsTest, AVmsLinkIsNotTickedOffWhereItsHostHasFewerLanes) {
    host::Host server = samples::mi355xServer();
    server.function(samples::address("0000:46:00.0"))->currentWidth = samples::fact(std::uint8_t{8});
    const app::Snapshot hypervisor = test::snapshotOf(server);
    auto judgement = std::make_shared<affinity::Judgement>(*guests[0].judgement);
    judgement->fabric.gpus[0].onHypervisor = "0000:46:00.0";
    judgement->fabric.gpus[1].onHypervisor = "0000:65:00.0";
    judgement->fabric.gpus[2].onHypervisor.clear();
    const app::Snapshot guest = test::snapshotOf(samples::mi355xServer());
    InspectorPanel panel;
    ASSERT_TRUE(panel.setHypervisor({3, QStringLiteral("mi355x-02"), hypervisor.topology}));
    EXPECT_FALSE(panel.setHypervisor({3, QStringLiteral("mi355x-02"), hypervisor.topology}));
    const auto factOf = [&](std::size_t gpu, const char *label) {
        panel.show(guest.topology, guest.capture, judgement->fabric.gpus[gpu].node, judgement);
        for (const FactSection &section : panel.facts().sections)
            if (const FactRow *found = row(section.rows, label))
                return *found;
        return FactRow{};
    };
    EXPECT_EQ(factOf(0, "On the host").value, QStringLiteral("46:00.0 mi355x-02"));
    EXPECT_EQ(factOf(0, "Host link").look, FactRow::Look::Warning);
    EXPECT_EQ(factOf(0, "LnkSta").glyph, draw::Glyph::None);
    QSignalSpy requested(&panel, &InspectorPanel::hypervisorRequested);
    test::buttonNamed(panel, QStringLiteral("Show on host"))->click();
    ASSERT_EQ(requested.size(), 1);
    EXPECT_EQ(requested.at(0).at(0).toULongLong(), 3U);
    EXPECT_EQ(requested.at(0).at(1).toUInt(), test::nodeAt(*hypervisor.topology, "46:00.0"));
    EXPECT_EQ(factOf(1, "LnkSta").glyph, draw::Glyph::Ok); // all lanes are up
    EXPECT_EQ(factOf(1, "Host link").look, FactRow::Look::Mono);
    EXPECT_EQ(factOf(2, "Host link").value, QString()); // its device on the host is unknown
}

} // namespace
} // namespace fabricscope::widgets
