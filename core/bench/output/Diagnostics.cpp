// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/Diagnostics.h"

#include "core/base/HostText.h"
#include "core/base/Text.h"
#include "core/nccl/log/Needles.h"
#include "core/nccl/log/Warnings.h"

#include <array>

namespace fabricscope::bench::output {

namespace {

/// A line that a tool, its launcher or the shell prints when something is wrong.
struct Rule {
    std::string_view needle;
    Severity severity;
    std::string_view meaning, remedy;
    std::string_view tool; ///< that alone prints it; empty: many do
};

constexpr std::string_view kMemlock =
    "ulimit -l unlimited in the launch context (sshd, slurmd, container: --ulimit memlock=-1)";
constexpr std::string_view kNoServer =
    "start the server first, with the same port and device; check the firewall";
constexpr std::string_view kGidRemedy = "give both ends the index of a RoCE v2 GID with an IPv4 address (-x)";

/// The first that a line holds counts. Sources: the programs' own texts; causes from their issues.
constexpr std::array kRules = {
    // nccl-tests and rccl-tests
    Rule{": Test failure ", Severity::Note, "location of the failure in the program", {}, "nccl-tests"},
    Rule{"Test timeout", Severity::Error,
         "a collective exceeded the timeout of -T: a rank is missing or hangs",
         "find the silent rank; check the firewall, ACS and the IOMMU", "nccl-tests"},
    Rule{"Invalid number of GPUs", Severity::Error,
         "the node has fewer GPUs than -t times -g times its ranks",
         "request fewer, or check the VISIBLE_DEVICES variable", "nccl-tests"},
    Rule{"The number of requested GPUs", Severity::Error, "the node has fewer GPUs than requested",
         "request fewer, or check the VISIBLE_DEVICES variable", "rccl-tests"},
    // perftest
    Rule{"Couldn't listen to port", Severity::Error, "the port is in use, perhaps by a leftover server",
         "choose another port (-p), or stop that server", "perftest"},
    Rule{"Couldn't connect to ", Severity::Error, "no server is listening", kNoServer, "perftest"},
    Rule{"Unable to open file descriptor for socket connection", Severity::Error,
         "the two ends could not connect over TCP", kNoServer, "perftest"},
    Rule{"IB device ", Severity::Error, "no RDMA device has this name", "list the devices with: rdma link",
         "perftest"},
    Rule{"Unable to find the Infiniband/RoCE device", Severity::Error, "no RDMA device has this name",
         "list the devices with: rdma link", "perftest"},
    Rule{"Did not detect devices", Severity::Error, "this node or container has no RDMA device",
         "load the NIC's RDMA driver; give the container /dev/infiniband", "perftest"},
    Rule{"Couldn't allocate MR with error=14", Severity::Error,
         "the NIC could not register GPU memory: neither peer memory nor dma-buf is active",
         "load nvidia_peermem, or use --use_cuda_dmabuf or --use_rocm_dmabuf", "perftest"},
    Rule{"Couldn't allocate MR", Severity::Error,
         "memory could not be registered: no peer memory, or the memlock limit is too low", kMemlock,
         "perftest"},
    Rule{"Failed to modify QP", Severity::Error, "the ends disagree: GID index, RoCE version or MTU differs",
         kGidRemedy, "perftest"},
    Rule{"Found Incompatibility issue with GID types", Severity::Error,
         "the ends use GIDs of different types", kGidRemedy, "perftest"},
    Rule{"Failed status 12", Severity::Error, "retries exceeded: packets between the two NICs are lost",
         "check GID index, MTU, PFC, access lists and the cable", "perftest"},
    Rule{"Completion with error at", Severity::Error, "a transfer failed on the network",
         "check the status in the next line", "perftest"},
    Rule{"Couldn't read remote address", Severity::Error,
         "the other end exited, or was started with other options",
         "start both ends with the same -q, -s, -b and -R", "perftest"},
    Rule{"Unable to read to socket/rdma_cm", Severity::Error,
         "the other end exited, or was started with other options",
         "start both ends with the same -q, -s, -b and -R", "perftest"},
    Rule{"Failed to exchange data between server and clients", Severity::Error, "the other end exited",
         "check the other end's output", "perftest"},
    Rule{"Failed to close connection between server and client", Severity::Error,
         "the other end exited first", "check the other end's output", "perftest"},
    Rule{"BW result is below bw limit",
         Severity::Error,
         "the bandwidth is below the given limit (-w)",
         {},
         "perftest"},
    Rule{"Msg rate result is below",
         Severity::Error,
         "the message rate is below the given limit (-y)",
         {},
         "perftest"},
    Rule{"Correlation coefficient", Severity::Warning,
         "clock calibration failed on this machine, so a row may show 0: not a sign of a dead link",
         "use a VM with a stable TSC, or a longer run (-D)", "perftest"},
    Rule{"Conflicting CPU frequency values", Severity::Warning,
         "the CPU frequency changes: small messages vary", "cpupower frequency-set -g performance",
         "perftest"},
    Rule{"not PCIe relaxed ordering compliant",
         Severity::Warning,
         "the CPU does not benefit from relaxed ordering",
         {},
         "perftest"},
    Rule{"BW peak won't be measured",
         Severity::Note,
         "with -D only the average is measured; ignore a peak of 0",
         {},
         "perftest"},
    // AMD's tools
    Rule{"RVS-ERROR", Severity::Error, "RVS reports an error", "check the -c file and the platform name",
         "rvs"},
    Rule{"Missing packages", Severity::Error, "packages required by RVS are missing",
         "install the listed packages", "rvs"},
    Rule{"met: FALSE", Severity::Error, "the GPU did not reach the target",
         "compare with the other GPUs; check temperature and power", "rvs"},
    Rule{"met :FALSE", Severity::Error, "the GPU did not reach the target",
         "compare with the other GPUs; check temperature and power", "rvs"},
    Rule{"pass: FALSE", Severity::Error, "the test failed on this GPU",
         "compare with the other GPUs; check temperature and power", "rvs"},
    Rule{"peqt false", Severity::Error, "a PCIe property does not match the configuration",
         "check the action's rules", "rvs"},
    Rule{"misconfigured IOMMU", Severity::Error, "the IOMMU translates peer traffic",
         "add amd_iommu=on iommu=pt to the kernel's command line", "transferbench"},
    Rule{"Large BAR is not enabled", Severity::Warning, "the CPU cannot reach all of the GPU's memory",
         "enable Above 4G decoding and resizable BAR in the BIOS", "transferbench"},
    // STREAM
    Rule{"Failed Validation on array", Severity::Error,
         "STREAM computed wrong values: faulty memory or build", "run a memory test", "stream"},
    // launchers
    Rule{"There are not enough slots available",
         Severity::Error,
         "mpirun was given more ranks than the host list has slots",
         "set slots=N in the hostfile or :N after the host, or --oversubscribe",
         {}},
    Rule{"Primary job  terminated normally",
         Severity::Error,
         "a rank exited with an error: see its lines above",
         {},
         {}},
    Rule{"mpirun noticed that process rank",
         Severity::Error,
         "a signal terminated a rank",
         "check its output and dmesg on that node",
         {}},
    Rule{"mpirun was unable to launch",
         Severity::Error,
         "mpirun could not start the program on a node",
         "check that its path exists on every node",
         {}},
    Rule{"mpirun was unable to find the specified executable",
         Severity::Error,
         "a node lacks the program",
         "check its path on every node",
         {}},
    Rule{"ORTE was unable to reliably start",
         Severity::Error,
         "mpirun could not start its daemon on a node",
         "ssh must not prompt; Open MPI must have the same path on every node",
         {}},
    Rule{"ORTE does not know how to route a message",
         Severity::Error,
         "nodes cannot reach each other's Open MPI daemon",
         "use --mca oob_tcp_if_include with an interface all nodes share",
         {}},
    Rule{"unable to complete a TCP connection",
         Severity::Error,
         "nodes cannot reach each other over TCP",
         "use --mca btl_tcp_if_include and oob_tcp_if_include with an interface all nodes share; check the "
         "firewall",
         {}},
    Rule{"OMPI was not built with SLURM's PMI support",
         Severity::Error,
         "srun and this Open MPI have no common start-up protocol",
         "use srun --mpi=pmix, or mpirun inside the allocation",
         {}},
    Rule{"can not load PMIx library",
         Severity::Error,
         "the node lacks libpmix",
         "install it, or start with mpirun inside the allocation",
         {}},
    Rule{"srun: error:", Severity::Error, "Slurm reports a failed step or an impossible request", {}, {}},
    Rule{"queued and waiting for resources", Severity::Note, "the job waits for nodes", {}, {}},
    Rule{"slurmstepd: error:", Severity::Error, "Slurm ended the step", "check the limit that it names", {}},
    Rule{"Host key verification failed",
         Severity::Error,
         "the node's ssh host key is unknown",
         "connect once manually, or distribute known_hosts",
         {}},
    Rule{"Permission denied (publickey",
         Severity::Error,
         "ssh between the nodes has no accepted key",
         "distribute a key so that ssh works without a prompt",
         {}},
    // the shell, the loader and the kernel
    Rule{"error while loading shared libraries",
         Severity::Error,
         "a required library was not found",
         "set LD_LIBRARY_PATH on every node; check with ldd",
         {}},
    Rule{"command not found",
         Severity::Error,
         "the program is not in this host's PATH",
         "install it, or give its full path",
         {}},
    Rule{"No such file or directory",
         Severity::Error,
         "a file or program is missing",
         "check the path on this host",
         {}},
    Rule{"Permission denied",
         Severity::Error,
         "this user lacks permission",
         "GPUs and NICs need the groups video, render and rdma",
         {}},
    Rule{"Segmentation fault", Severity::Error, "the program crashed", {}, {}},
    Rule{"core dumped", Severity::Error, "the program crashed", {}, {}},
    Rule{"Out of memory", Severity::Error, "out of memory", "use smaller sizes", {}},
    Rule{"out of memory", Severity::Error, "out of memory", "use smaller sizes", {}},
    Rule{"No space left on device", Severity::Error, "the disk is full", "free space on this host", {}},
    Rule{"Cannot allocate memory",
         Severity::Error,
         "out of memory, or the memlock limit is too low",
         kMemlock,
         {}},
    Rule{"NVRM: Xid", Severity::Error, "the GPU's driver reports a fault", "look up the Xid number", {}},
    Rule{"Traceback (most recent call last)",
         Severity::Error,
         "a Python program failed: see its last line",
         {},
         {}},
    // of no tool in particular: only that something is wrong
    Rule{"[ERROR", Severity::Error, {}, {}, {}},
    Rule{"ERROR:", Severity::Error, {}, {}, {}},
    Rule{"Error:", Severity::Error, {}, {}, {}},
    Rule{" error: ", Severity::Error, {}, {}, {}},
    Rule{"FATAL", Severity::Error, {}, {}, {}},
    Rule{"Failed to ", Severity::Error, {}, {}, {}},
    Rule{"failed to ", Severity::Error, {}, {}, {}},
    Rule{"Couldn't ", Severity::Error, {}, {}, {}},
    Rule{"Unable to ", Severity::Error, {}, {}, {}},
    Rule{"[WARN", Severity::Warning, {}, {}, {}},
    Rule{"WARNING: ", Severity::Warning, {}, {}, {}},
};

/// In the order of Symptom.
constexpr std::array kSymptoms = {
    Rule{{},
         Severity::Error,
         "wrong values: no result of this run is valid",
         "look for a bad GPU to NIC path (GDR flush, ACS, IOMMU) or link; test each pair separately",
         {}},
    Rule{{},
         Severity::Error,
         "not a result row: the two ends were started with different options",
         "start both ends with the same -q, -s and -b",
         {}},
    Rule{{},
         Severity::Error,
         "each rank ran alone: the program was built without MPI",
         "rebuild it with MPI=1 MPI_HOME=...",
         {}},
};

std::vector<std::string_view> needles() {
    std::vector<std::string_view> all;
    all.reserve(kRules.size());
    for (const Rule &rule : kRules)
        all.push_back(rule.needle);
    return all;
}

const Rule *ruleOf(std::string_view line) {
    static const nccl::log::Needles kNeedles(needles());
    const auto found = kNeedles.firstIn(line);
    return found ? &kRules[*found] : nullptr;
}

Diagnostic make(const Rule &rule, std::string_view line, std::uint64_t number) {
    return {rule.severity, HostText(trimmed(line)).plain(ResultsBuilder::kLongestText),
            std::string(rule.meaning), std::string(rule.remedy), number};
}

} // namespace

Diagnostic explainedDiagnostic(Symptom symptom, std::string_view line, std::uint64_t number) {
    return make(kSymptoms[static_cast<std::size_t>(symptom)], line, number);
}

std::optional<Diagnostic> diagnosticOf(std::string_view line, std::uint64_t number) {
    // A line of the tests that quotes the library: the library's own text is more specific.
    if (line.find("Test NCCL failure") != std::string_view::npos ||
        line.find("Test CUDA failure") != std::string_view::npos ||
        line.find("NCCL WARN") != std::string_view::npos) {
        Diagnostic diagnostic = make(Rule{{}, Severity::Error, {}, {}, {}}, line, number);
        if (const nccl::log::Explanation *known = nccl::log::explanationOf(line)) {
            diagnostic.meaning = known->meaning;
            diagnostic.remedy = known->remedy;
        }
        return diagnostic;
    }
    const Rule *rule = ruleOf(line);
    return rule != nullptr ? std::optional(make(*rule, line, number)) : std::nullopt;
}

std::string_view toolOfDiagnostic(std::string_view line) {
    const Rule *rule = ruleOf(line);
    return rule != nullptr ? rule->tool : std::string_view();
}

bool takeOther(ResultsBuilder &builder, std::size_t run, std::string_view line) {
    auto diagnostic = diagnosticOf(line, builder.line());
    if (!diagnostic)
        return false;
    builder.diagnostic(run, std::move(*diagnostic));
    return true;
}

} // namespace fabricscope::bench::output
