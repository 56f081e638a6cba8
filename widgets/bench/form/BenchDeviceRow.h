// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/bench/form/BenchProposal.h"

#include <QWidget>

class QComboBox;

namespace fabricscope::widgets {

class CheckBox;

/// The GPU and NIC of a run, and whether both of its ends are on this host; devices that are not selected are
/// left to the proposal.
class BenchDeviceRow : public QWidget {
    Q_OBJECT
public:
    explicit BenchDeviceRow(QWidget *parent = nullptr);
    /// The available devices. A selected device that is not among them stays selected: the proposal then
    /// reports the error.
    void setDevices(const BenchDevices &devices);
    void choose(const BenchPair &pair);
    [[nodiscard]] BenchPair pair() const;

    [[nodiscard]] QComboBox *gpuBox() const { return m_gpu; }
    [[nodiscard]] QComboBox *nicBox() const { return m_nic; }
    [[nodiscard]] CheckBox *loopbackBox() const { return m_loopback; }

Q_SIGNALS:
    void changed(); ///< by the user, or by choose()

private:
    QComboBox *m_gpu, *m_nic;
    CheckBox *m_loopback;
};

} // namespace fabricscope::widgets
