// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/text/Diagnostics.h"

#include "core/base/Text.h"
#include "core/bench/output/text/LogFinding.h"
#include "core/nccl/log/Needles.h"
#include "core/nccl/log/Warnings.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace fabricscope::bench::output {

namespace {

/// A line that a tool, its launcher or the shell prints when something is wrong.
struct Needle {
    std::string_view text;
    std::string_view rule;      ///< in core/findings/rules/Logs.cpp
    std::string_view tool = {}; ///< the only tool that prints it; empty: many do
    /// What else must hold, since ordinary programs print these words, too; `behind` is what follows them.
    bool (*holds)(std::string_view line, std::string_view behind) = nullptr;
};

bool holdsOneOf(std::string_view line, std::span<const std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

/// Of the devices of GPUs and NICs, and of the libraries that open them.
bool isAboutDevices(std::string_view line, std::string_view) {
    static constexpr std::string_view kWords[] = {
        "/dev/kfd",   "/dev/dri", "/dev/nvidia", "/dev/infiniband", "/dev/gdrdrv",
        "libibverbs", "ibv_",     "rdma_cm",     "mlx5_",           "UCX",
        "NCCL",       "RCCL",     "CUDA",        "cudaError",       "HSA",
        "hsa_",       "hsaKmt",   "hipError"};
    return holdsOneOf(line, kWords);
}

bool isAboutCuda(std::string_view line, std::string_view) {
    static constexpr std::string_view kWords[] = {"CUDA", "cuda", "802", "-> system"};
    return holdsOneOf(line, kWords);
}

/// A line of RVS has its level in brackets and names the GPU.
bool isOfRvs(std::string_view line, std::string_view) {
    static constexpr std::string_view kWords[] = {"[RESULT", "[ERROR", "[INFO", "[GPU", "RVS", "rvs"};
    return holdsOneOf(line, kWords);
}

/// "bash: line 1: x: No such file or directory": the program itself, not a file that it looked for.
bool isOfLauncher(std::string_view line, std::string_view) {
    static constexpr std::string_view kLaunchers[] = {
        "bash: ", "sh: ",      "-bash: ",  "dash: ",   "zsh: ",     "env: ",  "nohup: ",       "timeout: ",
        "nice: ", "taskset: ", "stdbuf: ", "numactl:", "/bin/sh: ", "exec: ", "/usr/bin/env: "};
    return std::any_of(std::begin(kLaunchers), std::end(kLaunchers),
                       [&](std::string_view launcher) { return line.starts_with(launcher); });
}

bool isNotFound(std::string_view, std::string_view behind) {
    return behind.find("not found") != std::string_view::npos;
}

/// "HOST:PORT".
bool namesPort(std::string_view, std::string_view behind) {
    return behind.find(':') != std::string_view::npos;
}

bool isAtBegin(std::string_view line, std::string_view) {
    return line.starts_with("read socket: ");
}

bool isInCudaSource(std::string_view, std::string_view behind) {
    return behind.find(".cu") != std::string_view::npos;
}

/// "libibverbs: Warning: couldn't open config directory", "libibverbs: Could not open ...", "libibverbs:
/// Warning: no userspace device-specific driver found for /sys/class/infiniband_verbs/uverbs0".
bool isAboutProvider(std::string_view, std::string_view behind) {
    static constexpr std::string_view kWords[] = {"ould not open", "ouldn't open", "ouldn't load",
                                                  "no userspace device-specific driver"};
    return holdsOneOf(behind, kWords) && behind.find("Permission denied") == std::string_view::npos;
}

/// Not "max error: 1e-05" and "errors: 0, Error: 0, lost: 0", which are results; "Error: 3 ranks are missing"
/// is none.
bool isNoNumber(std::string_view, std::string_view behind) {
    constexpr std::string_view kDigits = "0123456789", kNumber = "0123456789.+-eE", kEnds = ",;)%";
    std::string_view rest = trimmed(behind);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
    const std::size_t end = std::min(word.find_first_not_of(kNumber), word.size());
    const std::string_view number = word.substr(0, end), after = word.substr(end);
    if (number.find_first_of(kDigits) == std::string_view::npos ||
        after.find_first_not_of(kEnds) != std::string_view::npos)
        return true;
    const bool isLast = word.size() == rest.size() || !after.empty();
    return !isLast && number.find_first_of(".eE") == std::string_view::npos;
}

/// Not "NONFATAL", "ERR_FATAL", a name within another one.
bool isWord(std::string_view line, std::string_view behind) {
    constexpr std::string_view kWord = "FATAL";
    const std::size_t at = line.size() - behind.size() - kWord.size();
    const char before = at > 0 ? line[at - 1] : ' ', after = behind.empty() ? ' ' : behind[0];
    const auto isOfName = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
    };
    return !isOfName(before) && !isOfName(after);
}

/// The first one contained in a line, with what else it needs there, counts. Sources: the programs' own
/// texts; causes from their issues.
constexpr std::array kTable = {
    // nccl-tests and rccl-tests
    Needle{": Test failure ", "log.test_failure", "nccl-tests", isInCudaSource},
    Needle{": Test timeout (", "log.test_timeout", "nccl-tests"},
    Needle{"Invalid number of GPUs", "log.invalid_number_of_gpus", "nccl-tests"},
    Needle{"The number of requested GPUs", "log.the_number_of_requested_gpus", "rccl-tests"},
    // perftest
    Needle{"Couldn't listen to port", "log.could_not_listen_to_port", "perftest"},
    Needle{"Couldn't connect to ", "log.could_not_connect_to", "perftest", namesPort},
    Needle{"Unable to open file descriptor for socket connection",
           "log.unable_to_open_file_descriptor_for_socket_connection", "perftest"},
    Needle{"IB device ", "log.no_such_rdma_device", "perftest", isNotFound},
    Needle{"Unable to find the Infiniband/RoCE device", "log.no_such_rdma_device", "perftest"},
    Needle{"Did not detect devices", "log.did_not_detect_devices", "perftest"},
    Needle{"Couldn't allocate MR with error=14", "log.gpu_memory_not_registered", "perftest"},
    Needle{"Couldn't allocate MR", "log.memory_not_registered", "perftest"},
    Needle{"Failed to modify QP", "log.failed_to_modify_qp", "perftest"},
    Needle{"Found Incompatibility issue with GID types", "log.found_incompatibility_issue_with_gid_types",
           "perftest"},
    Needle{"Failed status 12", "log.failed_status_12", "perftest"},
    Needle{"Completion with error at", "log.completion_with_error_at", "perftest"},
    Needle{"Couldn't read remote address", "log.other_end_gone", "perftest"},
    Needle{"Unable to read to socket/rdma_cm", "log.other_end_gone", "perftest"},
    Needle{"Failed to exchange data between server and clients",
           "log.failed_to_exchange_data_between_server_and_clients", "perftest"},
    Needle{"Failed to close connection between server and client",
           "log.failed_to_close_connection_between_server_and_client", "perftest"},
    Needle{"BW result is below bw limit", "log.bw_result_is_below_bw_limit", "perftest"},
    Needle{"Msg rate result is below", "log.msg_rate_result_is_below", "perftest"},
    Needle{"Correlation coefficient r^2: ", "log.correlation_coefficient", "perftest"},
    Needle{"Conflicting CPU frequency values", "log.conflicting_cpu_frequency_values", "perftest"},
    Needle{"not PCIe relaxed ordering compliant", "log.not_pcie_relaxed_ordering_compliant", "perftest"},
    Needle{"BW peak won't be measured", "log.bw_peak_will_not_be_measured", "perftest"},
    // NVIDIA's tools
    Needle{"ASSERT in expression h_errorFlag", "log.copied_data_differ", "nvbandwidth"},
    Needle{"Invalid value when checking the pattern", "log.copied_data_differ", "nvbandwidth"},
    Needle{"read socket: ", "log.ras_no_answer", "rcclras", isAtBegin},
    Needle{"cudaErrorSystemNotReady", "log.nvswitches_not_set_up"},
    Needle{"system not yet initialized", "log.nvswitches_not_set_up", {}, isAboutCuda},
    // AMD's tools
    Needle{"RVS-ERROR", "log.rvs_error", "rvs"},
    Needle{"Missing packages", "log.missing_packages", "rvs", isOfRvs},
    Needle{"met: FALSE", "log.target_not_met", "rvs", isOfRvs},
    Needle{"met :FALSE", "log.target_not_met", "rvs", isOfRvs},
    Needle{"pass: FALSE", "log.gpu_test_failed", "rvs", isOfRvs},
    Needle{"peqt false", "log.peqt_false", "rvs", isOfRvs},
    Needle{"misconfigured IOMMU", "log.misconfigured_iommu", "transferbench"},
    Needle{"Large BAR is not enabled", "log.large_bar_is_not_enabled", "transferbench"},
    // STREAM
    Needle{"Failed Validation on array", "log.failed_validation_on_array", "stream"},
    // launchers
    Needle{"There are not enough slots available", "log.there_are_not_enough_slots_available"},
    Needle{"Primary job  terminated normally", "log.rank_failed"},
    Needle{"mpirun noticed that process rank", "log.mpirun_noticed_that_process_rank"},
    Needle{"mpirun was unable to launch", "log.mpirun_was_unable_to_launch"},
    Needle{"mpirun was unable to find the specified executable",
           "log.mpirun_was_unable_to_find_the_specified_executable"},
    Needle{"ORTE was unable to reliably start", "log.orte_was_unable_to_reliably_start"},
    Needle{"ORTE does not know how to route a message", "log.orte_does_not_know_how_to_route_a_message"},
    Needle{"unable to complete a TCP connection", "log.no_tcp_between_nodes"},
    Needle{"OMPI was not built with SLURM's PMI support", "log.ompi_was_not_built_with_slurm_s_pmi_support"},
    Needle{"can not load PMIx library", "log.can_not_load_pmix_library"},
    Needle{"srun: error:", "log.srun_error"},
    Needle{"queued and waiting for resources", "log.queued_and_waiting_for_resources"},
    Needle{"slurmstepd: error:", "log.slurm_step_ended"},
    Needle{"Host key verification failed", "log.host_key_verification_failed"},
    Needle{"Permission denied (publickey", "log.no_accepted_key"},
    // the RDMA library
    Needle{"Failed to open libibverbs", "log.rdma_library_missing"},
    Needle{"libibverbs: ", "log.rdma_library_warns", {}, isAboutProvider},
    // the shell, the loader and the kernel
    Needle{"error while loading shared libraries", "log.error_while_loading_shared_libraries"},
    Needle{": command not found", "log.command_not_found"},
    Needle{"No such file or directory", "log.no_such_file", {}, isOfLauncher},
    Needle{"Permission denied", "log.permission_denied", {}, isAboutDevices},
    Needle{"Segmentation fault", "log.crashed"},
    Needle{"(core dumped)", "log.crashed"},
    Needle{"Out of memory", "log.out_of_memory"},
    Needle{"out of memory", "log.out_of_memory"},
    Needle{"No space left on device", "log.no_space_left_on_device"},
    Needle{"Cannot allocate memory", "log.cannot_allocate_memory", {}, isAboutDevices},
    Needle{": Cannot allocate memory", "log.out_of_memory"},
    Needle{"NVRM: Xid", "log.xid"},
    Needle{"Traceback (most recent call last)", "log.python_failed"},
    // not specific to a tool: general errors
    Needle{"[CUDA_ERROR_", "log.error_line"},
    Needle{"CUDA error at ", "log.error_line"},
    Needle{"[ERROR", "log.error_line"},
    Needle{"ERROR:", "log.error_line", {}, isNoNumber},
    Needle{"Error:", "log.error_line", {}, isNoNumber},
    Needle{" error: ", "log.error_line", {}, isNoNumber},
    Needle{"FATAL", "log.error_line", {}, isWord},
    Needle{"Failed to ", "log.error_line"},
    Needle{"failed to ", "log.error_line"},
    Needle{"Couldn't ", "log.error_line"},
    Needle{"Unable to ", "log.error_line"},
    Needle{"[WARN", "log.warning_line"},
    Needle{"WARNING: ", "log.warning_line"},
};

/// In the order of Symptom.
constexpr std::array<std::string_view, 4> kSymptoms = {"log.wrong_values", "log.implausible_row",
                                                       "log.single_rank_runs", "log.requests_failed"};

std::vector<std::string_view> needles() {
    std::vector<std::string_view> all;
    all.reserve(kTable.size());
    for (const Needle &row : kTable)
        all.push_back(row.text);
    return all;
}

const Needle *needleOf(std::string_view line) {
    constexpr int kMostPlaces = 4; // of one text, so that a hostile line costs no more than its length
    static const nccl::log::Needles kNeedles(needles());
    const auto found = kNeedles.firstIn(line);
    for (std::size_t i = found.value_or(kTable.size()); i < kTable.size(); ++i) {
        const Needle &row = kTable[i];
        std::size_t at = line.find(row.text);
        for (int place = 0; place < kMostPlaces && at != std::string_view::npos; ++place) {
            if (row.holds == nullptr || row.holds(line, line.substr(at + row.text.size())))
                return &row;
            at = line.find(row.text, at + 1);
        }
    }
    return nullptr;
}

} // namespace

Finding explainedDiagnostic(Symptom symptom, std::string_view line, std::uint64_t number) {
    return logFinding(kSymptoms[static_cast<std::size_t>(symptom)], line, number);
}

std::optional<Finding> diagnosticOf(std::string_view line, std::uint64_t number) {
    // A line of the tests that quotes the library: the library's own message is more specific.
    if (line.find("Test NCCL failure") != std::string_view::npos ||
        line.find("Test CUDA failure") != std::string_view::npos ||
        line.find("NCCL WARN") != std::string_view::npos) {
        Finding diagnostic = logFinding("log.error_line", line, number);
        if (const nccl::log::Explanation *known = nccl::log::explanationOf(line)) {
            if (!known->meaning.empty())
                diagnostic.set("meaning", known->meaning);
            if (!known->remedy.empty())
                diagnostic.set("remedy", known->remedy);
        }
        return diagnostic;
    }
    const Needle *row = needleOf(line);
    return row != nullptr ? std::optional(logFinding(row->rule, line, number)) : std::nullopt;
}

std::string_view toolOfDiagnostic(std::string_view line) {
    const Needle *row = needleOf(line);
    return row != nullptr ? row->tool : std::string_view();
}

bool takeOther(ResultsBuilder &builder, std::size_t run, std::string_view line) {
    auto diagnostic = diagnosticOf(line, builder.line());
    if (!diagnostic)
        return false;
    builder.diagnostic(run, std::move(*diagnostic));
    return true;
}

} // namespace fabricscope::bench::output
