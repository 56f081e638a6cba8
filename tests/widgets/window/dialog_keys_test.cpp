// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Keyboard use in each dialog: Enter presses the focused button, and the initial focus.
#include "app/window/bench/PairDialog.h"
#include "app/window/dialogs/KeyMapDialog.h"
#include "app/window/dialogs/PreferencesDialog.h"
#include "tests/Places.h"
#include "tests/widgets/Support.h"
#include "widgets/checks/MuteDialog.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/common/dialog/EnterKey.h"
#include "widgets/connect/ConnectDialog.h"
#include "widgets/connect/HostKeyDialog.h"
#include "widgets/connect/HostListDialog.h"
#include "widgets/connect/SecretDialog.h"
#include "widgets/hostvm/HostVmCopyDialog.h"
#include "widgets/inspector/EvidenceViewer.h"

#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>

namespace fabricscope {
namespace {

using Dialog = std::unique_ptr<QDialog>;

widgets::HostKeyPrompt hostKey() {
    widgets::HostKeyPrompt prompt;
    prompt.host = QStringLiteral("gpu-07");
    prompt.keyType = QStringLiteral("ssh-ed25519");
    prompt.fingerprint = QStringLiteral("SHA256:uR4kQm0VtWw8Jp1fx2Hn7cZLb9GdEa5sKy3oTqXv0lE");
    return prompt;
}

Dialog changedKey(bool revoked) {
    widgets::HostKeyPrompt prompt = hostKey();
    prompt.changed = true;
    prompt.revoked = revoked;
    prompt.knownFingerprint = QStringLiteral("SHA256:p0Fh3VbNeJwKx7Yr2TqLm9Gd4sZc6Ua1iXo5Bn8EsYw");
    prompt.knownKeyType = QStringLiteral("ssh-ed25519");
    return std::make_unique<widgets::HostKeyDialog>(prompt);
}

Dialog pairs() {
    app::window::PairDialog::Sources sources;
    sources.hosts = {QStringLiteral("gpu-01"), QStringLiteral("gpu-02")};
    sources.tests = {QStringLiteral("ib_write_bw")};
    sources.devices = [](const QString &) {
        return QStringList{QStringLiteral("mlx5_0")};
    };
    sources.software = [](const QString &) {
        return QStringList();
    };
    sources.preview = [](const app::window::PairChoice &) {
        return app::window::PairPreview();
    };
    return std::make_unique<app::window::PairDialog>(sources, QString());
}

/// A dialog and the widget with the initial focus.
struct DialogCase {
    const char *name;
    Dialog (*make)();
    const char *focus; ///< text of a button, or "field"; empty: anything except a button with an effect
};

const DialogCase kDialogs[] = {
    {"ConnectDialog", [] { return Dialog(new widgets::ConnectDialog); }, "field"},
    {"ConnectDialogThatEdits",
     [] {
         auto dialog = std::make_unique<widgets::ConnectDialog>();
         dialog->setEdited(QStringLiteral("gpu-07"));
         dialog->setRequest({QStringLiteral("gpu-07"), {}, 0, {}, false});
         return Dialog(dialog.release());
     },
     "field"},
    {"HostKeyDialog", [] { return Dialog(new widgets::HostKeyDialog(hostKey())); }, "Cancel"},
    {"HostKeyDialogOfAChangedKey", [] { return changedKey(false); }, "Close"},
    {"HostKeyDialogOfARevokedKey", [] { return changedKey(true); }, "Close"},
    {"SecretDialog",
     [] {
         widgets::SecretPrompt prompt;
         prompt.title = QStringLiteral("Log in");
         prompt.fields = {{QStringLiteral("Password"), false}};
         prompt.accept = QStringLiteral("Log in");
         return Dialog(new widgets::SecretDialog(prompt));
     },
     "field"},
    {"HostListDialog",
     [] {
         auto list = workspace::readHostList("gpu-01\ngpu-02\n", "list");
         return Dialog(new widgets::HostListDialog(list.value_or(workspace::HostList()), {}));
     },
     ""},
    {"HostVmCopyDialog",
     [] {
         widgets::HostVmCopyPlan plan;
         plan.state = widgets::HostVmCopyPlan::State::Ready;
         plan.target = QStringLiteral("user@vm-03a");
         plan.path = QStringLiteral("/etc/rccl/topo.xml");
         plan.text = "<b/>\n";
         return Dialog(new widgets::HostVmCopyDialog(plan));
     },
     "Cancel"},
    {"EvidenceViewer", [] { return Dialog(new widgets::EvidenceViewer); }, ""},
    {"PreferencesDialog", [] { return Dialog(new app::window::PreferencesDialog({}, {})); }, ""},
    {"KeyMapDialog", [] { return Dialog(new app::window::KeyMapDialog({}, nullptr)); }, "field"},
    {"PairDialog", pairs, ""},
    {"MuteDialog",
     [] {
         checks::Mute mute;
         mute.rule = "link.narrow";
         return Dialog(new widgets::MuteDialog(mute, QStringLiteral("gpu-01: GPU5"), {}));
     },
     "field"},
};

void PrintTo(const DialogCase &made, std::ostream *out) {
    *out << made.name;
}

class DialogKeys : public ::testing::TestWithParam<DialogCase> {
protected:
    void SetUp() override {
        test::applyTheme(widgets::ThemeKind::Dark);
        widgets::makeEnterPressFocusedButton(); // as the window does
    }
    static Dialog shown() {
        Dialog dialog = GetParam().make();
        dialog->setModal(false);
        dialog->show();
        dialog->activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(dialog.get()));
        return dialog;
    }
    /// Buttons that can get the focus by keyboard; with check boxes, Enter goes to the dialog.
    static std::vector<QAbstractButton *> buttons(const QDialog &dialog) {
        std::vector<QAbstractButton *> found;
        for (auto *button : dialog.findChildren<QAbstractButton *>())
            if (button->isVisibleTo(&dialog) && button->isEnabled() && !button->isCheckable() &&
                (button->focusPolicy() & Qt::TabFocus) != 0)
                found.push_back(button);
        return found;
    }
};

TEST_P(DialogKeys, EnterPressesTheFocusedButtonAndNoOther) {
    const std::size_t count = buttons(*shown()).size();
    for (std::size_t index = 0; index < count; ++index) {
        for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
            const Dialog dialog = shown(); // each press in a new dialog: most of them close it
            const auto all = buttons(*dialog);
            ASSERT_EQ(all.size(), count);
            // The action itself is not tested here: some open a file dialog, which is modal.
            std::vector<std::unique_ptr<QSignalSpy>> spies;
            for (QAbstractButton *button : all) {
                button->disconnect(SIGNAL(clicked(bool)));
                spies.push_back(std::make_unique<QSignalSpy>(button, &QAbstractButton::clicked));
            }
            QSignalSpy finished(dialog.get(), &QDialog::finished);
            all[index]->setFocus();
            ASSERT_TRUE(all[index]->hasFocus()) << qPrintable(all[index]->text());
            QTest::keyClick(all[index], key, key == Qt::Key_Enter ? Qt::KeypadModifier : Qt::NoModifier);
            for (std::size_t other = 0; other < count; ++other)
                EXPECT_EQ(spies[other]->count(), other == index ? 1 : 0)
                    << "Enter on " << qPrintable(all[index]->text()) << ", clicked "
                    << qPrintable(all[other]->text());
            EXPECT_EQ(finished.count(), 0) << "the dialog's default button took it";
        }
    }
}

TEST_P(DialogKeys, BeginAtTheSensiblePlace) {
    const Dialog dialog = shown();
    QWidget *focus = dialog->focusWidget();
    ASSERT_NE(focus, nullptr);
    const auto *button = qobject_cast<QAbstractButton *>(focus);
    const QString expected = QString::fromUtf8(GetParam().focus);
    if (expected == QStringLiteral("field")) {
        EXPECT_NE(qobject_cast<QLineEdit *>(focus), nullptr) << focus->metaObject()->className();
    } else if (!expected.isEmpty()) {
        EXPECT_EQ(button != nullptr ? button->text() : QString(), expected);
    } else if (button != nullptr) {
        EXPECT_NE(button->property("role").toString(), QStringLiteral("primary"))
            << "a stray Enter would do it: " << qPrintable(button->text());
    }
}

INSTANTIATE_TEST_SUITE_P(Dialogs, DialogKeys, testing::ValuesIn(kDialogs),
                         [](const auto &one) { return std::string(one.param.name); });

/// A new dialog must be added to the table above.
TEST(DialogKeysTable, HasEachDialogClassOfTheProgram) {
    std::set<std::string> missing;
    const std::filesystem::path root = FABRICSCOPE_SOURCE_DIR;
    static const QRegularExpression declared(QStringLiteral("class (\\w+)[^;{]*: public QDialog"));
    int count = 0;
    for (const char *folder : {"app", "widgets"})
        for (const auto &entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (entry.path().extension() != ".h")
                continue;
            std::stringstream text;
            text << std::ifstream(entry.path()).rdbuf();
            auto found = declared.globalMatch(QString::fromStdString(text.str()));
            while (found.hasNext()) {
                const std::string name = found.next().captured(1).toStdString();
                ++count;
                if (std::none_of(std::begin(kDialogs), std::end(kDialogs),
                                 [&](const DialogCase &made) { return name == made.name; }))
                    missing.insert(name);
            }
        }
    EXPECT_GE(count, 9);
    EXPECT_TRUE(missing.empty()) << *missing.begin();
}

TEST(EnterKey, PressesAButtonOfAWindowAndOfAMessage) {
    widgets::makeEnterPressFocusedButton();
    QWidget window;
    auto *button = widgets::button(QStringLiteral("Try again"), "primary", &window);
    QSignalSpy clicked(button, &QAbstractButton::clicked);
    window.show();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Return);
    EXPECT_EQ(clicked.count(), 1);
    QTest::keyClick(button, Qt::Key_Return, Qt::ControlModifier);
    EXPECT_EQ(clicked.count(), 1) << "that is another key";
    button->setEnabled(false);
    QTest::keyClick(button, Qt::Key_Return);
    EXPECT_EQ(clicked.count(), 1);

    QMessageBox box(QMessageBox::Question, {}, QStringLiteral("Start?"), QMessageBox::Cancel);
    auto *start = box.addButton(QStringLiteral("Start"), QMessageBox::AcceptRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.setModal(false);
    box.show();
    box.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&box));
    EXPECT_EQ(box.focusWidget(), box.button(QMessageBox::Cancel));
    start->setFocus();
    QTest::keyClick(start, Qt::Key_Return);
    EXPECT_EQ(box.clickedButton(), start);
}

TEST(EnterKey, LeavesABoxToTickToTheDialog) {
    QDialog dialog;
    const widgets::CheckBox box(QStringLiteral("Also as root"), &dialog);
    auto *accept = widgets::button(QStringLiteral("Connect"), "primary", &dialog);
    accept->setDefault(true);
    QSignalSpy clicked(accept, &QAbstractButton::clicked);
    dialog.show();
    dialog.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog));
    const_cast<widgets::CheckBox &>(box).setFocus();
    QTest::keyClick(const_cast<widgets::CheckBox *>(&box), Qt::Key_Return);
    EXPECT_EQ(clicked.count(), 1);
    EXPECT_FALSE(box.isChecked());
}

} // namespace
} // namespace fabricscope
