// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace fabricscope::nccl {
struct Decisions;
}

namespace fabricscope::widgets {

/// That the library creates no communicator, and why; hidden while it does.
class LibraryErrorStrip : public QWidget {
    Q_OBJECT
public:
    explicit LibraryErrorStrip(QWidget *parent = nullptr);
    /// nullptr: not known.
    void setDecisions(const nccl::Decisions *decisions);
    [[nodiscard]] QLabel *text() const { return m_text; }

private:
    QLabel *m_text;
};

} // namespace fabricscope::widgets
