// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/connect/ConnectTypes.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTimer;

namespace fabricscope::widgets {

class CheckBox;
class HostPicker;

/// The connect dialog. Only the target is required; settings from the user's ssh configuration are shown
/// below it.
class ConnectDialog : public QDialog {
    Q_OBJECT
public:
    explicit ConnectDialog(QWidget *parent = nullptr);
    /// Edits the connection of an existing host: the title names it, and only one host is accepted.
    void setEdited(const QString &name);
    void setRequest(const ConnectRequest &request);
    [[nodiscard]] ConnectRequest request() const;
    /// Names offered: earlier connections, and aliases of the ssh configuration.
    void setRecent(const QStringList &targets);
    void setAliases(const std::vector<HostSuggestion> &aliases);
    /// The answer to resolveRequested(): the target resolved by the ssh configuration; std::nullopt if
    /// unknown. Ignored if the target has changed since.
    void showResolved(const QString &target, const std::optional<ResolvedTarget> &resolved);

Q_SIGNALS:
    /// The user stopped typing this target.
    void resolveRequested(const QString &target);

private:
    void targetChanged();
    void fillPicker();
    bool eventFilter(QObject *watched, QEvent *event) override;
    void chooseKey();

    QLineEdit *m_target, *m_user, *m_key;
    QSpinBox *m_port;
    CheckBox *m_root;
    QLabel *m_title, *m_resolved;
    bool m_edits = false;
    HostPicker *m_picker;
    QStringList m_recent;
    std::vector<HostSuggestion> m_aliases;
    QPushButton *m_connect;
    QTimer *m_pause;
};

} // namespace fabricscope::widgets
