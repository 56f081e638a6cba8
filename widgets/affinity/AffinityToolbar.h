// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QMenu;
class QPushButton;

namespace fabricscope::widgets {

class HostTitle;
class SegmentedControl;
class ToggleSwitch;

/// Host name, contents of cells, picture or table, copy.
class AffinityToolbar : public QWidget {
    Q_OBJECT
public:
    explicit AffinityToolbar(QWidget *parent = nullptr);
    [[nodiscard]] HostTitle *title() const { return m_title; }
    void setUsable(bool usable); ///< there is something to copy and to switch
    [[nodiscard]] SegmentedControl *values() const { return m_values; }
    [[nodiscard]] ToggleSwitch *table() const { return m_table; }
    /// Columns of NICs outside the fabric, if there are any.
    [[nodiscard]] ToggleSwitch *others() const { return m_others; }
    /// Their number, and whether they are drawn.
    void setOthers(int count, bool drawn);
    [[nodiscard]] QPushButton *copyButton() const { return m_copy; }
    [[nodiscard]] QPushButton *moreButton() const { return m_more; } ///< there where one of them has no room

Q_SIGNALS:
    void valuesChanged(int values);
    void tableRequested(bool table);
    void othersRequested(bool drawn);
    void copyRequested(int format); ///< report::AffinityFormat
    void saveRequested();

protected:
    bool event(QEvent *event) override;

private:
    void fit();
    void fillMore();

    HostTitle *m_title;
    SegmentedControl *m_values;
    ToggleSwitch *m_table;
    ToggleSwitch *m_others;
    bool m_hasOthers = false;
    QPushButton *m_copy;
    QPushButton *m_more;
};

/// Adds "Copy as …" for each format, and "Save as…".
void addCopyActions(QMenu *menu, QObject *receiver, const std::function<void(int)> &copyAs,
                    const std::function<void()> &saveAs);

} // namespace fabricscope::widgets
