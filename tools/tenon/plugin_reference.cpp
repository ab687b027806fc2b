// SPDX-License-Identifier: Apache-2.0
#include "plugin_reference.h"

#include "json.h"
#include "npy.h"
#include "python.h"

#include "base/error.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <stdlib.h>

namespace tenon::cli {
namespace {

using checker::Case;
using checker::Values;

/// All cases in one process. Exit status 3: NumPy is missing; 4: the function fails.
constexpr char const* kProgram = R"py(
import importlib.util
import json
import sys
try:
    import numpy as np
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(3)
path, name, inputs, outputs, fields, counts = sys.argv[1:]
try:
    spec = importlib.util.spec_from_file_location("tenon_reference", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function = getattr(module, name)
    named = {}
    with np.load(inputs) as archive:
        for case, (given, types) in enumerate(json.loads(counts)):
            result = function([archive[f"{case}_{i}"] for i in range(given)], json.loads(fields))
            if len(result) != len(types):
                raise ValueError(f"{len(result)} arrays, and the plugin has {len(types)} outputs")
            for i, (array, dtype) in enumerate(zip(result, types)):
                named[f"{case}_{i}"] = np.ascontiguousarray(np.asarray(array).astype(dtype))
    np.savez(outputs, **named)
except BaseException as error:  # SystemExit, too
    print(f"{type(error).__name__}: {error}", file=sys.stderr)
    sys.exit(4)
)py";

char const* numpyName(DType type) {
    switch (type) {
    case DType::kF16:
        return "float16";
    case DType::kI32:
        return "int32";
    case DType::kI64:
        return "int64";
    case DType::kI8:
        return "int8";
    case DType::kU8:
        return "uint8";
    case DType::kBool:
        return "bool";
    default:
        return "float32";
    }
}

Box boxOf(Values const& v) {
    Box out;
    out.setTensor(v.dtype, v.dims);
    if (!v.bytes.empty())
        std::memcpy(out.data(), v.bytes.data(), v.bytes.size());
    return out;
}

std::string fieldsJson(plugin::Fields const& fields) {
    std::string out;
    for (plugin::Field const& f : fields.list) {
        std::string value;
        if (f.type == static_cast<int32_t>(nvinfer1::PluginFieldType::kCHAR)) {
            value = quoteJson({reinterpret_cast<char const*>(f.data.data()), static_cast<size_t>(f.count)});
        } else {
            auto const size = f.count == 0 ? 0 : f.data.size() / static_cast<size_t>(f.count);
            for (int64_t i = 0; i < f.count; ++i) {
                plugin::Field one = f;
                auto const from = f.data.begin() + static_cast<std::ptrdiff_t>(static_cast<size_t>(i) * size);
                one.data.assign(from, from + static_cast<std::ptrdiff_t>(size));
                value += fmt::format("{}{}", value.empty() ? "" : ",", checker::numberOf(one));
            }
            if (f.count != 1)
                value = "[" + value + "]";
        }
        out += fmt::format("{}{}:{}", out.empty() ? "" : ",", quoteJson(f.name), value);
    }
    return "{" + out + "}";
}

std::string countsJson(std::vector<Case> const& cases) {
    std::string out;
    for (Case const& c : cases) {
        std::string types;
        for (Values const& v : c.outputs)
            types += fmt::format("{}\"{}\"", types.empty() ? "" : ",", numpyName(v.dtype));
        out += fmt::format("{}[{},[{}]]", out.empty() ? "" : ",", c.inputs.size(), types);
    }
    return "[" + out + "]";
}

class Folder {
public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "tenon-reference-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr)
            throw Error(Message::kFileWrite, "cannot make a temporary folder");
        mPath = pattern;
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(mPath, ignored);
    }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    std::string file(char const* name) const { return (mPath / name).string(); }

private:
    std::filesystem::path mPath;
};

std::vector<std::vector<Values>> runPython(std::string const& file, std::string const& function,
                                           std::vector<Case> const& cases, plugin::Fields const& fields,
                                           double seconds) {
    Folder const folder;
    NamedBoxes inputs;
    for (size_t c = 0; c < cases.size(); ++c)
        for (size_t i = 0; i < cases[c].inputs.size(); ++i)
            inputs.emplace_back(fmt::format("{}_{}", c, i), boxOf(cases[c].inputs[i]));
    writeNpz(folder.file("in.npz"), inputs);
    std::string const python = pythonProgram();
    Finished const done = runProgram({python, "-c", kProgram, file, function, folder.file("in.npz"),
                                      folder.file("out.npz"), fieldsJson(fields), countsJson(cases)},
                                     seconds);
    bool const starts = done.status != -1 || done.signal != 0 || done.late;
    if (!starts || done.status == 127 || done.status == 3)
        throw Error(Message::kNothingChecked,
                    fmt::format("the reference '{}:{}' cannot be run by '{}': {}", file, function, python,
                                done.err.empty() ? "it does not start" : done.err))
            .tip(fmt::format("{} -m pip install numpy", python));
    if (done.status != 0 || !std::filesystem::exists(folder.file("out.npz")))
        throw Error(Message::kPluginCase, fmt::format("the reference '{}:{}' failed", file, function))
            .wanted("a function (inputs, fields) that returns a list of arrays")
            .given(done.late          ? fmt::format("no end within {} seconds", seconds)
                   : done.signal != 0 ? fmt::format("signal {} ended it", done.signal)
                   : done.status == 0 ? "it ended the process"
                                      : done.err);
    std::vector<std::vector<Values>> out(cases.size());
    for (size_t c = 0; c < cases.size(); ++c)
        out[c].resize(cases[c].outputs.size());
    for (auto& [name, array] : readNpz(Buffer::mapFile(folder.file("out.npz")), "the outputs of the reference")) {
        size_t const at = name.find('_');
        Box const& box = array.box;
        Values& to = out.at(std::stoul(name)).at(std::stoul(name.substr(at + 1)));
        to = {box.dtype, box.dims, {box.data(), box.data() + box.bytes()}};
    }
    return out;
}

} // namespace

checker::Reference pythonReference(std::string const& text, std::string const& folder, double seconds) {
    size_t const at = text.rfind(':');
    if (at == std::string::npos || at == 0 || at + 1 == text.size())
        throw Error(Message::kPluginCase, fmt::format("the reference '{}' has another form", text))
            .wanted("file.py:function");
    std::string const file = (std::filesystem::path(folder) / text.substr(0, at)).string();
    return
        [file, function = text.substr(at + 1), seconds](std::vector<Case> const& cases, plugin::Fields const& fields) {
            return runPython(file, function, cases, fields, seconds);
        };
}

} // namespace tenon::cli
