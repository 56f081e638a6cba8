// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyToolbar.h"

#include "widgets/common/Controls.h"
#include "widgets/common/Fonts.h"

#include <QHBoxLayout>

namespace fabricscope::widgets {

namespace {

/// Below this width the words in front of the controls go.
constexpr int kRoomy = 760;

} // namespace

TopologyToolbar::TopologyToolbar(QWidget *parent)
    : QWidget(parent)
    , m_name(new ElidedLabel({}, layout::Token::Text, this))
    , m_simulated(new Chip(tr("simulated"), Chip::Look::Warning, this))
    , m_stale(new GlyphLabel(layout::Glyph::Warning, 13, this))
    , m_age(new ElidedLabel({}, layout::Token::Text3, this))
    , m_colourWord(label(tr("Colour"), "caption", 12.5, this))
    , m_colour(new SegmentedControl({tr("Kind"), tr("IOMMU group"), tr("Link"), tr("Owner")}, tr("Colour by"),
                                    this))
    , m_groupTags(new ToggleSwitch(tr("Group tags"), this))
    , m_ribbons(new ToggleSwitch(tr("Ribbons"), this)) {
    setObjectName(QStringLiteral("toolbar"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(36);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 10, 0);
    row->setSpacing(8);
    m_name->setFont(uiFont(13.5, QFont::DemiBold));
    m_age->setFont(uiFont(12));
    row->addWidget(m_name);
    row->addWidget(m_simulated);
    row->addWidget(m_stale);
    row->addWidget(m_age);
    row->addSpacing(8);
    row->addWidget(m_colourWord);
    row->addWidget(m_colour);
    row->addSpacing(4);
    row->addWidget(m_groupTags);
    row->addSpacing(4);
    row->addWidget(m_ribbons);
    row->addStretch(1);
    m_groupTags->setChecked(true);
    m_ribbons->setChecked(true);
    m_ribbons->setToolTip(tr("Which NIC each GPU uses (Shift+P)"));
    const struct {
        const char *icon;
        QString name;
        int steps; ///< 0: fit
    } zooms[] = {{"minus", tr("Zoom out"), -1}, {"plus", tr("Zoom in"), 1}, {"fit", tr("Fit to window"), 0}};
    for (const auto &[iconName, name, steps] : zooms) {
        auto *zoom = new IconButton(iconName, name, this);
        zoom->setProperty("role", QStringLiteral("boxed"));
        zoom->setFixedSize(26, 26);
        connect(zoom, &QToolButton::clicked, this, [this, by = steps] {
            if (by == 0)
                Q_EMIT fitWanted();
            else
                Q_EMIT zoomStep(by);
        });
        row->addWidget(zoom);
    }
    setHost({}, {});
    setAge({}, false);
    connect(m_colour, &SegmentedControl::changed, this, &TopologyToolbar::colourByChanged);
    connect(m_groupTags, &QAbstractButton::toggled, this, &TopologyToolbar::groupTagsChanged);
    connect(m_ribbons, &QAbstractButton::toggled, this, &TopologyToolbar::ribbonsChanged);
}

void TopologyToolbar::resizeEvent(QResizeEvent *event) {
    m_colourWord->setVisible(width() >= kRoomy);
    QWidget::resizeEvent(event);
}

void TopologyToolbar::setHost(const QString &name, const QString &simulated) {
    m_name->setText(name);
    m_simulated->setVisible(!simulated.isEmpty());
    m_simulated->setToolTip(simulated);
}

void TopologyToolbar::setAge(const QString &age, bool stale) {
    m_stale->setVisible(stale);
    m_age->setVisible(stale);
    m_age->setText(age);
    m_age->setColour(stale ? layout::Token::WarningText : layout::Token::Text3);
}

} // namespace fabricscope::widgets
