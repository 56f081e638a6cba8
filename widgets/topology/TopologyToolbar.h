// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/TopologyLayout.h"

#include <QWidget>

namespace fabricscope::widgets {

class Chip;
class ElidedLabel;
class GlyphLabel;
class SegmentedControl;
class ToggleSwitch;

/// Host name, what it is coloured by, group tags, zoom.
class TopologyToolbar : public QWidget {
    Q_OBJECT
public:
    explicit TopologyToolbar(QWidget *parent = nullptr);
    void setHost(const QString &name, const QString &simulated);
    void setAge(const QString &age, bool stale);
    [[nodiscard]] SegmentedControl *colourControl() const { return m_colour; }
    [[nodiscard]] ToggleSwitch *groupTags() const { return m_groupTags; }
    [[nodiscard]] ToggleSwitch *ribbons() const { return m_ribbons; }

Q_SIGNALS:
    void colourByChanged(int colourBy);
    void groupTagsChanged(bool on);
    void ribbonsChanged(bool on);
    void zoomStep(int steps);
    void fitWanted();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    ElidedLabel *m_name;
    Chip *m_simulated;
    GlyphLabel *m_stale;
    ElidedLabel *m_age;
    QWidget *m_colourWord;
    SegmentedControl *m_colour;
    ToggleSwitch *m_groupTags;
    ToggleSwitch *m_ribbons;
};

} // namespace fabricscope::widgets
