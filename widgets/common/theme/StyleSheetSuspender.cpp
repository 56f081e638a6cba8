// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme/StyleSheetSuspender.h"

#include <QApplication>

namespace fabricscope::widgets {

StyleSheetSuspender::StyleSheetSuspender() : m_sheet(qApp->styleSheet()) {
    qApp->setStyleSheet({});
}

StyleSheetSuspender::~StyleSheetSuspender() {
    qApp->setStyleSheet(m_sheet);
}

} // namespace fabricscope::widgets
