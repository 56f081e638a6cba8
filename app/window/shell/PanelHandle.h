// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace fabricscope::app::window {

/// A button in the status line for a hidden panel: shows its name and the keys that show the panel, as a
/// click does.
class PanelHandle : public QAbstractButton {
    Q_OBJECT
public:
    explicit PanelHandle(QWidget *parent = nullptr);
    void setKeys(const QString &keys);
    void setName(const QString &name);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void updateTexts();
    QString m_keys;
};

} // namespace fabricscope::app::window
