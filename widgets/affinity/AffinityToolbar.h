// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QMenu;
class QPushButton;

namespace fabricscope::widgets {

class Chip;
class ElidedLabel;
class GlyphLabel;
class SegmentedControl;
class ToggleSwitch;

/// Host name, what cells show, picture or table, copy.
class AffinityToolbar : public QWidget {
    Q_OBJECT
public:
    explicit AffinityToolbar(QWidget *parent = nullptr);
    void setHost(const QString &name, const QString &simulated);
    void setAge(const QString &age, bool stale);
    void setUsable(bool usable); ///< there is something to copy and to switch
    [[nodiscard]] SegmentedControl *figures() const { return m_figures; }
    [[nodiscard]] ToggleSwitch *table() const { return m_table; }
    [[nodiscard]] QPushButton *copyButton() const { return m_copy; }

Q_SIGNALS:
    void figuresChanged(int figures);
    void tableWanted(bool table);
    void copyWanted(int format); ///< report::AffinityFormat
    void saveWanted();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    ElidedLabel *m_name;
    Chip *m_simulated;
    GlyphLabel *m_stale;
    ElidedLabel *m_age;
    SegmentedControl *m_figures;
    ToggleSwitch *m_table;
    QPushButton *m_copy;
};

/// Adds "Copy as …" for each format, and "Save as…".
void addCopyActions(QMenu *menu, QObject *receiver, const std::function<void(int)> &copyAs,
                    const std::function<void()> &saveAs);

} // namespace fabricscope::widgets
