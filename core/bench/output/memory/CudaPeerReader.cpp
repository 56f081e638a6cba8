// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/memory/CudaPeerReader.h"

#include "core/base/Text.h"
#include "core/bench/output/text/Cells.h"
#include "core/bench/output/text/LogFinding.h"

#include <algorithm>
#include <array>

namespace fabricscope::bench::output {

namespace {

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

constexpr std::string_view kConnectivity = "P2P Connectivity Matrix";

/// "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]".
bool isTitle(std::string_view text) {
    return text.starts_with("[P2P (Peer-to-Peer)") && text.ends_with(']');
}

/// "Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)", "P2P Connectivity Matrix".
bool isMatrixTitle(std::string_view text) {
    const bool begin = text.starts_with("P2P=") || text.starts_with("Unidirectional P2P=") ||
                       text.starts_with("Bidirectional P2P=");
    return text == kConnectivity ||
           (begin && text.size() < 120 && text.ends_with(')') && has(text, " Matrix ("));
}

struct Status {
    std::string_view code, meaning;
};
/// The legend of nvidia-smi topo -p2p.
constexpr std::array kStatuses = {
    Status{"X", ""},
    Status{"OK", ""},
    Status{"CNS", "chipset not supported"},
    Status{"GNS", "GPU not supported"},
    Status{"TNS", "topology not supported"},
    Status{"NS", "not supported"},
    Status{"DR", "disabled by a registry key of the driver"},
    Status{"U", "unknown"},
};

const Status *statusOf(std::string_view cell) {
    const auto found =
        std::find_if(kStatuses.begin(), kStatuses.end(), [&](const Status &one) { return one.code == cell; });
    return found == kStatuses.end() ? nullptr : &*found;
}

bool isGpu(std::string_view cell) {
    return cell.starts_with("GPU") && countOf(cell.substr(3));
}

} // namespace

bool CudaPeerReader::begins(std::string_view line) {
    const std::string_view text = trimmed(line);
    return isTitle(text) || isMatrixTitle(text);
}

/// "   D\D     0      1", for latencies "   GPU     0      1" and then "   CPU     0      1".
bool CudaPeerReader::takeMatrix(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    if (cells.count < 2 || !std::all_of(cells.begin() + 1, cells.end(), isValue))
        return false;
    if (cells[0] == "D\\D" || cells[0] == "GPU" || cells[0] == "CPU") {
        if (m_title.empty())
            return false;
        m_width = cells.count - 1;
        m_columns.assign(cells.begin() + 1, cells.end());
        m_matrix = m_builder.matrix(m_run, m_title + (cells[0] == "CPU" ? ", CPU" : ""), m_unit,
                                    {cells.begin() + 1, cells.end()});
        return true;
    }
    if (m_width == 0 || cells.count != m_width + 1 || !countOf(cells[0]))
        return false;
    m_builder.addMatrixRow(m_run, m_matrix, cells[0], numbersOf(cells, 1, cells.count));
    if (m_title == kConnectivity)
        takeConnectivity(text);
    return true;
}

/// "     0     1     0": GPU 0 cannot reach the memory of GPU 1.
void CudaPeerReader::takeConnectivity(std::string_view text) {
    Cells cells;
    splitCells(text, cells);
    for (std::size_t i = 1; i < cells.count; ++i)
        if (cells[i] == "0")
            m_closed.add(cells[0], m_columns[i - 1], text, m_builder.line());
        else if (cells[i] == "1" && cells[0] != m_columns[i - 1])
            m_closed.addOpen();
    if (cells[0] == m_columns.back())
        reportClosed();
}

/// "Device=0 CANNOT Access Peer Device=1", "Device=0 CAN Access Peer Device=2"
void CudaPeerReader::takeAccess(std::string_view text) {
    constexpr std::string_view kDevice = "Device=", kCannot = " CANNOT Access Peer Device=";
    const auto at = text.find(kCannot);
    if (at == text.npos)
        m_closed.addOpen();
    else
        m_closed.add(text.substr(kDevice.size(), at - kDevice.size()),
                     trimmed(text.substr(at + kCannot.size())), text, m_builder.line());
}

void CudaPeerReader::reportClosed() {
    if (m_run != ResultsBuilder::kNoRun)
        m_closed.report(m_builder, m_run, "GPU", "cudaDeviceCanAccessPeer() says no");
}

bool CudaPeerReader::line(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (isTitle(text) || (m_run == ResultsBuilder::kNoRun && isMatrixTitle(text))) {
        reportClosed();
        m_closed = {};
        begin("p2p-bandwidth-latency-test");
        m_width = 0;
        m_title.clear();
    }
    if (m_run == ResultsBuilder::kNoRun)
        return false;
    if (isTitle(text))
        return true;
    if (isMatrixTitle(text)) {
        if (text != kConnectivity) // which states the same as the lines before it, and more
            reportClosed();
        const std::size_t unit = text.rfind(" (");
        const bool bare = unit == std::string_view::npos;
        m_title = text.substr(0, unit);
        m_unit = bare ? std::string() : std::string(splitUnit(text.substr(unit + 1), '(', ')').unit);
        m_width = 0;
        return true;
    }
    if (text.starts_with("Device: ")) { // "Device: 0, NVIDIA A100-SXM4-80GB, pciBusID: 7, ..."
        std::string_view rest = text.substr(8);
        const std::string_view number = takeUntil(rest, ',');
        if (countOf(number))
            m_builder.fact(m_run, "device_" + std::string(number), rest);
        return true;
    }
    if (text.starts_with("Device=") && has(text, " Access Peer ")) {
        m_builder.fact(m_run, "peer_access", text);
        takeAccess(text);
        return true;
    }
    return takeMatrix(text);
}

/// "GPU0  X  OK  GNS": a row, as the header is that of other tables, too.
bool PeerStatusReader::begins(std::string_view line) {
    Cells cells;
    splitCells(line, cells);
    return cells.count > 1 && isGpu(cells[0]) && std::find(cells.begin(), cells.end(), "X") != cells.end() &&
           std::all_of(cells.begin() + 1, cells.end(), statusOf);
}

bool PeerStatusReader::line(std::string_view text) {
    if (!begins(text))
        return false;
    Cells cells;
    splitCells(text, cells);
    if (m_run == ResultsBuilder::kNoRun || cells[0] == "GPU0") {
        begin("nvidia-smi-topo-p2p");
        m_reported.clear();
    }
    m_builder.fact(m_run, keyOf(cells[0]), collapsed(text.substr(text.find(cells[0]) + cells[0].size())));
    for (std::size_t i = 1; i < cells.count; ++i) {
        const Status *status = statusOf(cells[i]);
        if (status == nullptr || status->meaning.empty() ||
            std::find(m_reported.begin(), m_reported.end(), cells[i]) != m_reported.end())
            continue;
        m_reported.emplace_back(cells[i]);
        Finding finding = logFinding("log.no_peer_access", text, m_builder.line());
        finding.set("pair", std::string(cells[0]) + " and GPU" + std::to_string(i - 1));
        finding.set("why", status->meaning);
        m_builder.diagnostic(m_run, std::move(finding));
    }
    return true;
}

} // namespace fabricscope::bench::output
