// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/present/hostvm/HostVmExamination.h"
#include "tests/support/samples/SampleHostVm.h"
#include "tests/widgets/Support.h"
#include "widgets/hostvm/HostVmScreen.h"
#include "widgets/hostvm/HostVmView.h"

#include <QScrollBar>

#include <gtest/gtest.h>

namespace fabricscope::widgets {

using findings::Severity;
using present::HostVmExamination;
using present::HostVmId;

inline constexpr const char *kFileText = "<system version=\"2\">\n<a/>\n<b/>\n</system>\n";
inline constexpr const char *kExpected = "<system version=\"2\">\n<b/>\n<a/>\n</system>\n";

/// `what` is the message of the library.
inline hostvm::FileFinding findingOnLine(std::uint32_t line, Severity severity, const char *what) {
    hostvm::FileFinding made = hostvm::fileFinding("refused", line);
    made.finding.severity = severity;
    made.finding.set("what", what).set("effect", "so no GPUDirect RDMA");
    return made;
}

/// The result of the worker for this mapping.
inline std::shared_ptr<const HostVmExamination> examined(const samples::MappedGuest &made,
                                                         bool verified = true) {
    auto result = std::make_shared<HostVmExamination>(made.examination());
    if (verified && made.guest) {
        result->path = "/etc/rccl/topo.xml";
        result->text = kFileText;
        result->expected = kExpected;
        result->difference = present::differenceOf(result->text, result->expected);
        result->verification.emplace();
        result->verification->findings = {findingOnLine(2, Severity::Warning, "link_speed is missing"),
                                          findingOnLine(20, Severity::Error, "the wrong NIC")};
        result->checks = {{Severity::Error, "Pairs follow the host's switches", "6 of 8"},
                          {std::nullopt, "The library reads it", ""}};
    }
    return result;
}

inline HostVmContent contentOf(const samples::MappedGuest &made, bool verified = true) {
    HostVmContent content;
    content.shown = test::contentOf(test::snapshotOf(samples::flatVm()), 2);
    content.host = {1, QStringLiteral("mi355x-03")};
    content.guest = {2, QStringLiteral("vm-03a")};
    content.hosts = {content.host};
    content.guests = {content.guest, {0, QStringLiteral("vm-03b")}};
    content.how = QStringLiteral("Cloud Hypervisor, found by name");
    content.examination = examined(made, verified);
    return content;
}

class HostVmScreenTest : public ::testing::Test {
protected:
    void SetUp() override {
        screen.resize(1200, 800);
        screen.show();
        screen.setContent(contentOf(samples::mappedGuest({2, 3})));
        screen.settle();
    }
    [[nodiscard]] std::uint32_t rowOf(const std::string &name, bool guest) const {
        const auto &rows = guest ? screen.table()->guestRows() : screen.table()->hostRows();
        for (const present::HostVmRow &row : rows)
            if (row.name == name)
                return row.id.encoded();
        ADD_FAILURE() << name;
        return 0;
    }
    [[nodiscard]] std::string selectedName() const {
        const auto row = screen.view()->selected();
        const present::HostVmRow *found = row ? screen.table()->row(*HostVmId::decoded(*row)) : nullptr;
        return found != nullptr ? found->name + (found->id.guest ? " guest" : " host") : std::string();
    }
    void click(std::uint32_t row) {
        screen.view()->horizontalScrollBar()->setValue(0);
        QTest::mouseClick(screen.view()->viewport(), Qt::LeftButton, {},
                          screen.view()->viewRect(row).center());
    }

    HostVmScreen screen;
};

} // namespace fabricscope::widgets
