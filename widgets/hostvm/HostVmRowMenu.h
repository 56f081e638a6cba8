// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

// Declared and not included: Qt 6.4's moc cannot read <concepts>, which these lead to.
namespace fabricscope::present {
struct HostVmExamination;
struct HostVmId;
} // namespace fabricscope::present

namespace fabricscope::widgets {

/// The actions for a device of the guest or of the host.
class HostVmRowMenu : public QMenu {
    Q_OBJECT
public:
    static constexpr qint64 kNoDevice = -1; ///< overrideRequested(): not on the host
    static constexpr qint64 kByEvidence = -2;

    /// Empty if the examination has no such row.
    HostVmRowMenu(const present::HostVmExamination &examination, const present::HostVmId &row,
                  QWidget *parent);

Q_SIGNALS:
    void overrideRequested(quint32 guestNode, qint64 hostNode); ///< nodes of the two topologies
    void topologyRequested();
    void statusMessageRequested(const QString &text);

private:
    void addOverrides(const present::HostVmExamination &examination, const present::HostVmId &guest);
};

} // namespace fabricscope::widgets
