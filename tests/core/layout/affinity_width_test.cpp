// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/affinity/AffinityMatrix.h"
#include "tests/support/samples/SampleAffinity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricscope::layout {

using draw::Area;
using draw::DisplayList;
using draw::Item;
using present::AffinityTable;

namespace {

using testing::HasSubstr;
using testing::Not;

/// The picture of a sample host at this width.
struct Matrix {
    std::shared_ptr<const affinity::Examination> examination;
    AffinityTable table;
    DisplayList list;

    Matrix(host::Host host, double width, bool separateIdle = true)
        : examination(samples::examinationOf(samples::pairingHost(std::move(host))))
        , table(examination->judgement, &examination->decisions) {
        AffinityMatrixOptions options;
        options.width = width;
        options.separateIdle = separateIdle;
        list = layoutAffinity(table, options);
    }
    [[nodiscard]] std::string all() const {
        std::string texts;
        for (const Item &item : list.items)
            texts += item.text + "\n";
        return texts;
    }
    [[nodiscard]] std::size_t nics() const {
        std::size_t count = 0;
        for (const Area &area : list.areas)
            if (const auto id = AffinityId::decoded(area.node); id && id->part == AffinityId::Part::Nic)
                ++count;
        return count;
    }
};

TEST(AffinityWidth, LongAddressesWrapBeforeAColumnIsPushedOut) {
    const Matrix wide(samples::flatVm(), 2000);
    ASSERT_THAT(wide.all(), HasSubstr("\n0002:00:09.0\n")); // on one line if it fits
    double widest = 0;                                      // of columns on one line
    for (const Area &area : wide.list.areas)
        widest = std::max(widest, area.rect.right());
    const Matrix narrow(samples::flatVm(), widest - 40);
    EXPECT_THAT(narrow.all(), HasSubstr("\n0002:\n00:09.0\n"));
    EXPECT_EQ(narrow.nics(), wide.nics());
    EXPECT_LE(narrow.list.width, widest - 40);
    const Matrix none(samples::mi355xServer(), 300); // one domain: nothing to split
    EXPECT_THAT(none.all(), Not(HasSubstr("\n0000:\n")));
}

TEST(AffinityWidth, NicsForOtherThingsGoFirstAndAreCounted) {
    const Matrix all(samples::mi355xServer(), 880), fabric(samples::mi355xServer(), 880, false);
    const std::size_t idle = all.table.columns().size() - all.table.usedColumns().size();
    ASSERT_GT(idle, 0U);
    EXPECT_EQ(all.nics(), all.table.columns().size());
    EXPECT_EQ(fabric.nics(), all.nics() - idle);
    EXPECT_LT(fabric.list.width, all.list.width + 1);
    EXPECT_THAT(fabric.all(), HasSubstr("other NIC"));
    EXPECT_THAT(all.all(), Not(HasSubstr("other NIC")));
}

TEST(AffinityWidth, ANicThatAPairUsesIsNeverLeftOut) {
    const Matrix matrix(samples::mi355xServer(), 880, false);
    for (const std::size_t gpu : matrix.table.rows())
        for (const affinity::Pair *pair : matrix.table.pairsOf(gpu)) {
            if (!pair->nic)
                continue;
            const AffinityId cell{AffinityId::Part::Cell, gpu, *pair->nic};
            EXPECT_TRUE(std::any_of(matrix.list.areas.begin(), matrix.list.areas.end(),
                                    [&](const Area &area) { return area.node == cell.encoded(); }));
        }
}

} // namespace
} // namespace fabricscope::layout
