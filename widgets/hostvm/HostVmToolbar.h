// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/hostvm/HostVmContent.h"

#include <QWidget>

class QPushButton;

namespace fabricscope::widgets {

class ElidedLabel;
class SimulatedChip;

/// Host, guest, and the actions for the guest's file.
class HostVmToolbar : public QWidget {
    Q_OBJECT
public:
    explicit HostVmToolbar(QWidget *parent = nullptr);
    void setContent(const HostVmContent &content);

    [[nodiscard]] QPushButton *hostButton() const { return m_host; }
    [[nodiscard]] QPushButton *guestButton() const { return m_guest; }
    [[nodiscard]] QPushButton *generateButton() const { return m_generate; }
    [[nodiscard]] QPushButton *verifyButton() const { return m_verify; }
    [[nodiscard]] QPushButton *copyButton() const { return m_copy; }
    [[nodiscard]] QPushButton *moreButton() const { return m_more; } ///< visible if one of them has no space

Q_SIGNALS:
    void hostRequested(quint64 id);
    void guestRequested(quint64 id, const QString &name); ///< id 0: a VM that is not open

protected:
    bool event(QEvent *event) override;

private:
    void fill(QPushButton *button, const std::vector<HostVmContent::Choice> &choices,
              const HostVmContent::Choice &current, const QString &role, bool guests);

    /// The content of their menus.
    std::pair<std::vector<HostVmContent::Choice>, HostVmContent::Choice> m_hosts, m_guests;
    QPushButton *m_host;
    QPushButton *m_guest;
    ElidedLabel *m_how;
    SimulatedChip *m_simulated;
    QPushButton *m_generate;
    QPushButton *m_verify;
    QPushButton *m_copy;
    QPushButton *m_more;
};

} // namespace fabricscope::widgets
