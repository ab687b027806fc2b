// SPDX-License-Identifier: Apache-2.0
// Runs a model in Python's onnxruntime: a short program of its own, given the model, an .npz file of inputs and the
// name of one for outputs.
#include "check.h"
#include "python.h"

#include "base/error.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <stdlib.h>

namespace tenon::cli {
namespace {

/// Exit status 3: onnxruntime or numpy cannot be imported; 4: it does not run the model; 5: an output is no tensor.
constexpr char const* kProgram = R"py(
import sys
try:
    import numpy as np
    import onnxruntime as ort
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(3)
model, inputs, outputs, threads = sys.argv[1:]
options = ort.SessionOptions()
options.log_severity_level = 4
if int(threads):
    options.intra_op_num_threads = int(threads)
with np.load(inputs) as archive:
    feed = {name: archive[name] for name in archive.files}
try:
    session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    for item in session.get_inputs():
        if item.type == "tensor(string)":
            feed[item.name] = feed[item.name].astype(object)
    values = session.run(None, feed)
except Exception as error:
    print(str(error).strip(), file=sys.stderr)
    sys.exit(4)
named = {}
for item, value in zip(session.get_outputs(), values):
    if not isinstance(value, np.ndarray):
        print(f"output '{item.name}' is no tensor", file=sys.stderr)
        sys.exit(5)
    named[item.name] = value.astype(str) if value.dtype == object else value
import zipfile
with zipfile.ZipFile(outputs, "w") as archive:
    for name, value in named.items():
        with archive.open(name + ".npy", "w", force_zip64=True) as member:
            np.lib.format.write_array(member, value, allow_pickle=False)
)py";

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "tenon-check-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr)
            throw Error(Message::kFileWrite,
                        fmt::format("cannot make a folder in '{}'", std::filesystem::temp_directory_path().string()));
        mPath = pattern;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(mPath, ignored);
    }
    TemporaryFolder(TemporaryFolder const&) = delete;
    TemporaryFolder& operator=(TemporaryFolder const&) = delete;
    std::string file(char const* name) const { return (mPath / name).string(); }

private:
    std::filesystem::path mPath;
};

[[noreturn]] void nothing(std::string const& what, std::string const& tip) {
    throw Error(Message::kNothingChecked, "--check onnxruntime: " + what).tip(tip);
}

std::string lastLine(std::string text) {
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    size_t const at = text.rfind('\n');
    return at == std::string::npos ? text : text.substr(at + 1);
}

} // namespace

NamedBoxes runOnnxRuntime(std::string const& model, NamedBoxes const& inputs, int threads) {
    for (auto const& [name, box] : inputs)
        if (box.kind != Kind::kTensor || bitsOf(box.dtype) == 4 || (bitsOf(box.dtype) == 8 && isFloating(box.dtype)) ||
            box.dtype == DType::kBF16)
            nothing(fmt::format("input '{}' is of a type that NumPy does not have", name),
                    "compare with --check reference");
    TemporaryFolder const folder;
    writeNpz(folder.file("in.npz"), inputs);
    std::string const python = pythonProgram();
    Finished const done = runProgram(
        {python, "-c", kProgram, model, folder.file("in.npz"), folder.file("out.npz"), std::to_string(threads)});
    if (done.signal != 0)
        nothing(fmt::format("'{}' was ended by signal {}", python, done.signal), "compare with --check reference");
    if (done.status == -1 || done.status == 127)
        nothing(fmt::format("'{}' cannot be run", python),
                "set TENON_PYTHON to a Python interpreter, or: ./run demo, which makes one");
    if (done.status == 3)
        nothing(fmt::format("{}: {}", python, lastLine(done.err)),
                fmt::format("{} -m pip install onnxruntime numpy", python));
    if (done.status == 4 || done.status == 5)
        nothing(fmt::format("it did not run the model: {}", lastLine(done.err)), "compare with --check reference");
    if (done.status != 0)
        nothing(fmt::format("'{}' ended with status {}{}", python, done.status,
                            done.err.empty() ? ", saying nothing" : ": " + lastLine(done.err)),
                "set TENON_PYTHON to a Python interpreter, or compare with --check reference");
    NamedBoxes out;
    for (auto& [name, array] : readNpz(Buffer::mapFile(folder.file("out.npz")), "the outputs of onnxruntime"))
        out.emplace_back(name, std::move(array.box));
    return out;
}

} // namespace tenon::cli
