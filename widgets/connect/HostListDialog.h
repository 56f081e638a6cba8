// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/HostList.h"

#include <QDialog>
#include <QHash>

class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace fabricscope::widgets {

class CheckBox;

/// The contents of a host list, to select which hosts to connect to: groups with their hosts, how each is
/// reached, and lines that could not be parsed.
class HostListDialog : public QDialog {
    Q_OBJECT
public:
    /// If there are more hosts than this, none is checked initially.
    static constexpr std::size_t kTickedAtFirst = 256;

    HostListDialog(workspace::HostList list, const QString &file, QWidget *parent = nullptr);
    /// The checked hosts, in the order of the list.
    [[nodiscard]] std::vector<workspace::HostEntry> chosen() const;
    [[nodiscard]] bool root() const;
    [[nodiscard]] QTreeWidget *tree() const { return m_tree; }
    [[nodiscard]] QLineEdit *filter() const { return m_filter; }

private:
    void fill();
    QTreeWidgetItem *groupItem(const QString &name);
    [[nodiscard]] QWidget *warningBox();
    void setFilter(const QString &text);
    void tickShown(bool ticked);
    void update();

    workspace::HostList m_list;
    QLineEdit *m_filter;
    QTreeWidget *m_tree;
    CheckBox *m_root;
    QPushButton *m_connect;
    std::vector<QTreeWidgetItem *> m_items; ///< by place in the list
    QHash<QString, QTreeWidgetItem *> m_groups;
    bool m_ticking = false;
};

} // namespace fabricscope::widgets
