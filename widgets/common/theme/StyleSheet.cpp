// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme/StyleSheet.h"

#include "widgets/common/theme/Theme.h"

#include <utility>

namespace fabricscope::widgets {

namespace {

/// A @name@ in the template below.
constexpr std::pair<const char *, draw::Token> kNames[] = {
    {"window", Token::Window}, {"chrome", Token::Chrome},     {"panel", Token::Panel},
    {"canvas", Token::Canvas}, {"surface", Token::Surface},   {"raised", Token::Raised},
    {"hover", Token::Hover},   {"line", Token::Line},         {"line2", Token::Line2},
    {"text", Token::Text},     {"text2", Token::Text2},       {"text3", Token::Text3},
    {"accent", Token::Accent}, {"accentbg", Token::AccentBg}, {"onaccent", Token::OnAccent},
    {"error", Token::Error},   {"warning", Token::Warning},   {"ok", Token::Ok},
};

constexpr const char *kTemplate = R"(
QMainWindow, QDialog { background: @chrome@; color: @text@; }
QToolTip { background: @surface@; color: @text@; border: 1px solid @line2@; padding: 4px 6px; }

QMenuBar { background: @chrome@; color: @text2@; border-bottom: 1px solid @line@; padding: 0 4px; }
QMenuBar::item { background: transparent; padding: 5px 9px; border-radius: 4px; }
QMenuBar::item:selected { background: @hover@; color: @text@; }
QMenu { background: @surface@; color: @text@; border: 1px solid @line2@; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: @accentbg@; }
QMenu::item:disabled { color: @text3@; }
QMenu::separator { height: 1px; background: @line@; margin: 4px 8px; }
QMenu::indicator { width: 12px; height: 12px; left: 6px; }

QLineEdit, QSpinBox, QComboBox, QPlainTextEdit {
  background: @surface@; border: 1px solid @line2@; border-radius: 4px;
  selection-background-color: @accent@; selection-color: @onaccent@; }
QSpinBox, QComboBox, QPlainTextEdit { color: @text@; } /* a rule for QLineEdit would halve its placeholder's contrast */
QLineEdit, QSpinBox { padding: 3px 7px; }
QLineEdit:focus, QSpinBox:focus, QPlainTextEdit:focus, QComboBox:focus { border: 2px solid @accent@; padding: 2px 6px; }
QLineEdit:disabled, QSpinBox:disabled { color: @text3@; background: @chrome@; }
QPlainTextEdit { padding: 4px 8px; }
QPlainTextEdit:focus { padding: 3px 7px; }
QSpinBox::up-button, QSpinBox::down-button { width: 0; border: none; }
QComboBox { padding: 3px 7px; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { width: 0; height: 0; border-left: 4px solid @surface@; border-right: 4px solid @surface@;
  border-top: 5px solid @text2@; }
QComboBox QAbstractItemView { background: @surface@; border: 1px solid @line2@; padding: 2px;
  selection-background-color: @accentbg@; selection-color: @text@; }

QPushButton { background: @raised@; color: @text@; border: 1px solid @line2@; border-radius: 4px;
  padding: 4px 12px; min-height: 18px; }
QPushButton::menu-indicator { subcontrol-origin: padding; subcontrol-position: right center; right: 7px; width: 0; height: 0;
  border-left: 4px solid @raised@; border-right: 4px solid @raised@; border-top: 5px solid @text2@; }
QPushButton:hover { background: @hover@; }
QPushButton:pressed { background: @line@; }
QPushButton:focus { border: 2px solid @accent@; padding: 3px 11px; }
QPushButton:disabled { color: @text3@; border-color: @line@; background: @chrome@; }
QPushButton[role="primary"] { background: @accent@; color: @onaccent@; border-color: @accent@; }
QPushButton[role="primary"]:focus { border: 2px solid @text@; }
QPushButton[role="primary"]:disabled { background: @raised@; color: @text3@; border-color: @line@; }
QPushButton[role="danger"] { background: transparent; color: @error@; border-color: @error@; }
QPushButton[role="danger"]:disabled { background: @chrome@; color: @text3@; border-color: @line@; }
QPushButton[role="link"] { background: transparent; border: none; color: @accent@; padding: 1px 2px; min-height: 0;
  font-weight: 500; text-align: left; }
#logHosts { padding-right: 14px; }
#logHosts::menu-indicator { right: 2px; border-left-color: @chrome@; border-right-color: @chrome@; }
QPushButton[role="link"]:hover { text-decoration: underline; }
QPushButton[role="link"]:focus { border: 2px solid @accent@; border-radius: 3px; padding: 0 1px; }
QPushButton[role="link"]:disabled { color: @text3@; }
QToolButton { background: transparent; color: @text2@; border: 1px solid transparent; border-radius: 4px; padding: 3px; }
QToolButton:hover { background: @hover@; color: @text@; }
QToolButton:focus { border: 2px solid @accent@; padding: 2px; }
QToolButton[role="boxed"] { background: @raised@; border: 1px solid @line2@; color: @text@; }
QToolButton[role="boxed"]:checked { background: @accentbg@; border-color: @accent@; }
QToolButton[role="boxed"]:focus { border: 2px solid @accent@; }
QToolButton::menu-indicator { image: none; }
#topologyTree:focus { border-top: 2px solid @accent@; }
#topologyTree::branch:selected { background: transparent; }

QCheckBox { color: @text@; }
QCheckBox:disabled { color: @text3@; }

QLabel { color: @text@; background: transparent; }
QLabel[role="title"] { font-weight: 600; }
QLabel[role="secondary"] { color: @text2@; }
QLabel[role="caption"] { color: @text3@; }
QLabel[role="brand"] { font-weight: 600; padding: 0 10px 0 2px; }

QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QAbstractScrollArea { border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QAbstractItemView { background: @panel@; color: @text@; border: none; outline: none; }
#hostPicker, #hostList { background: @surface@; border: 1px solid @line2@; border-radius: 4px; }
#lines { border: 1px solid @line2@; }
#lines:focus { border: 2px solid @accent@; }
#hostPicker:focus, #hostList:focus { border-color: @accent@; }
QHeaderView { background: @chrome@; border: none; }
QHeaderView::section, QTableCornerButton::section { background: @chrome@; color: @text2@; border: none;
  border-bottom: 1px solid @line@; padding: 4px 8px; }
QTableView { gridline-color: @line2@; }
#unplaced QTableView::item { padding: 0 5px; }
#unplaced QHeaderView::section, #hostVmRows QHeaderView::section { padding: 4px 3px; }
#hostList QHeaderView::section, #topologyTree QHeaderView::section { background: @chrome@; color: @text3@; border: none;
  border-bottom: 1px solid @line@; padding: 4px 6px; }
#benchRows, #benchRows::corner { background: @canvas@; }
#benchRows QHeaderView { background: @chrome@; border: none; }
#benchRows QHeaderView::section { background: @chrome@; color: @text3@; border: none; border-bottom: 1px solid @line@;
  padding: 4px 9px; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: @line2@; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @text3@; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: @line@; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }

QMainWindow::separator { background: @line@; width: 1px; height: 1px; }
QDockWidget { color: @text@; border: 1px solid @line2@; }

#modeBar { background: @chrome@; border-bottom: 1px solid @line@; }
#toolbar { background: @chrome@; border-bottom: 1px solid @line@; }
#banner { background: @raised@; border-bottom: 1px solid @line@; }
#sidebar, #inspector { background: @panel@; }
#sidebarFoot { border-top: 1px solid @line@; }
#strip { background: @panel@; }
#stripHead { background: @chrome@; border-bottom: 1px solid @line@; }
#statusBar { background: @chrome@; border-top: 1px solid @line@; }
#searchPopup { background: @surface@; border: 1px solid @line2@; border-radius: 6px; }
#searchList { background: @surface@; }
#findBar { background: @chrome@; border: none; border-bottom: 1px solid @line@; }
#page, #statePage, #runChart { background: @canvas@; }
#card { background: @panel@; border: 1px solid @line2@; border-radius: 6px; }
#cardRule { background: @line@; }
#codeBox { background: @window@; border: 1px solid @line2@; border-radius: 4px; }
#offeredBox { background: @errortint@; border: 1px solid @error@; border-radius: 4px; }
#dialogFoot { border-top: 1px solid @line@; background: @chrome@; }
)";

} // namespace

QString styleSheet(draw::ThemeKind theme) {
    QString text = QString::fromLatin1(kTemplate);
    for (const auto &[name, token] : kNames)
        text.replace(QStringLiteral("@%1@").arg(QLatin1String(name)), tokenColour(token, theme).name());
    text.replace(QLatin1String("@errortint@"), tint(Token::Error, 10, Token::Panel, theme).name());
    return text;
}

} // namespace fabricscope::widgets
