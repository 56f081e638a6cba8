// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/compare/CompareSide.h"

#include <QSplitter>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace fabricscope::widgets {

class SideView;

/// The pictures of both sides, zoomed and scrolled together.
class ComparePictures : public QSplitter {
    Q_OBJECT
public:
    explicit ComparePictures(QWidget *parent = nullptr);
    ~ComparePictures() override;

    /// Their pictures are drawn by draw(), fitted to the width.
    void setSides(const CompareSide &before, const CompareSide &after);
    /// Marks the differences accepted by `shown`.
    void draw(const fleet::Comparison &comparison,
              const std::function<bool(const fleet::Difference &)> &shown);
    /// Outlines the devices of these differences, on both sides; none: resets this.
    void point(const fleet::Comparison *comparison, const std::vector<std::size_t> &differences);
    /// Selects a device that has no difference, and the same device of the other side.
    void selectPair(const fleet::Comparison &comparison, bool isBefore, std::optional<std::uint32_t> node);
    /// 0: fits the width.
    void zoomBy(int steps);
    void themeChanged();
    [[nodiscard]] SideView *before() const { return m_before; }
    [[nodiscard]] SideView *after() const { return m_after; }

Q_SIGNALS:
    void nodeSelected(bool isBefore, std::optional<std::uint32_t> node); ///< by the user

private:
    static void follow(const SideView *from, SideView *to);
    void connectViews(SideView *from, SideView *to);
    void fitWidth();

    SideView *m_before;
    SideView *m_after;
    bool m_isFitted = false; ///< the zoom fits the width; not any more once the user zooms
    bool m_isSyncing = false;
};

} // namespace fabricscope::widgets
