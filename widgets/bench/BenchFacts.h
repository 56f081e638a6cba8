// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/view/BenchView.h"

#include <QScrollArea>
#include <QSet>

#include <optional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace fabricscope::widgets {

class BenchFindingBox;
class BenchPicture;
class TelemetryPlot;

/// At the right, each part if it has content: telemetry of the hosts, matrices of the run, findings, and the
/// transport according to NCCL's log.
class BenchFacts : public QScrollArea {
    Q_OBJECT
public:
    explicit BenchFacts(QWidget *parent = nullptr);
    /// `matrix`: the one in the middle, which is not repeated here.
    void setView(const bench::BenchView &view, std::optional<std::size_t> matrix);
    [[nodiscard]] bool isEmpty() const { return m_parts.empty(); }
    /// Titles of the findings and texts of the transport's facts, in their order.
    [[nodiscard]] QStringList texts() const { return m_texts; }
    /// Matrices.
    [[nodiscard]] std::vector<BenchPicture *> pictures() const { return m_pictures; }
    /// nullptr: there is no telemetry.
    [[nodiscard]] TelemetryPlot *telemetry() const { return m_telemetry; }
    /// Of the findings that belong to no cell.
    [[nodiscard]] std::vector<BenchFindingBox *> boxes() const { return m_boxes; }

Q_SIGNALS:
    void matrixRequested(int matrix); ///< to be shown in the middle
    void placeRequested(const fabricscope::findings::Place &place);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *addPart(const QString &title, const QString &note = {});
    void addTelemetry();
    void addMatrices();
    void addFindings();
    void addTransport(bool isCounted, const QString &title);
    void updatePictures();
    void fitParts();

    bench::BenchView m_view;
    std::optional<std::size_t> m_matrix;
    QVBoxLayout *m_column;
    std::vector<QWidget *> m_parts;
    std::vector<BenchPicture *> m_pictures;
    TelemetryPlot *m_telemetry = nullptr;
    std::vector<BenchFindingBox *> m_boxes;
    QSet<QString> m_open; ///< findings that were opened, by rule or title: they stay so while rows come
    QStringList m_texts;
};

} // namespace fabricscope::widgets
