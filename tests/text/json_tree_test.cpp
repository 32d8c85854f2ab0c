// JSON trees: the places of values, what is refused and where, and printing.
#include "mcsim/text/json_tree.hpp"

#include <algorithm>
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::json_tree_test {
using namespace std::string_literals;
using Kind = JsonNode::Kind;

namespace {

JsonNode root(const std::string& text) {
  auto tree = parse_json(text, "f");
  if (!tree) FAIL(to_text(tree.error().list.front()));
  return tree->root;
}

Texts refusals(const std::string& text) {
  const auto tree = parse_json(text, "f");
  return tree ? Texts{} : texts(tree.error());
}

/// "line:column" of a syntax error, without its words.
std::string place_of_error(const std::string& text) {
  const auto tree = parse_json(text, "f");
  if (tree) return "none";
  const Diagnostic& first = tree.error().list.front();
  return std::to_string(first.line) + ":" + std::to_string(first.column);
}

JsonPlace at(std::uint32_t line, std::uint32_t column) { return {0, line, column}; }

bool alike(const JsonNode& a, const JsonNode& b) {
  if (a.kind != b.kind || a.key != b.key || a.boolean != b.boolean || a.whole != b.whole ||
      a.text != b.text || a.children.size() != b.children.size())
    return false;
  for (std::size_t i = 0; i < a.children.size(); ++i)
    if (!alike(a.children[i], b.children[i])) return false;
  return true;
}

const std::string sample = R"({ // about
  "text": "a\"b\\", "whole": -12,
  "real": 1.50e3, "yes": true,
  "no":false,"nothing" : null, /* two
  lines */ "list": [1, [], {"deep": "x"}
  ,"end"]
}
)";

}  // namespace

TEST_CASE("every value and every key knows where it stands") {
  const JsonNode tree = root(sample);
  CHECK(tree.place == at(1, 1));
  CHECK(tree.find("text")->place == at(2, 11));
  CHECK(tree.find("text")->key_place == at(2, 3));
  CHECK(tree.find("whole")->place == at(2, 30));
  CHECK(tree.find("real")->place == at(3, 11));
  CHECK(tree.find("yes")->place == at(3, 26));
  CHECK(tree.find("no")->place == at(4, 8));
  CHECK(tree.find("nothing")->place == at(4, 26));
  CHECK(tree.find("nothing")->key_place == at(4, 14));
  const JsonNode& list = *tree.find("list");
  CHECK(list.key_place == at(5, 12));
  CHECK(list.place == at(5, 20));
  CHECK(list.children[0].place == at(5, 21));
  CHECK(list.children[1].place == at(5, 24));
  CHECK(list.children[2].place == at(5, 28));
  CHECK(list.children[2].find("deep")->place == at(5, 37));
  CHECK(list.children[3].place == at(6, 4));
}

TEST_CASE("every value comes with its kind and content, numbers also as they were written") {
  const JsonNode tree = root(sample);
  CHECK(tree.find("text")->text == "a\"b\\");
  CHECK(tree.find("whole")->whole == -12);
  CHECK(tree.find("whole")->text == "-12");
  CHECK(tree.find("real")->is(Kind::real));
  CHECK(tree.find("real")->text == "1.50e3");
  CHECK(tree.find("yes")->boolean);
  CHECK(tree.find("no")->is(Kind::boolean));
  CHECK_FALSE(tree.find("no")->boolean);
  CHECK(tree.find("nothing")->is(Kind::null));
  CHECK(tree.find("list")->children.size() == 4);
  CHECK(tree.find("none") == nullptr);
  CHECK(tree.find("list")->find("deep") == nullptr);
}

TEST_CASE("a value alone is JSON too, with a byte order mark, comments and blanks around") {
  CHECK(root("5").whole == 5);
  CHECK(root(" 5").place == at(1, 2));
  CHECK(root("\xEF\xBB\xBF"
             "{}")
            .is(Kind::object));
  CHECK(root("// c\n/* d */ true // e").place == at(2, 9));
  CHECK(root("\"\\u00e4\"").text == "\xC3\xA4");
  CHECK(root("-0").whole == 0);
}

TEST_CASE("whole numbers have 64 bits, and beyond them nothing is rounded in silence") {
  CHECK(root("9223372036854775807").whole == INT64_MAX);
  CHECK(root("-9223372036854775808").whole == INT64_MIN);
  CHECK(refusals("{\"a\": [0, 9223372036854775808]}") ==
        Texts{"f:1:11 /a/1: the number 9223372036854775808 is too large: whole numbers have 64 "
              "bits"});
  CHECK(refusals("18446744073709551616").size() == 1);
  CHECK(refusals("-9223372036854775809").size() == 1);
  CHECK(refusals("{\n \"b/c~d\": 1e999\n}") ==
        Texts{"f:2:11 /b~1c~0d: the number 1e999 is too large: at most some 1.797e308"});
  CHECK(root("1e-999").is(Kind::real));
}

TEST_CASE("a number that no double can hold hides no other mistake, and small ones are none") {
  const std::string zeros(400, '0');
  CHECK(refusals("{\"a\": 1, \"a\": -1e999, // \"1e999\n\"s\": \"\\\" 1e999\", /* 1e999\" */\n"
                 " \"b\": [1.5E+400, 1" +
                 zeros + "], \"b\": 1e99999999999}") ==
        Texts{"f:1:10: the key \"a\" is given twice, first in line 1",
              "f:1:15 /a: the number -1e999 is too large: at most some 1.797e308",
              "f:3:8 /b/0: the number 1.5E+400 is too large: at most some 1.797e308",
              "f:3:18 /b/1: the number 1" + zeros.substr(0, 39) +
                  "... is too large: whole numbers have 64 bits",
              "f:3:422: the key \"b\" is given twice, first in line 3",
              "f:3:427 /b: the number 1e99999999999 is too large: at most some 1.797e308"});
  CHECK(refusals("[1e999, 0." + zeros + "1, 1" + zeros + "e-400, 1e-99999999999, 2 3]").size() ==
        2);
  CHECK(refusals("[0e999, 1e999, 00e999]") ==
        Texts{"f:1:9 /1: the number 1e999 is too large: at most some 1.797e308",
              "f:1:16: not JSON: unexpected number literal; expected ']'"});
  CHECK(refusals("// x\r{\"a\": 1e999, \"a\": 1e999}").size() == 3);
  CHECK(refusals("[1.8e308]").size() == 1);
  CHECK(root("1.7976931348623157e308").is(Kind::real));
  CHECK(refusals("[1e999, \"open").size() == 2);
  CHECK(refusals("[1e999, /* open").size() == 2);
}

TEST_CASE("numbers that are too large and keys given twice are told in one go") {
  CHECK(refusals("{\"a\": 18446744073709551616,\n \"b\": [-9223372036854775809],\n \"a\": 1}") ==
        Texts{"f:1:7 /a: the number 18446744073709551616 is too large: whole numbers have 64 bits",
              "f:2:8 /b/0: the number -9223372036854775809 is too large: whole numbers have 64 "
              "bits",
              "f:3:2: the key \"a\" is given twice, first in line 1"});
  CHECK(refusals("{\"a\": 1,\n \"a\": 2,\n \"a\": 3}") ==
        Texts{"f:2:2: the key \"a\" is given twice, first in line 1",
              "f:3:2: the key \"a\" is given twice, first in line 1"});
}

TEST_CASE("whatever a file holds, a complaint is short, and there are not many") {
  const std::string long_key(10'000, 'k');
  const std::string digits(10'000, '9');
  for (const std::string& text :
       {"{\"" + long_key + "\": " + digits + "}", "{\"" + long_key + "\": {\"a\": 1, \"a\": 2}}",
        "{\"" + long_key + "\": 1, \"" + long_key + "\": 1}"}) {
    const Texts found = refusals(text);
    REQUIRE(found.size() == 1);
    CHECK(found[0].size() < 600);
  }
  std::string many = "[0";
  for (int at = 0; at < 1000; ++at) many += ", 18446744073709551616";
  const Texts found = refusals(many + "]");
  REQUIRE(found.size() == 101);
  CHECK(found[100] == "f: and 900 more");
}

TEST_CASE("a text that begins further down in its source counts its lines from there") {
  CHECK(parse_json("{\n\"a\": 1}", "f", 7)->root.children[0].place == at(8, 6));
  const auto twice = parse_json("{\"a\": 1,\n\"a\": 2}", "f", 7);
  CHECK(texts(twice.error()) == Texts{"f:8:1: the key \"a\" is given twice, first in line 7"});
  CHECK(texts(parse_json("{]", "f", 7).error())[0].starts_with("f:7:2: "));
}

TEST_CASE("a key that is given twice is refused where it stands, all of them in one go") {
  CHECK(refusals("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2},\n \"a\": 3}") ==
        Texts{"f:2:16 /b: the key \"c\" is given twice, first in line 2",
              "f:3:2: the key \"a\" is given twice, first in line 1"});
  CHECK(refusals("[{\"a\": 1}, {\"a\": 1}]").empty());
}

TEST_CASE("a syntax error is told with its own place and in words") {
  CHECK(refusals("{\"a\": 1,\n \"b\": [1, 2,]}") ==
        Texts{"f:2:13: not JSON: unexpected ']'; expected '[', '{', or a literal"});
  CHECK(refusals("{\"a\": esay}") == Texts{"f:1:7: not JSON: invalid literal"});
  CHECK(refusals("{\"a\": 1").size() == 1);
  CHECK(place_of_error("{\"a\": 1") == "1:8");
  CHECK(place_of_error("{\"a\" 1}") == "1:6");
  CHECK(place_of_error("{\"a\" 1\n}") == "1:6");
  CHECK(place_of_error("{\"a\": tru}") == "1:7");
  CHECK(place_of_error("{\"a\": true false}") == "1:12");
  CHECK(place_of_error("{\"a\": 1 \"b\\\"\": 2}") == "1:9");
  CHECK(place_of_error("{\"a\": 1 12.5}") == "1:9");
  CHECK(place_of_error("[1,\n\n  }") == "3:3");
  CHECK(place_of_error("{\"a\":\n[\n[\n x]]}") == "4:2");
  CHECK(place_of_error("{\"a\":\n[\n  nul]}") == "3:3");
  CHECK(place_of_error("[\"a\tb\"]") == "1:4");
  CHECK(place_of_error("[\"a\\qb\"]") == "1:5");
  CHECK(place_of_error("[\"abc\n]") == "1:6");
  CHECK(place_of_error("[\"<U+000A>\" x]") == "1:13");
  CHECK(place_of_error("[1 /* open") == "1:11");
  CHECK(place_of_error("[01]") == "1:2");
  CHECK(place_of_error("[1.]") == "1:4");
  CHECK(place_of_error("[-]") == "1:3");
  CHECK(place_of_error("{} {}") == "1:4");
  CHECK(place_of_error("{a: 1}") == "1:2");
  CHECK(place_of_error("[\"\xFF\"]") == "1:3");
  CHECK(place_of_error("[\"number overflow\x01\"]") == "1:18");
  CHECK(refusals("[\"number overflow\x01\"]").front().find("control character") !=
        std::string::npos);
}

TEST_CASE("what is no text at all is refused with a guess") {
  CHECK(refusals("") == Texts{"f: empty: expected JSON"});
  CHECK(refusals(" \n\t") == Texts{"f: empty: expected JSON"});
  CHECK(refusals("{\n\"a\": \0}"s) == Texts{"f:2:6: not JSON: a zero byte; is this a text file?"});
  CHECK(refusals("// only a comment").size() == 1);
}

TEST_CASE("values nest 128 deep and no deeper, however long the file") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(refusals(nested(deepest_json)).empty());
  CHECK(refusals(nested(deepest_json + 1)) ==
        Texts{"f:1:129: nested too deeply: at most 128 levels"});
  CHECK(refusals(nested(5'000'000)).size() == 1);
  CHECK(refusals(std::string(3'000'000, '[')).size() == 1);
}

TEST_CASE("a JSON file is read whole, or refused with a reason") {
  const TempFolder folder;
  const auto refusal = [&](const std::string& name) {
    const auto tree = read_json_file(folder.path(name), "f");
    return tree ? "" : to_text(tree.error().list.front());
  };
  CHECK(read_json_file(folder.write("good", sample), "f")->sources == Texts{"f"});
  CHECK(refusal("none") == "f: no such file");
  std::filesystem::create_symlink("nowhere", folder.path("dangling"));
  CHECK(refusal("dangling") == "f: no such file");
  // As a folder that one may not enter: nobody knows what is there.
  std::filesystem::create_symlink("circle", folder.path("circle"));
  CHECK(refusal("circle") == "f: cannot be opened: Too many levels of symbolic links");
  CHECK(refusal("") == "f: is a directory; expected a file");
  folder.write("empty", "");
  CHECK(refusal("empty") == "f: empty: expected JSON");
  folder.write("large", std::string(largest_json_file + 1, ' '));
  CHECK(refusal("large") == "f: larger than 64 MiB; put jobs into a workload file");
}

TEST_CASE("a tree becomes text and the same tree again") {
  for (const std::string& text :
       {sample, "[]"s, "{}"s, "[[],{}]"s, "5"s, "\"\""s,
        R"("\u0001\t\n\"\\/\u007f\u00e4\ud83d\ude00")"s,
        R"({"a key with \"": [1, 2.50, -3e-7, null, true, false], "~/": {"": {}}})"s}) {
    INFO(text);
    const JsonNode tree = root(text);
    CHECK(alike(root(to_compact_json(tree)), tree));
    CHECK(alike(root(to_pretty_json(tree)), tree));
    CHECK(to_pretty_json(root(to_pretty_json(tree))) == to_pretty_json(tree));
  }
  CHECK(to_compact_json(root("{\"a\":1,\"b\":[1,2],\"c\":{}}")) ==
        R"({"a": 1, "b": [1, 2], "c": {}})");
}

TEST_CASE("pretty text puts on one line what fits into a hundred columns") {
  CHECK(to_pretty_json(root("{\"a\":[1,2],\"b\":{}}")) == "{\n  \"a\": [1, 2],\n  \"b\": {}\n}\n");
  const auto lines_of_list = [](std::size_t length) {  // of a text in a list in an object
    const std::string text = to_pretty_json(
        json_object({json_member("a", json_list({json_text(std::string(length, 'x'))})),
                     json_member("b", json_whole(1))}));
    return std::count(text.begin(), text.end(), '\n');
  };
  CHECK(lines_of_list(88) == 4);  // `  "a": ["xxx"],` has 100 columns
  CHECK(lines_of_list(89) == 6);
}

TEST_CASE("bytes that are not UTF-8 leave as the replacement character, so the text stays JSON") {
  CHECK(quoted_json("a\xFF"
                    "b") == "\"a\\ufffdb\"");
  CHECK(quoted_json("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80") ==
        "\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\"");
  for (const char* bad : {"\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                          "\xF0\x80\x80\x80", "\xE2\x82", "\x80", "\xF8"}) {
    const std::string text = quoted_json(bad);
    CHECK(root(text).is(Kind::text));
    CHECK(text.starts_with("\"\\ufffd"));
  }
}

TEST_CASE("a walk through a tree knows the JSON pointer of each value") {
  const JsonNode tree = root(R"({"clusters": [{"name": 1}, {"a/b~c": [0]}]})");
  const JsonAt top(tree);
  const JsonAt clusters(top, tree.children[0], 0);
  const JsonAt second(clusters, clusters.node->children[1], 1);
  const JsonAt odd(second, second.node->children[0], 0);
  CHECK(top.pointer().empty());
  CHECK(top.pointer_to("seed") == "/seed");
  CHECK(second.pointer() == "/clusters/1");
  CHECK(odd.pointer() == "/clusters/1/a~1b~0c");
  CHECK(JsonAt(odd, odd.node->children[0], 0).pointer() == "/clusters/1/a~1b~0c/0");
}

TEST_CASE("a member that is missing is made where its object stands") {
  JsonNode tree = root("\n{\"a\": 1}");
  tree.member("b").kind = Kind::boolean;
  CHECK(tree.find("b")->place == at(2, 1));
  CHECK(&tree.member("a") == tree.find("a"));
  CHECK(to_compact_json(tree) == "{\"a\": 1, \"b\": false}");
}

}  // namespace mcsim::testing::json_tree_test
