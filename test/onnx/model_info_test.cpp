// SPDX-License-Identifier: Apache-2.0
// What a model file says about itself; models on disk with their external data, from another working directory.
#include "onnx/model_info.h"

#include "test/onnx/read.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace tenon {
namespace {

using namespace test;
namespace fs = std::filesystem;

class OnDisk : public testing::Test {
protected:
    OnDisk() { fs::create_directories(mFolder); }
    ~OnDisk() override { fs::remove_all(mFolder); }

    std::string write(std::string const& name, std::string_view bytes) {
        std::string const path = (mFolder / name).string();
        writeFile(path, std::as_bytes(std::span(bytes.data(), bytes.size())));
        return path;
    }
    static Graph withExternalWeight() {
        Wire const w = tensor("w", 1, {2}).number(14, 1).message(13, Wire().text(1, "location").text(2, "w.bin"));
        return {{node("Add", {"x", "w"}, {"y"})}, {w}, {value("x", {"2"})}, {value("y", {"2"})}};
    }
    fs::path mFolder = fs::temp_directory_path() / ("tenon_model_" + std::to_string(::getpid()));
};

TEST_F(OnDisk, ExternalDataLieBesideTheModelWhateverTheWorkingDirectory) {
    std::string const path = write("m.onnx", model(withExternalWeight()).bytes);
    write("w.bin", raw<float>({5, 6}));
    auto const weight = [](std::string const& from) {
        Network const n = onnx::readModel(from, builtinTable(), onnx::builtinImporters());
        for (NetworkTensor const& t : n.tensors)
            if (t.name == "w")
                return t.constant->as<float>()[1];
        return 0.0F;
    };
    fs::path const before = fs::current_path();
    fs::current_path(fs::temp_directory_path());
    EXPECT_EQ(weight(path), 6);
    EXPECT_EQ(weight(mFolder.filename().string() + "/m.onnx"), 6);
    fs::current_path(mFolder);
    EXPECT_EQ(weight("m.onnx"), 6);
    fs::current_path(before);
}

TEST_F(OnDisk, DamagedFilesAreNamed) {
    std::string const path = write("bad.onnx", "\x3a\x7f");
    for (bool info : {false, true}) {
        try {
            if (info)
                onnx::inspectModel(path, onnx::builtinImporters());
            else
                onnx::readModel(path, builtinTable(), onnx::builtinImporters());
            ADD_FAILURE() << "no error";
        } catch (Error const& e) {
            EXPECT_EQ(e.id(), Message::kOnnxFile);
            EXPECT_EQ(e.summary().rfind(path, 0), 0U);
        }
    }
    EXPECT_THROW(onnx::inspectModel(path + ".gone", onnx::builtinImporters()), Error);
}

TEST_F(OnDisk, InfoOfAModel) {
    Graph g = withExternalWeight();
    Graph const branch{{node("Softmax", {"x"}, {"b"})}, {floats("v", {3}, {1, 2, 3})}, {}, {value("b", {"2"})}};
    g.nodes.push_back(node("Invented", {"x"}, {"i"}, "inv", {attributeGraph("body", branch.message())}));
    g.nodes.push_back(node("Twice", {"x"}, {"t"}, {}, {}, "acme"));
    g.initializers.push_back(ints("n", {2, 2}, {1, 2, 3, 4}));
    g.inputs = {value("x", {"N", "3", ""}), value("w", {"2"})};
    Wire const more =
        Wire().message(25, twice()).message(14, Wire().text(1, "key").text(2, "value")).message(8, opset("acme", 2));
    onnx::ModelInfo const info =
        onnx::inspectModel(write("m.onnx", model(g, 15, more).bytes), onnx::builtinImporters());
    EXPECT_EQ(info.irVersion, 10);
    EXPECT_EQ(info.producer, "test");
    EXPECT_EQ(info.opsets, (std::map<std::string, int64_t>{{"ai.onnx", 15}, {"acme", 2}}));
    ASSERT_EQ(info.inputs.size(), 1U);
    EXPECT_EQ(info.inputs[0].name, "x");
    EXPECT_EQ(info.inputs[0].type, "FLOAT[N, 3, ?]");
    ASSERT_EQ(info.outputs.size(), 1U);
    EXPECT_EQ(info.nodes,
              (std::map<std::string, int64_t>{{"Add", 1}, {"Softmax", 3}, {"Invented", 1}, {"acme::Twice", 1}}));
    EXPECT_EQ(info.initializerBytes, (std::map<std::string, int64_t>{{"FLOAT", 20}, {"INT64", 32}}));
    EXPECT_EQ(info.functions, std::vector<std::string>{"acme::Twice"});
    EXPECT_EQ(info.externalFiles, std::vector<std::string>{"w.bin"});
    EXPECT_EQ(info.metadata.at("key"), "value");
    ASSERT_EQ(info.unsupported.size(), 1U);
    EXPECT_EQ(info.unsupported[0].node, "inv");
    EXPECT_EQ(info.unsupported[0].version, 15);
}

} // namespace
} // namespace tenon
