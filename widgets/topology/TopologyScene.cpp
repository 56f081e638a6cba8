// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyScene.h"

#include "widgets/common/paint/DisplayListIndex.h"
#include "widgets/common/paint/DisplayListPainter.h"
#include "widgets/common/theme/Theme.h"
#include "widgets/topology/TopologyView.h"

#include <QGraphicsItem>
#include <QGraphicsView>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace fabricscope::widgets {

namespace {

/// For more than this, repainting everything is faster.
constexpr std::size_t kMaxChanged = 48;

/// Of items with a rectangle, the last one added that contains the point; nullptr: none.
template<class Thing> const Thing *lastAt(const std::vector<Thing> &things, const QPointF &point) {
    const auto found = std::find_if(things.rbegin(), things.rend(), [&](const Thing &thing) {
        return thing.rect.contains(point.x(), point.y());
    });
    return found == things.rend() ? nullptr : &*found;
}

/// Nodes that are highlighted, and those that share an area with one: "4 host bridges" is one text.
class HighlightedPlaces {
public:
    explicit HighlightedPlaces(std::function<bool(std::uint32_t)> own) : m_own(std::move(own)) {}

    bool contains(std::uint32_t node, const std::shared_ptr<const draw::DisplayList> &list,
                  const DisplayListIndex &index) {
        if (m_own(node))
            return true;
        if (m_list != list)
            collect(list, index);
        const auto place = index.representativeOf(node);
        return place && m_representatives.contains(*place);
    }

private:
    void collect(const std::shared_ptr<const draw::DisplayList> &list, const DisplayListIndex &index) {
        m_list = list;
        m_representatives.clear();
        for (const draw::Area &area : list->areas)
            if (m_own(area.node))
                m_representatives.insert(index.representativeOf(area.node).value_or(area.node));
    }

    std::function<bool(std::uint32_t)> m_own;
    std::shared_ptr<const draw::DisplayList> m_list; ///< of m_representatives
    std::unordered_set<std::uint32_t> m_representatives;
};

} // namespace

class TopologyScene::Picture : public QGraphicsItem {
public:
    explicit Picture(const TopologyScene &scene) : m_scene(scene) {
        setFlag(ItemUsesExtendedStyleOption); // for exposedRect
        setAcceptedMouseButtons(Qt::NoButton);
    }
    [[nodiscard]] QRectF boundingRect() const override { return m_bounds; }
    void resize() {
        prepareGeometryChange();
        m_bounds = QRectF(0, 0, m_scene.list().width, m_scene.list().height);
    }
    /// The area that this item covers at any zoom: the smaller the zoom, the larger a glyph relative to the
    /// rest.
    void touch(const draw::Item &item) { update(itemBounds(item, TopologyView::kSmallest)); }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *) override {
        DisplayListOptions options;
        options.theme = currentTheme();
        // The painter's own transformation, without the density of the screen.
        options.zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
        options.isHighlighted = m_scene.m_isHighlighted;
        if (const auto hovered = m_scene.m_hovered; m_scene.hasRibbons(hovered))
            options.isRibbonHighlighted = [node = *hovered](const draw::Ribbon &ribbon) {
                return ribbon.from == node || ribbon.to == node;
            };
        const std::vector<QRectF> whole{option->exposedRect};
        paintDisplayList(*painter, m_scene.index(), m_scene.m_exposed.empty() ? whole : m_scene.m_exposed,
                         options);
    }

private:
    const TopologyScene &m_scene;
    QRectF m_bounds;
};

class TopologyScene::Outlines : public QGraphicsItem {
public:
    explicit Outlines(const TopologyScene &scene) : m_scene(scene) {
        setZValue(1);
        setAcceptedMouseButtons(Qt::NoButton);
    }
    [[nodiscard]] QRectF boundingRect() const override { return m_bounds; }
    void resize() {
        prepareGeometryChange();
        const double around = lineAt(TopologyView::kSmallest);
        m_bounds = QRectF(0, 0, m_scene.list().width, m_scene.list().height)
                       .adjusted(-around, -around, around, around);
    }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *) override {
        painter->setRenderHint(QPainter::Antialiasing);
        for (const draw::Rect &link : m_scene.m_hoveredPath)
            painter->fillRect(toRect(link), tokenColour(Token::Accent));
        painter->setBrush(Qt::NoBrush);
        if (m_scene.m_hovered && m_scene.m_hovered != m_scene.m_selected)
            outline(*painter, *m_scene.m_hovered, tokenColour(Token::Text2), 1);
        if (const auto selected = m_scene.m_representative ? m_scene.m_representative : m_scene.m_selected)
            outline(*painter, *selected, selectionColour(), kSelection);
    }

    /// Only the area that the outline of this node covers.
    void touch(std::optional<std::uint32_t> node) {
        const draw::Area *area = node ? m_scene.areaOf(*node) : nullptr;
        if (area == nullptr)
            return;
        double zoom = 1;
        for (const QGraphicsView *view : m_scene.views())
            zoom = std::min(zoom, view->transform().m11());
        const double around = lineAt(zoom) + 0.5;
        update(toRect(area->rect).adjusted(-around, -around, around, around));
    }
    void touch(const std::vector<draw::Rect> &path) {
        for (const draw::Rect &link : path)
            update(toRect(link).adjusted(-1, -1, 1, 1));
    }

private:
    static constexpr double kSelection = 2; ///< px

    /// The width of a line that is as wide on the screen at 20 % as at 100 %.
    static double lineAt(double zoom, double width = kSelection) {
        return zoom < 1 ? width / std::max(zoom, 0.01) : width;
    }

    /// Around the box, so that its strip and its own outline stay visible.
    void outline(QPainter &painter, std::uint32_t node, const QColor &colour, double width) const {
        const draw::Area *area = m_scene.areaOf(node);
        if (area == nullptr)
            return;
        const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform());
        const double line = lineAt(zoom, width), half = line / 2;
        painter.setPen(QPen(colour, line));
        painter.save();
        painter.setClipPath(withoutLabels(*area), Qt::IntersectClip);
        painter.drawRoundedRect(toRect(area->rect).adjusted(-half, -half, half, half), area->radius + half,
                                area->radius + half);
        painter.restore();
    }

    /// A label on the box's edge, as of a difference, is not crossed by the outline.
    [[nodiscard]] QPainterPath withoutLabels(const draw::Area &area) const {
        QPainterPath path;
        path.addRect(m_bounds);
        const QRectF box = toRect(area.rect);
        for (const draw::Item &item : m_scene.list().items)
            if (const QRectF rect = toRect(item.rect); item.node == area.node &&
                                                       item.shape == draw::Item::Shape::Text &&
                                                       box.intersects(rect) && !box.contains(rect)) {
                QPainterPath label;
                label.addRect(rect);
                path = path.subtracted(label);
            }
        return path;
    }

    const TopologyScene &m_scene;
    QRectF m_bounds;
};

TopologyScene::TopologyScene(QObject *parent)
    : QGraphicsScene(parent)
    , m_list(std::make_shared<draw::DisplayList>())
    , m_index(std::make_unique<DisplayListIndex>(m_list))
    , m_picture(new Picture(*this))
    , m_outlines(new Outlines(*this)) {
    setItemIndexMethod(NoIndex);
    addItem(m_picture);
    addItem(m_outlines);
    themeChanged();
}

TopologyScene::~TopologyScene() = default;

void TopologyScene::setList(std::shared_ptr<const draw::DisplayList> list) {
    updateOutlines();
    const bool wasFaded = hasRibbons(m_hovered);
    const std::shared_ptr<const draw::DisplayList> before = std::exchange(m_list, std::move(list));
    m_index = std::make_unique<DisplayListIndex>(m_list);
    m_hovered.reset();
    m_hoveredPath.clear();
    if (!wasFaded && before->width == m_list->width && before->height == m_list->height &&
        before->background == m_list->background && before->items.size() == m_list->items.size())
        return updateChanged(*before);
    m_picture->resize();
    m_outlines->resize();
    setSceneRect(0, 0, m_list->width, m_list->height);
    themeChanged();
}

/// Parts of a host arrive one after another, and a judgement last: most of them change a few letters of the
/// picture, or none, and painting all of it takes as long as a frame.
void TopologyScene::updateChanged(const draw::DisplayList &before) {
    updateOutlines();
    std::vector<std::size_t> changed;
    for (std::size_t at = 0; at < m_list->items.size(); ++at)
        if (before.items[at] != m_list->items[at])
            changed.push_back(at);
    if (changed.size() > kMaxChanged)
        return m_picture->update();
    for (const std::size_t at : changed) {
        m_picture->touch(before.items[at]);
        m_picture->touch(m_list->items[at]);
    }
}

void TopologyScene::updateOutlines() {
    m_outlines->touch(m_representative ? m_representative : m_selected);
    m_outlines->touch(m_hovered);
    m_outlines->touch(m_hoveredPath);
}

const draw::Area *TopologyScene::areaAt(const QPointF &point) const {
    return m_index->areaAt(point.x(), point.y());
}

const draw::Area *TopologyScene::areaOf(std::uint32_t node) const {
    return m_index->areaOf(node);
}

const draw::Action *TopologyScene::actionAt(const QPointF &point) const {
    return lastAt(m_list->actions, point);
}

const draw::Hint *TopologyScene::hintAt(const QPointF &point) const {
    return lastAt(m_list->hints, point);
}

void TopologyScene::setSelected(std::optional<std::uint32_t> node,
                                std::optional<std::uint32_t> representative) {
    m_outlines->touch(m_representative ? m_representative : m_selected);
    m_selected = node;
    m_representative = representative;
    m_outlines->touch(m_representative ? m_representative : m_selected);
}

void TopologyScene::setHovered(std::optional<std::uint32_t> node, std::vector<draw::Rect> path) {
    if (m_hovered == node)
        return;
    if (hasRibbons(m_hovered) || hasRibbons(node)) // those of others fade, or return
        m_picture->update();
    updateOutlines();
    m_hovered = node;
    m_hoveredPath = std::move(path);
    updateOutlines();
}

void TopologyScene::setExposed(std::vector<QRectF> parts) {
    m_exposed = std::move(parts);
}

bool TopologyScene::hasRibbons(std::optional<std::uint32_t> node) const {
    return node &&
           std::any_of(m_list->ribbons.begin(), m_list->ribbons.end(), [&](const draw::Ribbon &ribbon) {
               return ribbon.from == *node || ribbon.to == *node;
           });
}

void TopologyScene::setHighlight(std::function<bool(std::uint32_t)> isHighlighted) {
    if (!isHighlighted && !m_isHighlighted)
        return;
    m_isHighlighted = nullptr;
    if (isHighlighted) {
        const auto places = std::make_shared<HighlightedPlaces>(std::move(isHighlighted));
        m_isHighlighted = [this, places](std::uint32_t node) {
            return places->contains(node, m_list, *m_index);
        };
    }
    m_picture->update();
}

void TopologyScene::themeChanged() {
    setBackgroundBrush(resolved(m_list->background, currentTheme()));
    update();
}

} // namespace fabricscope::widgets
