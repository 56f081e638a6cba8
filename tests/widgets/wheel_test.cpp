// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A page scrolls with the wheel even if the pointer is over a box that the wheel could change.
#include "tests/widgets/Support.h"
#include "widgets/common/controls/WheelFocus.h"

#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <QtTest/qtestspontaneevent.h>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

class WheelTest : public ::testing::Test {
protected:
    void SetUp() override {
        requireFocusForWheel();
        auto *content = new QWidget;
        auto *column = new QVBoxLayout(content);
        spin = new QSpinBox(content);
        spin->setValue(50);
        combo = new QComboBox(content);
        combo->addItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        editable = new QComboBox(content);
        editable->setEditable(true);
        editable->addItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        for (QWidget *each :
             {static_cast<QWidget *>(spin), static_cast<QWidget *>(combo), static_cast<QWidget *>(editable)})
            column->addWidget(each);
        column->addSpacing(2000);
        page.setWidget(content);
        page.resize(200, 200);
        page.show();
        QApplication::setActiveWindow(&page);
        page.setFocus();
        QApplication::processEvents();
    }
    /// Scrolls down by the wheel over this widget.
    void scrollOver(QWidget *over) {
        const QPointF at = QRectF(over->rect()).center();
        QWheelEvent event(at, over->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        // Like a mouse event: only then it propagates to the parent.
        QSpontaneKeyEvent::setSpontaneous(&event);
        QApplication::instance()->notify(over, &event);
    }
    [[nodiscard]] int scrolled() const { return page.verticalScrollBar()->value(); }

    QScrollArea page;
    QSpinBox *spin = nullptr;
    QComboBox *combo = nullptr, *editable = nullptr;
};

TEST_F(WheelTest, ScrollsThePageOverBoxesWithoutTheKeyboard) {
    for (QWidget *over :
         {static_cast<QWidget *>(spin), spin->findChild<QWidget *>(), static_cast<QWidget *>(combo),
          static_cast<QWidget *>(editable), static_cast<QWidget *>(editable->lineEdit())}) {
        ASSERT_NE(over, nullptr);
        const int before = scrolled();
        scrollOver(over);
        EXPECT_GT(scrolled(), before) << over->metaObject()->className();
    }
    EXPECT_EQ(spin->value(), 50);
    EXPECT_EQ(combo->currentIndex(), 0);
    EXPECT_EQ(editable->currentIndex(), 0);
}

TEST_F(WheelTest, ChangesTheBoxThatHasTheKeyboard) {
    spin->setFocus();
    scrollOver(spin);
    EXPECT_EQ(spin->value(), 49);
    editable->setFocus();
    scrollOver(editable);
    EXPECT_EQ(editable->currentIndex(), 1);
    EXPECT_EQ(scrolled(), 0);
}

TEST_F(WheelTest, DoesNotGiveABoxTheKeyboard) {
    for (QWidget *box :
         {static_cast<QWidget *>(spin), static_cast<QWidget *>(combo), static_cast<QWidget *>(editable)}) {
        scrollOver(box);
        EXPECT_FALSE(box->hasFocus()) << box->metaObject()->className();
        EXPECT_EQ(box->focusPolicy(), Qt::StrongFocus) << "the mouse and the Tab key do";
    }
}

} // namespace
} // namespace fabricscope::widgets
