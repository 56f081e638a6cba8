// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include <cstdint>
#include <memory>
#include <optional>

namespace fabricscope::present {
struct HostVmExamination;
}

namespace fabricscope::widgets {

class HostVmModel;

/// The picture of host and VM as a table (F4). Numbers of rows are HostVmId::encoded(), as in the picture.
class HostVmList : public QTableView {
    Q_OBJECT
public:
    explicit HostVmList(QWidget *parent = nullptr);
    void setExamination(std::shared_ptr<const present::HostVmExamination> examination);
    [[nodiscard]] HostVmModel *rows() const { return m_model; }
    /// Emits no signal.
    void select(std::optional<std::uint32_t> row);

Q_SIGNALS:
    void chosen(quint32 row);
    void opened(quint32 row); ///< Enter, or a double click
    void menuRequested(quint32 row, const QPoint &where);

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] static std::optional<quint32> rowOf(const QModelIndex &index);
    void fitColumns();

    HostVmModel *m_model;
    bool m_selecting = false; ///< not by the user
};

} // namespace fabricscope::widgets
