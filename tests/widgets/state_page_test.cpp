// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/Support.h"
#include "widgets/topology/StatePage.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <gtest/gtest.h>

namespace fabricscope::widgets {
namespace {

/// A page and the field that follows in tab order.
struct PageWithField {
    PageWithField() {
        auto *column = new QVBoxLayout(&window);
        column->addWidget(field);
        column->addWidget(page);
        window.show();
        window.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
    }
    QWidget window;
    QLineEdit *field = new QLineEdit(&window);
    StatePage *page = new StatePage(&window);
};

TEST(StatePage, TheKeyboardStaysWhereAnActionMadeRoomForAnother) {
    PageWithField form;
    form.page->showEmpty(QStringLiteral("No run yet"), {}, QStringLiteral("New run…"));
    test::buttonNamed(*form.page, QStringLiteral("New run…"))->setFocus();
    form.page->showEmpty(QStringLiteral("No results"), {}, QStringLiteral("Again…"));
    EXPECT_TRUE(test::buttonNamed(*form.page, QStringLiteral("Again…"))->hasFocus());
    form.page->showEmpty(QStringLiteral("No measurements yet"), {}, {});
    EXPECT_FALSE(form.field->hasFocus()) << "what is typed now would filter the fleet";
    EXPECT_TRUE(form.page->hasFocus());
}

TEST(StatePage, TakesTheKeyboardFromNobody) {
    PageWithField form;
    form.field->setFocus();
    form.page->showEmpty(QStringLiteral("No run yet"), {}, QStringLiteral("New run…"));
    EXPECT_TRUE(form.field->hasFocus());
}

} // namespace
} // namespace fabricscope::widgets
