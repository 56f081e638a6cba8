// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/compare/CompareSide.h"

#include <QScrollArea>

#include <memory>

namespace fabricscope::widgets {

class EvidenceBox;
class EvidenceViewer;

/// Where both ends of a difference were read.
class CompareEvidence : public QScrollArea {
    Q_OBJECT
public:
    explicit CompareEvidence(QWidget *parent = nullptr);
    void show(const fleet::Difference &difference, const CompareSide &before, const CompareSide &after);
    /// None is selected; or, `anyChosen`, a fact that one side does not have.
    void showNothing(bool anyChosen);
    [[nodiscard]] EvidenceBox *before() const { return m_before; }
    [[nodiscard]] EvidenceBox *after() const { return m_after; }

private:
    struct Source {
        std::shared_ptr<const capture::Capture> capture;
        QString name;
        host::EvidenceRef place;
    };
    static void showEnd(EvidenceBox *box, const Source &source, const fleet::End &end, const QString &word);
    void openRaw(const Source &source);

    EvidenceBox *m_before;
    EvidenceBox *m_after;
    Source m_beforeSource, m_afterSource;
    EvidenceViewer *m_viewer = nullptr;
};

} // namespace fabricscope::widgets
