// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bench/BenchController.h"
#include "tests/widgets/ShellTest.h"
#include "widgets/bench/BenchScreen.h"

#include <QDropEvent>
#include <QMimeData>

#include <gtest/gtest.h>

#include <array>

/// The output of a tool about a host opens as a host, wherever it is opened; measurements open as a
/// benchmark.
namespace fabricscope::app::window {
namespace {

struct HostText {
    const char *name, *text;
};

constexpr const char *kShowTopo = R"(
============================ ROCm System Management Interface ============================
WARNING: AMD GPU device(s) is/are in a low-power state. Check power control/runtime_status

================================ Weight between two GPUs =================================
       GPU0         GPU1
GPU0   0            15
GPU1   15           0

================================= Hops between two GPUs ==================================
       GPU0         GPU1
GPU0   0            1
GPU1   1            0

=============================== Link Type between two GPUs ===============================
       GPU0         GPU1
GPU0   0            XGMI
GPU1   XGMI         0

======================================= Numa Nodes =======================================
GPU[0]          : (Topology) Numa Node: 0
GPU[0]          : (Topology) Numa Affinity: 0
GPU[1]          : (Topology) Numa Node: 1
GPU[1]          : (Topology) Numa Affinity: 1
================================== End of ROCm SMI Log ===================================
)";

const std::array kHostTexts = {
    HostText{"rocm-smi --showtopo", kShowTopo},
    HostText{"rocm-smi --showtopoweight",
             "================================ Weight between two GPUs =================================\n"
             "       GPU0         GPU1\nGPU0   0            15\nGPU1   15           0\n"},
    HostText{"rocm-smi --showbus",
             "============================ ROCm System Management Interface ============================\n"
             "======================================= PCI Bus ID =======================================\n"
             "GPU[0]\t\t: PCI Bus: 0000:0C:00.0\nGPU[1]\t\t: PCI Bus: 0000:22:00.0\n"
             "==========================================================================================\n"
             "================================== End of ROCm SMI Log ===================================\n"},
    HostText{"rocm-smi --showproductname",
             "============================ ROCm System Management Interface ============================\n"
             "GPU[0]\t\t: Card Series: \t\tAMD Instinct MI300X\nGPU[0]\t\t: GFX Version: \t\tgfx942\n"
             "================================== End of ROCm SMI Log ===================================\n"},
    HostText{"nvidia-smi topo -m",
             "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tNV18\tPIX\t0-47\t0\n"
             "GPU1\tNV18\t X \tSYS\t48-95\t1\nNIC0\tPIX\tSYS\t X \n\nLegend:\n\n  X    = Self\n"},
    HostText{"nvidia-smi topo -m without affinities",
             "\tGPU0\tGPU1\tmlx5_0\nGPU0\t X \tNV18\tPIX\nGPU1\tNV18\t X \tSYS\nmlx5_0\tPIX\tSYS\t X \n"},
    HostText{"amd-smi topology",
             "ACCESS TABLE:\n             0000:0c:00.0 0000:22:00.0\n0000:0c:00.0 ENABLED      ENABLED\n"
             "0000:22:00.0 ENABLED      ENABLED\n\nWEIGHT TABLE:\n             0000:0c:00.0 0000:22:00.0\n"
             "0000:0c:00.0 0            15\n0000:22:00.0 15           0\n\n"
             "HOPS TABLE:\n             0000:0c:00.0 0000:22:00.0\n0000:0c:00.0 0            1\n"
             "0000:22:00.0 1            0\n"},
    HostText{"ibdev2netdev", "mlx5_0 port 1 ==> ens1f0np0 (Up)\nmlx5_1 port 1 ==> ens1f1np1 (Down)\n"},
    HostText{"ibstat", "CA 'mlx5_0'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: Active\n"
                       "\t\tRate: 400\n"},
    HostText{"rdma link", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"},
    HostText{"numactl -H",
             "available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode 0 size: 100 MB\nnode 1 cpus: 2 3\n"
             "node distances:\nnode   0   1\n  0:  10  20\n  1:  20  10\n"},
};

class HostTextsTest : public ShellTest {
protected:
    [[nodiscard]] QString write(const std::string &name, const std::string &text) const {
        return QString::fromStdString(folder.write(name, text).string());
    }
    void drop(const QString &path) const {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        const QPointF where(window->rect().center());
        QDragEnterEvent enter(where.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(window.get(), &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(where, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(window.get(), &event);
    }
    [[nodiscard]] std::size_t hosts() const { return sessions->sessions().size(); }
};

TEST_F(HostTextsTest, NoneOfThemIsABenchmark) {
    for (const auto &[name, text] : kHostTexts) {
        const QString path = write("text.txt", text);
        EXPECT_FALSE(BenchController::isBenchLog(path)) << name;
        EXPECT_TRUE(BenchController::isHostText(path) || std::string_view(name).ends_with("productname"))
            << name;
    }
}

TEST_F(HostTextsTest, DroppedOnTheBenchmarksScreenTheTopologyOfGpusOpensAsAHost) {
    window->showScreen(Screen::Benchmarks);
    drop(write("showtopo.txt", kShowTopo));
    ASSERT_TRUE(test::waitFor([this] { return hosts() == 1 && !sessions->busy(); }));
    EXPECT_TRUE(window->bench()->content().runs.empty());
    ASSERT_TRUE(sessions->sessions().front()->snapshot.topology);
    const auto &matrices = sessions->sessions().front()->snapshot.topology->host().deviceMatrices;
    ASSERT_EQ(matrices.size(), 3U);
    EXPECT_EQ(matrices[0].what, "Weight");
}

TEST_F(HostTextsTest, ChosenAsALogItOpensAsAHostToo) {
    window->benchController()->openChosen(write("showtopo.txt", kShowTopo));
    ASSERT_TRUE(test::waitFor([this] { return hosts() == 1 && !sessions->busy(); }));
    EXPECT_TRUE(window->bench()->content().runs.empty());
    EXPECT_TRUE(window->bench()->content().failure.isEmpty());
}

TEST_F(HostTextsTest, AMatrixOfPairsAndTrafficAreMeasuredAndStayBenchmarks) {
    EXPECT_TRUE(BenchController::isBenchLog(
        write("mesh.txt", "     GPU0    GPU1\nGPU0 387.39  387.39\nGPU1 387.2   387.01\n")));
    EXPECT_TRUE(BenchController::isBenchLog(write(
        "traffic.txt",
        "============================ ROCm System Management Interface ============================\n"
        "================================ Measured PCIe Bandwidth =================================\n"
        "GPU[0] : Estimated maximum PCIe bandwidth over the last second (MB/s): 11280.744\n"
        "================================== End of ROCm SMI Log ===================================\n")));
}

} // namespace
} // namespace fabricscope::app::window
