// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Result.h"
#include "core/draw/DisplayList.h"

#include <QString>

#include <memory>

class QMimeData;

namespace fabricscope::widgets {

/// The clipboard formats: text, or a picture in one of its formats.
enum class CopyAs { Text, Png, Svg, Pdf };
inline constexpr CopyAs kCopyForms[] = {CopyAs::Text, CopyAs::Png, CopyAs::Svg, CopyAs::Pdf};
/// "text", "PNG".
[[nodiscard]] QString copyName(CopyAs form);

/// Text widths in the fonts with which a picture of this format is shown: an SVG is shown by other programs.
[[nodiscard]] draw::MeasureText measureFor(CopyAs form);
/// The picture for other programs, in the current theme; an SVG is also offered as text, for editors. `form`
/// is not Text. Errors: as in PictureBytes.h.
[[nodiscard]] Result<std::unique_ptr<QMimeData>> pictureData(const draw::DisplayList &list, CopyAs form);

} // namespace fabricscope::widgets
