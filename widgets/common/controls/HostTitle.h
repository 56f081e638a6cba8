// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace fabricscope::widgets {

class ElidedLabel;
class GlyphLabel;
class SimulatedChip;

/// At the left of a screen's toolbar: the host, whether it is simulated, its age if it is stale, and since
/// when it has been unreachable.
class HostTitle : public QWidget {
    Q_OBJECT
public:
    explicit HostTitle(QWidget *parent = nullptr);
    /// `simulated`: what simulates it; empty on real hosts.
    void setHost(const QString &name, const QString &simulated);
    /// "12 min ago"; shown if it is stale, in the colour of warnings.
    void setAge(const QString &age, bool stale);
    /// "offline since 13:58"; empty: it is not.
    void setOffline(const QString &text);
    [[nodiscard]] QString name() const;

private:
    ElidedLabel *m_name;
    SimulatedChip *m_simulated;
    GlyphLabel *m_stale;
    ElidedLabel *m_age;
    GlyphLabel *m_offlineGlyph;
    ElidedLabel *m_offline;
};

} // namespace fabricscope::widgets
