// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;

namespace fabricscope::widgets {

class DeviceSearchOutlines;
class TopologyScreen;

/// "Find here": a field above the Topology picture. Hits are outlined, the rest fades, and the field shows
/// the count; F3 goes from one to the next, Esc ends it.
class DeviceSearchBar : public QFrame {
    Q_OBJECT
public:
    explicit DeviceSearchBar(TopologyScreen *screen);

    /// Shows it and takes the keyboard focus.
    void open();
    void close();
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    /// The next or previous hit becomes the selection.
    void step(int direction);
    [[nodiscard]] int hits() const;
    [[nodiscard]] QLineEdit *field() const { return m_field; }
    [[nodiscard]] QString count() const;
    [[nodiscard]] QString queryError() const; ///< the part that was not understood; empty if none
    [[nodiscard]] const DeviceSearchOutlines *outlines() const { return m_outlines; }

Q_SIGNALS:
    void changed(); ///< the hits changed

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void look();
    void showResults();

    TopologyScreen *m_screen;
    DeviceSearchOutlines *m_outlines;
    QLineEdit *m_field;
    QLabel *m_count;
    QLabel *m_queryError;
    bool m_isOpen = false;
};

} // namespace fabricscope::widgets
