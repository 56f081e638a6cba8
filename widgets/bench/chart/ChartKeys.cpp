// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bench/chart/ChartKeys.h"

#include "widgets/common/controls/Controls.h"
#include "widgets/common/text/QtText.h"
#include "widgets/common/theme/Fonts.h"

#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>

#include <utility>

namespace fabricscope::widgets {

using layout::LegendKey;
using present::ChartSeen;
using present::ChartSpec;

namespace {

constexpr int kHeight = 24, kSide = 16, kSpacing = 12;

using Entries = std::vector<std::pair<ChartKeyBox::Key, QString>>;

/// A chart of a single line needs none.
Entries entriesOf(const ChartSpec &spec) {
    Entries entries;
    for (std::size_t index = 0; index < spec.lines.size(); ++index)
        entries.push_back({{LegendKey::Line, index}, toQString(spec.lines[index].name)});
    if (!spec.band.empty())
        entries.push_back({{LegendKey::Band, 0},
                           spec.bandText.empty() ? ChartKeys::tr("baseline") : toQString(spec.bandText)});
    if (spec.ceiling)
        entries.push_back({{LegendKey::Ceiling, 0}, ChartKeys::tr("ceiling")});
    return entries.size() > 1 ? entries : Entries();
}

/// With space for the arrow of the menu.
QString moreText(int count) {
    return ChartKeys::tr("%1 more").arg(count) + QStringLiteral("    ");
}

bool isShown(const ChartKeyBox::Key &key, const ChartSeen &seen) {
    return key.kind == LegendKey::Band      ? seen.band
           : key.kind == LegendKey::Ceiling ? seen.ceiling
                                            : !seen.hidden.contains(key.line);
}

} // namespace

ChartKeys::ChartKeys(QWidget *parent) : QWidget(parent), m_more(button({}, "link", this)) {
    m_more->setMenu(new QMenu(m_more));
    m_more->hide();
    connect(m_more->menu(), &QMenu::aboutToShow, this, &ChartKeys::fillMenu);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ChartKeys::setSpec(const ChartSpec &spec, const ChartSeen &seen) {
    const Entries entries = entriesOf(spec);
    bool same = entries.size() == m_boxes.size();
    for (std::size_t index = 0; index < entries.size() && same; ++index)
        same =
            m_boxes[index]->key() == entries[index].first && m_boxes[index]->text() == entries[index].second;
    if (!same) {
        for (ChartKeyBox *box : std::exchange(m_boxes, {})) {
            box->hide();
            box->deleteLater(); // it may be what was just clicked
        }
        for (const auto &[key, name] : entries) {
            auto *box = new ChartKeyBox(key, name, this);
            connect(box, &QAbstractButton::toggled, this,
                    [this, key = key](bool shown) { Q_EMIT toggled(key, shown); });
            m_boxes.push_back(box);
        }
    }
    for (ChartKeyBox *box : m_boxes) {
        const QSignalBlocker quiet(box);
        box->setChecked(isShown(box->key(), seen));
    }
    fit();
}

void ChartKeys::fit() {
    const int height = sizeHint().height(), right = width() - scaledToUi(kSide);
    int total = 0;
    for (const ChartKeyBox *box : m_boxes)
        total += box->sizeHint().width() + kSpacing;
    m_more->setText(moreText(static_cast<int>(m_boxes.size())));
    const int end =
        scaledToUi(kSide) + total - kSpacing <= right ? right : right - m_more->sizeHint().width() - kSpacing;
    int x = scaledToUi(kSide);
    int left = 0;
    for (ChartKeyBox *box : m_boxes) {
        const QSize size = box->sizeHint();
        const bool fits = left == 0 && x + size.width() <= end;
        box->setVisible(fits);
        if (!fits) {
            ++left;
            continue;
        }
        box->setGeometry(x, (height - size.height()) / 2, size.width(), size.height());
        x += size.width() + kSpacing;
    }
    m_more->setVisible(left > 0);
    m_more->setText(moreText(left));
    const QSize more = m_more->sizeHint();
    m_more->setGeometry(x, (height - more.height()) / 2, more.width(), more.height());
}

/// Those that are not visible.
void ChartKeys::fillMenu() {
    QMenu *menu = m_more->menu();
    menu->clear();
    for (ChartKeyBox *box : m_boxes) {
        if (!box->isHidden())
            continue;
        QAction *action =
            menu->addAction(QString(box->text()).replace(QLatin1Char('&'), QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(box->isChecked());
        connect(action, &QAction::toggled, box, &QAbstractButton::setChecked);
    }
}

QSize ChartKeys::sizeHint() const {
    return {200, scaledToUi(kHeight)};
}

void ChartKeys::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    fit();
}

} // namespace fabricscope::widgets
