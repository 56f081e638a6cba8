// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/Workbench.h"

#include "app/window/shell/PanelDock.h"
#include "widgets/common/theme/Fonts.h"
#include "widgets/common/theme/UiSize.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QLayout>
#include <QMenu>
#include <QScreen>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace fabricscope::app::window {

namespace {

using Dock = workspace::WindowState::Dock;

/// Each panel: its first side and the one it may be moved to, and its size and its minimum in the design's
/// pixels across that side. In the order of Panel.
constexpr struct {
    const char *name;
    Qt::DockWidgetArea own, other;
    int size, least;
} kPanelTable[kPanels] = {
    {QT_TRANSLATE_NOOP("Panels", "Fleet sidebar"), Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea, 240,
     Workbench::kMinSidebarWidth},
    {QT_TRANSLATE_NOOP("Panels", "Inspector"), Qt::RightDockWidgetArea, Qt::LeftDockWidgetArea, 304,
     Workbench::kMinInspectorWidth},
    {QT_TRANSLATE_NOOP("Panels", "Jobs and log"), Qt::BottomDockWidgetArea, Qt::TopDockWidgetArea, 131, 90},
};

constexpr struct {
    Qt::DockWidgetArea area;
    const char *word; ///< in files
    const char *name;
} kSides[] = {
    {Qt::LeftDockWidgetArea, "left", QT_TRANSLATE_NOOP("Panels", "Left")},
    {Qt::RightDockWidgetArea, "right", QT_TRANSLATE_NOOP("Panels", "Right")},
    {Qt::BottomDockWidgetArea, "below", QT_TRANSLATE_NOOP("Panels", "Bottom")},
    {Qt::TopDockWidgetArea, "above", QT_TRANSLATE_NOOP("Panels", "Top")},
};

constexpr QSize kOwnWindow{420, 560}; ///< minimum, unless another size was set

QString words(const char *text) {
    return QCoreApplication::translate("Panels", text);
}

constexpr bool isSideArea(Qt::DockWidgetArea area) {
    return area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
}

std::size_t at(Panel panel) {
    return static_cast<std::size_t>(panel);
}

/// Moves a window onto a screen: outside all screens it cannot be reached.
QRect onScreen(QRect place) {
    const QScreen *screen = QGuiApplication::screenAt(place.center());
    if (screen == nullptr)
        screen = QGuiApplication::primaryScreen();
    const QRect room = screen->availableGeometry();
    place.setSize(place.size().boundedTo(room.size()));
    place.moveLeft(std::clamp(place.left(), room.left(), room.right() - place.width() + 1));
    place.moveTop(std::clamp(place.top(), room.top(), room.bottom() - place.height() + 1));
    return place;
}

} // namespace

Workbench::Workbench(QWidget *screens, const std::array<QWidget *, kPanels> &panels, QWidget *parent)
    : QMainWindow(parent), m_scale(widgets::uiScale()) {
    setWindowFlags(Qt::Widget); // a part of the window, not a window
    setAnimated(false);
    setDockOptions({}); // no tabs, no nesting: a panel is at a side of, below or above another
    setContextMenuPolicy(Qt::NoContextMenu);
    for (const auto &[corner, area] : {std::pair(Qt::TopLeftCorner, Qt::LeftDockWidgetArea),
                                       {Qt::BottomLeftCorner, Qt::LeftDockWidgetArea},
                                       {Qt::TopRightCorner, Qt::RightDockWidgetArea},
                                       {Qt::BottomRightCorner, Qt::RightDockWidgetArea}})
        setCorner(corner, area);
    setCentralWidget(screens);
    for (int index = 0; index < kPanels; ++index)
        build(static_cast<Panel>(index), panels[static_cast<std::size_t>(index)]);
}

void Workbench::build(Panel panel, QWidget *widget) {
    const auto &row = kPanelTable[at(panel)];
    const bool isAtSide = isSideArea(row.own);
    const int px = widgets::scaledToUi(row.size);
    m_sizes[at(panel)] = row.size;
    (isAtSide ? widgets::setScaledMinimumWidth : widgets::setScaledMinimumHeight)(widget, row.least);
    auto *dock = m_docks[at(panel)] = new PanelDock(words(row.name), widget, {px, px}, this);
    dock->setAllowedAreas(row.own | row.other);
    addDockWidget(row.own, dock);
    dock->installEventFilter(this);
    connect(dock, &QDockWidget::dockLocationChanged, this, &Workbench::arranged);
    connect(dock, &QDockWidget::topLevelChanged, this, [this, dock, panel](bool floats) {
        if (floats) // the size of a docked panel does not suit a window
            dock->resize(dock->size().expandedTo(kOwnWindow));
        else
            setSize(panel, size(panel));
        Q_EMIT arranged();
    });
    connect(dock, &PanelDock::hideRequested, this, [this, panel] { Q_EMIT hideRequested(panel); });
    connect(dock, &PanelDock::menuRequested, this, [this, panel](const QPoint &where) {
        QMenu menu;
        fill(&menu, panel);
        menu.exec(where);
    });
}

// State

bool Workbench::isShown(Panel panel) const {
    return !dock(panel)->isHidden();
}

bool Workbench::isFloating(Panel panel) const {
    return dock(panel)->isFloating();
}

void Workbench::show(Panel panel, bool shown) {
    if (shown == isShown(panel))
        return;
    const int px = size(panel); // before the layout it has another size
    dock(panel)->setVisible(shown);
    if (shown)
        setSize(panel, px);
}

int Workbench::size(Panel panel) const {
    return static_cast<int>(std::lround(m_sizes[at(panel)] * widgets::uiScale()));
}

void Workbench::setSize(Panel panel, int px) {
    if (px <= 0)
        return;
    if (px != size(panel))
        m_sizes[at(panel)] = px / widgets::uiScale();
    PanelDock *which = dock(panel);
    which->setPreferredSize({px, px});
    if (which->isHidden() || which->isFloating())
        return;
    const bool isAtSide = isSideArea(dockWidgetArea(which));
    resizeDocks({which}, {px}, isAtSide ? Qt::Horizontal : Qt::Vertical);
    layout()->activate();
}

int Workbench::actualSize(Panel panel) const {
    PanelDock *which = dock(panel);
    return isSideArea(dockWidgetArea(which)) ? which->width() : which->height();
}

/// Stores the size that the user has set.
void Workbench::saveSize(Panel panel) {
    if (const int px = actualSize(panel);
        isShown(panel) && !isFloating(panel) && isVisible() && px != size(panel))
        m_sizes[at(panel)] = px / widgets::uiScale();
}

// Arrangements

Dock Workbench::arrangement(Panel panel) const {
    PanelDock *which = dock(panel);
    Dock how;
    if (const auto area = dockWidgetArea(which); area != kPanelTable[at(panel)].own)
        for (const auto &side : kSides)
            if (side.area == area)
                how.side = side.word;
    if (which->isFloating()) {
        const QRect place = which->geometry();
        how.window = {place.x(), place.y(), place.width(), place.height(), false};
    }
    return how;
}

void Workbench::arrange(Panel panel, const Dock &how) {
    PanelDock *which = dock(panel);
    const auto &row = kPanelTable[at(panel)];
    const auto *side = std::find_if(std::begin(kSides), std::end(kSides),
                                    [&](const auto &each) { return how.side == each.word; });
    const bool isOtherSide = side != std::end(kSides) && side->area == row.other;
    const auto area = isOtherSide ? row.other : row.own;
    const bool shown = isShown(panel);
    if (which->isFloating() != how.window.has_value())
        which->setFloating(how.window.has_value());
    if (dockWidgetArea(which) != area && !how.window)
        addDockWidget(area, which);
    which->setVisible(shown);
    if (how.window)
        which->setGeometry(onScreen({how.window->x, how.window->y, how.window->width, how.window->height}));
}

void Workbench::reset() {
    for (int index = 0; index < kPanels; ++index) {
        const auto panel = static_cast<Panel>(index);
        arrange(panel, {});
        setSize(panel, widgets::scaledToUi(kPanelTable[index].size));
    }
    Q_EMIT arranged();
}

void Workbench::addTo(QMenu &menu) {
    QMenu *all = menu.addMenu(words(QT_TRANSLATE_NOOP("Panels", "&Panels")));
    for (int index = 0; index < kPanels; ++index) {
        QMenu *one = all->addMenu(words(kPanelTable[index].name));
        connect(one, &QMenu::aboutToShow, this, [this, one, index] { fill(one, static_cast<Panel>(index)); });
        fill(one, static_cast<Panel>(index));
    }
    all->addSeparator();
    connect(all->addAction(words(QT_TRANSLATE_NOOP("Panels", "Reset panel layout"))), &QAction::triggered,
            this, &Workbench::reset);
}

void Workbench::fill(QMenu *menu, Panel panel) {
    menu->clear();
    PanelDock *which = dock(panel);
    const auto &row = kPanelTable[at(panel)];
    const auto offer = [&](const QString &text, bool isChecked, const std::function<void()> &then) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(isChecked);
        connect(action, &QAction::triggered, this, then);
    };
    for (const auto &side : kSides)
        if (side.area == row.own || side.area == row.other)
            offer(words(side.name), !which->isFloating() && dockWidgetArea(which) == side.area,
                  [this, panel, word = side.word] {
                      arrange(panel, {word, {}});
                      Q_EMIT arranged();
                  });
    offer(words(QT_TRANSLATE_NOOP("Panels", "Separate window")), which->isFloating(),
          [which] { which->setFloating(true); });
    menu->addSeparator();
    QAction *hide = menu->addAction(words(QT_TRANSLATE_NOOP("Panels", "Hide")));
    hide->setEnabled(isShown(panel));
    connect(hide, &QAction::triggered, this, [this, panel] { Q_EMIT hideRequested(panel); });
}

// Events

bool Workbench::event(QEvent *event) {
    const bool done = QMainWindow::event(event);
    if (event->type() == QEvent::LayoutRequest)
        restoreSizes();
    if (event->type() == QEvent::MouseButtonPress)
        m_dragging = done; // of a separator: other events go to the widgets
    if (event->type() == QEvent::MouseButtonRelease && std::exchange(m_dragging, false)) {
        for (int index = 0; index < kPanels; ++index)
            saveSize(static_cast<Panel>(index));
        Q_EMIT arranged();
    }
    if (event->type() == QEvent::ApplicationFontChange && m_scale != widgets::uiScale()) {
        m_scale = widgets::uiScale();
        for (int index = 0; index < kPanels; ++index)
            setSize(static_cast<Panel>(index), size(static_cast<Panel>(index)));
        Q_EMIT arranged();
    }
    return done;
}

bool Workbench::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::Resize &&
        std::find(m_docks.begin(), m_docks.end(), watched) != m_docks.end())
        Q_EMIT arranged();
    return QMainWindow::eventFilter(watched, event);
}

/// The layout takes space from all parts alike: restores the sizes of the panels.
void Workbench::resizeEvent(QResizeEvent *event) {
    QMainWindow::resizeEvent(event);
    m_sizeRequests = {};
    restoreSizes();
}

void Workbench::restoreSizes() {
    for (int index = 0; index < kPanels; ++index) {
        const auto panel = static_cast<Panel>(index);
        const auto now = [&] {
            // From the layout, which is updated late.
            const QLayoutItem *screens = layout()->itemAt(layout()->indexOf(centralWidget()));
            return SizeRequest{actualSize(panel), size(panel), screens->minimumSize()};
        };
        if (m_dragging || !isShown(panel) || isFloating(panel) || actualSize(panel) == size(panel) ||
            now() == m_sizeRequests[at(panel)])
            continue;
        setSize(panel, size(panel));
        m_sizeRequests[at(panel)] = now(); // without room it stays so, until the screens need less
    }
}

} // namespace fabricscope::app::window
