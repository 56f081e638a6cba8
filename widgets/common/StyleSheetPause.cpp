// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/StyleSheetPause.h"

#include <QApplication>

namespace fabricscope::widgets {

StyleSheetPause::StyleSheetPause() : m_sheet(qApp->styleSheet()) {
    qApp->setStyleSheet({});
}

StyleSheetPause::~StyleSheetPause() {
    qApp->setStyleSheet(m_sheet);
}

} // namespace fabricscope::widgets
