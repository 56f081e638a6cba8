// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/HostReader.h"
#include "tests/support/samples/SampleHostBuilder.h"
#include "tests/widgets/Support.h"
#include "widgets/inspector/EvidenceBox.h"
#include "widgets/inspector/EvidenceText.h"
#include "widgets/inspector/FactRowButton.h"
#include "widgets/inspector/InspectorPanel.h"

#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace fabricscope::widgets {
namespace {

const FactRow *rowOf(const DeviceFacts &facts, const char *label) {
    for (const FactSection &section : facts.sections)
        for (const FactRow &row : section.rows)
            if (row.label == QLatin1String(label))
                return &row;
    return nullptr;
}

const FactSection *sectionOf(const DeviceFacts &facts, const char *title) {
    for (const FactSection &section : facts.sections)
        if (section.title == QLatin1String(title))
            return &section;
    return nullptr;
}

class InspectorTest : public ::testing::Test {
protected:
    void SetUp() override { test::applyTheme(ThemeKind::Dark); }
    void show(const host::Host &host, const char *bdf) {
        snapshot = test::snapshotOf(host);
        panel.show(snapshot.topology, snapshot.capture, test::nodeAt(*snapshot.topology, bdf));
        panel.resize(304, 700);
        panel.show_();
    }
    struct Panel : InspectorPanel {
        void show_() { QWidget::show(); }
    };
    FactRowButton *button(const char *label) {
        return test::child<FactRowButton>(
            panel, [&](const FactRowButton &row) { return row.row().label == QLatin1String(label); });
    }
    app::Snapshot snapshot;
    Panel panel;
};

TEST_F(InspectorTest, ShowsADeviceAndItsOwner) {
    show(samples::mi355xServer(), "46:00.0");
    EXPECT_EQ(panel.facts().bdf, QStringLiteral("0000:46:00.0"));
    EXPECT_EQ(rowOf(panel.facts(), "Vendor, device")->value, QStringLiteral("1002:75a0"));
    EXPECT_EQ(rowOf(panel.facts(), "Driver")->value, QStringLiteral("vfio-pci"));
    EXPECT_EQ(rowOf(panel.facts(), "Driver")->glyph, draw::Glyph::Lock);
    EXPECT_TRUE(rowOf(panel.facts(), "Owner")->value.startsWith(QStringLiteral("vm-03a")));
    EXPECT_FALSE(sectionOf(panel.facts(), "BARs")->rows.empty());
}

TEST_F(InspectorTest, WhatIsShownAlreadyIsNotMadeAnew) {
    show(samples::mi355xServer(), "46:00.0");
    const QPointer<FactRowButton> row = button("Driver");
    ASSERT_NE(row, nullptr);
    panel.show(snapshot.topology, snapshot.capture, test::nodeAt(*snapshot.topology, "46:00.0"));
    EXPECT_NE(row, nullptr);
    panel.show(snapshot.topology, snapshot.capture, test::nodeAt(*snapshot.topology, "65:00.0"));
    EXPECT_EQ(row, nullptr);
    EXPECT_EQ(panel.facts().bdf, QStringLiteral("0000:65:00.0"));
}

/// A function of the host, for modification.
host::PciFunction &functionAt(host::Host &host, const char *bdf) {
    const auto address = *pci::Address::parse(bdf);
    return *std::find_if(host.functions.begin(), host.functions.end(),
                         [&](const host::PciFunction &function) { return function.address == address; });
}

TEST_F(InspectorTest, TheSameDeviceReadAgainKeepsItsRowsTheKeyboardAndThePlace) {
    host::Host host = samples::mi355xServer();
    show(host, "46:00.0");
    QApplication::setActiveWindow(&panel);
    QScrollBar *bar = panel.findChild<QScrollArea *>()->verticalScrollBar();
    bar->setValue(bar->maximum() / 2);
    const int place = bar->value();
    ASSERT_GT(place, 0);
    const QPointer<FactRowButton> driver = button("Driver"), numa = button("NUMA node");
    ASSERT_TRUE(driver && numa);
    numa->setFocus();
    functionAt(host, "46:00.0").driver = samples::text("amdgpu");
    show(host, "46:00.0");
    QCoreApplication::processEvents();
    ASSERT_EQ(driver, button("Driver"));
    EXPECT_EQ(driver->row().value, QStringLiteral("amdgpu"));
    EXPECT_EQ(driver->text(), QStringLiteral("Driver: amdgpu"));
    ASSERT_EQ(numa, button("NUMA node"));
    EXPECT_TRUE(numa->hasFocus());
    EXPECT_EQ(bar->value(), place);
    QTest::mouseClick(driver, Qt::LeftButton);
    ASSERT_TRUE(panel.shownEvidence());
    EXPECT_TRUE(panel.shownEvidence()->text.contains(QStringLiteral("amdgpu")));
}

/// The texts of the panel from top to bottom.
QStringList shownTexts(const QWidget &panel) {
    std::vector<std::pair<int, QString>> found;
    for (const QAbstractButton *each :
         panel.findChild<QScrollArea *>()->widget()->findChildren<QAbstractButton *>())
        found.emplace_back(each->mapTo(&panel, QPoint()).y(), each->text());
    std::stable_sort(found.begin(), found.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    QStringList texts;
    for (const auto &[y, text] : found)
        texts << text;
    return texts;
}

/// The texts of the widgets in tab order.
QStringList stopsOf(const QWidget &panel) {
    QStringList texts;
    for (const QWidget *each = panel.nextInFocusChain(); each != &panel; each = each->nextInFocusChain())
        if (const auto *stop = qobject_cast<const QAbstractButton *>(each);
            stop != nullptr && (stop->focusPolicy() & Qt::TabFocus) != 0)
            texts << stop->text();
    return texts;
}

TEST_F(InspectorTest, ReusedWidgetsLookLikeNewOnes) {
    const host::Host full = samples::mi355xServer();
    host::Host poor = full;
    host::PciFunction &function = functionAt(poor, "46:00.0");
    function.driver = {};
    function.bars = {};
    function.config = {};
    const std::pair<const host::Host *, const host::Host *> kOrders[] = {{&poor, &full}, {&full, &poor}};
    for (const auto &[first, second] : kOrders) {
        show(*first, "46:00.0");
        show(*second, "46:00.0");
        QTest::qWait(0);
        const QStringList kept = shownTexts(panel), stops = stopsOf(panel);
        Panel fresh;
        fresh.show(snapshot.topology, snapshot.capture, test::nodeAt(*snapshot.topology, "46:00.0"));
        fresh.resize(304, 700);
        fresh.show_();
        test::settleLayout();
        EXPECT_EQ(kept, shownTexts(fresh));
        EXPECT_EQ(stops, stopsOf(fresh));
    }
}

TEST_F(InspectorTest, SetsLnkCapAgainstLnkStaAndMarksANarrowLink) {
    show(samples::mi355xServer(), "a6:00.0");
    EXPECT_EQ(rowOf(panel.facts(), "LnkCap")->value, QStringLiteral("32.0 GT/s x16"));
    EXPECT_EQ(rowOf(panel.facts(), "LnkSta")->value, QStringLiteral("32.0 GT/s x8"));
    EXPECT_EQ(rowOf(panel.facts(), "LnkSta")->glyph, draw::Glyph::Warning);
    EXPECT_FALSE(panel.facts().findings.empty());
}

TEST_F(InspectorTest, ShowsTheAcsBitsOfThePortAbove) {
    show(samples::mi355xServer(), "46:00.0");
    const FactSection *acs = sectionOf(panel.facts(), "ACS and ATS");
    ASSERT_NE(acs, nullptr);
    ASSERT_EQ(acs->chips.size(), 7U);
    EXPECT_EQ(acs->chips[0].text.left(2), QStringLiteral("SV"));
    EXPECT_EQ(acs->chips[6].text, QStringLiteral("DT+"));
}

TEST_F(InspectorTest, UnknownFactsReadUnknownOrNeedsSudoAndAreNeverEmpty) {
    show(samples::flatVm(), "0002:00:01.0");
    EXPECT_EQ(rowOf(panel.facts(), "ATS")->value, QStringLiteral("needs sudo"));
    EXPECT_TRUE(rowOf(panel.facts(), "NUMA node")->value.startsWith(QStringLiteral("unknown")));
    for (const FactSection &section : panel.facts().sections)
        for (const FactRow &row : section.rows)
            EXPECT_FALSE(row.value.isEmpty()) << qPrintable(row.label);
}

/// A GPU and the non-lspci facts of a ticket about it.
app::Snapshot ticket() {
    app::Snapshot snapshot;
    auto capture = std::make_shared<capture::Capture>();
    const auto add = [&](const char *name, const char *text) {
        capture::Section::Meta meta;
        meta.name = name;
        meta.origin = "ticket.txt";
        meta.part = capture::Part::Import;
        capture->sections.emplace_back(std::move(meta), text);
    };
    add("lspci-text", "41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2330] (rev a1)\n");
    add("tool-nvidia-smi-q", "==============NVSMI LOG==============\nGPU 00000000:41:00.0\n"
                             "    Minor Number                          : 0\n");
    add("tool-nvidia-smi-topo", "\tGPU0\tNIC0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tPIX\t0-47\t0\n"
                                "NIC0\tPIX\t X \t\t\n\nNIC Legend:\n\n  NIC0: mlx5_0\n");
    add("dmesg", "[    1.0] DMAR: IOMMU enabled\n"
                 "[   77.0] NVRM: Xid (PCI:0000:41:00): 79, pid=1, GPU has fallen off the bus.\n");
    snapshot.topology = samples::topologyOf(formats::readHost(*capture));
    snapshot.capture = capture;
    return snapshot;
}

TEST_F(InspectorTest, ShowsToolAndKernelReportsWithTheirEvidence) {
    snapshot = ticket();
    panel.show(snapshot.topology, snapshot.capture, test::nodeAt(*snapshot.topology, "41:00.0"));
    panel.resize(304, 700);
    panel.show_();
    const FactSection *tools = sectionOf(panel.facts(), "Reported by tools");
    ASSERT_NE(tools, nullptr);
    EXPECT_EQ(tools->note, QStringLiteral("nvidia-smi topo -m"));
    ASSERT_NE(rowOf(panel.facts(), "Path, GPU0"), nullptr);
    EXPECT_EQ(rowOf(panel.facts(), "Path, GPU0")->value, QStringLiteral("NIC0 PIX"));
    EXPECT_EQ(rowOf(panel.facts(), "CPU affinity")->value, QStringLiteral("0-47"));
    const FactSection *log = sectionOf(panel.facts(), "Kernel log");
    ASSERT_NE(log, nullptr);
    ASSERT_EQ(log->rows.size(), 1U) << "what is about the host stands at the host";
    EXPECT_TRUE(log->rows[0].value.contains(QStringLiteral("Xid")));
    for (const FactRow &row : log->rows) {
        const auto evidence = evidenceText(*snapshot.capture, row.evidence);
        ASSERT_TRUE(evidence);
        EXPECT_EQ(evidence->source, QStringLiteral("ticket.txt"));
        EXPECT_TRUE(evidence->text.startsWith(QStringLiteral("[   77.0] NVRM: Xid")));
    }
    const DeviceFacts host = deviceFacts(*snapshot.topology, 0);
    ASSERT_NE(rowOf(host, "IOMMU"), nullptr);
    EXPECT_EQ(rowOf(host, "IOMMU")->value, QStringLiteral("DMAR: IOMMU enabled"));
    ASSERT_NE(rowOf(host, "Path, NIC0"), nullptr);
    EXPECT_EQ(rowOf(host, "Path, NIC0")->value, QStringLiteral("GPU0 PIX"));
    EXPECT_EQ(rowOf(host, "Path, GPU0"), nullptr) << "it stands at the GPU";
    const auto plain = test::snapshotOf(samples::oneGpu());
    const DeviceFacts none = deviceFacts(*plain.topology, test::nodeAt(*plain.topology, "41:00.0"));
    EXPECT_EQ(sectionOf(none, "Reported by tools"), nullptr);
    EXPECT_EQ(sectionOf(none, "Kernel log"), nullptr);
}

/// A dmesg states no vendor, BIOS or memory: eleven rows "unknown" say nothing, and the screen has the
/// findings.
TEST(DeviceFactsTest, OfATextWithoutATreeOmitWhatItDoesNotState) {
    host::Host host;
    host.kernelMessages.emplace_back().text = "pciehp: Slot(7): Link Down";
    const DeviceFacts facts = deviceFacts(*samples::topologyOf(host), 0);
    EXPECT_EQ(sectionOf(facts, "CPU and memory"), nullptr);
    for (const FactSection &section : facts.sections)
        for (const FactRow &row : section.rows)
            EXPECT_NE(row.value, QStringLiteral("unknown")) << qPrintable(row.label);
    EXPECT_NE(sectionOf(deviceFacts(*samples::topologyOf(samples::oneGpu()), 0), "System"), nullptr);
}

TEST_F(InspectorTest, AClickOnAFactShowsTheLineItWasReadFrom) {
    show(samples::mi355xServer(), "46:00.0");
    QTest::mouseClick(button("Class"), Qt::LeftButton);
    const auto evidence = panel.shownEvidence();
    ASSERT_TRUE(evidence);
    EXPECT_EQ(evidence->source, QStringLiteral("/sys/bus/pci/devices"));
    EXPECT_EQ(evidence->text, QStringLiteral("0000:46:00.0/class:0x120000"));
}

TEST_F(InspectorTest, TheEvidenceOfAClickedFactIsSeenWhole) {
    for (const int height : {420, 560, 700}) {
        show(samples::mi355xServer(), "46:00.0");
        panel.resize(304, height);
        auto *scroll = panel.findChild<QScrollArea *>();
        for (const char *label : {"Class", "Vendor, device", "LnkSta"}) {
            scroll->verticalScrollBar()->setValue(0);
            QTest::mouseClick(button(label), Qt::LeftButton);
            const auto *box = panel.findChild<EvidenceBox *>();
            ASSERT_NE(box, nullptr);
            EXPECT_TRUE(QTest::qWaitFor([box] { return box->visibleRegion().boundingRect() == box->rect(); }))
                << label << " at " << height;
        }
    }
}

TEST_F(InspectorTest, EveryKnownFactOfAFunctionLeadsToText) {
    show(samples::mi355xServer(), "46:00.0");
    for (const char *label : {"Vendor, device", "Class", "NUMA node", "IOMMU group", "Driver", "Owner",
                              "LnkCap", "LnkSta", "BAR0", "Power state"}) {
        const FactRow *row = rowOf(panel.facts(), label);
        ASSERT_NE(row, nullptr) << label;
        const auto evidence = evidenceText(*snapshot.capture, *row);
        ASSERT_TRUE(evidence) << label;
        EXPECT_TRUE(evidence->text.contains(QStringLiteral("46:00.0")))
            << label << ": " << qPrintable(evidence->text);
    }
}

TEST_F(InspectorTest, EnterOnAFactDoesWhatAClickDoes) {
    show(samples::mi355xServer(), "46:00.0");
    QTest::keyClick(button("Driver"), Qt::Key_Return);
    ASSERT_TRUE(panel.shownEvidence());
    EXPECT_TRUE(panel.shownEvidence()->text.contains(QStringLiteral("vfio-pci")));
}

TEST_F(InspectorTest, TheChosenEvidenceStaysWhenAFurtherPartArrivesAndGoesWithAnotherDevice) {
    show(samples::mi355xServer(), "46:00.0");
    QTest::mouseClick(button("Class"), Qt::LeftButton);
    show(samples::mi355xServer(), "46:00.0");
    EXPECT_TRUE(panel.shownEvidence());
    show(samples::mi355xServer(), "47:00.0");
    EXPECT_FALSE(panel.shownEvidence());
}

TEST_F(InspectorTest, EveryNodeOfAnyHostHasANameAndNoEmptyValue) {
    for (const host::Host &host :
         {samples::mi355xServer(), samples::laptop(), samples::cycles(), samples::deadGpu(),
          samples::cpuLessNodes(), samples::randomHost(3, 150)}) {
        const auto topology = samples::topologyOf(host);
        for (const topology::Node &node : topology->nodes()) {
            const DeviceFacts facts = deviceFacts(*topology, node.id);
            EXPECT_FALSE(facts.name.isEmpty());
            for (const FactSection &section : facts.sections)
                for (const FactRow &row : section.rows)
                    EXPECT_FALSE(row.value.isEmpty()) << qPrintable(row.label);
        }
    }
}

TEST(EvidenceText, OfAReferenceOutsideOfTheCaptureIsNothing) {
    const capture::Capture capture;
    EXPECT_FALSE(evidenceText(capture, host::EvidenceRef{0, 4, 3}));
    EXPECT_FALSE(evidenceText(capture, host::EvidenceRef{}));
}

TEST(EvidenceText, IsMadeSafeAndBounded) {
    capture::Capture capture;
    capture::Section::Meta meta;
    meta.name = "pci";
    meta.origin = "/sys";
    capture.sections.emplace_back(meta, "a:\x1b[31m" + std::string(100000, 'x') + "\nsecond\n");
    const auto evidence = evidenceText(capture, host::EvidenceRef{0, 5, 0});
    ASSERT_TRUE(evidence);
    EXPECT_FALSE(evidence->text.contains(QChar(0x1b)));
    EXPECT_LT(evidence->text.size(), 3000);
    EXPECT_EQ(evidenceText(capture, host::EvidenceRef{100010, 6, 0})->text, QStringLiteral("second"));
}

} // namespace
} // namespace fabricscope::widgets
