// Resource requirement strings: what is read, what is refused and where, and printing and reading
// are inverse.
#include "mcsim/config/values/requirement_text.hpp"

#include <array>

#include "mcsim/text/picture.hpp"
#include "support/catch.hpp"
#include "support/mutation.hpp"
#include "support/requirements.hpp"

namespace mcsim::testing::requirement_text_test {

namespace {

/// The requirement as it is printed, or the pictures of all its mistakes.
std::string read(std::string_view text) {
  const auto resources = sample_resources();
  const auto requirement = parse_requirement(text, resources);
  if (requirement) return config::to_text(*requirement, resources);
  std::string pictures;
  for (const RequirementMistake& mistake : requirement.error()) {
    const std::string picture = caret_picture(text, mistake.position);
    pictures += (pictures.empty() ? "" : "\n") + picture.substr(picture.find('\n') + 1) + " " +
                mistake.message;
  }
  return pictures;
}

/// `message` under the first `mark` in `text`, or behind it where there is no mark.
std::string at(std::string_view text, std::string_view mark, const std::string& message) {
  return std::string(mark.empty() ? text.size() : text.find(mark), ' ') + "^ " + message;
}

const std::string unknown_end =
    "; known: r15s, r1m, r15m, ut, pg, io, ls, it, tmp, swp, mem, slots and 13 more";

struct Refusal {
  std::string text;
  std::string mark;  ///< begins at the caret
  std::string message;
};

void check(const std::vector<Refusal>& refusals) {
  for (const auto& [text, mark, message] : refusals) {
    INFO(text);
    CHECK(read(text) == at(text, mark, message));
  }
}

}  // namespace

TEST_CASE("a text without sections is a selection, and sections come in any order") {
  CHECK(read("mem>100") == "select[mem>100]");
  CHECK(read("bigmem") == "select[bigmem]");
  CHECK(read("type==any order[ut]") == "select[type==any] order[ut]");
  CHECK(read("same[type:model] span[ptile=2]rusage[mem=1] order[-r1m:mem]select[ncpus>1]") ==
        "select[ncpus>1] order[-r1m:mem] rusage[mem=1] span[ptile=2] same[type:model]");
  CHECK(read(" select [ ( mem>1 ) ]\tspan [ hosts = 1 ] ") == "select[mem>1] span[hosts=1]");
  CHECK(read("").empty());
  CHECK(read("  ").empty());
}

TEST_CASE("a requirement keeps the text that it was written as") {
  CHECK(requirement_of(" mem > 1 ").text == " mem > 1 ");
}

TEST_CASE("the operators bind as they do in C") {
  CHECK(read("mem>1 || swp>1 && tmp>1") == read("mem>1 || (swp>1 && tmp>1)"));
  CHECK(read("(mem>1 || swp>1) && tmp>1") == "select[(mem>1 || swp>1) && tmp>1]");
  CHECK(read("mem+swp*2>tmp-1") == "select[mem+swp*2>tmp-1]");
  CHECK(read("((mem+swp))*2 > (tmp-(1-2))") == "select[(mem+swp)*2>tmp-(1-2)]");
  CHECK(read("!bigmem && !(mem>1) && !!mem") == "select[!bigmem && !(mem>1) && !!mem]");
  CHECK(read("-mem - -1.50 < .5/2./4") == "select[-mem--1.5<0.5/2/4]");
  CHECK(select_of("mem>1 && swp>1 && tmp>1") == select_of("(mem>1 && swp>1) && tmp>1"));
  CHECK_FALSE(select_of("mem>1 && swp>1 && tmp>1") == select_of("mem>1 && (swp>1 && tmp>1)"));
}

TEST_CASE("string resources are compared with words, and any and local are no words") {
  CHECK(read("type==any && model!=local") == "select[type==any && model!=local]");
  CHECK(read("type=='any' && hname==any") == "select[type==\"any\" && hname==\"any\"]");
  CHECK(read("hname==host-1.site@C2") == "select[hname==host-1.site@C2]");
  CHECK(read("os == 'a \"b\" ] [' && os!=\"it's\"") == "select[os=='a \"b\" ] [' && os!=\"it's\"]");
  CHECK(read("type==X86_64&&model==5") == "select[type==X86_64 && model==5]");
  using Op = SelectExpression::Op;
  CHECK(select_of("type==any").nodes[1].op == Op::any);
  CHECK(select_of("type=='any'").nodes[1].op == Op::text);
  CHECK(select_of("model==local").nodes[1].op == Op::local);
}

TEST_CASE("the aliases of load indices are known, and so is what is defined") {
  CHECK(read("login<2 && swap>1 && idle>5 && cpu<1") == "select[ls<2 && swp>1 && it>5 && r1m<1]");
  CHECK(read("order[swap:-cpu] rusage[swap=5]") == "order[swp:-r1m] rusage[swp=5]");
  CHECK(read("defined( licence ) && !defined(swap)") ==
        "select[defined(licence) && !defined(swp)]");
  CHECK(find_builtin("nothing") == none<ResourceId>);
  CHECK(find_builtin("") == none<ResourceId>);
}

TEST_CASE("the built-in resources are LSF's load indices and the fixed ones of a host") {
  const auto table = builtin_resources();
  REQUIRE(table.size() == builtin::count);
  for (std::uint16_t id = 0; id < builtin::count; ++id) {
    CHECK(find_builtin(table[id].name) == resource(id));
    CHECK(table[id].dynamic == (id <= builtin::slots));
    CHECK(table[id].increasing == (id <= builtin::ls));
    CHECK((table[id].kind == ResourceKind::text) == (id >= builtin::type));
  }
}

TEST_CASE("what is reserved has an amount, a duration in minutes and perhaps a decay") {
  CHECK(read("rusage[mem=100:duration=90:decay=1, licence=1.5]") ==
        "rusage[mem=100:duration=90:decay=1, licence=1.5]");
  CHECK(read("rusage[ mem = 0.125 : decay = 1 : duration = 120m , tmp=0:duration=90s:decay=0]") ==
        "rusage[mem=0.125:duration=2h:decay=1, tmp=0:duration=90s]");
  CHECK(read("rusage[scratch=1000000000000]") == "rusage[scratch=1000000000000]");
  const ResourceUse use = requirement_of("rusage[mem=1.5:duration=2:decay=1]").rusage.front();
  CHECK(use.resource == resource(builtin::mem));
  CHECK(use.amount == 1'500);
  CHECK(use.duration == 2min);
  CHECK(use.decay);
  CHECK(requirement_of("rusage[mem=1]").rusage.front().duration == unlimited);
}

TEST_CASE("resources joined by a colon share their duration") {
  CHECK(read("rusage[mem=1:swp=2:duration=3, tmp=4]") ==
        "rusage[mem=1:duration=3, swp=2:duration=3, tmp=4]");
}

TEST_CASE("mistakes in selections are refused at their place") {
  check({
      {"mem=100", "=", "expected ==, got \"=\""},
      {"bigmem & mem>1", "&", "expected &&, got \"&\""},
      {"bigmem | mem>1", "|", "expected ||, got \"|\""},
      {"mem>100 bigmem", "bigmem", "expected an operator such as &&, got \"bigmem\""},
      {"mem>1 and swp>1", "and", "expected an operator such as &&, got \"and\""},
      {"select[]", "]", "expected a number or a resource, got \"]\""},
      {"select[", "", "expected \"]\" at the end of select[, got the end"},
      {"select[ rusage[mem=1]", "rusage", "expected \"]\" at the end of select[, got \"rusage\""},
      {"select[mem>]", "]", "expected a number or a resource, got \"]\""},
      {"(mem>1", "", "expected an operator or \")\", got the end"},
      {"select[mem>1)]", ")", "expected an operator such as &&, got \")\""},
      {"mem>100M", "100M", "expected a plain number such as 100 or 0.5, got \"100M\""},
      {"mem>1.2.3", "1.2.3", "expected a plain number such as 100 or 0.5, got \"1.2.3\""},
      {"mem>1e5", "1e5", "expected a plain number such as 100 or 0.5, got \"1e5\""},
      {"memm>1", "memm", "unknown resource \"memm\"; nearest: mem" + unknown_end},
      {"defined(quantum)", "quantum", "unknown resource \"quantum\"" + unknown_end},
      {"defined()", ")", "expected the name of a resource, got \")\""},
      {"defined(mem", "", "expected \")\", got the end"},
      {"type=='LINUX", "'", "expected a quote that closes this one"},
  });
}

TEST_CASE("the types of what is compared are checked") {
  check({
      {"type<LINUX", "<", "expected == or != after the string resource type, got \"<\""},
      {"os+1>2", "+", "expected == or != after the string resource os, got \"+\""},
      {"type", "type", "expected == or != after the string resource type"},
      {"!model", "model", "expected == or != after the string resource model"},
      {"(type)==any", "(", "expected == or != after the string resource type"},
      {"type==-5", "-", "expected a word to compare type with"},
      {"mem=='x'", "'x'", "expected a number, got a word"},
      {"mem==LINUX", "LINUX", "unknown resource \"LINUX\"" + unknown_end},
      {"mem==type", "type", "expected a number, got the string resource type"},
      {"bigmem==1", "bigmem", "expected a number, got the Boolean resource bigmem"},
      {"mem>bigmem", "bigmem", "expected a number, got the Boolean resource bigmem"},
      {"mem>1>0", "mem", "expected a number, got a condition"},
      {"!mem>5", "!", "expected a number, got a condition"},
      {"1+(mem>1)>1", "(", "expected a number, got a condition"},
      {"'x' && mem>1", "'x'", "expected a condition, got a word"},
  });
}

TEST_CASE("mistakes in the other sections are refused at their place") {
  check({
      {"order[type]", "type]", "expected a load index or a numeric resource, got \"type\""},
      {"order[mem swp]", "swp", "expected \":\" or \"]\", got \"swp\""},
      {"order[mem:-mem]", "mem]", "mem is named twice"},
      {"order[]", "]", "expected the name of a resource, got \"]\""},
      {"same[mem]", "mem", "expected a resource that does not change, got \"mem\""},
      {"same[type:type]", "type]", "type is named twice"},
      {"span[ptile=0]", "0", "expected a whole number from 1"},
      {"span[ptile=1.5]", "1.5", "expected a whole number from 1"},
      {"span[hosts=2]", "2", "expected hosts=1; other numbers are not supported"},
      {"span[hosts=1:ptile=2]", ":", "expected \"]\": one of hosts=1 and ptile=N, not more"},
      {"span[block=4]", "block", "expected hosts=1 or ptile=N, got \"block\""},
      {"span[]", "]", "expected hosts=1 or ptile=N"},
      {"span[ptile]", "]", "expected \"=\", got \"]\""},
  });
}

TEST_CASE("what cannot be reserved is refused with the reason") {
  const std::string amount =
      "expected an amount from 0 to 1000000000000 with at most 3 decimals, in MB or as 2G";
  const std::string length = "expected a whole number from 1, of minutes or with h, m or s";
  check({
      {"rusage[ncpus=1]", "ncpus", "cannot reserve ncpus: this is a fixed property of a host"},
      {"rusage[r1m=1]", "r1m", "cannot reserve r1m: this load index is measured, not reserved"},
      {"rusage[slots=1]", "slots",
       "cannot reserve slots: job slots are asked for by the job's size"},
      {"rusage[bigmem=1]", "bigmem",
       "cannot reserve bigmem: a Boolean resource has no amount to reserve"},
      {"rusage[os=1]", "os", "cannot reserve os: a string resource has no amount to reserve"},
      {"rusage[mem=1,mem=2]", "mem=2", "mem is reserved twice"},
      {"rusage[mem=-1]", "-1", amount + ", got \"-1\""},
      {"rusage[mem=1.2345]", "1.2345", amount + ", got \"1.2345\""},
      {"rusage[mem=1000000000000.001]", "1000", amount + ", got \"1000000000000.001\""},
      {"rusage[mem=5XB]", "5XB", amount + ", got \"5XB\""},
      {"rusage[mem=]", "]", amount + ", got \"]\""},
      {"rusage[mem 5]", "5", "expected \"=\" after mem, got \"5\""},
      {"rusage[mem=5 swp=5]", "swp", "expected \":\", \",\" or \"]\", got \"swp\""},
      {"rusage[mem=5,]", "]", "expected name=amount, got \"]\""},
      {"rusage[mem=5:duration=0]", "0", length + ", got \"0\""},
      {"rusage[mem=5:duration=1d]", "1d", length + ", got \"1d\""},
      {"rusage[mem=5:duration=9999999999h]", "9999", length + ", got \"9999999999h\""},
      {"rusage[mem=5:duration=1:decay=2]", "2]", "expected 0 or 1, got \"2\""},
      {"rusage[mem=5:decay=1]", "decay", "decay is given without a duration"},
      {"rusage[mem=5:duration=1:duration=2]", "duration=2", "duration is given twice"},
      {"rusage[duration=1]", "duration", "duration of no resource"},
      {"rusage[mem=5||swp=5]", "||", "alternatives (||) are not supported"},
  });
}

TEST_CASE("mistakes of the sections themselves are refused at their place") {
  const std::string known = "; known: select, order, rusage, span, same";
  check({
      {"selct[mem>1]", "selct", "unknown section \"selct\"; nearest: select" + known},
      {"cu[pref=maxavail]", "cu", "cu[...] is not supported" + known},
      {"select[mem>1] select[mem>2]", "select[mem>2]", "select is given twice"},
      {"mem>1 select[mem>2]", "select", "select is given twice"},
      {"order[ut] mem>1", "mem", "expected a section such as rusage[...], got \"mem\""},
      {"order[ut]]x", "]x", "expected a section such as rusage[...], got \"]\""},
      {"order[ut", "", "expected \"]\" at the end of order[, got the end"},
      {"select[mem>1 order[ut]", "order", "expected \"]\" at the end of select[, got \"order\""},
      {"{select[mem>1]} || {select[mem>2]}", "{",
       "alternative and compound requirements ({...}) are not supported"},
      {"1*{mem>1}+2*{mem>2}", "{",
       "alternative and compound requirements ({...}) are not supported"},
  });
}

TEST_CASE("of a requirement with mistakes the sections without one are understood") {
  const auto understood = [](std::string_view text) {
    const auto resources = sample_resources();
    const auto read = config::understand_requirement(text, resources);
    CHECK(read.mistakes.empty() == parse_requirement(text, resources).has_value());
    CHECK(
        read.requirement.text ==
        (read.mistakes.empty() ? std::string(text) : config::to_text(read.requirement, resources)));
    return read.requirement.text;
  };
  CHECK(understood("select[mem>5] span[hosts=1]") == "select[mem>5] span[hosts=1]");
  CHECK(understood("select[bigmem] affinity[core(1)]") == "select[bigmem]");
  CHECK(understood("mem>5 cu[pref=config] order[ut]") == "select[mem>5] order[ut]");
  CHECK(understood("select[bigmem && gpu>1] rusage[mem=5]") == "rusage[mem=5]");
  CHECK(understood("gpu>1 rusage[mem=5]") == "rusage[mem=5]");
  CHECK(understood("rusage[mem=5,gpu=1,licence=1:duration=2]") ==
        "rusage[mem=5, licence=1:duration=2]");
  CHECK(understood("select[bigmem] rusage[mem=5 || mem=9]") == "select[bigmem]");
  CHECK(understood("select[bigmem] select[mem>5] rusage[mem=5] rusage[swp=6]") ==
        "select[bigmem] rusage[mem=5]");
  CHECK(understood("span[ptile=!] select[bigmem]") == "select[bigmem]");
  CHECK(understood("{select[bigmem]} || {select[mem>5]}").empty());
}

TEST_CASE("reserved memory is in MB, or in what is written behind it") {
  CHECK(read("rusage[mem=512M,swp=1.5GB,tmp=2t]") == "rusage[mem=512, swp=1536, tmp=2097152]");
  CHECK(read("rusage[mem=1536k]") == "rusage[mem=1.5]");
  CHECK(read("rusage[mem=1KB]") == "rusage[mem=0.001]");
  CHECK(read("rusage[licence=1G]").find("at most 3 decimals, got") != std::string::npos);
  CHECK(read("rusage[mem=1000000P]").find("in MB or as 2G, got") != std::string::npos);
  CHECK(read("rusage[mem=G]").find("expected an amount") != std::string::npos);
  CHECK(read("rusage[mem=5B]").find("expected an amount") != std::string::npos);
}

TEST_CASE("all mistakes of a requirement are told in one go") {
  const std::string text = "select[memm>1 && bigmem==1] rusage[foo=1,mem=-1:decay=1] same[mem";
  const auto mistakes = parse_requirement(text, sample_resources()).error();
  std::vector<std::string> places;
  for (const auto& mistake : mistakes) places.push_back(text.substr(mistake.position, 5));
  const std::vector<std::string> expected = {"memm>", "bigme", "foo=1", "-1:de",
                                             "decay", "mem",   ""};
  REQUIRE(places.size() == expected.size());
  for (std::size_t place = 0; place < places.size(); ++place)
    CHECK(places[place] == expected[place].substr(0, 5));
}

TEST_CASE("a requirement may be deep and long, but not endless") {
  const auto nested = [](std::size_t depth, const std::string& open, const std::string& close) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += open;
    text += "mem";
    for (std::size_t i = 0; i < depth; ++i) text += close;
    return text;
  };
  CHECK(read(nested(63, "(", ")")) == "select[mem]");
  CHECK(read(nested(64, "(", ")")) ==
        std::string(64, ' ') +
            "^ expected at most 64 parentheses and signs within one another, got \"mem\"");
  CHECK(read(nested(2000, "!", "")).starts_with(std::string(64, ' ') + "^ expected at most 64"));
  CHECK(read(std::string(4097, ' ')) ==
        std::string(4096, ' ') + "^ expected at most 4096 bytes, got 4097");
  std::string sum = "1";
  while (sum.size() < 4090) sum += "+1";
  CHECK(read(sum + ">0") == "select[" + sum + ">0]");
  CHECK(read(std::string(400, '9') + ">0").starts_with("^ expected a number that a double holds"));
}

TEST_CASE("damaged requirements are refused with places, or are requirements", "[property]") {
  const std::array<std::string, 4> good = {
      "select[mem>100 && (type==any || model!='X 1') && !defined(licence)] order[-r15s:pg]",
      "rusage[mem=100:duration=2h:decay=1, swp=0.5:duration=30s] span[ptile=4] same[type:model]",
      "bigmem && mem+swp*2 >= tmp-1.5/ncpus && hname!=a-1.b@C2 rusage[licence=1]",
      "select[!(login<2)||-it<0&&os==\"x\"]order[swap:cpu]span[hosts=1]rusage[scratch=1]"};
  const auto resources = sample_resources();
  std::uint64_t accepted = 0;
  for (std::uint64_t seed = 1; seed <= 8'000; ++seed) {
    INFO("seed " << seed);
    const std::string text = mutated(good[seed % good.size()], RngStream{seed, "test/requirement"});
    REQUIRE_NOTHROW(accepted += keeps_promises(text, resources) ? 1U : 0U);
  }
  CHECK(accepted > 100);
}

TEST_CASE("every single byte of a requirement can be any other one", "[property]") {
  const std::string good = "select[mem>1 && os=='x'] order[-ut] rusage[mem=1:duration=2h] same[os]";
  const auto resources = sample_resources();
  for (std::size_t place = 0; place < good.size(); ++place)
    for (int byte = 0; byte < 256; ++byte) {
      std::string text = good;
      text[place] = static_cast<char>(byte);
      INFO("place " << place << " byte " << byte);
      REQUIRE_NOTHROW(keeps_promises(text, resources));
    }
}

}  // namespace mcsim::testing::requirement_text_test
