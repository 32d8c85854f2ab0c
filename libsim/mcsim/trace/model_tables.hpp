// The parameters of all workload models, in the order of the help: one table for the commands, the
// keys of a workload, and the readers.
#pragma once

#include "mcsim/trace/model_parameters.hpp"

// clang-format off: a table has one row a line.
namespace mcsim::trace {

inline constexpr ModelParameter lublin_parameters[] = {
    {.name = "jobs", .kind = ModelParameter::Kind::whole, .about = "How many jobs.", .fallback = "50000", .lowest = 1, .highest = 100'000'000},
    {.name = "type", .kind = ModelParameter::Kind::choice, .about = "Which jobs: batch jobs, interactive ones, both, each with their own defaults, or all, with the defaults of jobs whose type is not told apart. A parameter that is given holds for both.", .fallback = "batch", .allowed = "batch interactive both all"},
    {.name = "procs", .kind = ModelParameter::Kind::whole, .about = "The processors of the machine.", .fallback = "128", .lowest = 2, .highest = 1'000'000'000},
    {.name = "serial_prob", .about = "Share of jobs of one processor.", .fallback_rule = "batch 0.2927, interactive 0.1541, all 0.244", .highest = 1},
    {.name = "pow2_prob", .about = "Share of jobs whose size is a power of 2 above 1.", .fallback_rule = "batch 0.6686, interactive 0.625, all 0.576", .highest = 1},
    {.name = "ulow", .about = "Log2 of the size of jobs that are not serial: the least.", .fallback_rule = "batch 1.2, interactive 1, all 0.8", .highest = 30},
    {.name = "umed", .about = "Log2 of their size: where its two uniform parts meet.", .fallback_rule = "batch uhi - 2, interactive and all uhi - 2.5, at least ulow", .highest = 30},
    {.name = "uhi", .about = "Log2 of their size: the most.", .fallback_rule = "log2 of procs, for interactive jobs 1.5 less", .highest = 30},
    {.name = "uprob", .about = "The probability of the lower part, from ulow to umed.", .fallback_rule = "batch 0.875, interactive 0.705, all 0.86", .highest = 1},
    {.name = "a1", .about = "Ln of the run time in seconds is of one of two gamma distributions: shape of the first.", .fallback_rule = "batch 6.57, interactive 3.8351, all 4.2", .highest = 1'000'000},
    {.name = "b1", .about = "Scale of the first gamma of run times.", .fallback_rule = "batch 0.823, interactive 0.6605, all 0.94", .highest = 1'000},
    {.name = "a2", .about = "Shape of the second gamma of run times.", .fallback_rule = "batch 639.1, interactive 7.073, all 312", .highest = 1'000'000},
    {.name = "b2", .about = "Scale of the second gamma of run times.", .fallback_rule = "batch 0.0156, interactive 0.6856, all 0.03", .highest = 1'000},
    {.name = "pa", .about = "The probability of the first gamma of run times is pa x size + pb, cut off at 0 and 1.", .fallback_rule = "batch -0.003, interactive -0.0118, all -0.0054", .lowest = -1, .highest = 1},
    {.name = "pb", .about = "See pa.", .fallback_rule = "batch 0.6986, interactive 0.9156, all 0.78", .lowest = -1000, .highest = 1000},
    {.name = "aarr", .about = "Ln of the seconds between arrivals at rush hours is of a gamma distribution: shape.", .fallback_rule = "batch 6.0415, interactive 6.551, all 10.2303", .highest = 1'000},
    {.name = "barr", .about = "Scale of the gamma of times between arrivals.", .fallback_rule = "batch 0.8531, interactive 0.6621, all 0.4871", .highest = 1'000},
    {.name = "arar", .about = "Factor of aarr, which makes it that of all hours.", .fallback_rule = "batch 1.0519, interactive 0.9797, all 1.0225", .highest = 1'000},
    {.name = "anum", .about = "Arrivals by the half hours of the day are of a gamma distribution: shape.", .fallback_rule = "batch 6.1271, interactive 8.9186, all 8.1737", .highest = 10'000},
    {.name = "bnum", .about = "Scale of the gamma of arrivals by the half hours of the day.", .fallback_rule = "batch 5.274, interactive 3.668, all 3.9631", .highest = 10'000},
    {.name = "day_start", .kind = ModelParameter::Kind::whole, .about = "The half hour of the day, counted from 1, at which the gamma of arrivals begins.", .fallback = "11", .highest = 47},
    {.name = "max_run_time", .kind = ModelParameter::Kind::whole, .about = "Longer run times are drawn again.", .fallback = "162754", .lowest = 1, .highest = 1'000'000'000, .unit = "s"},
    {.name = "max_gap", .kind = ModelParameter::Kind::whole, .about = "Longer times between arrivals, before the hour of the day is looked at, are drawn again.", .fallback = "442413", .lowest = 1, .highest = 1'000'000'000, .unit = "s"},
};

inline constexpr ModelParameter cyclic_parameters[] = {
    {.name = "days", .kind = ModelParameter::Kind::whole, .about = "How long jobs arrive.", .fallback_rule = "28; with a trace its whole weeks", .lowest = 1, .highest = 36'500, .unit = "days"},
    {.name = "rates", .kind = ModelParameter::Kind::text, .about = "Jobs an hour: one number, 24 by the hour of the day, or 168 by the hour of the week, from time 0 on; separated by blanks.", .fallback_rule = "those of the trace"},
    {.name = "run_times", .kind = ModelParameter::Kind::text, .about = "Quantiles of run times in seconds, such as 0:1 0.5:600 1:86400: half of the jobs run up to 600 s; between them straight lines. Two points of the same value are a share of exactly that value.", .fallback_rule = "those of the trace"},
    {.name = "widths", .kind = ModelParameter::Kind::text, .about = "Quantiles of processors, likewise; they are rounded.", .fallback_rule = "those of the trace"},
    {.name = "memory_mb", .kind = ModelParameter::Kind::text, .about = "Quantiles of the memory of a processor in MB, likewise.", .fallback_rule = "those of the trace, else not known"},
    {.name = "users", .kind = ModelParameter::Kind::text, .about = "Quantiles of the numbers of users, likewise.", .fallback_rule = "those of the trace, else not known"},
    {.name = "procs", .kind = ModelParameter::Kind::whole, .about = "The processors of the machine.", .fallback_rule = "MaxProcs of the trace, or the largest width where that is more", .lowest = 1, .highest = 1'000'000'000},
};

inline constexpr ModelParameter estimate_parameters[] = {
    {.name = "max_estimate", .kind = ModelParameter::Kind::whole, .about = "The longest estimate, which is the most popular one.", .fallback_rule = "the longest requested time of the trace, or its longest run time in whole hours where that is more", .lowest = 3600, .highest = 1'000'000'000, .unit = "s"},
    {.name = "max_share", .about = "Per cent of the jobs that have the longest estimate.", .fallback_rule = "what the other popular estimates leave of head_sum", .highest = 100},
    {.name = "values", .kind = ModelParameter::Kind::whole, .about = "How many different estimates there are.", .fallback_rule = "by the number of jobs, from 10 of 20 jobs to 565 of 250000", .lowest = 1, .highest = 10'000},
    {.name = "head_sum", .about = "Per cent of the jobs that have one of the 20 popular estimates.", .fallback = "89", .highest = 100},
    {.name = "head_a", .about = "The popular estimate of rank r, from 2 to 20, has head_a x e^(head_b x r) + head_c per cent of the jobs.", .fallback = "14.0491", .highest = 100},
    {.name = "head_b", .about = "See head_a.", .fallback = "-0.177531", .lowest = -100, .highest = 0},
    {.name = "head_c", .about = "See head_a.", .fallback = "0.462513", .highest = 100},
    {.name = "tail_b", .about = "The other estimates share the rest of the jobs as r^tail_b, from rank r = 21 on.", .fallback = "-2.267", .lowest = -100, .highest = 0},
    {.name = "time_p", .about = "Estimate x of the other ones, in order and as a part of all, is (a - 1) x / (a - x) of the longest, with a = 1 + time_p x values^time_q.", .fallback = "12.1039", .highest = 1'000'000},
    {.name = "time_q", .about = "See time_p.", .fallback = "-0.6026", .lowest = -10, .highest = 10},
};

// clang-format on
}  // namespace mcsim::trace
