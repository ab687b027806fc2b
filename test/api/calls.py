# SPDX-License-Identifier: Apache-2.0
"""Programs that call inline methods of the public headers on an object that records (recorder.h).

`calls`: each method of a handle class reaches the slot of its name, with its arguments in order, and returns what the slot
gave. The library speaks the numbers of 10.16, so at levels 8 and 11 enumerators and bit masks arrive renumbered.
`defaults`: a call without its last arguments passes the values of defaults.tsv.
"""
import re

from tables import COLUMN, RETURNS, arguments, in_scope, result, rows, scope, spelled

MASKS = {"BuilderFlags": "nvinfer1::BuilderFlag", "TacticSources": "nvinfer1::TacticSource", "QuantizationFlags": "nvinfer1::QuantizationFlag",
         "NetworkDefinitionCreationFlags": "nvinfer1::NetworkDefinitionCreationFlag", "SerializationFlags": "nvinfer1::SerializationFlag",
         "TempfileControlFlags": "nvinfer1::TempfileControlFlag"}
POINTER = "namespace {\ntemplate <class T>\nT* pointer(std::uintptr_t number) {\n    return reinterpret_cast<T*>(number);\n}\n} // namespace"
HEAD = '\n#include "recorder.h"\n'


def enumerator(enum, level):
    """(name, value at the level, value at level 10): one whose two values differ, where there is any; None without one."""
    here = [row for row in rows("enumerators") if row["enum"] == enum and row[COLUMN[level]] != "-"]
    here = [row for row in here if row["10.16"] != "-"] or here
    values = [(row["enumerator"], int(row[COLUMN[level]]), int(row["10.16" if row["10.16"] != "-" else COLUMN[level]])) for row in here]
    return max(values, key=lambda row: (row[1] != row[2], row[1]), default=None)


ENUMS = {row["enum"] for row in rows("enumerators")}


def enum_named(type_name):
    type_name = {"SliceMode": "SampleMode", "ResizeMode": "InterpolationMode"}.get(type_name, type_name)
    for space in ("nvinfer1::", "nvonnxparser::", "nvuffparser::"):
        if space + type_name in ENUMS:
            return space + type_name
    return None


def sample(type_name, index, level):
    """(expression of an argument, its text in the record); None for a type that no rule covers."""
    bare = re.sub(r"^const | const$|\*const$", lambda match: "*" if "*" in match[0] else "", type_name).strip()
    number = 11 + index
    if bare in MASKS:
        chosen = enumerator(MASKS[bare], level)
        return chosen and (f"1U << {chosen[1]}", str(1 << chosen[2]))
    if enum_named(bare):
        chosen = enumerator(enum_named(bare), level)
        return chosen and (f"{enum_named(bare)}::{chosen[0]}", str(chosen[2]))
    if bare == "bool":
        return "true", "1"
    if re.fullmatch(r"(std::)?u?int(8|32|64)_t|(std::)?size_t|int|TensorFormats", bare):
        return str(number), str(number)
    if bare in ("float", "double"):
        return f"{number}.5F", f"{number}.500000"
    dims = re.fullmatch(r"(?:const )?(Dims\w*)(?: &)?", type_name)
    if dims and dims[1] == "Dims":
        return f"nvinfer1::Dims{{2, {{{number}, 3}}}}", f"[{number} 3 ]"
    if dims and dims[1] == "DimsHW":
        return f"nvinfer1::DimsHW{{{number}, 3}}", f"[{number} 3 ]"
    if bare == "Weights":
        return f"nvinfer1::Weights{{nvinfer1::DataType::kINT8, pointer<void>({number}), {number}}}", f"w2@{number},{number}"
    if bare.startswith("Permutation"):
        return f"nvinfer1::Permutation{{{{{number}, 1}}}}", f"p{number}1"
    reference = re.fullmatch(r"((?:const )?\w+) &", type_name)
    if reference and re.match(r"(const )?(I[A-Z]|SubGraph|TimingCache)", reference[1]):
        return f"*pointer<{reference[1]}>({number})", f"@{number}"
    indirect = re.fullmatch(r"(.*?) ?\*(?: ?const)?", type_name)
    if indirect and "&" not in type_name and "Dims" not in type_name:
        return f"pointer<{indirect[1]}>({number})" if indirect[1] != "void" else f"pointer<void>({number})", f"@{number}"
    if type_name in ("cudaStream_t", "const cudaStream_t", "cudaEvent_t"):
        return f"reinterpret_cast<{bare}>(pointer<void>({number}))", f"@{number}"
    return None


def answer(type_name, level):
    """(number that the slot returns, text of what the method must return); None for a type that no rule covers."""
    if type_name == "void":
        return 7, None
    if type_name in MASKS:
        chosen = enumerator(MASKS[type_name], level)
        return chosen and (1 << chosen[2], str(1 << chosen[1]))
    if enum_named(type_name):
        chosen = enumerator(enum_named(type_name), level)
        return chosen and (chosen[2], str(chosen[1]))
    if type_name == "bool":
        return 1, "1"
    if re.fullmatch(r"(std::)?u?int(8|32|64)_t|(std::)?size_t|TensorFormats", type_name):
        return 7, "7"
    if type_name in ("float", "double"):
        return 7, "7.000000"
    if type_name in ("Dims", "DimsHW"):
        return 7, "[4 5 ]"
    if type_name == "Weights":
        return 7, f"w1@{0x7000},7"
    if type_name == "Permutation":
        return 7, "p34"
    if type_name[-1] in "*&" or type_name in ("cudaStream_t", "cudaEvent_t"):
        return 7, f"@{0x7000}"
    return None


def rough(types):
    """Argument types without what may differ between a method and its slot: constness, references, 32 or 64 bits, aliases."""
    text = re.sub(r"\bconst\b|&|std::|\s", "", types).replace("AsciiChar", "char").replace("size_t", "uint32_t")
    text = re.sub("Dims64|DimsHW", "Dims", text).replace("64", "32").replace("PluginFormat", "TensorFormat")
    text = text.replace("SliceMode", "SampleMode").replace("ResizeMode", "InterpolationMode")
    return re.sub(r"\b(" + "|".join([*MASKS, "TensorFormats", "AllocatorFlags"]) + r")\b", "uint32_t", text)


def slot_of(row, table):
    """The slot that a method must reach: of its name, or of that with V2 or so where an overload came later, or Nd where the
    method is of two dimensions; None if there is not one."""
    fits = [slot for slot in rows("slots") if slot["class"] == table and rough(slot["argument types"]) == rough(row["argument types"])
            and re.fullmatch(re.escape(row["method"]) + r"(V\d|Nd)?", slot["method"])]
    for choice in (fits, [s for s in fits if s["method"] == row["method"]], [s for s in fits if s["const"] == row["const"]]):
        if len(choice) == 1:
            return choice[0]
    return None


def calls(level, only_generation):
    """(lines of the program, number of calls). A method that no rule covers is a comment of the program."""
    handles = {row["class"]: row for row in rows("sizes") if row["table"]}
    lines, body = [HEAD, POINTER], []
    for row in rows("signatures"):
        handle = handles.get(row["class"])
        if not handle or not row[f"in {COLUMN[level]}"] or row["kind"] != "non-virtual" or row["method"] == "operator=":
            continue
        slot = slot_of(row, "nvinfer1::" + handle["table"])
        samples = [sample(type_name, index, level) for index, type_name in enumerate(arguments(row))]
        reply = answer(result(row, level), level)
        what = f'{row["class"]}::{row["method"]}({row["argument types"]})'
        if not slot or None in samples or not reply or (row["class"], row["method"]) in RETURNS:
            lines.append(f"// not called: {what}")
            continue
        (spaces, name), index = scope(row["class"]), len(body)
        probe = f"Call{index}"
        types = ", ".join([spelled(slot["return"]), *arguments(slot)])
        record = f'{slot["slot"]}:' + "".join(text + ";" for _, text in samples)
        call = f'probe.{name}::{row["method"]}({", ".join(expression for expression, _ in samples)})'
        check = [f'struct {probe} : {name} {{ explicit {probe}(void* table) {{ {handle["member"]} = static_cast<{handle["table"]}*>(table); }} }};',
                 f"void call{index}() {{", "    recorder::Object object;", f'    object.put<{slot["slot"]}, {types}>();',
                 f'    recorder::current() = "{what}"; recorder::number() = {reply[0]}; recorder::called().clear();',
                 f"    {probe} probe(&object);",
                 f"    (void){call};" if reply[1] is None else f'    recorder::compare("{what} returns", recorder::argument({call}), "{reply[1]}");',
                 f'    recorder::compare("{what}", recorder::called(), "{record}");', "}"]
        lines += in_scope([*spaces, ""], check)
        body.append(f'    {"::".join(spaces)}::call{index}();')
    return [*lines, "int main() {", *body, "    return recorder::differences() == 0 ? 0 : 1;", "}"], len(body)


def default_check(row, level, index, handles):
    """(declarations, body) of the check of one default, both lists of lines."""
    expected, position = row[COLUMN[level]], int(row["index"])
    spaces, name = scope(row["class"])
    what = f'{row["class"]}::{row["method"]}, {row["parameter"]}'
    given = ", ".join(sample(type_name, i, level)[0] for i, type_name in enumerate(arguments(row)[:position]))
    wanted = f"recorder::argument({expected})" if expected != "nullptr" else '"@0"'
    if row["method"] == row["class"].split("::")[-1]:  # a constructor
        member = f'object.{row["parameter"].rstrip("_")}'
        return [], [f"    {name} const object{{{given}}};", f'    recorder::compare("{what}", recorder::argument({member}), {wanted});']
    handle = handles.get(row["class"])
    slot = slot_of({**row, "const": ""}, "nvinfer1::" + handle["table"] if handle else row["class"])
    if not slot:  # an interface of 8.6 only: the call is at least well-formed
        return [], [f"    {{ using Unused = decltype(std::declval<{name}&>().{row['method']}({given})); (void)sizeof(Unused*); }}"]
    types = ", ".join([spelled(slot["return"]), *arguments(slot)])
    body = ["    recorder::Object object;", f'    object.put<{slot["slot"]}, {types}>();', f'    recorder::current() = "{what}";']
    declarations = []
    if handle:
        declarations = [f'struct Default{index} : {name} {{ explicit Default{index}(void* table) {{ {handle["member"]} = static_cast<{handle["table"]}*>(table); }} }};']
        body.append(f'    Default{index} probe(&object);\n    (void)probe.{name}::{row["method"]}({given});')
    else:
        body.append(f'    (void)reinterpret_cast<{name}*>(&object)->{row["method"]}({given});')
    if expected == '""':
        body.append(f'    recorder::compare("{what}", recorder::lastText(), "");')
    else:
        body.append(f'    recorder::compare("{what}", recorder::element({position}), {wanted});')
    return declarations, body


def defaults(level, only_generation):
    handles = {row["class"]: row for row in rows("sizes") if row["table"]}
    lines, calls_made = [HEAD, POINTER], []
    for row in rows("defaults"):
        own = row[COLUMN[level]] != "-"
        if not own:
            continue
        index = len(calls_made)
        declarations, body = default_check(row, level, index, handles)
        spaces = scope(row["class"])[0]
        lines += in_scope([*spaces, ""], [*declarations, f"void check{index}() {{", *body, "}"])
        calls_made.append(f'    {"::".join(spaces)}::check{index}();')
    return [*lines, "int main() {", *calls_made, "    return recorder::differences() == 0 ? 0 : 1;", "}"], len(calls_made)
