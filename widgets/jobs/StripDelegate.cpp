// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/StripDelegate.h"

#include "widgets/common/paint/RowText.h"
#include "widgets/common/theme/Fonts.h"

#include <algorithm>

namespace fabricscope::widgets {

void StripDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const {
    painter->save();
    paintRowGround(*painter, option);
    paintRow(*painter, option.rect, index);
    paintRowFocus(*painter, option);
    painter->restore();
}

QSize StripDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const {
    return {200, std::max(scaledToUi(m_height), QFontMetrics(uiFont(12.5)).height() + 6)};
}

} // namespace fabricscope::widgets
