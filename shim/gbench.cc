// SPDX-License-Identifier: GPL-2.0-or-later
#include "gbench.h"

#include <benchmark/benchmark.h>

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

struct gbench_state {
	benchmark::State &state;
	std::string &skipped; /* of all repetitions of the benchmark */
};

namespace
{

/*
 * 1.8 renamed error_occurred and error_message to skipped and skip_message, and no released header
 * says its version. Overload resolution picks what the Run at hand has: the int argument prefers
 * the first.
 */
template <class Run> auto skip_reason(const Run &run, int) -> decltype(run.error_message.c_str())
{
	return run.error_occurred ? run.error_message.c_str() : nullptr;
}

template <class Run> auto skip_reason(const Run &run, long) -> decltype(run.skip_message.c_str())
{
	return run.skipped ? run.skip_message.c_str() : nullptr;
}

class Reporter : public benchmark::BenchmarkReporter
{
      public:
	Reporter(gbench_report_fn report, void *user) : report_(report), user_(user)
	{
	}

	bool ReportContext(const Context &) override
	{
		return true;
	}

	void ReportRuns(const std::vector<Run> &runs) override
	{
		for (const Run &run : runs)
			if (run.run_type == Run::RT_Iteration)
				report_one(run);
	}

      private:
	void report_one(const Run &run)
	{
		std::vector<gbench_counter> counters;

		for (const auto &c : run.counters)
			counters.push_back({c.first.c_str(), c.second.value});
		gbench_result result = {};
		result.name = run.run_name.function_name.c_str();
		result.iterations = static_cast<uint64_t>(run.iterations);
		result.repetition = static_cast<unsigned int>(run.repetition_index);
		result.real_ns = run.real_accumulated_time * 1e9;
		result.cpu_ns = run.cpu_accumulated_time * 1e9;
		result.skipped = skip_reason(run, 0);
		result.counters = counters.data();
		result.nr_counters = counters.size();
		report_(&result, user_);
	}

	gbench_report_fn report_;
	void *user_;
};

/* Initialize() wants a command line; ours has no arguments. */
void initialize_once()
{
	static bool done;
	static char name[] = "gbench";
	static char *argv[] = {name, nullptr};
	int argc = 1;

	if (!done)
		benchmark::Initialize(&argc, argv);
	done = true;
}

} // namespace

extern "C" void gbench_skip(struct gbench_state *state, const char *reason)
{
	state->skipped = reason;
	state->state.SkipWithError(state->skipped.c_str());
}

extern "C" void gbench_pause(struct gbench_state *state)
{
	state->state.PauseTiming();
}

extern "C" void gbench_resume(struct gbench_state *state)
{
	state->state.ResumeTiming();
}

extern "C" void gbench_set_time(struct gbench_state *state, double seconds)
{
	state->state.SetIterationTime(seconds);
}

extern "C" void gbench_set_counter(struct gbench_state *state, const char *name, double value)
{
	state->state.counters[name] = benchmark::Counter(value);
}

extern "C" int gbench_register(const char *name, const struct gbench_options *options, gbench_fn fn,
			       void *user)
{
	if (!*name || !options->iterations || !options->repetitions ||
	    options->iterations > INT64_MAX || options->repetitions > INT_MAX)
		return -EINVAL;
	try {
		auto skipped = std::make_shared<std::string>();
		auto loop = [fn, user, skipped](benchmark::State &s) {
			gbench_state state{s, *skipped};

			/* The library goes on with the other repetitions. */
			if (!skipped->empty())
				s.SkipWithError(skipped->c_str());
			/* The whole count in one batch: true once, then false. */
			while (s.KeepRunningBatch(s.max_iterations))
				fn(&state, static_cast<uint64_t>(s.max_iterations), user);
		};
		auto *b = benchmark::RegisterBenchmark(name, loop);

		b->Iterations(static_cast<benchmark::IterationCount>(options->iterations));
		b->Repetitions(static_cast<int>(options->repetitions));
		if (options->manual_time)
			b->UseManualTime();
	} catch (const std::exception &) {
		return -ENOMEM;
	}
	return 0;
}

extern "C" int gbench_run(gbench_report_fn report, void *user)
{
	try {
		initialize_once();
		Reporter reporter(report, user);
		size_t run = benchmark::RunSpecifiedBenchmarks(&reporter, "all");

		benchmark::ClearRegisteredBenchmarks();
		return static_cast<int>(run);
	} catch (const std::exception &e) {
		fprintf(stderr, "google/benchmark: %s\n", e.what());
		benchmark::ClearRegisteredBenchmarks();
		return -EIO;
	}
}

extern "C" void gbench_clear(void)
{
	benchmark::ClearRegisteredBenchmarks();
}

extern "C" void gbench_cpu(struct gbench_cpu_info *cpu)
{
	const benchmark::CPUInfo &info = benchmark::CPUInfo::Get();

	cpu->num_cpus = info.num_cpus;
	cpu->mhz = info.cycles_per_second / 1e6;
	cpu->scaling_enabled = info.scaling == benchmark::CPUInfo::ENABLED    ? 1
			       : info.scaling == benchmark::CPUInfo::DISABLED ? 0
									      : -1;
}

extern "C" size_t gbench_caches(struct gbench_cache *caches, size_t size)
{
	const auto &all = benchmark::CPUInfo::Get().caches;

	for (size_t i = 0; i < all.size() && i < size; i++)
		caches[i] = {all[i].type.c_str(), all[i].level, all[i].size, all[i].num_sharing};
	return all.size();
}
