// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/Support.h"
#include "widgets/common/controls/Controls.h"
#include "widgets/connect/HostKeyDialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

const QString kFingerprint = QStringLiteral("SHA256:uR4kQm0VtWw8Jp1fx2Hn7cZLb9GdEa5sKy3oTqXv0lE");
const QString kOther = QStringLiteral("SHA256:p0Fh3VbNtWw8Jp1fx2Hn7cZLb9GdEa5sKy3oTqX8sYw");

HostKeyPrompt unknownKey() {
    HostKeyPrompt prompt;
    prompt.host = QStringLiteral("mi355x-05");
    prompt.address = QStringLiteral("10.0.12.25");
    prompt.keyType = QStringLiteral("ssh-ed25519");
    prompt.fingerprint = kFingerprint;
    return prompt;
}

HostKeyPrompt changedKey() {
    HostKeyPrompt prompt = unknownKey();
    prompt.changed = true;
    prompt.knownFingerprint = kOther;
    prompt.knownKeyType = QStringLiteral("ssh-ed25519");
    prompt.knownIn = QStringLiteral("~/.ssh/known_hosts:3");
    return prompt;
}

bool isPrimary(const QAbstractButton &button) {
    return button.property("role").toString() == QLatin1String("primary");
}

struct Shown {
    explicit Shown(const HostKeyPrompt &prompt) : dialog(prompt) {
        test::applyTheme(ThemeKind::Dark);
        dialog.show();
        dialog.activateWindow();
        test::settleLayout();
    }
    HostKeyDialog dialog;
    [[nodiscard]] QAbstractButton *trust() const {
        return test::buttonNamed(dialog, QStringLiteral("Trust and connect"));
    }
    [[nodiscard]] QAbstractButton *cancel() const {
        return test::buttonNamed(dialog, QStringLiteral("Cancel"));
    }
    [[nodiscard]] QLineEdit *field() const { return dialog.findChild<QLineEdit *>(); }
    [[nodiscard]] bool hasText(const QString &part) const {
        return test::child<QLabel>(
                   dialog, [&](const QLabel &label) { return label.text().contains(part); }) != nullptr;
    }
};

TEST(UnknownHostKey, ShowsItsFingerprintInGroupsOfEight) {
    const Shown shown(unknownKey());
    EXPECT_TRUE(shown.hasText(QStringLiteral("uR4kQm0V tWw8Jp1f x2Hn7cZL b9GdEa5s Ky3oTqXv 0lE")));
    EXPECT_TRUE(shown.hasText(QStringLiteral("ED25519, SHA256")));
    EXPECT_TRUE(shown.hasText(QStringLiteral("mi355x-05 (10.0.12.25)")));
}

TEST(UnknownHostKey, IsShownWithWhatSshFoundOutAboutIt) {
    HostKeyPrompt prompt = unknownKey();
    EXPECT_EQ(Shown(prompt).dialog.findChild<QLabel *>(QStringLiteral("keyRemark")), nullptr);
    prompt.remark = QStringLiteral("No matching host key fingerprint found in DNS.");
    const Shown shown(prompt);
    EXPECT_TRUE(shown.hasText(prompt.remark));
    const auto *remark = shown.dialog.findChild<QLabel *>(QStringLiteral("keyRemark"));
    ASSERT_NE(remark, nullptr);
    EXPECT_EQ(remark->textFormat(), Qt::PlainText) << "it is text of ssh and of files";
}

TEST(UnknownHostKey, BeginsWithTheFocusOnCancelAndWithoutAPrimaryButton) {
    const Shown shown(unknownKey());
    EXPECT_EQ(shown.dialog.focusWidget(), shown.cancel());
    for (const QPushButton *button : shown.dialog.findChildren<QPushButton *>()) {
        EXPECT_FALSE(isPrimary(*button)) << qPrintable(button->text());
        EXPECT_FALSE(button->isDefault()) << qPrintable(button->text());
    }
}

TEST(UnknownHostKey, IsNotTrustedByEnterOrEscape) {
    for (const auto key : {Qt::Key_Return, Qt::Key_Escape}) {
        Shown shown(unknownKey());
        QTest::keyClick(shown.dialog.focusWidget(), key);
        EXPECT_EQ(shown.dialog.choice(), HostKeyChoice::Cancel);
    }
}

TEST(UnknownHostKey, IsNotTrustedByEnterInTheCompareField) {
    Shown shown(unknownKey());
    shown.field()->setFocus();
    QTest::keyClick(shown.field(), Qt::Key_Return);
    EXPECT_EQ(shown.dialog.choice(), HostKeyChoice::Cancel);
}

TEST(UnknownHostKey, MakesTrustPrimaryOnlyOnceThePastedFingerprintMatches) {
    Shown shown(unknownKey());
    QTest::keyClicks(shown.field(), kFingerprint.left(30));
    EXPECT_FALSE(isPrimary(*shown.trust()));
    QTest::keyClicks(shown.field(), kFingerprint.mid(30));
    EXPECT_TRUE(isPrimary(*shown.trust()));
    EXPECT_TRUE(shown.hasText(QStringLiteral("Matches, all 43 characters")));
    QTest::keyClick(shown.field(), Qt::Key_Backspace);
    EXPECT_FALSE(isPrimary(*shown.trust()));
}

TEST(UnknownHostKey, CannotBeTrustedWhileTheEnteredFingerprintDiffers) {
    Shown shown(unknownKey());
    shown.field()->setText(kOther);
    EXPECT_FALSE(shown.trust()->isEnabled());
    EXPECT_TRUE(shown.hasText(QStringLiteral("fingerprints differ")));
}

TEST(UnknownHostKey, CannotBeUsedOnceWhileTheEnteredFingerprintDiffers) {
    Shown shown(unknownKey());
    auto *once = test::buttonNamed(shown.dialog, QStringLiteral("Connect once"));
    EXPECT_TRUE(once->isVisible());
    shown.field()->setText(kOther);
    EXPECT_FALSE(once->isVisible());
    EXPECT_TRUE(shown.cancel()->isVisible());
    shown.field()->clear();
    EXPECT_TRUE(once->isVisible());
    shown.field()->setText(kFingerprint);
    EXPECT_TRUE(once->isVisible());
}

TEST(UnknownHostKey, IsTrustedOrUsedOnceByItsButtons) {
    Shown trusting(unknownKey());
    QTest::mouseClick(trusting.trust(), Qt::LeftButton);
    EXPECT_EQ(trusting.dialog.choice(), HostKeyChoice::TrustAndConnect);
    EXPECT_EQ(trusting.dialog.result(), QDialog::Accepted);
    Shown once(unknownKey());
    QTest::mouseClick(test::buttonNamed(once.dialog, QStringLiteral("Connect once")), Qt::LeftButton);
    EXPECT_EQ(once.dialog.choice(), HostKeyChoice::ConnectOnce);
}

TEST(UnknownHostKey, GoesIntoAFileOfThisProgramOnlyWhereThatIsTicked) {
    HostKeyPrompt prompt = unknownKey();
    EXPECT_EQ(Shown(prompt).dialog.findChild<CheckBox *>(), nullptr) << "there is no such file";
    prompt.ownFile = QStringLiteral("/home/me/.config/fabricscope/known_hosts");
    for (const bool apart : {false, true}) {
        Shown shown(prompt);
        auto *box = shown.dialog.findChild<CheckBox *>();
        ASSERT_NE(box, nullptr);
        EXPECT_FALSE(box->isChecked());
        EXPECT_TRUE(box->toolTip().contains(prompt.ownFile));
        if (apart)
            QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(12, box->height() / 2));
        QTest::mouseClick(shown.trust(), Qt::LeftButton);
        EXPECT_EQ(shown.dialog.choice(),
                  apart ? HostKeyChoice::TrustInOwnFileAndConnect : HostKeyChoice::TrustAndConnect);
    }
}

TEST(UnknownHostKey, DimsTheWindowBehindItWhileItIsOpen) {
    QWidget window;
    window.resize(900, 600);
    window.show();
    HostKeyDialog dialog(unknownKey(), &window);
    EXPECT_EQ(window.findChild<QWidget *>(QStringLiteral("backdrop")), nullptr);
    const QColor before = window.grab().toImage().pixelColor(450, 300);
    dialog.open();
    auto *cover = window.findChild<QWidget *>(QStringLiteral("backdrop"));
    ASSERT_NE(cover, nullptr);
    EXPECT_EQ(cover->size(), window.size());
    EXPECT_LT(window.grab().toImage().pixelColor(450, 300).lightness(), before.lightness());
    window.resize(1000, 700);
    test::settleLayout();
    EXPECT_EQ(cover->size(), window.size());
    dialog.reject();
    EXPECT_EQ(window.findChild<QWidget *>(QStringLiteral("backdrop")), nullptr);
}

TEST(ChangedHostKey, ShowsBothFingerprintsInFull) {
    const Shown shown(changedKey());
    EXPECT_TRUE(shown.hasText(kFingerprint));
    EXPECT_TRUE(shown.hasText(kOther));
}

TEST(ChangedHostKey, HasNoWayOn) {
    Shown shown(changedKey());
    EXPECT_EQ(shown.trust(), nullptr);
    EXPECT_EQ(test::buttonNamed(shown.dialog, QStringLiteral("Connect once")), nullptr);
    for (QPushButton *button : shown.dialog.findChildren<QPushButton *>())
        button->click();
    EXPECT_EQ(shown.dialog.choice(), HostKeyChoice::Cancel);
    EXPECT_EQ(shown.dialog.result(), QDialog::Rejected);
}

TEST(ChangedHostKey, NamesTheFileToRemoveTheOldOneFrom) {
    HostKeyPrompt prompt = changedKey();
    prompt.host = QStringLiteral("[gpu-07]:2222");
    prompt.knownIn = QStringLiteral("/home/o'neil/known hosts:3");
    EXPECT_TRUE(Shown(prompt).hasText(
        QStringLiteral("ssh-keygen -f '/home/o'\\''neil/known hosts' -R '[gpu-07]:2222'")));
    prompt.knownIn = QStringLiteral("KnownHostsCommand:1");
    EXPECT_TRUE(Shown(prompt).hasText(QStringLiteral("ssh-keygen -R '[gpu-07]:2222'")));
}

TEST(RevokedHostKey, IsShownAsThatAndHasNoWayOn) {
    HostKeyPrompt prompt = changedKey();
    prompt.revoked = true;
    Shown shown(prompt);
    EXPECT_TRUE(shown.hasText(QStringLiteral("revoked")));
    EXPECT_TRUE(shown.hasText(prompt.knownIn));
    EXPECT_TRUE(shown.hasText(kFingerprint));
    EXPECT_FALSE(shown.hasText(QStringLiteral("ssh-keygen -R"))) << "to forget it would be to trust it";
    EXPECT_EQ(shown.trust(), nullptr);
    EXPECT_EQ(shown.dialog.focusWidget(), test::buttonNamed(shown.dialog, QStringLiteral("Close")));
    for (QPushButton *button : shown.dialog.findChildren<QPushButton *>())
        button->click();
    EXPECT_EQ(shown.dialog.choice(), HostKeyChoice::Cancel);
}

TEST(Fingerprints, AreComparedWithoutBlanksPrefixAndPadding) {
    EXPECT_TRUE(sameFingerprint(kFingerprint, kFingerprint));
    EXPECT_TRUE(sameFingerprint(QStringLiteral(" uR4kQm0V tWw8Jp1f x2Hn7cZL b9GdEa5s Ky3oTqXv 0lE=\n"),
                                kFingerprint));
    EXPECT_FALSE(sameFingerprint(QStringLiteral("SHA256:"), kFingerprint));
    EXPECT_FALSE(sameFingerprint({}, {}));
    EXPECT_FALSE(sameFingerprint(kFingerprint.toLower(), kFingerprint));
}

} // namespace
} // namespace fabricscope::widgets
