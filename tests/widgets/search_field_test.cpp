// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/Search.h"
#include "tests/support/samples/SampleJudgement.h"
#include "tests/widgets/Support.h"
#include "widgets/search/SearchField.h"
#include "widgets/search/SearchModel.h"
#include "widgets/search/SearchPopup.h"

#include <QListView>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

SearchSource twoHosts() {
    auto corpus = std::make_shared<search::Corpus>();
    const auto topology = samples::topologyOf(samples::mi355xServer());
    search::HostSource host;
    host.id = 7;
    host.name = host.target = "mi355x-03";
    host.topology = topology;
    host.judgement = std::make_shared<const affinity::Judgement>(samples::judgementOf(
        *topology, {{"0000:46:00.0", "0000:66:00.0"}, {"0000:65:00.0", "0000:47:00.0"}}));
    corpus->hosts.push_back(host);
    search::HostSource gone;
    gone.id = 8;
    gone.name = gone.target = "mi355x-04";
    corpus->hosts.push_back(gone);
    corpus->actions = {{"Fit", "View", "Ctrl+0"}, {"Collect again", "Fleet", "Ctrl+R"}};
    return {corpus, {QString(), QStringLiteral("a file stays as it is")}};
}

class SearchFieldTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::applyTheme(ThemeKind::Dark);
        window.resize(1000, 700);
        field = new SearchField(&window);
        field->setGeometry(680, 8, 300, 26);
        field->setSource([this] {
            ++asked;
            return twoHosts();
        });
        window.show();
        window.activateWindow();
        field->open();
    }
    void type(const char *text) {
        QTest::keyClicks(field, QLatin1String(text));
        field->settle();
    }
    [[nodiscard]] QStringList titles() const {
        QStringList titles;
        for (int row = 0; row < field->model().rowCount(); ++row)
            titles << field->model().index(row, 0).data().toString();
        return titles;
    }
    [[nodiscard]] QString current() const { return field->popup()->view()->currentIndex().data().toString(); }

    QWidget window;
    SearchField *field = nullptr;
    int asked = 0;
};

TEST_F(SearchFieldTest, ShowsHostsAndFindingsBeforeAnythingIsTyped) {
    EXPECT_TRUE(field->popup()->isVisible());
    EXPECT_TRUE(titles().contains(QStringLiteral("Hosts")));
    EXPECT_TRUE(titles().contains(QStringLiteral("Findings")));
    EXPECT_EQ(current(), QStringLiteral("mi355x-03"));
    EXPECT_TRUE(field->popup()->hint().contains(QStringLiteral("is:mispaired")));
    EXPECT_TRUE(window.rect().contains(field->popup()->geometry()));
}

TEST_F(SearchFieldTest, ADeviceIsChosenByItsAddressAndEnter) {
    QSignalSpy device(field, &SearchField::deviceChosen);
    QSignalSpy left(field, &SearchField::left);
    type("46:00.0");
    EXPECT_EQ(current(), QStringLiteral("GPU2"));
    QTest::keyClick(field, Qt::Key_Return);
    ASSERT_EQ(device.count(), 1);
    EXPECT_EQ(device[0][0].toULongLong(), 7U);
    const auto &topology = *twoHosts().corpus->hosts[0].topology;
    EXPECT_EQ(device[0][1].toUInt(), test::nodeAt(topology, "46:00.0"));
    EXPECT_EQ(left.count(), 1);
    EXPECT_FALSE(field->isOpen());
    EXPECT_TRUE(field->text().isEmpty());
}

TEST_F(SearchFieldTest, TheArrowsPassTheHeadersAndGoAroundTheEnds) {
    QSignalSpy host(field, &SearchField::hostChosen);
    type("mi355x-0");
    EXPECT_EQ(current(), QStringLiteral("mi355x-03"));
    QTest::keyClick(field, Qt::Key_Down);
    EXPECT_EQ(current(), QStringLiteral("mi355x-04"));
    QTest::keyClick(field, Qt::Key_Down);
    EXPECT_EQ(current(), QStringLiteral("mi355x-03"));
    QTest::keyClick(field, Qt::Key_Up);
    EXPECT_EQ(current(), QStringLiteral("mi355x-04"));
    QTest::keyClick(field, Qt::Key_Return);
    ASSERT_EQ(host.count(), 1);
    EXPECT_EQ(host[0][0].toULongLong(), 8U);
}

TEST_F(SearchFieldTest, AFindingIsChosenByAClick) {
    QSignalSpy finding(field, &SearchField::findingChosen);
    type("is:mispaired");
    const QListView *view = field->popup()->view();
    int row = -1;
    for (int each = 0; each < field->model().rowCount(); ++each)
        if (const search::Hit *hit = field->model().hit(field->model().index(each, 0)))
            row = hit->group == search::kFindings && row < 0 ? each : row;
    ASSERT_GE(row, 0);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                      view->visualRect(field->model().index(row, 0)).center());
    ASSERT_EQ(finding.count(), 1);
    EXPECT_TRUE(finding[0][1].value<std::optional<quint32>>().has_value());
}

TEST_F(SearchFieldTest, UnavailableActionShowsTheReasonAndIsNotTriggered) {
    QSignalSpy action(field, &SearchField::actionChosen);
    type("collect");
    EXPECT_EQ(current(), QStringLiteral("Collect again"));
    const QModelIndex index = field->popup()->view()->currentIndex();
    EXPECT_EQ(index.data(SearchModel::DetailRole).toString(), QStringLiteral("a file stays as it is"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(action.count(), 0);
    EXPECT_TRUE(field->isOpen());
    field->clear();
    type("fit");
    EXPECT_EQ(field->popup()->view()->currentIndex().data(SearchModel::KeysRole).toString(),
              QStringLiteral("Ctrl+0"));
    QTest::keyClick(field, Qt::Key_Return);
    ASSERT_EQ(action.count(), 1);
    EXPECT_EQ(action[0][0].toInt(), 0);
}

TEST_F(SearchFieldTest, ReportsAnUnknownKeywordInsteadOfIgnoringIt) {
    type("gpu is:broken");
    EXPECT_EQ(field->model().rowCount(), 0);
    EXPECT_TRUE(field->popup()->message().contains(QStringLiteral("is:broken is unknown")));
    EXPECT_FALSE(field->popup()->view()->isVisible());
    QTest::keyClick(field, Qt::Key_Return); // no results: no effect
    EXPECT_TRUE(field->isOpen());
    field->clear();
    type("nothing like it");
    EXPECT_TRUE(field->popup()->message().contains(QStringLiteral("nothing like it")));
}

TEST_F(SearchFieldTest, TabCompletesAWordOfTheLanguage) {
    type("is:mi");
    EXPECT_EQ(field->popup()->hint(), QStringList{QStringLiteral("is:mispaired")});
    QTest::keyClick(field, Qt::Key_Tab);
    EXPECT_EQ(field->text(), QStringLiteral("is:mispaired"));
    EXPECT_GT(field->model().found(), 0);
    EXPECT_EQ(window.focusWidget(), field);
}

TEST_F(SearchFieldTest, EscapeClosesAndTheNextOpeningLooksAtWhatThereIsThen) {
    QSignalSpy left(field, &SearchField::left);
    const int before = asked;
    type("gpu");
    EXPECT_EQ(asked, before);
    QTest::keyClick(field, Qt::Key_Escape);
    EXPECT_EQ(left.count(), 1);
    EXPECT_FALSE(field->isOpen());
    field->open();
    EXPECT_EQ(asked, before + 1);
}

TEST_F(SearchFieldTest, EachRowIsReadOutWithAllThatItShows) {
    type("46:00.0");
    const QString spoken = field->popup()->view()->currentIndex().data(Qt::AccessibleTextRole).toString();
    for (const char *part : {"GPU2", "46:00.0", "mi355x-03", "vfio-pci"})
        EXPECT_TRUE(spoken.contains(QLatin1String(part))) << qPrintable(spoken);
    QTest::keyClick(field, Qt::Key_Down);
    EXPECT_FALSE(field->accessibleDescription().isEmpty());
}

/// Whether a pixel of the popup has this colour.
bool shows(const QWidget &widget, const QColor &colour) {
    const QImage image = const_cast<QWidget &>(widget).grab().toImage();
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == colour)
                return true;
    return false;
}

TEST_F(SearchFieldTest, IsPaintedInTheColoursOfBothThemes) {
    for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
        test::applyTheme(theme);
        field->open(QStringLiteral("kind:gpu"));
        EXPECT_TRUE(shows(*field->popup(), tokenColour(Token::Gpu, theme)));
        EXPECT_TRUE(shows(*field->popup(), tokenColour(Token::AccentBg, theme)));
        EXPECT_TRUE(shows(*field->popup(), tokenColour(Token::Surface, theme)));
        field->close();
    }
}

} // namespace
} // namespace fabricscope::widgets
