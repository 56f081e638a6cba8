// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stitch/StitchContent.h"

#include <QWidget>

class QPushButton;

namespace fabricscope::widgets {

class Chip;
class ElidedLabel;

/// Host, guest, and what can be done with the guest's file.
class StitchToolbar : public QWidget {
    Q_OBJECT
public:
    explicit StitchToolbar(QWidget *parent = nullptr);
    void setContent(const StitchContent &content);

    [[nodiscard]] QPushButton *hostButton() const { return m_host; }
    [[nodiscard]] QPushButton *guestButton() const { return m_guest; }
    [[nodiscard]] QPushButton *generateButton() const { return m_generate; }
    [[nodiscard]] QPushButton *verifyButton() const { return m_verify; }
    [[nodiscard]] QPushButton *copyButton() const { return m_copy; }
    [[nodiscard]] QPushButton *moreButton() const { return m_more; } ///< shown where one of them has no room

Q_SIGNALS:
    void hostWanted(quint64 id);
    void guestWanted(quint64 id, const QString &name); ///< id 0: a VM that is not open

protected:
    bool event(QEvent *event) override;

private:
    void fill(QPushButton *button, const std::vector<StitchContent::Choice> &choices,
              const StitchContent::Choice &current, const QString &role, bool guests);

    /// What their menus were made of.
    std::pair<std::vector<StitchContent::Choice>, StitchContent::Choice> m_hosts, m_guests;
    QPushButton *m_host;
    QPushButton *m_guest;
    ElidedLabel *m_how;
    Chip *m_simulated;
    QPushButton *m_generate;
    QPushButton *m_verify;
    QPushButton *m_copy;
    QPushButton *m_more;
};

} // namespace fabricscope::widgets
