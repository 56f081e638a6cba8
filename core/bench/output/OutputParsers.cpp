// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/output/OutputParsers.h"

#include "core/base/EscapeFilter.h"
#include "core/base/LinePrefix.h"
#include "core/base/LineSplitter.h"
#include "core/base/RestoredLines.h"
#include "core/bench/output/InferenceReader.h"
#include "core/bench/output/RvsReader.h"
#include "core/bench/output/ServingReader.h"
#include "core/bench/output/ServingSums.h"
#include "core/bench/output/collectives/CollectiveReader.h"
#include "core/bench/output/collectives/RasReader.h"
#include "core/bench/output/documents/CsvReader.h"
#include "core/bench/output/documents/JsonOutputReader.h"
#include "core/bench/output/memory/CudaPeerReader.h"
#include "core/bench/output/memory/GpuCopyReader.h"
#include "core/bench/output/memory/GpuStreamReader.h"
#include "core/bench/output/memory/NvbandwidthReader.h"
#include "core/bench/output/memory/RocmBandwidthReader.h"
#include "core/bench/output/memory/StreamReader.h"
#include "core/bench/output/memory/TransferBenchReader.h"
#include "core/bench/output/perftest/MeshReader.h"
#include "core/bench/output/perftest/OsuReader.h"
#include "core/bench/output/perftest/PairLogReader.h"
#include "core/bench/output/perftest/PerftestJsonReader.h"
#include "core/bench/output/perftest/PerftestReader.h"
#include "core/bench/output/perftest/UcxReader.h"
#include "core/bench/output/telemetry/AmdSmiReader.h"
#include "core/bench/output/telemetry/CounterReader.h"
#include "core/bench/output/telemetry/DmonReader.h"
#include "core/bench/output/telemetry/RocmSmiReader.h"
#include "core/bench/output/text/Diagnostics.h"
#include "core/bench/output/text/LineNumbers.h"
#include "core/bench/output/text/LineShapes.h"
#include "core/bench/output/text/LogFinding.h"
#include "core/bench/output/text/PlainBytes.h"
#include "core/nccl/log/DebugLogReader.h"
#include "core/nccl/log/LibraryLine.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace fabricscope::bench::output {

namespace {

/// The first line of one tool must not match another's: the first kind that matches takes it.
constexpr std::array kKinds = {
    OutputKind{"nccl-tests", &CollectiveReader::begins, &makeReader<CollectiveReader>},
    OutputKind{"nccl-tests", &JsonOutputReader::begins, &makeReader<JsonOutputReader>},
    OutputKind{"rccl-tests", &CollectiveReader::begins, &makeReader<CollectiveReader>},
    OutputKind{"rccl-tests", &JsonOutputReader::begins, &makeReader<JsonOutputReader>},
    OutputKind{"rccl-tests", &RecordsCsvReader::begins, &makeReader<RecordsCsvReader>},
    OutputKind{"perftest", &PerftestReader::begins, &makeReader<PerftestReader>},
    OutputKind{"perftest", &PerftestJsonReader::begins, &makeReader<PerftestJsonReader>},
    OutputKind{"perftest-mesh", &MeshReader::begins, &makeReader<MeshReader>},
    OutputKind{"perftest-mesh", &PairLogReader::begins, &makeReader<PairLogReader>},
    OutputKind{"rvs", &RvsReader::begins, &makeReader<RvsReader>},
    OutputKind{"rvs", &JsonOutputReader::begins, &makeReader<JsonOutputReader>},
    OutputKind{"transferbench", &TransferBenchReader::begins, &makeReader<TransferBenchReader>},
    OutputKind{"rocm-bandwidth-test", &RocmBandwidthReader::begins, &makeReader<RocmBandwidthReader>},
    OutputKind{"nvbandwidth", &NvbandwidthReader::begins, &makeReader<NvbandwidthReader>},
    OutputKind{"nvbandwidth", &JsonOutputReader::begins, &makeReader<JsonOutputReader>},
    OutputKind{"gpu-copy", &GpuCopyReader::begins, &makeReader<GpuCopyReader>},
    OutputKind{"gpu-stream", &GpuStreamReader::begins, &makeReader<GpuStreamReader>},
    OutputKind{"stream", &StreamReader::begins, &makeReader<StreamReader>},
    OutputKind{"nvidia-smi-dmon", &DmonReader::begins, &makeReader<DmonReader>},
    OutputKind{"nvidia-smi", &TelemetryCsvReader::begins, &makeReader<TelemetryCsvReader>},
    OutputKind{"rocm-smi", &RocmSmiReader::begins, &makeReader<RocmSmiReader>},
    OutputKind{"rocm-smi", &JsonOutputReader::begins, &makeReader<JsonOutputReader>},
    OutputKind{"rocm-smi", &TelemetryCsvReader::begins, &makeReader<TelemetryCsvReader>},
    OutputKind{"amd-smi", &AmdSmiReader::begins, &makeReader<AmdSmiReader>},
    OutputKind{"amd-smi", &JsonOutputReader::begins, &makeReader<JsonOutputReader>},
    OutputKind{"amd-smi", &TelemetryCsvReader::begins, &makeReader<TelemetryCsvReader>},
    OutputKind{"counters", &CounterReader::begins, &makeReader<CounterReader>},
    OutputKind{"vllm", &ServingReader::begins, &makeReader<ServingReader>},
    OutputKind{"vllm", &JsonOutputReader::begins, &makeReader<JsonOutputReader>},
    OutputKind{"inference", &InferenceReader::begins, &makeReader<InferenceReader>},
    OutputKind{"rcclras", &RasReader::begins, &makeReader<RasReader>},
    OutputKind{"rcclras", &JsonOutputReader::begins, &makeReader<JsonOutputReader>},
    OutputKind{"nccl-inspector", &JsonOutputReader::begins, &makeReader<JsonOutputReader>},
    OutputKind{"osu", &OsuReader::begins, &makeReader<OsuReader>},
    OutputKind{"ucx-perftest", &UcxReader::begins, &makeReader<UcxReader>},
    OutputKind{"p2p-bandwidth-latency-test", &CudaPeerReader::begins, &makeReader<CudaPeerReader>},
    OutputKind{"nvidia-smi-topo-p2p", &PeerStatusReader::begins, &makeReader<PeerStatusReader>},
};

/// Kinds that can also be recognized by a line in the middle, if the tool is not known yet: users sent the
/// last part of a log.
struct Continuation {
    std::unique_ptr<LineReader> (*make)(ResultsBuilder &builder);
    bool (*continues)(std::string_view line);
};
constexpr std::array kContinuations = {
    Continuation{&makeReader<CollectiveReader>, &CollectiveReader::continues},
};

bool continues(const OutputKind &kind, std::string_view line) {
    return std::any_of(kContinuations.begin(), kContinuations.end(),
                       [&](const Continuation &one) { return one.make == kind.make && one.continues(line); });
}

constexpr std::size_t kMaxStreams = 256, kMaxPrefixes = 4;
constexpr std::size_t kLongestBefore = 1024;

LibraryTransport valuesOf(const nccl::log::DebugLog &log) {
    LibraryTransport library;
    for (nccl::log::TransportSum &sum : nccl::log::transportSums(log))
        library.transports.push_back({std::move(sum.via), sum.gdr.has_value(), sum.all,
                                      sum.gdr ? std::optional(sum.direct) : std::nullopt});
    library.bootstrapInterface = log.bootstrapInterface;
    library.topologyFile = log.topologyFile;
    library.topologyFileLoaded = !log.topologyFile.empty();
    if (const nccl::log::Setting *asked = log.setting("NCCL_TOPO_FILE"); !library.topologyFileLoaded && asked)
        library.topologyFile = asked->value;
    return library;
}

/// A report of a problem, or where a tool begins: no terminal broke it off the line before. What a warning of
/// the library says may be such a report.
bool isOtherLine(std::string_view line, std::string_view before) {
    constexpr std::string_view kWarning = "NCCL WARN";
    if (line.find(kWarning) == line.npos && before.find(kWarning) == before.npos && diagnosticOf(line, 0))
        return true;
    return std::any_of(kKinds.begin(), kKinds.end(),
                       [&](const OutputKind &kind) { return kind.begins(line); });
}

/// No-break spaces from web pages, in UTF-8 and in the Windows encoding.
constexpr char kHardBlank = '\xA0';
std::string withSoftBlanks(std::string_view line) {
    std::string plain;
    for (const char c : line) {
        const bool blank =
            c == kHardBlank &&
            (plain.empty() || static_cast<unsigned char>(plain.back()) < 0x80 || plain.back() == '\xC2');
        if (blank && !plain.empty() && plain.back() == '\xC2')
            plain.back() = ' ';
        else
            plain += blank ? ' ' : c;
    }
    return plain;
}

/// The lines with one label: of one rank or host.
class Stream {
public:
    Stream(std::string label, const std::vector<OutputKind> &kinds, ResultsBuilder &builder)
        : m_label(std::move(label)), m_kinds(kinds), m_readers(kinds.size()), m_builder(&builder) {}

    [[nodiscard]] const std::string &label() const { return m_label; }
    [[nodiscard]] std::size_t run() const {
        return m_active == nullptr ? ResultsBuilder::kNoRun : m_active->run();
    }

    bool active(std::string_view line) { return m_active != nullptr && m_active->line(line); }
    void end() {
        for (const auto &reader : m_readers)
            if (reader != nullptr)
                reader->end();
    }
    [[nodiscard]] bool isWhole(std::string_view line) const {
        return m_active != nullptr && m_active->isWhole(line);
    }
    bool tail(std::string_view text) { return m_active != nullptr && m_active->tail(text); }

    /// A line that the tool of this stream does not know: another tool may begin, or one that began earlier
    /// writes in between (telemetry during a test).
    bool other(std::string_view line) {
        for (std::size_t i = 0; i < m_kinds.size(); ++i) {
            if (!m_kinds[i].begins(line))
                continue;
            if (m_readers[i] == nullptr)
                m_readers[i] = m_kinds[i].make(*m_builder);
            if (m_readers[i].get() != m_active && m_readers[i]->line(line)) {
                m_active = m_readers[i].get();
                return true;
            }
        }
        for (const auto &reader : m_readers)
            if (reader != nullptr && reader.get() != m_active && reader->line(line))
                return true;
        return continued(line);
    }

private:
    bool continued(std::string_view line) {
        for (std::size_t i = 0; i < m_kinds.size(); ++i) {
            if (m_readers[i] != nullptr || !continues(m_kinds[i], line))
                continue;
            m_readers[i] = m_kinds[i].make(*m_builder);
            m_active = m_readers[i].get();
            return m_active->line(line);
        }
        return false;
    }

    std::string m_label;
    const std::vector<OutputKind> &m_kinds;
    std::vector<std::unique_ptr<LineReader>> m_readers; ///< by kind, created on demand
    ResultsBuilder *m_builder;
    LineReader *m_active = nullptr;
};

class Parser : public OutputParser {
public:
    Parser(std::vector<OutputKind> kinds, std::string_view assumed)
        : m_kinds(std::move(kinds)), m_builder(assumed) {
        m_streams.push_back(std::make_unique<Stream>(std::string(), m_kinds, m_builder));
    }

    Change feed(std::string_view bytes) override {
        m_plain.feed(bytes, [this](std::string_view text) { feedPlain(text); });
        return changed();
    }

    Change idle() override {
        if (const std::string_view tail = m_splitter.tail(); !tail.empty())
            takeTail(tail);
        return changed();
    }

    Change end() override {
        m_plain.end([this](std::string_view text) { feedPlain(text); });
        if (m_restored) {
            m_numbers.end([this](std::string_view bare) { feedSaved(bare); });
            m_restored->end([this](const RestoredLines::Line &line) { take(line); });
        } else
            m_splitter.end([this](std::string_view line) { take({line, m_splitter.line(), true}); });
        for (const auto &stream : m_streams)
            stream->end();
        noteChangedBreaks();
        addServingSums(m_builder);
        m_builder.emitRows();
        return changed();
    }

    void setRowSink(RowSink sink) override { m_builder.setRowSink(std::move(sink)); }
    void setPointSink(PointSink sink) override { m_builder.setPointSink(std::move(sink)); }
    void restoreLines() override { m_restored.emplace(lineShapes(), &isOtherLine); }

    [[nodiscard]] const std::vector<Results> &results() const override { return m_builder.results(); }
    [[nodiscard]] const nccl::log::DebugLog *library() const override {
        return m_libraryRun == ResultsBuilder::kNoRun ? nullptr : &m_library.log();
    }

private:
    void feedPlain(std::string_view text) {
        m_escapes.feed(text, [this](std::string_view shown) {
            if (m_restored)
                m_numbers.feed(shown, [this](std::string_view bare) { feedSaved(bare); });
            else
                m_splitter.feed(shown, [this](std::string_view line) { take({line, m_splitter.line()}); });
        });
    }

    void feedSaved(std::string_view text) {
        m_restored->feed(text, [this](const RestoredLines::Line &line) { take(line); });
    }

    void take(const RestoredLines::Line &line) {
        m_builder.setLine(line.number);
        if (line.isLast && !isWholeLast(line.text)) {
            if (diagnosticOf(line.text, line.number)) { // a report of a problem is one, even if it is cut
                takeUnknown(line.text, m_streams[0]->run());
                return;
            }
            const bool isUsed = isNamedDecimal(line.text);
            const nccl::log::LibraryLine library = nccl::log::libraryLine(line.text);
            if (!isUsed && !isCertain(library)) {
                noteUnfinished("log.unfinished_line", line);
                return;
            }
            if (isUsed)
                noteUnfinished("log.cut_value", line);
        }
        m_before = line.text.substr(0, kLongestBefore);
        takePlain(line.text);
    }

    /// Part of a line whose rest may never arrive.
    void takeTail(std::string_view tail) {
        if (m_streams[0]->tail(tail))
            return;
        for (const LearnedPrefix &prefix : m_prefixes)
            if (const auto prefixed = prefix.take(tail))
                if (Stream *stream = streamOf(prefixed->label);
                    stream != nullptr && stream->tail(prefixed->rest))
                    return;
    }

    /// The last line of a log, by what its tool prints. JSON states itself what it lacks.
    [[nodiscard]] bool isWholeLast(std::string_view line) const {
        if (isWholeLastLine(line, m_before) || m_streams[0]->isWhole(line))
            return true;
        return std::any_of(m_prefixes.begin(), m_prefixes.end(), [&](const LearnedPrefix &prefix) {
            const auto prefixed = prefix.take(line);
            const Stream *stream = prefixed ? streamOf(prefixed->label) : nullptr;
            return stream != nullptr && stream->isWhole(prefixed->rest);
        });
    }

    /// Of a run that is ended the last line is often cut: only in a saved log is it worth a note.
    void noteUnfinished(std::string_view rule, const RestoredLines::Line &line) {
        if (m_restored && !m_builder.results().empty())
            m_builder.diagnostic(m_builder.current(), logFinding(rule, line.text, line.number));
    }

    void noteChangedBreaks() {
        if (!m_restored || m_builder.results().empty() || m_restored->joined() + m_restored->separated() == 0)
            return;
        Finding note("log.line_breaks");
        note.set("changes", changedBreaksText(m_restored->joined(), m_restored->separated()));
        m_builder.diagnostic(0, std::move(note));
    }

    void takePlain(std::string_view line, bool softened = false) {
        // A time before each line looks like the name of a value: "2026-11-22T13:11:54Z  65536 ...".
        for (const LearnedPrefix &prefix : m_prefixes) {
            const auto prefixed = prefix.take(line);
            if (!prefixed || !prefixed->label.empty())
                continue;
            if (m_streams[0]->active(prefixed->rest) ||
                prefixed->rest.find_first_not_of(" \t") == std::string_view::npos)
                return;
        }
        if (m_streams[0]->active(line))
            return;
        if (!softened && line.find(kHardBlank) != std::string_view::npos) {
            takePlain(withSoftBlanks(line), true);
            return;
        }
        const bool library = nccl::log::isLibraryLine(line);
        for (const LearnedPrefix &prefix : m_prefixes)
            if (const auto prefixed = prefix.take(line)) {
                // A command line is known under any prefix: what follows it may have more forms.
                const bool more = !library && prefixed->label.empty() && !begins(prefixed->rest);
                if (!more || !learn(line))
                    takePrefixed(*prefixed, library);
                return;
            }
        if (library) {
            takeLibrary(line, m_streams[0]->run());
            return;
        }
        if (m_streams[0]->other(line))
            return;
        if (learn(line))
            return;
        takeUnknown(line, m_streams[0]->run());
    }

    /// Takes the line without forms that were not seen yet, if a tool's output begins behind them.
    bool learn(std::string_view line) {
        if (m_prefixes.size() >= kMaxPrefixes)
            return false;
        const auto learned = LearnedPrefix::of(line, [this](std::string_view rest) { return begins(rest); });
        if (!learned || std::find(m_prefixes.begin(), m_prefixes.end(), *learned) != m_prefixes.end())
            return false;
        m_prefixes.insert(m_prefixes.begin(), *learned);
        if (const auto prefixed = learned->take(line))
            takePrefixed(*prefixed, false);
        return true;
    }

    void takePrefixed(const Prefixed &prefixed, bool library) {
        if (!library && !prefixed.tag.empty() && prefixed.rest.find(prefixed.tag) != std::string_view::npos) {
            const std::string joined = withoutTags(prefixed.rest, prefixed.tag);
            takePrefixed({prefixed.label, joined}, library);
            return;
        }
        Stream *stream = streamOf(prefixed.label);
        if (stream == nullptr && !library && m_streams.size() < kMaxStreams && begins(prefixed.rest)) {
            m_streams.push_back(std::make_unique<Stream>(std::string(prefixed.label), m_kinds, m_builder));
            stream = m_streams.back().get();
        }
        if (stream != nullptr && stream->active(prefixed.rest))
            return;
        const std::size_t run = stream == nullptr ? ResultsBuilder::kNoRun : stream->run();
        if (library)
            takeLibrary(prefixed.rest, run);
        else if (stream == nullptr || !stream->other(prefixed.rest))
            takeUnknown(prefixed.rest, run);
    }

    [[nodiscard]] Stream *streamOf(std::string_view label) const {
        for (const auto &stream : m_streams)
            if (stream->label() == label)
                return stream.get();
        return nullptr;
    }

    [[nodiscard]] bool begins(std::string_view line) const {
        return std::any_of(m_kinds.begin(), m_kinds.end(), [&](const OutputKind &kind) {
            return kind.begins(line) || continues(kind, line);
        });
    }

    void takeLibrary(std::string_view line, std::size_t run) {
        if (run == ResultsBuilder::kNoRun)
            run = m_builder.current();
        if (run != m_libraryRun) {
            publishTransport();
            m_library = {};
            m_libraryRun = run;
        }
        const std::size_t before = m_library.log().warnings.size();
        m_library.line(line, m_builder.line());
        m_libraryChanged = true;
        if (m_builder.at(run).tool.empty())
            m_builder.at(run).tool = "nccl";
        if (line.find("NCCL WARN ") != std::string_view::npos)
            takeOther(m_builder, run, line);
        else if (m_library.log().warnings.size() > before)
            takeLoss(run, m_library.log().warnings.back());
    }

    /// An INFO line that tells of a loss of speed.
    void takeLoss(std::size_t run, const nccl::log::Warning &warning) {
        Finding finding = logFinding("log.warning_line", warning.text, warning.line);
        if (!warning.meaning.empty())
            finding.set("meaning", warning.meaning);
        if (!warning.remedy.empty())
            finding.set("remedy", warning.remedy);
        m_builder.diagnostic(run, std::move(finding));
    }

    void takeUnknown(std::string_view line, std::size_t run) {
        auto diagnostic = diagnosticOf(line, m_builder.line());
        if (!diagnostic)
            return;
        if (run == ResultsBuilder::kNoRun)
            run = m_builder.current();
        if (m_builder.at(run).tool.empty())
            m_builder.at(run).tool = toolOfDiagnostic(line);
        m_builder.diagnostic(run, std::move(*diagnostic));
    }

    void publishTransport() {
        if (!m_libraryChanged)
            return;
        m_libraryChanged = false;
        std::vector<ContextFact> facts;
        for (nccl::log::TransportFact &fact : nccl::log::transportFacts(m_library.log()))
            facts.push_back({std::move(fact.key), std::move(fact.text)});
        m_builder.setTransport(m_libraryRun, std::move(facts), valuesOf(m_library.log()));
    }

    Change changed() {
        publishTransport();
        return m_builder.takeChange();
    }

    std::vector<OutputKind> m_kinds;
    ResultsBuilder m_builder;
    PlainBytes m_plain;
    EscapeFilter m_escapes;
    LineSplitter m_splitter;
    LineNumbers m_numbers;                          ///< of saved logs
    std::optional<RestoredLines> m_restored;        ///< of saved logs, in place of m_splitter
    std::string m_before;                           ///< the line before, its beginning
    std::vector<std::unique_ptr<Stream>> m_streams; ///< the first has no label
    std::vector<LearnedPrefix> m_prefixes;
    nccl::log::DebugLogReader m_library; ///< of the current run
    std::size_t m_libraryRun = ResultsBuilder::kNoRun;
    bool m_libraryChanged = false;
};

/// "rocm_bandwidth_test" is "rocm-bandwidth-test".
std::string normalized(std::string_view key) {
    std::string plain;
    for (const char c : key.substr(0, 64))
        plain += c == '_' || c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return plain;
}

} // namespace

std::unique_ptr<OutputParser> makeLineParser(std::vector<OutputKind> kinds, std::string_view assumed) {
    return std::make_unique<Parser>(std::move(kinds), assumed);
}

std::span<const OutputKind> outputKinds() {
    return kKinds;
}

} // namespace fabricscope::bench::output

namespace fabricscope::bench {

std::unique_ptr<OutputParser> makeParser(std::string_view tool) {
    const std::string key = output::normalized(tool);
    std::vector<output::OutputKind> kinds;
    for (const output::OutputKind &kind : output::kKinds) {
        // A reader with two keys is one kind of output.
        const bool known = std::any_of(kinds.begin(), kinds.end(),
                                       [&](const output::OutputKind &one) { return one.make == kind.make; });
        if (!known && (key == "auto" || key == kind.key))
            kinds.push_back(kind);
    }
    if (kinds.empty())
        return nullptr;
    return output::makeLineParser(std::move(kinds), key == "auto" ? std::string_view() : tool);
}

std::vector<std::string_view> parserKeys() {
    std::vector<std::string_view> keys = {"auto"};
    for (const output::OutputKind &kind : output::kKinds)
        if (kind.key != keys.back())
            keys.push_back(kind.key);
    return keys;
}

} // namespace fabricscope::bench
