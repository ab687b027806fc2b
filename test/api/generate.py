#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes C++ that compares the public headers with the tables of test/data/api, for one level.

    generate.py PART LEVEL          PART: signatures enumerators layout slots defaults

The first three parts are static_asserts; the other two are programs that print what differs. Each part ends with the line
`// N comparisons`. With --only-generation nothing is asked of what the level keeps from other generations; so the public
headers themselves pass.
"""
import argparse
import re
import sys

import calls
from tables import COLUMN, NOT_AT_8, RETURNS, SIZES_AT_8, USER, arguments, in_scope, is_python, respelled, result, rows, scope, spelled

HEADERS = ["NvInfer.h", "NvInferImpl.h", "NvInferPlugin.h", "NvInferPluginUtils.h", "NvOnnxConfig.h", "NvOnnxParser.h"]
LEGACY = ["NvUtils.h", "NvCaffeParser.h", "NvUffParser.h", "NvInferSafeRuntime.h", "NvInferConsistency.h"]
PYTHON = "impl/NvInferPythonPlugin.h"
RUN = """
namespace {
int gDifferences = 0;
void report(char const* what, char const* found, char const* wanted) {
    std::printf("%s: %s, in TensorRT %s\\n", what, found, wanted);
    ++gDifferences;
}
} // namespace
"""


def preamble(level, only_generation):
    legacy = LEGACY if level == 8 or not only_generation else []
    python = [PYTHON] if level > 8 else []
    return [*(f"#include <{name}>" for name in ("cstddef", "cstdio", "cstring", "string", "type_traits")),
            *(f'#include "{name}"' for name in HEADERS + python + legacy)]


def wanted_rows(level, only_generation):
    """The rows of signatures that the level must have. At level 8 a method of 8.6 may have the form of 10.16 where calls look
    the same; a method of another generation is wanted too, unless an overload would be ambiguous."""
    all_rows, column = rows("signatures"), f"in {COLUMN[level]}"
    hidden = {(row["class"], row["method"], row["argument types"]) for row in rows("hidden") if str(level) in row["levels"].split(",")}
    own = {respelled(row) for row in all_rows if row[column]}
    later = {respelled(row): row for row in all_rows if row["in 10.16"]}
    for row in all_rows:
        if row[column]:
            yield row if only_generation else later.get(respelled(row), row)
        elif not (only_generation or respelled(row) in own or (row["class"], row["method"], row["argument types"]) in hidden
                  or (is_python(row) and level < 11) or (level == 8 and row["class"] in NOT_AT_8)):
            yield row


def signatures(level, only_generation):
    lines, count = [], 0
    for row in wanted_rows(level, only_generation):
        spaces, name = scope(row["class"])
        what = f'{row["class"]}::{row["method"]}({row["argument types"]})'
        if row["method"] == "operator=":  # a program may call it only where a class that it derives from has it public
            no = "" if row["access"] == "public" and row["class"] in USER else "!"
            check = [f'static_assert({no}std::is_assignable<{name}&, {row["argument types"]}>::value, "{what}");']
        else:
            const = " const" if row["const"] else ""
            noexcept = " TENON_TEST_NOEXCEPT" if row["noexcept"] and (only_generation or row["class"] not in USER) else ""
            returned = result(row, level) if only_generation else RETURNS.get((row["class"], row["method"]), result(row, level))
            cast = f'static_cast<{returned} (%s::*)({", ".join(arguments(row))}){const}{noexcept}>(&%s::{row["method"]})'
            if row["access"] == "protected":
                probe = f"Probe{count}"
                check = [f"struct {probe} : {name} {{ static void check() {{ (void){cast % (probe, probe)}; }} }};"]
            else:
                check = [f'static_assert(sizeof({cast % (name, name)}) > 0, "{what}");']
        lines += in_scope(spaces, check)
        count += 1
    # noexcept is part of a function's type from C++17 on
    macro = ["#if __cplusplus >= 201703L", "#define TENON_TEST_NOEXCEPT noexcept", "#else", "#define TENON_TEST_NOEXCEPT", "#endif"]
    return macro + lines, count


def twins(values):
    """{enumerator: another of the same enumeration that has its value in a generation that has both}."""
    found = {}
    for row in values:
        for other in values:
            if row is not other and any(row[c] != "-" and row[c] == other[c] for c in COLUMN.values()):
                found[row["enumerator"]] = other["enumerator"]
    return found


def enumerators(level, only_generation):
    lines, count, column = [], 0, COLUMN[level]
    by_enum = {}
    for row in rows("enumerators"):
        by_enum.setdefault(row["enum"], []).append(row)
    for enum, values in by_enum.items():
        if all(row[column] == "-" for row in values) and (only_generation or is_python(values[0])):
            continue
        aliases = twins(values)
        own = {row[column] for row in values if row[column] != "-"}
        lines.append(f'static_assert(std::is_same<std::underlying_type<{enum}>::type, {values[0]["underlying"]}>::value, "{enum}");')
        for row in values:
            this = f'static_cast<int64_t>({enum}::{row["enumerator"]})'
            what = f'{enum}::{row["enumerator"]}'
            if row[column] != "-":
                lines.append(f'static_assert({this} == {row[column]}, "{what} is {row[column]}");')
            elif only_generation:
                continue
            elif row["enumerator"] in aliases:
                lines.append(f'static_assert({this} == static_cast<int64_t>({enum}::{aliases[row["enumerator"]]}), "{what}");')
            else:
                free = " && ".join([f"{this} != {value}" for value in sorted(own)] + [f"{this} < 32" if enum.endswith("Flag") else "true"])
                lines.append(f'static_assert({free}, "{what} has a value of its own");')
            count += 1
    for row in rows("enum_max"):
        if row[column] != "-":
            space = row["enum"].split("::")[0]
            lines.append(f'static_assert({space}::EnumMax<{row["enum"]}>() == {row[column]}, "EnumMax of {row["enum"]}");')
            count += 1
    return lines, count


def size_at(row, level):
    """Bytes of a class at a level: those of its generation, or of 10.16 where only others have it; None where it is not declared."""
    if row["class"] in SIZES_AT_8 and level == 8:
        return SIZES_AT_8[row["class"]]
    if level == 8 and (row["class"] in NOT_AT_8 or is_python(row)):
        return None
    return next((row[column] for column in (COLUMN[level], "10.16", "11.1", "8.6") if row[column] != "-"), None)


def layout(level, only_generation):
    lines, count, column = [], 0, COLUMN[level]
    for row in rows("sizes"):
        size = row[column] if only_generation else size_at(row, level)
        if size in (None, "-"):
            continue
        lines.append(f'static_assert(sizeof({row["class"]}) == {size}, "sizeof {row["class"]} is {size}");')
        count += 1
    for row in rows("fields"):
        if row[column] == "-":
            continue
        type_name, offset = row[column].rsplit(":", 1)
        spaces, name = scope(row["struct"])
        array = re.fullmatch(r"(.*)\[(\d+)\]", type_name)
        check = f'decltype({name}::{row["field"]})'
        same = f"std::is_same<{check}, {array[1]} [{array[2]}]>" if array else f"std::is_same<{check}, {spelled(type_name)}>"
        lines += in_scope(spaces, [f'static_assert({same}::value, "{row["struct"]}::{row["field"]} is a {type_name}");',
                                   f'static_assert(offsetof({name}, {row["field"]}) == {offset}, "{row["struct"]}::{row["field"]}");'])
        count += 1
    for row in rows("versioned"):
        if (level == 8 and (only_generation or row["class"] in NOT_AT_8)) or is_python(row) or (only_generation and not row[column]):
            continue
        lines.append(f'static_assert(std::is_same<{row["name"]}, {row["class"]}>::value, "{row["name"]}");')
        count += 1
    for row in rows("functions"):
        if not row[column] and only_generation:
            continue
        spaces, name = scope(row["function"]) if "::" in row["function"] else ([], row["function"])
        returned, types = re.fullmatch(r"(.*?) ?(\(.*\))", row["type"]).groups()
        check = [f'static_assert(sizeof(static_cast<{returned} (*){types}>(&{name})) > 0, "{row["function"]}");']
        lines += in_scope(spaces, check) if spaces else check
        count += 1
    return lines, count


def at_level(row, level):
    """(method, argument types, return type) of a slot at a level: user-derived interfaces keep 64 bits under other names."""
    wide = {"PluginTensorDesc": "impl::PluginTensorDesc64", "DynamicPluginTensorDesc": "impl::DynamicPluginTensorDesc64"}
    types = [spelled(row["return"]), *arguments(row)]
    if level == 8 and row["class"] in USER and any(re.search(r"\b(Dims64|PluginTensorDesc|DynamicPluginTensorDesc)\b", t) for t in types):
        types = [re.sub(r"\b(\w+)\b", lambda match: wide.get(match[1], match[1]), t) for t in types]
        return f'tenon_{row["method"]}_64', types[1:], types[0]
    return renamed(row, level), types[1:], types[0]


def renamed(row, level):
    """The method's name, or the one that it has at a level where an overload would be ambiguous."""
    for other in rows("hidden"):
        if (other["class"], other["method"]) == (row["class"], row["method"]) and str(level) in other["levels"].split(",") and other["name"]:
            if plain(other["argument types"]) == plain(row["argument types"]):
                return other["name"]
    return row["method"]


def plain(types):
    return types.replace("AsciiChar", "char")


def slots(level, only_generation):
    """A program that prints the slots that differ."""
    lines, count = [RUN, """
namespace {
// The slot that a pointer to a virtual function names, by the Itanium C++ ABI.
template <class Pointer>
int slotOf(Pointer pointer) {
    std::ptrdiff_t words[2];
    static_assert(sizeof pointer == sizeof words, "a pointer to a member is two words");
    std::memcpy(words, &pointer, sizeof words);
#if defined(__aarch64__) || defined(__arm__)
    return words[1] & 1 ? static_cast<int>(words[0] / static_cast<std::ptrdiff_t>(sizeof(void*))) : -1;
#else
    return words[0] & 1 ? static_cast<int>((words[0] - 1) / static_cast<std::ptrdiff_t>(sizeof(void*))) : -1;
#endif
}
void compare(char const* what, int found, int wanted) {
    if (found != wanted) {
        report(what, ("slot " + std::to_string(found)).c_str(), ("slot " + std::to_string(wanted)).c_str());
    }
}
} // namespace
"""], 0
    body = []
    for row in rows("slots"):
        if row["method"] == "~" or (level == 8 and row["class"] in NOT_AT_8) or (level == 8 and is_python(row)):
            continue
        method, types, returned = at_level(row, level) if not only_generation else (row["method"], arguments(row), spelled(row["return"]))
        spaces, name = scope(row["class"])
        const = " const" if row["const"] else ""
        probe = f"Slot{count}"
        pointer = f'static_cast<{returned} (%s::*)({", ".join(types)}){const}>(&%s::{method})'
        if row["access"] == "protected":
            check = [f"struct {probe} : {name} {{ static int slot() {{ return slotOf({pointer % (probe, probe)}); }} }};"]
        else:
            check = [f"struct {probe} {{ static int slot() {{ return slotOf({pointer % (name, name)}); }} }};"]
        lines += in_scope(spaces, check)
        body.append(f'    compare("{row["class"]}::{row["method"]}", {"::".join(spaces)}::{probe}::slot(), {row["slot"]});')
        count += 1
    return [*lines, "int main() {", *body, "    return gDifferences == 0 ? 0 : 1;", "}"], count


PARTS = {"signatures": signatures, "enumerators": enumerators, "layout": layout, "slots": slots, "calls": calls.calls, "defaults": calls.defaults}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("level", type=int, choices=COLUMN)
    parser.add_argument("--only-generation", action="store_true")
    options = parser.parse_args()
    lines, count = PARTS[options.part](options.level, options.only_generation)
    print("\n".join([f"// Written by test/api/generate.py {options.part} {options.level}.",
                     *preamble(options.level, options.only_generation), *lines, f"// {count} comparisons"]))


if __name__ == "__main__":
    sys.exit(main())
