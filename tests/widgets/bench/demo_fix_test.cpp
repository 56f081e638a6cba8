// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/hostvm/HostVmController.h"
#include "core/present/hostvm/HostVmExamination.h"
#include "tests/widgets/bench/DemoWindowTest.h"
#include "widgets/affinity/AffinityScreen.h"
#include "widgets/common/controls/VerdictBar.h"
#include "widgets/hostvm/HostVmCopyDialog.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/hostvm/HostVmToolbar.h"

#include <QPointer>
#include <QPushButton>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

/// The whole demo workflow with the mouse: the mispaired NICs of vm-02a, the corrected file copied to it, and
/// the next capture is correct.
namespace fabricscope::app::window {
namespace {

using widgets::HostVmCopyDialog;
using State = widgets::HostVmCopyPlan::State;

class DemoFixTest : public DemoWindowTest {
protected:
    [[nodiscard]] QPushButton *correctButton() const {
        for (QPushButton *button : window->affinity()->verdictBar()->findChildren<QPushButton *>())
            if (button->text() == QStringLiteral("Generate corrected file"))
                return button;
        return nullptr;
    }
    [[nodiscard]] QString verdict() const { return window->affinity()->verdictBar()->sentence(); }
    [[nodiscard]] const present::HostVmExamination *examination() {
        window->showScreen(Screen::HostVm);
        EXPECT_TRUE(test::waitFor([this] { return window->hostVmController()->isSettled(); }));
        window->hostVm()->settle();
        return window->hostVm()->content().examination.get();
    }
    void press(QPushButton *button) const {
        ASSERT_TRUE(button != nullptr && button->isVisible() && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
    }
};

TEST_F(DemoFixTest, TheCorrectedFileIsCopiedReadAgainAndRight) {
    connectTo("mi355x-02");
    const quint64 guest = connectTo("vm-02a");
    window->showScreen(Screen::Affinity);
    ASSERT_TRUE(test::waitFor([this] { return correctButton() != nullptr && correctButton()->isVisible(); }));
    const affinity::Verdict &mispaired = window->affinity()->content().examination->judgement.verdict;
    EXPECT_EQ(mispaired.severity, findings::Severity::Error);
    EXPECT_TRUE(verdict().contains(QString::fromStdString(mispaired.sentence))) << verdict().toStdString();
    press(correctButton());
    EXPECT_EQ(window->screen(), Screen::HostVm);
    const present::HostVmExamination *before = examination();
    ASSERT_TRUE(before != nullptr && before->verification);
    EXPECT_EQ(before->verification->worst(), findings::Severity::Error);

    std::vector<std::string> removed, added;
    for (const present::HostVmFileLine &line : before->difference) {
        if (line.kind == present::HostVmFileLine::Kind::Removed)
            removed.push_back(line.text);
        if (line.kind == present::HostVmFileLine::Kind::Added)
            added.push_back(line.text);
    }
    EXPECT_EQ(removed.size(), 4U) << "address and name of the two NICs that are swapped, nothing else";
    EXPECT_EQ(added.size(), 4U);
    std::sort(removed.begin(), removed.end());
    std::sort(added.begin(), added.end());
    EXPECT_EQ(removed, added) << "they change their places, and nothing in them";

    press(window->hostVm()->toolbar()->copyButton());
    const QPointer<HostVmCopyDialog> dialog = window->findChild<HostVmCopyDialog *>();
    ASSERT_FALSE(dialog.isNull());
    ASSERT_TRUE(test::waitFor([&] { return dialog->plan().state != State::Checking; }));
    ASSERT_EQ(dialog->plan().state, State::Ready) << dialog->plan().message.toStdString();
    press(dialog->writeButton());
    ASSERT_TRUE(test::waitFor([&] { return dialog->plan().state != State::Copying; }));
    ASSERT_EQ(dialog->plan().state, State::Copied) << dialog->plan().message.toStdString();
    const auto snapshot = sessions->find(guest)->snapshot.examination;
    press(dialog->collectButton());
    ASSERT_TRUE(test::waitFor([&] {
        const HostSession *session = sessions->find(guest);
        return !sessions->busy() && session->snapshot.examination &&
               session->snapshot.examination != snapshot;
    }));

    const present::HostVmExamination *after = examination();
    ASSERT_TRUE(after != nullptr && after->verification);
    EXPECT_NE(after->verification->worst(), findings::Severity::Error);
    EXPECT_EQ(after->text, after->expected) << "the file is the expected one";
    EXPECT_TRUE(after->difference.empty());
    window->showScreen(Screen::Affinity);
    ASSERT_TRUE(test::waitFor([this] { return !verdict().contains(QStringLiteral("mispaired")); }))
        << verdict().toStdString();
    EXPECT_TRUE(correctButton() == nullptr || !correctButton()->isVisible());
}

} // namespace
} // namespace fabricscope::app::window
