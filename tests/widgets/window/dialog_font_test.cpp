// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A dialog whose UI font changes while it is open looks the same as one opened with that font.
#include "app/window/dialogs/KeyMapDialog.h"
#include "app/window/dialogs/PreferencesDialog.h"
#include "tests/widgets/ClippedText.h"
#include "tests/widgets/Support.h"
#include "tests/widgets/VisibleWidgets.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/connect/HostKeyDialog.h"
#include "widgets/connect/HostListDialog.h"
#include "widgets/connect/SecretDialog.h"
#include "widgets/hostvm/HostVmCopyDialog.h"

#include <gtest/gtest.h>

#include <ostream>

namespace fabricscope {
namespace {

using widgets::kMaxUiFontSize;
using widgets::kMinUiFontSize;
using widgets::kUiFontSize;

std::unique_ptr<QDialog> preferences() {
    return std::make_unique<app::window::PreferencesDialog>(app::window::Preferences(), QString());
}

std::unique_ptr<QDialog> keyMap() {
    std::vector<app::window::KeyMapRow> rows;
    for (int row = 0; row < 12; ++row)
        rows.push_back({QStringLiteral("View"),
                        QStringLiteral("Show the screen %1").arg(row),
                        QStringLiteral("Alt+%1").arg(row),
                        {}});
    return std::make_unique<app::window::KeyMapDialog>(rows, nullptr);
}

std::unique_ptr<QDialog> connecting() {
    auto dialog = std::make_unique<widgets::ConnectDialog>();
    dialog->setRecent({QStringLiteral("ops@ai1"), QStringLiteral("gpu-07")});
    return dialog;
}

widgets::HostKeyPrompt key() {
    widgets::HostKeyPrompt prompt;
    prompt.host = QStringLiteral("mi355x-05");
    prompt.address = QStringLiteral("10.0.12.25, port 22");
    prompt.keyType = QStringLiteral("ssh-ed25519");
    prompt.fingerprint = QStringLiteral("SHA256:uR4kQm0VtWw8Jp1fx2Hn7cZLb9GdEa5sKy3oTqXv0lE");
    return prompt;
}

std::unique_ptr<QDialog> unknownKey() {
    return std::make_unique<widgets::HostKeyDialog>(key());
}

std::unique_ptr<QDialog> changedKey() {
    widgets::HostKeyPrompt prompt = key();
    prompt.changed = true;
    prompt.knownFingerprint = QStringLiteral("SHA256:p0Fh3VbNeJwKx7Yr2TqLm9Gd4sZc6Ua1iXo5Bn8EsYw");
    prompt.knownKeyType = QStringLiteral("ssh-ed25519");
    return std::make_unique<widgets::HostKeyDialog>(prompt);
}

std::unique_ptr<QDialog> hostList() {
    auto list =
        workspace::readHostList("login\n[gpu]\nmi300x-[01:03] ansible_user=root\nbad/host\n", "inventory");
    return std::make_unique<widgets::HostListDialog>(list.value_or(workspace::HostList()),
                                                     QStringLiteral("inventory"));
}

std::unique_ptr<QDialog> secret() {
    widgets::SecretPrompt prompt;
    prompt.title = QStringLiteral("Password for ops@gpu-07");
    prompt.text = QStringLiteral("It is sent to the host and kept in memory until the collection is over.");
    prompt.fields = {{QStringLiteral("Password"), false}};
    prompt.accept = QStringLiteral("Log in");
    return std::make_unique<widgets::SecretDialog>(prompt);
}

std::unique_ptr<QDialog> copyToVm() {
    widgets::HostVmCopyPlan plan;
    plan.state = widgets::HostVmCopyPlan::State::Ready;
    plan.target = QStringLiteral("user@vm-03a");
    plan.path = QStringLiteral("/etc/rccl/topo.xml");
    plan.before = "<a/>\n<b/>\n";
    plan.text = "<b/>\n<a/>\n";
    plan.commands = {widgets::copyCommand(plan.target, plan.path, plan.text.size())};
    return std::make_unique<widgets::HostVmCopyDialog>(plan);
}

struct DialogCase {
    const char *name;
    std::unique_ptr<QDialog> (*make)();
};

void PrintTo(const DialogCase &made, std::ostream *out) {
    *out << made.name;
}

class DialogFont : public ::testing::TestWithParam<DialogCase> {
protected:
    void SetUp() override { test::applyTheme(widgets::ThemeKind::Dark); }
    void TearDown() override { widgets::setUiFontSize(kUiFontSize); }

    static std::vector<std::string> seen(const QDialog &dialog) {
        std::vector<std::string> all = test::visibleWidgets(dialog);
        std::erase_if(all, [](const std::string &widget) { // its font is not used for painting
            return widget.find("qt_scrollarea_viewport") != std::string::npos;
        });
        all.push_back("the dialog: " + std::to_string(dialog.width()) + " x " +
                      std::to_string(dialog.height()));
        return all;
    }
    /// A dialog opened with the first font and then changed to the others.
    static std::vector<std::string> opened(const std::vector<int> &fonts) {
        widgets::setUiFontSize(fonts.front());
        const std::unique_ptr<QDialog> dialog = GetParam().make();
        dialog->setModal(false);
        dialog->show();
        test::settleLayout();
        for (const int px : fonts) {
            widgets::setUiFontSize(px);
            QTest::qWait(1);
        }
        EXPECT_EQ(test::clippedTexts(*dialog).join(QStringLiteral("; ")).toStdString(), "");
        return seen(*dialog);
    }
};

TEST_P(DialogFont, FollowsAFontThatGrowsWhileItIsOpen) {
    EXPECT_EQ(opened({kUiFontSize, kMaxUiFontSize}), opened({kMaxUiFontSize}));
}

TEST_P(DialogFont, FollowsAFontThatShrinksWhileItIsOpen) {
    EXPECT_EQ(opened({kMaxUiFontSize, kMinUiFontSize}), opened({kMinUiFontSize}));
}

INSTANTIATE_TEST_SUITE_P(Each, DialogFont,
                         ::testing::Values(DialogCase{"Preferences", preferences},
                                           DialogCase{"KeyMap", keyMap}, DialogCase{"Connect", connecting},
                                           DialogCase{"UnknownKey", unknownKey},
                                           DialogCase{"ChangedKey", changedKey},
                                           DialogCase{"HostList", hostList}, DialogCase{"Secret", secret},
                                           DialogCase{"CopyToVm", copyToVm}),
                         [](const auto &made) { return made.param.name; });

} // namespace
} // namespace fabricscope
