// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/Picture.h"
#include "tests/support/Sshd.h"
#include "tests/support/samples/SampleHosts.h"

#include <QImage>
#include <QRegularExpression>

#include <gtest/gtest.h>

namespace fabricscope::app::window {
namespace {

class PictureSize : public testing::Test {
protected:
    /// The message for a picture of this size.
    QString messageFor(const host::Host &host, QSize size) {
        QString what;
        PictureOptions options;
        options.size = size;
        options.warn = [&](const QString &text) {
            what += text;
        };
        const auto topology = samples::topologyOf(host);
        EXPECT_TRUE(writePicture(*topology, file(), options));
        EXPECT_EQ(QImage(file()).size(), size.isEmpty() ? QImage(file()).size() : size);
        return what;
    }
    [[nodiscard]] QString file() const {
        return QString::fromStdString((folder.path() / "picture.png").string());
    }
    test::TemporaryFolder folder;
};

TEST_F(PictureSize, TooSmallForItsTextSuggestsAReadableSize) {
    const QString what = messageFor(samples::mi355xServer(), {500, 300});
    EXPECT_TRUE(what.contains(QStringLiteral("too small to read"))) << what.toStdString();
    static const QRegularExpression size(QStringLiteral("use --size (\\d+)x(\\d+) or more"));
    const auto match = size.match(what);
    ASSERT_TRUE(match.hasMatch()) << what.toStdString();
    const QSize enough(match.captured(1).toInt(), match.captured(2).toInt());
    EXPECT_TRUE(messageFor(samples::mi355xServer(), enough).isEmpty()) << "it keeps its word";
}

TEST_F(PictureSize, LargeOrDefaultSizeGivesNoWarning) {
    EXPECT_TRUE(messageFor(samples::mi355xServer(), {1440, 900}).isEmpty());
    EXPECT_TRUE(messageFor(samples::mi355xServer(), {1100, 700}).isEmpty());
    EXPECT_TRUE(messageFor(samples::mi355xServer(), {}).isEmpty());
}

} // namespace
} // namespace fabricscope::app::window
