// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/StitchScreenTest.h"
#include "widgets/models/StitchModel.h"
#include "widgets/stitch/StitchList.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

/// Host and VM as a table.
class StitchListTest : public StitchScreenTest {
protected:
    void SetUp() override {
        StitchScreenTest::SetUp();
        QTest::keyClick(screen.view(), Qt::Key_F4);
    }
    [[nodiscard]] QString at(const std::string &guest, StitchModel::Column column) const {
        const QModelIndex index = screen.list()->rows()->indexOf(rowOf(guest, true));
        return index.siblingAtColumn(column).data().toString();
    }
};

TEST_F(StitchListTest, F4ShowsItInPlaceOfThePictureAndBack) {
    EXPECT_TRUE(screen.list()->isVisible());
    EXPECT_FALSE(screen.view()->isVisible());
    QTest::keyClick(screen.list(), Qt::Key_F4);
    EXPECT_FALSE(screen.list()->isVisible());
    EXPECT_TRUE(screen.view()->isVisible());
}

TEST_F(StitchListTest, ARowIsADeviceOnBothSides) {
    StitchModel *model = screen.list()->rows();
    const QAbstractItemModelTester tester(model);
    EXPECT_EQ(at("GPU1", StitchModel::Host), QStringLiteral("GPU1"));
    EXPECT_EQ(at("GPU1", StitchModel::Known).section(QLatin1Char(' '), 0, 0), QStringLiteral("certain"));
    EXPECT_EQ(model->indexOf(rowOf("GPU1", true)), model->indexOf(rowOf("GPU1", false)));
    std::size_t joined = 0;
    for (const layout::StitchCurve &curve : screen.table()->curves())
        joined += curve.says != layout::StitchCurve::Says::File ? 1 : 0;
    EXPECT_EQ(static_cast<std::size_t>(model->rowCount()),
              screen.table()->guestRows().size() + screen.table()->hostRows().size() - joined);
}

TEST_F(StitchListTest, SaysWhatTheFileClaimsOtherwise) {
    EXPECT_TRUE(at("ionic_2", StitchModel::File).endsWith(QStringLiteral("not as it is wired")));
    EXPECT_FALSE(at("ionic_1", StitchModel::File).contains(QStringLiteral("not")));
}

TEST_F(StitchListTest, AChosenRowIsChosenInThePictureAndOnOtherScreens) {
    QSignalSpy chosen(&screen, &StitchScreen::nodeChosen);
    const std::uint32_t row = rowOf("GPU5", true);
    StitchList *list = screen.list();
    const QModelIndex index = list->rows()->indexOf(row);
    list->scrollTo(index);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(index).center());
    EXPECT_EQ(selectedName(), "GPU5 guest");
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen.at(0).front().toUInt(), StitchId::decoded(row)->node);
    QSignalSpy opened(&screen, &StitchScreen::topologyWanted);
    QTest::keyClick(list, Qt::Key_Return);
    EXPECT_EQ(opened.size(), 1);
}

TEST_F(StitchListTest, ADeviceOfAnotherScreenIsItsRow) {
    QSignalSpy chosen(&screen, &StitchScreen::nodeChosen);
    const auto node = StitchId::decoded(rowOf("GPU3", true))->node; // the guest is shown there
    screen.selectNode(node);
    EXPECT_EQ(screen.list()->currentIndex().siblingAtColumn(StitchModel::Host).data().toString(),
              QStringLiteral("GPU3"));
    EXPECT_EQ(chosen.size(), 0);
}

TEST_F(StitchListTest, WithoutAnExaminationItIsEmpty) {
    StitchContent content = contentOf(made::stitched({2, 3}));
    content.examination = nullptr;
    screen.setContent(content);
    EXPECT_EQ(screen.list()->rows()->rowCount(), 0);
    EXPECT_FALSE(screen.list()->isVisible());
}

} // namespace
} // namespace fabricscope::widgets
