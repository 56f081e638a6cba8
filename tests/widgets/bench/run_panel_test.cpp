// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/catalogue/Tools.h"
#include "widgets/bench/form/BenchDeviceRow.h"
#include "widgets/bench/form/BenchOptionRows.h"
#include "widgets/bench/form/BenchRunFoot.h"
#include "widgets/bench/form/BenchRunPanel.h"
#include "widgets/bench/form/BenchSweepRow.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::widgets {
namespace {

class BenchRunPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        qRegisterMetaType<bench::RunSpec>();
        qRegisterMetaType<bench::Sweep>();
        panel.setTools(bench::tools());
        panel.setHosts({QStringLiteral("gpu-07"), QStringLiteral("gpu-08")});
        panel.chooseTool(QStringLiteral("rccl-tests"), QStringLiteral("all_reduce_perf"));
        panel.show();
    }
    BenchRunPanel panel;
};

TEST_F(BenchRunPanelTest, ShowsTheExactCommandBeforeItRuns) {
    panel.setOption(QStringLiteral("-b"), QStringLiteral("1M"));
    panel.setOption(QStringLiteral("-e"), QStringLiteral("16G"));
    EXPECT_TRUE(panel.commandLine().contains(QStringLiteral("all_reduce_perf -b 1M -e 16G")));
    EXPECT_EQ(panel.foot()->runButton()->text(), QStringLiteral("Run on gpu-07"));
    QSignalSpy requested(&panel, &BenchRunPanel::runRequested);
    QTest::mouseClick(panel.foot()->runButton(), Qt::LeftButton);
    ASSERT_EQ(requested.count(), 1);
    EXPECT_EQ(panel.spec().host, "gpu-07");
    EXPECT_EQ(panel.spec().test, "all_reduce_perf");
}

TEST_F(BenchRunPanelTest, ASweepAndRepeatsAreStepsOneAfterAnother) {
    BenchSweepRow &row = *panel.sweepRow();
    row.variable()->setCurrentText(QStringLiteral("-n"));
    EXPECT_FALSE(panel.obstacle().isEmpty()) << "no values";
    EXPECT_FALSE(panel.foot()->runButton()->isEnabled());
    row.values()->setText(QStringLiteral("10..40*2"));
    row.repeats()->setValue(2);
    EXPECT_TRUE(panel.obstacle().isEmpty());
    EXPECT_EQ(row.note(), QStringLiteral("Runs with -n = 10, 20, 40."));
    const auto sweep = panel.sweep();
    ASSERT_TRUE(sweep);
    EXPECT_EQ(sweep->values, (std::vector<std::string>{"10", "20", "40"}));
    EXPECT_EQ(sweep->repeats, 2U);
    row.variable()->setCurrentText(QString());
    EXPECT_TRUE(panel.obstacle().isEmpty()) << "only repeats: values do not count";
    EXPECT_TRUE(panel.sweep()->flag.empty());
    row.variable()->setCurrentText(QStringLiteral("not a name="));
    EXPECT_FALSE(panel.obstacle().isEmpty());
}

TEST_F(BenchRunPanelTest, ASweptOptionThatTheNextToolLacksIsForgotten) {
    BenchSweepRow &row = *panel.sweepRow();
    row.variable()->setCurrentText(QStringLiteral("-n"));
    row.values()->setText(QStringLiteral("10..40*2"));
    panel.chooseTool(QStringLiteral("nvbandwidth"), {});
    EXPECT_TRUE(panel.sweep()->flag.empty());
    EXPECT_TRUE(row.values()->text().isEmpty());
    EXPECT_FALSE(panel.commandLine().contains(QStringLiteral("-n 10"))) << panel.commandLine().toStdString();
    row.variable()->setCurrentText(QStringLiteral("CUDA_DEVICE_ORDER"));
    row.values()->setText(QStringLiteral("PCI_BUS_ID"));
    panel.chooseTool(QStringLiteral("rccl-tests"), QStringLiteral("all_reduce_perf"));
    EXPECT_EQ(panel.sweep()->flag, "CUDA_DEVICE_ORDER") << "a variable is of no tool";
}

TEST_F(BenchRunPanelTest, TheExactCommandsOfASweepHaveTheVariableThatVaries) {
    BenchSweepRow &row = *panel.sweepRow();
    row.variable()->setCurrentText(QStringLiteral("-n"));
    row.values()->setText(QStringLiteral("10,20"));
    row.repeats()->setValue(3);
    const auto lines = [this] {
        return panel.commandLine().split(QLatin1Char('\n'));
    };
    ASSERT_EQ(lines().size(), 2);
    EXPECT_TRUE(lines()[0].contains(QStringLiteral("all_reduce_perf -n 10"))) << qPrintable(lines()[0]);
    EXPECT_TRUE(lines()[1].contains(QStringLiteral("all_reduce_perf -n 20"))) << qPrintable(lines()[1]);
    const auto steps = bench::stepsOf(panel.spec(), *panel.sweep());
    ASSERT_TRUE(steps);
    for (const bench::SweepStep &step : *steps) // the sweep runs exactly the shown values
        EXPECT_TRUE(lines().contains(QString::fromStdString(bench::shellLine(step.spec.command))));
    row.variable()->setCurrentText(QStringLiteral("NCCL_ALGO"));
    row.values()->setText(QStringLiteral("Ring,Tree"));
    EXPECT_TRUE(lines()[1].contains(QStringLiteral("NCCL_ALGO=Tree"))) << qPrintable(lines()[1]);
    row.variable()->setCurrentText(QStringLiteral("-n"));
    row.values()->setText(QStringLiteral("1..100+1"));
    ASSERT_EQ(lines().size(), 6);
    EXPECT_EQ(lines()[5], QStringLiteral("and 95 more, up to -n 100"));
}

TEST_F(BenchRunPanelTest, AnEmptyFieldShowsWhatTheCommandWillHave) {
    QLineEdit *gpus = nullptr, *rounds = nullptr;
    for (QLineEdit *each : panel.findChildren<QLineEdit *>()) {
        gpus = each->toolTip().startsWith(QStringLiteral("-g 8: eight GPUs")) ? each : gpus;
        rounds = each->toolTip() == QStringLiteral("Timed iterations per size.") ? each : rounds;
    }
    ASSERT_TRUE(gpus != nullptr && rounds != nullptr);
    EXPECT_EQ(gpus->placeholderText(), QStringLiteral("1")) << "the tool's own";
    panel.setProposer([](const BenchRequest &ask) {
        BenchProposal proposal;
        proposal.spec.host = ask.host;
        proposal.spec.command.words = {"all_reduce_perf", "-g", "8"};
        proposal.findings.emplace_back("binding.no_gpu");
        return proposal;
    });
    EXPECT_EQ(gpus->placeholderText(), QStringLiteral("8"));
    EXPECT_EQ(rounds->placeholderText(), QStringLiteral("20"));
    const auto labels = panel.findChildren<QLabel *>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel *each) {
        return each->text() == QString::fromStdString(findings::claim(findings::Finding("binding.no_gpu")));
    })) << "beside the button";
}

TEST_F(BenchRunPanelTest, TheFormOfEachToolFitsTheSmallestWindowAtTheLargestFont) {
    constexpr int kSmallest = 760; // beside the sidebar
    const int before = uiFontSize();
    setUiFontSize(kMaxUiFontSize);
    panel.resize(kSmallest, 600);
    for (const bench::Tool &tool : bench::tools()) {
        panel.chooseTool(toQString(tool.key), toQString(tool.tests.front().name));
        QTest::qWait(1);
        const auto *scroll = panel.findChild<QScrollArea *>();
        EXPECT_LE(scroll->widget()->width(), scroll->viewport()->width()) << tool.key;
    }
    setUiFontSize(before);
}

TEST_F(BenchRunPanelTest, DefaultsInEmptyFieldsAreReadInFull) {
    panel.resize(1000, 700);
    for (const bench::Tool &tool : bench::tools()) {
        panel.chooseTool(toQString(tool.key), toQString(tool.tests.front().name));
        QTest::qWait(1);
        for (const QLineEdit *field : panel.findChild<BenchOptionRows *>()->findChildren<QLineEdit *>()) {
            constexpr int kEdges = 18;
            EXPECT_LE(field->fontMetrics().horizontalAdvance(field->placeholderText()) + kEdges,
                      field->width())
                << tool.key << ": " << qPrintable(field->placeholderText());
        }
    }
}

TEST_F(BenchRunPanelTest, ASwitchIsABoxToTickAndNotAField) {
    int switches = 0;
    for (const bench::Tool &tool : bench::tools()) {
        panel.chooseTool(toQString(tool.key), toQString(tool.tests.front().name));
        auto *rows = panel.findChild<BenchOptionRows *>();
        const auto boxes = rows->findChildren<CheckBox *>();
        const auto expected =
            std::count_if(tool.options.begin(), tool.options.end(), [](const bench::Option &option) {
                return option.form == bench::OptionForm::Switch;
            });
        EXPECT_EQ(boxes.size(), expected) << tool.key;
        EXPECT_EQ(rows->findChildren<QLineEdit *>().size() + boxes.size(),
                  static_cast<qsizetype>(tool.options.size()))
            << tool.key;
        for (CheckBox *box : boxes) {
            EXPECT_FALSE(box->accessibleName().isEmpty());
            if (!box->isEnabled()) // proposed
                continue;
            ++switches;
            EXPECT_FALSE(box->isChecked());
            box->setChecked(true);
            EXPECT_TRUE(box->isEnabled()) << "what was ticked can be taken back";
            EXPECT_EQ(rows->given().size(), 1U);
            box->setChecked(false);
            EXPECT_TRUE(rows->given().empty());
        }
    }
    EXPECT_GT(switches, 5);
}

TEST_F(BenchRunPanelTest, WhatIsTypedStaysOneWordWhateverItIs) {
    const QString evil = QStringLiteral("1M; rm -rf $(HOME) 'x'");
    panel.setOption(QStringLiteral("-b"), evil);
    const bench::RunSpec spec = panel.spec();
    ASSERT_EQ(spec.command.words.size(), 3U);
    EXPECT_EQ(spec.command.words[2], evil.toStdString());
    EXPECT_TRUE(panel.commandLine().contains(QLatin1Char('\''))); // quoted for display
}

TEST_F(BenchRunPanelTest, EditedArgumentsAreRunUnchangedUntilFilledInAgain) {
    panel.words()->setPlainText(QStringLiteral("/opt/my tests/all_reduce_perf\n\n-z\n"));
    EXPECT_EQ(panel.spec().command.words, (std::vector<std::string>{"/opt/my tests/all_reduce_perf", "-z"}));
    panel.setOption(QStringLiteral("-b"), QStringLiteral("1M")); // does not change the command any more
    EXPECT_EQ(panel.spec().command.words.size(), 2U);
    EXPECT_TRUE(panel.rerunButton()->isVisible());
    QTest::mouseClick(panel.rerunButton(), Qt::LeftButton);
    EXPECT_EQ(panel.spec().command.words, (std::vector<std::string>{"all_reduce_perf", "-b", "1M"}));
}

TEST_F(BenchRunPanelTest, AnEnvironmentThatIsNoneIsNamedAndNothingRuns) {
    panel.environment()->setPlainText(QStringLiteral("NCCL_DEBUG=INFO\n2X=1"));
    EXPECT_TRUE(panel.obstacle().contains(QStringLiteral("2X=1")));
    EXPECT_FALSE(panel.foot()->runButton()->isEnabled());
    panel.environment()->setPlainText(QStringLiteral("NCCL_DEBUG=INFO\nA=b=c"));
    EXPECT_TRUE(panel.obstacle().isEmpty());
    ASSERT_EQ(panel.spec().command.environment.size(), 2U);
    EXPECT_EQ(panel.spec().command.environment[1].value, "b=c");
}

TEST_F(BenchRunPanelTest, WarnsOfASecretInTheArguments) {
    const auto isShown = [this] {
        const QString warning =
            QString::fromStdString(findings::claim(findings::Finding("command.secret_argument")));
        const auto labels = panel.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel *each) { return each->text().startsWith(warning); });
    };
    panel.words()->setPlainText(QStringLiteral("serve\n--port\n4711"));
    EXPECT_FALSE(isShown());
    panel.words()->setPlainText(QStringLiteral("serve\n--hf-token\nplanted4711"));
    EXPECT_TRUE(isShown());
    EXPECT_TRUE(panel.foot()->runButton()->isEnabled()) << "some tools have no other way";
    EXPECT_FALSE(panel.commandLine().contains(QStringLiteral("planted4711")));
}

TEST_F(BenchRunPanelTest, WithoutAHostNothingRuns) {
    panel.setHosts({});
    EXPECT_FALSE(panel.obstacle().isEmpty());
    EXPECT_FALSE(panel.foot()->runButton()->isEnabled());
}

TEST_F(BenchRunPanelTest, GpuAndNicAreChosenWhereTheHostHasThemAndForgottenWithAnotherHost) {
    EXPECT_FALSE(panel.deviceRow()->isVisible());
    panel.setProposer([](const BenchRequest &ask) {
        BenchProposal proposal = plainProposal(ask);
        proposal.devices = {{"GPU0 0000:05:00.0", "GPU1 0000:26:00.0"}, {"mlx5_0 0000:06:00.0"}};
        proposal.spec.command.words = {ask.pair.gpu, ask.pair.nic, ask.pair.loopback ? "both" : "one"};
        return proposal;
    });
    EXPECT_TRUE(panel.deviceRow()->isVisible());
    EXPECT_EQ(panel.words()->toPlainText(), QStringLiteral("\n\none"));
    panel.deviceRow()->gpuBox()->setCurrentIndex(2);
    QTest::mouseClick(panel.deviceRow()->loopbackBox(), Qt::LeftButton, {}, QPoint(8, 8));
    EXPECT_EQ(panel.words()->toPlainText(), QStringLiteral("GPU1 0000:26:00.0\n\nboth"));
    panel.choosePair({"GPU9 0000:e5:00.0", "mlx5_0 0000:06:00.0", false});
    EXPECT_EQ(panel.words()->toPlainText(), QStringLiteral("GPU9 0000:e5:00.0\nmlx5_0 0000:06:00.0\none"))
        << "one that is not there is not taken for another";
    panel.setHost(QStringLiteral("gpu-08"));
    EXPECT_EQ(panel.words()->toPlainText(), QStringLiteral("\n\none"));
}

TEST_F(BenchRunPanelTest, WhatSomebodyFillsInIsProposedAndExplained) {
    panel.setProposer([](const BenchRequest &ask) {
        BenchProposal proposal = plainProposal(ask);
        proposal.spec.command.words.insert(proposal.spec.command.words.begin(), {"numactl", "-N", "1"});
        proposal.spec.command.environment.push_back({"NCCL_SOCKET_IFNAME", "ens50f0"});
        proposal.filled = {"numactl -N 1: the GPUs stand there"};
        return proposal;
    });
    EXPECT_TRUE(panel.commandLine().contains(QStringLiteral("numactl -N 1 all_reduce_perf")));
    EXPECT_EQ(panel.environment()->toPlainText(), QStringLiteral("NCCL_SOCKET_IFNAME=ens50f0"));
    panel.setProposer([](const BenchRequest &) {
        BenchProposal proposal;
        proposal.failure = "there is no such GPU";
        return proposal;
    });
    EXPECT_EQ(panel.obstacle(), QStringLiteral("there is no such GPU"));
}

TEST_F(BenchRunPanelTest, EachToolOffersItsOwnTests) {
    for (int tool = 0; tool < panel.toolBox()->count(); ++tool) {
        panel.toolBox()->setCurrentIndex(tool);
        const auto &known = bench::tools()[static_cast<std::size_t>(tool)];
        EXPECT_EQ(panel.testBox()->count(), static_cast<int>(known.tests.size()));
    }
}

TEST(BenchProposal, OptionsThatAreVariablesGoIntoTheEnvironment) {
    BenchRequest ask;
    ask.test = "TransferBench";
    ask.options = {{"NUM_ITERATIONS=", "20"}, {"-x", "1"}};
    const BenchProposal proposal = plainProposal(ask);
    EXPECT_EQ(proposal.spec.command.words, (std::vector<std::string>{"TransferBench", "-x", "1"}));
    ASSERT_EQ(proposal.spec.command.environment.size(), 1U);
    EXPECT_EQ(proposal.spec.command.environment[0].name, "NUM_ITERATIONS");
}

} // namespace
} // namespace fabricscope::widgets
