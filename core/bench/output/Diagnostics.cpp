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

/// The first that a line holds counts. Sources: the programs' own texts; causes as their issues say.
constexpr std::array kRules = {
    // nccl-tests and rccl-tests
    Rule{": Test failure ", Severity::Note, "where in the program it failed", {}, "nccl-tests"},
    Rule{"Test timeout", Severity::Error,
         "a collective did not end in the time of -T: a rank is missing or hangs",
         "look for the rank that lacks lines; check firewall, ACS and the IOMMU", "nccl-tests"},
    Rule{"Invalid number of GPUs", Severity::Error,
         "the node has fewer GPUs than -t times -g times its ranks ask for",
         "ask for fewer, or check the VISIBLE_DEVICES variable", "nccl-tests"},
    Rule{"The number of requested GPUs", Severity::Error, "the node has fewer GPUs than were asked for",
         "ask for fewer, or check the VISIBLE_DEVICES variable", "rccl-tests"},
    // perftest
    Rule{"Couldn't listen to port", Severity::Error,
         "the port is in use: another server, perhaps a stray one, holds it",
         "choose another port (-p), or end the server that holds it", "perftest"},
    Rule{"Couldn't connect to ", Severity::Error, "no server listens there", kNoServer, "perftest"},
    Rule{"Unable to open file descriptor for socket connection", Severity::Error,
         "the two ends could not meet over TCP", kNoServer, "perftest"},
    Rule{"IB device ", Severity::Error, "there is no RDMA device of this name",
         "see the names with: rdma link", "perftest"},
    Rule{"Unable to find the Infiniband/RoCE device", Severity::Error, "there is no RDMA device of this name",
         "see the names with: rdma link", "perftest"},
    Rule{"Did not detect devices", Severity::Error, "this node or container has no RDMA device",
         "load the NIC's RDMA driver; give the container /dev/infiniband", "perftest"},
    Rule{"Couldn't allocate MR with error=14", Severity::Error,
         "the NIC could not register GPU memory: neither peer memory nor dma-buf is at work",
         "load nvidia_peermem, or use --use_cuda_dmabuf or --use_rocm_dmabuf", "perftest"},
    Rule{"Couldn't allocate MR", Severity::Error,
         "memory could not be registered: no peer memory, or too little may be locked", kMemlock, "perftest"},
    Rule{"Failed to modify QP", Severity::Error,
         "the ends could not agree: GID index, RoCE version or MTU differ", kGidRemedy, "perftest"},
    Rule{"Found Incompatibility issue with GID types", Severity::Error,
         "the ends use GIDs of different types", kGidRemedy, "perftest"},
    Rule{"Failed status 12", Severity::Error, "retries exceeded: packets between the two NICs are lost",
         "check GID index, MTU, PFC, access lists and the cable", "perftest"},
    Rule{"Completion with error at", Severity::Error, "a transfer failed on the wire",
         "look at the status in the next line", "perftest"},
    Rule{"Couldn't read remote address", Severity::Error,
         "the other end went away, or was started with other options",
         "start both ends with the same -q, -s, -b and -R", "perftest"},
    Rule{"Unable to read to socket/rdma_cm", Severity::Error,
         "the other end went away, or was started with other options",
         "start both ends with the same -q, -s, -b and -R", "perftest"},
    Rule{"Failed to exchange data between server and clients", Severity::Error, "the other end went away",
         "look at the other end's output", "perftest"},
    Rule{"Failed to close connection between server and client", Severity::Error,
         "the other end went away first", "look at the other end's output", "perftest"},
    Rule{"BW result is below bw limit",
         Severity::Error,
         "the bandwidth is below the limit that was given (-w)",
         {},
         "perftest"},
    Rule{"Msg rate result is below",
         Severity::Error,
         "the message rate is below the limit that was given (-y)",
         {},
         "perftest"},
    Rule{
        "Correlation coefficient", Severity::Warning,
        "the clock of this machine could not be calibrated, so that a row may read 0: no sign of a dead link",
        "use a VM with a stable TSC, or a longer run (-D)", "perftest"},
    Rule{"Conflicting CPU frequency values", Severity::Warning,
         "the processor's clock changes: small messages vary", "cpupower frequency-set -g performance",
         "perftest"},
    Rule{"not PCIe relaxed ordering compliant",
         Severity::Warning,
         "the processor does not profit from relaxed ordering",
         {},
         "perftest"},
    Rule{"BW peak won't be measured",
         Severity::Note,
         "with -D only the average is measured; the peak of 0 is no value",
         {},
         "perftest"},
    // AMD's tools
    Rule{"RVS-ERROR", Severity::Error, "RVS could not run this",
         "check the file of -c and the platform's name", "rvs"},
    Rule{"Missing packages", Severity::Error, "packages that RVS needs are not installed",
         "install what it lists", "rvs"},
    Rule{"met: FALSE", Severity::Error, "the GPU did not reach the target",
         "compare with the other GPUs; look at temperature and power", "rvs"},
    Rule{"met :FALSE", Severity::Error, "the GPU did not reach the target",
         "compare with the other GPUs; look at temperature and power", "rvs"},
    Rule{"pass: FALSE", Severity::Error, "the test failed on this GPU",
         "compare with the other GPUs; look at temperature and power", "rvs"},
    Rule{"peqt false", Severity::Error, "a PCIe property is not as the configuration asks",
         "read the action's rules", "rvs"},
    Rule{"misconfigured IOMMU", Severity::Error, "the IOMMU translates peer traffic",
         "add amd_iommu=on iommu=pt to the kernel's command line", "transferbench"},
    Rule{"Large BAR is not enabled", Severity::Warning, "the CPU cannot reach all of the GPU's memory",
         "enable Above 4G decoding and resizable BAR in the BIOS", "transferbench"},
    // STREAM
    Rule{"Failed Validation on array", Severity::Error,
         "STREAM computed wrong values: memory or build is bad", "run a memory test", "stream"},
    // launchers
    Rule{"There are not enough slots available",
         Severity::Error,
         "mpirun was asked for more ranks than the host list has slots",
         "give slots=N in the hostfile or :N behind the host, or --oversubscribe",
         {}},
    Rule{"Primary job  terminated normally",
         Severity::Error,
         "a rank ended with an error: its own lines stand above",
         {},
         {}},
    Rule{"mpirun noticed that process rank",
         Severity::Error,
         "a rank was ended by a signal",
         "look for its own lines, and dmesg of that node",
         {}},
    Rule{"mpirun was unable to launch",
         Severity::Error,
         "mpirun could not start the program on a node",
         "check that its path exists on every node",
         {}},
    Rule{"mpirun was unable to find the specified executable",
         Severity::Error,
         "the program is not on a node",
         "check its path on every node",
         {}},
    Rule{"ORTE was unable to reliably start",
         Severity::Error,
         "mpirun could not start its daemon on a node",
         "check ssh without a question, and that Open MPI is at the same path on every node",
         {}},
    Rule{"ORTE does not know how to route a message",
         Severity::Error,
         "nodes cannot reach each other's Open MPI daemon",
         "--mca oob_tcp_if_include with the interface that all nodes share",
         {}},
    Rule{"unable to complete a TCP connection",
         Severity::Error,
         "nodes cannot reach each other over TCP",
         "--mca btl_tcp_if_include and oob_tcp_if_include with the interface that all nodes share; check the "
         "firewall",
         {}},
    Rule{"OMPI was not built with SLURM's PMI support",
         Severity::Error,
         "srun and this Open MPI have no common start-up protocol",
         "srun --mpi=pmix, or start with mpirun inside the allocation",
         {}},
    Rule{"can not load PMIx library",
         Severity::Error,
         "the node lacks libpmix",
         "install it, or start with mpirun inside the allocation",
         {}},
    Rule{"srun: error:",
         Severity::Error,
         "Slurm reports a failed step or a request that cannot be met",
         {},
         {}},
    Rule{"queued and waiting for resources", Severity::Note, "the job waits for nodes", {}, {}},
    Rule{"slurmstepd: error:", Severity::Error, "Slurm ended the step", "look for the limit it names", {}},
    Rule{"Host key verification failed",
         Severity::Error,
         "the node's ssh key is not known here",
         "connect once by hand, or distribute known_hosts",
         {}},
    Rule{"Permission denied (publickey",
         Severity::Error,
         "ssh between the nodes asks for what is not there",
         "distribute a key so that ssh works without a question",
         {}},
    // the shell, the loader and the kernel
    Rule{"error while loading shared libraries",
         Severity::Error,
         "a library that the program needs is not found",
         "set LD_LIBRARY_PATH on every node; see with ldd",
         {}},
    Rule{"command not found",
         Severity::Error,
         "the program is not on this host's PATH",
         "install it, or give its full path",
         {}},
    Rule{"No such file or directory",
         Severity::Error,
         "a file or program is not there",
         "check the path on this host",
         {}},
    Rule{"Permission denied",
         Severity::Error,
         "this user may not do that",
         "for GPUs and NICs: the groups video, render and rdma",
         {}},
    Rule{"Segmentation fault", Severity::Error, "the program crashed", {}, {}},
    Rule{"core dumped", Severity::Error, "the program crashed", {}, {}},
    Rule{"Out of memory", Severity::Error, "memory ran out", "ask for smaller sizes", {}},
    Rule{"out of memory", Severity::Error, "memory ran out", "ask for smaller sizes", {}},
    Rule{"No space left on device", Severity::Error, "the disk is full", "make room on this host", {}},
    Rule{"Cannot allocate memory",
         Severity::Error,
         "memory ran out, or too little may be locked",
         kMemlock,
         {}},
    Rule{"NVRM: Xid", Severity::Error, "the GPU's driver reports a fault", "look up the Xid number", {}},
    Rule{"Traceback (most recent call last)",
         Severity::Error,
         "a Python program failed: its last line says why",
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
         "values arrived wrong: a hard stop, no number of this run counts",
         "look for a bad GPU to NIC path (GDR flush, ACS, IOMMU) or link; test each pair by itself",
         {}},
    Rule{{},
         Severity::Error,
         "this is no row of a test: the two ends were started with different options",
         "start both ends with the same -q, -s and -b",
         {}},
    Rule{{},
         Severity::Error,
         "each rank ran by itself: the program was built without MPI",
         "build it again with MPI=1 MPI_HOME=...",
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
    // A line of the tests that quotes the library: the library's own words say more.
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
