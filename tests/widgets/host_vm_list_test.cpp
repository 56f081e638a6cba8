// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/HostVmScreenTest.h"
#include "widgets/hostvm/HostVmList.h"
#include "widgets/models/HostVmModel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

/// Host and VM as a table.
class HostVmListTest : public HostVmScreenTest {
protected:
    void SetUp() override {
        HostVmScreenTest::SetUp();
        QTest::keyClick(screen.view(), Qt::Key_F4);
    }
    [[nodiscard]] QString at(const std::string &guest, HostVmModel::Column column) const {
        const QModelIndex index = screen.list()->rows()->indexOf(rowOf(guest, true));
        return index.siblingAtColumn(column).data().toString();
    }
};

TEST_F(HostVmListTest, F4ShowsItInPlaceOfThePictureAndBack) {
    EXPECT_TRUE(screen.list()->isVisible());
    EXPECT_FALSE(screen.view()->isVisible());
    QTest::keyClick(screen.list(), Qt::Key_F4);
    EXPECT_FALSE(screen.list()->isVisible());
    EXPECT_TRUE(screen.view()->isVisible());
}

TEST_F(HostVmListTest, ARowIsADeviceOnBothSides) {
    HostVmModel *model = screen.list()->rows();
    const QAbstractItemModelTester tester(model);
    EXPECT_EQ(at("GPU1", HostVmModel::Host), QStringLiteral("GPU1"));
    EXPECT_EQ(at("GPU1", HostVmModel::Known).section(QLatin1Char(' '), 0, 0), QStringLiteral("certain"));
    EXPECT_EQ(model->indexOf(rowOf("GPU1", true)), model->indexOf(rowOf("GPU1", false)));
    std::size_t joined = 0;
    for (const present::HostVmCurve &curve : screen.table()->curves())
        joined += curve.claimedBy != present::HostVmCurve::ClaimedBy::File ? 1 : 0;
    EXPECT_EQ(static_cast<std::size_t>(model->rowCount()),
              screen.table()->guestRows().size() + screen.table()->hostRows().size() - joined);
}

TEST_F(HostVmListTest, ShowsWhereTheFileDiffersFromTheWiring) {
    EXPECT_TRUE(at("ionic_2", HostVmModel::File).endsWith(QStringLiteral("not as wired")));
    EXPECT_FALSE(at("ionic_1", HostVmModel::File).contains(QStringLiteral("not")));
}

TEST_F(HostVmListTest, TheColumnOfTheFileIsSeenWithoutScrolling) {
    screen.resize(1180, 700);
    test::settleLayout();
    const HostVmList &list = *screen.list();
    const int right = list.columnViewportPosition(HostVmModel::File) + list.columnWidth(HostVmModel::File);
    EXPECT_LE(right, list.viewport()->width());
}

TEST_F(HostVmListTest, AChosenRowIsChosenInThePictureAndOnOtherScreens) {
    QSignalSpy chosen(&screen, &HostVmScreen::nodeChosen);
    const std::uint32_t row = rowOf("GPU5", true);
    HostVmList *list = screen.list();
    const QModelIndex index = list->rows()->indexOf(row);
    list->scrollTo(index);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(index).center());
    EXPECT_EQ(selectedName(), "GPU5 guest");
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen.at(0).front().toUInt(), HostVmId::decoded(row)->node);
    QSignalSpy opened(&screen, &HostVmScreen::topologyRequested);
    QTest::keyClick(list, Qt::Key_Return);
    EXPECT_EQ(opened.size(), 1);
}

TEST_F(HostVmListTest, ADeviceOfAnotherScreenIsItsRow) {
    QSignalSpy chosen(&screen, &HostVmScreen::nodeChosen);
    const auto node = HostVmId::decoded(rowOf("GPU3", true))->node; // the selection is the guest's node
    screen.selectNode(node);
    EXPECT_EQ(screen.list()->currentIndex().siblingAtColumn(HostVmModel::Host).data().toString(),
              QStringLiteral("GPU3"));
    EXPECT_EQ(chosen.size(), 0);
}

TEST_F(HostVmListTest, WithoutAnExaminationItIsEmpty) {
    HostVmContent content = contentOf(samples::mappedGuest({2, 3}));
    content.examination = nullptr;
    screen.setContent(content);
    EXPECT_EQ(screen.list()->rows()->rowCount(), 0);
    EXPECT_FALSE(screen.list()->isVisible());
}

} // namespace
} // namespace fabricscope::widgets
