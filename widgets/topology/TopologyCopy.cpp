// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/topology/TopologyCopy.h"

#include "core/report/host/TextViews.h"
#include "widgets/topology/TopologyContent.h"
#include "widgets/topology/TopologyTooltip.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace fabricscope::widgets {

namespace {

QString textOf(const TopologyContent &content, std::optional<topology::NodeId> selected) {
    if (selected)
        return factsText(*content.topology, content.judgement.get(), *selected);
    report::TextOptions options;
    options.capture = content.capture.get();
    return QString::fromStdString(report::treeText(*content.topology, options));
}

} // namespace

Result<std::unique_ptr<QMimeData>> copied(const TopologyContent &content,
                                          const layout::TopologyOptions &options,
                                          std::optional<topology::NodeId> selected, CopyAs form) {
    if (form == CopyAs::Text) {
        auto data = std::make_unique<QMimeData>();
        data->setText(textOf(content, selected));
        return data;
    }
    layout::TopologyOptions whole = options;
    whole.header = true;
    whole.measure = measureFor(form);
    return pictureData(layout::layoutTopology(*content.topology, whole), form);
}

QString copyToClipboard(const TopologyContent &content, const layout::TopologyOptions &options,
                        std::optional<topology::NodeId> selected, CopyAs form) {
    auto made = copied(content, options, selected, form);
    if (!made)
        return QString::fromStdString(made.error().toString());
    QGuiApplication::clipboard()->setMimeData(made->release());
    return form == CopyAs::Text && selected ? QObject::tr("Copied the selected device as text")
                                            : QObject::tr("Copied as %1").arg(copyName(form));
}

} // namespace fabricscope::widgets
