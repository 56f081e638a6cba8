// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// The picture tests can fail: deliberate faults are found, and mere font differences are not.
#include "tests/pictures/Gallery.h"
#include "widgets/common/theme/StyleSheetSuspender.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/jobs/JobsLogStrip.h"

#include <QLabel>
#include <QPainter>
#include <QScrollArea>

#include <gmock/gmock.h>

namespace fabricscope::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using widgets::ThemeKind;
using widgets::Token;

std::vector<std::string> wordsOf(const QStringList &texts) {
    std::vector<std::string> words;
    for (const QString &text : texts)
        words.push_back(text.toStdString());
    return words;
}

const Scene &sceneNamed(const char *name) {
    for (const Scene &scene : scenes())
        if (std::string_view(scene.name) == name)
            return scene;
    throw std::runtime_error(name);
}

class MutatedPicture : public ::testing::Test {
protected:
    static constexpr QSize kSize{1440, 900};

    void SetUp() override {
        stage.applyTheme(ThemeKind::Dark);
        shot = take(stage, sceneNamed("topology-guest"), ThemeKind::Dark, kSize);
        expected = shot.signature();
    }
    /// The differences of the window as it is now.
    [[nodiscard]] std::vector<std::string> differencesNow() {
        stage.settle();
        Shot now = shot;
        now.picture = shot.widget->grab().toImage();
        return wordsOf(differences(expected, now.signature()));
    }
    [[nodiscard]] std::vector<std::string> differencesOf(const QImage &picture) const {
        return wordsOf(differences(expected, signatureOf(*shot.widget, picture, ThemeKind::Dark)));
    }
    /// Simulates the use of a wrong token.
    [[nodiscard]] QImage withColour(Token token, Token instead) const {
        QImage picture = shot.picture.convertToFormat(QImage::Format_RGB32);
        const QRgb from = widgets::tokenColour(token, ThemeKind::Dark).rgb();
        const QRgb to = widgets::tokenColour(instead, ThemeKind::Dark).rgb();
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                if (picture.pixel(x, y) == from)
                    picture.setPixel(x, y, to);
        return picture;
    }

    Stage stage;
    Shot shot;
    Signature expected;
};

TEST_F(MutatedPicture, IsFoundWhereAPartIsGoneOrMovedOrAColourIsAnother) {
    app::window::MainWindow &window = stage.full().window;
    EXPECT_THAT(differencesNow(), IsEmpty()) << "the same window, painted again";
    window.inspector()->hide();
    EXPECT_THAT(differencesNow(), Contains(HasSubstr("there is no InspectorPanel")));
    window.inspector()->setVisible(true);
    window.strip()->hide();
    EXPECT_THAT(differencesNow(), Contains(HasSubstr("there is no JobsLogStrip")));
    window.strip()->show();
    EXPECT_THAT(differencesNow(), IsEmpty()) << "all is back";

    EXPECT_THAT(differencesOf(withColour(Token::Error, Token::Ok)),
                Contains(HasSubstr("of the colour Error")));
    EXPECT_THAT(differencesOf(withColour(Token::Gpu, Token::Nvme)), Contains(HasSubstr("of the colour Gpu")));
    EXPECT_THAT(differencesOf(withColour(Token::Panel, Token::Surface)),
                Contains(HasSubstr("of the colour")));
    QImage moved(shot.picture.size(), QImage::Format_RGB32);
    moved.fill(widgets::tokenColour(Token::Canvas, ThemeKind::Dark));
    QPainter(&moved).drawImage(0, 45, shot.picture);
    EXPECT_THAT(differencesOf(moved), Contains(HasSubstr("cells look otherwise")));
    const Shot light = [&] {
        stage.applyTheme(ThemeKind::Light);
        return take(stage, sceneNamed("topology-guest"), ThemeKind::Light, kSize);
    }();
    EXPECT_THAT(differencesOf(light.picture), Contains(HasSubstr("cells look otherwise")));
    EXPECT_THAT(wordsOf(differences(expected, signatureFrom(QStringLiteral("size 9 9")))),
                Contains(HasSubstr("it is 9x9 large")));

    const Signature read = signatureFrom(textOf(expected)); // as stored
    EXPECT_EQ(read.size, expected.size);
    EXPECT_EQ(read.parts, expected.parts);
    EXPECT_EQ(read.colours, expected.colours);
    EXPECT_EQ(read.cells, expected.cells);
    EXPECT_GT(expected.parts.size(), 8U);
    EXPECT_GT(expected.colours.size(), 8);
}

/// A label with this text at this place.
QLabel *put(QWidget &on, const char *text, QRect place) {
    auto *label = new QLabel(QString::fromUtf8(text), &on);
    label->setGeometry(place);
    return label;
}

TEST(TextFaults, AreTextsUponEachOtherCutOnesAndNumbersWithAnEllipsis) {
    const widgets::StyleSheetSuspender plain; // of a picture taken before: its labels have no background
    const auto faultsOf = [](const std::function<void(QWidget &)> &fill) {
        QWidget widget;
        widget.resize(400, 200);
        fill(widget);
        widget.show();
        return wordsOf(textFaults(textsOf(widget)));
    };
    EXPECT_THAT(faultsOf([](QWidget &widget) {
                    put(widget, "GPU0", {10, 10, 200, 20});
                    put(widget, "GPU1", {10, 40, 200, 20});
                }),
                IsEmpty());
    EXPECT_THAT(faultsOf([](QWidget &widget) {
                    put(widget, "GPU0 is here", {10, 10, 200, 20});
                    put(widget, "and so is GPU1", {20, 12, 200, 20});
                }),
                Contains(HasSubstr("stands upon 'GPU0 is here'")));
    EXPECT_THAT(faultsOf([](QWidget &widget) {
                    put(widget, "GPU0 is here", {10, 10, 200, 20});
                    auto *above = put(widget, "and so is GPU1", {0, 0, 300, 40});
                    above->setAutoFillBackground(true);
                }),
                IsEmpty())
        << "what lies below something opaque is not seen";
    EXPECT_THAT(faultsOf([](QWidget &widget) {
                    put(widget, "a long sentence in little room", {10, 10, 40, 20});
                }),
                Contains(HasSubstr("is cut")));
    EXPECT_THAT(faultsOf([](QWidget &widget) {
                    put(widget, "0000:46:0\u2026", {10, 10, 200, 20});
                    put(widget, "12\u2026", {10, 40, 200, 20});
                    put(widget, "mi355x-0\u2026 and others\u2026", {10, 70, 300, 20});
                    put(widget, "360.4 \u2026", {10, 100, 200, 20}); // its unit is missing
                }),
                testing::UnorderedElementsAre(HasSubstr("0000:46:0"), HasSubstr("12"), HasSubstr("360.4")));
    EXPECT_THAT(faultsOf([](QWidget &widget) {
                    auto *area = new QScrollArea(&widget);
                    area->setGeometry(0, 0, 120, 60);
                    auto *page = new QWidget;
                    page->resize(100, 400);
                    put(*page, "cut below", {0, 45, 90, 30});
                    area->setWidget(page);
                }),
                IsEmpty())
        << "it scrolls";
}

} // namespace
} // namespace fabricscope::test
