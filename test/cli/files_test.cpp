// SPDX-License-Identifier: Apache-2.0
// No command writes over what it reads, or writes one file twice; whatever names the file.
#include "files.h"

#include "test/cli/expect_error.h"

#include <filesystem>
#include <fstream>
#include <stdlib.h>

namespace tenon::cli {
namespace {

namespace fs = std::filesystem;

class GuardedFiles : public ::testing::Test {
protected:
    GuardedFiles() {
        std::string pattern = (fs::temp_directory_path() / "tenon-guard-XXXXXX").string();
        mFolder = ::mkdtemp(pattern.data());
        for (char const* name : {"m.onnx", "a.npz", "l.so"})
            std::ofstream(at(name)) << name;
        fs::create_directory(at("d"));
        std::ofstream(at("d/input_0.pb")) << "0";
    }
    ~GuardedFiles() override { fs::remove_all(mFolder); }

    std::string at(std::string const& name) const { return (mFolder / name).string(); }
    /// The first line of the error, with paths of the folder in short.
    std::string refused(std::vector<std::string> words) const {
        std::string text = test::errorText([&] { check(words); });
        text = text.substr(0, text.find('\n'));
        for (size_t found; (found = text.find(mFolder.string() + "/")) != std::string::npos;)
            text.erase(found, mFolder.string().size() + 1);
        return text;
    }
    static void check(std::vector<std::string> const& words) {
        std::vector<char const*> argv{"tenon"};
        for (std::string const& word : words)
            argv.push_back(word.c_str());
        Invocation const invocation = parseArguments(static_cast<int>(argv.size()), argv.data());
        std::visit([](auto const& args) { checkFiles(filesOf(args)); }, invocation.command);
    }

    fs::path mFolder;
};

TEST_F(GuardedFiles, NoInputIsOverwritten) {
    std::string const m = at("m.onnx"), a = at("a.npz"), so = at("l.so"), d = at("d");
    EXPECT_EQ(refused({"build", m, "-o", m}), "TN-001: tenon build: -o 'm.onnx' would overwrite MODEL 'm.onnx'");
    EXPECT_EQ(refused({"inspect", m, "--json", m}),
              "TN-001: tenon inspect: --json 'm.onnx' would overwrite FILE 'm.onnx'");
    EXPECT_EQ(refused({"bench", m, "--json", m}),
              "TN-001: tenon bench: --json 'm.onnx' would overwrite MODEL 'm.onnx'");
    EXPECT_EQ(refused({"build", m, "-o", at("e"), "--timing-cache", m}),
              "TN-001: tenon build: --timing-cache 'm.onnx' would overwrite MODEL 'm.onnx'");
    EXPECT_EQ(refused({"run", m, "--inputs", a, "--outputs", a}),
              "TN-001: tenon run: --outputs 'a.npz' would overwrite --inputs 'a.npz'");
    EXPECT_EQ(refused({"run", m, "--inputs", "x=" + a, "--outputs", a}),
              "TN-001: tenon run: --outputs 'a.npz' would overwrite --inputs 'a.npz'");
    EXPECT_EQ(refused({"run", "e.engine", "--onnx", m, "--json", m}),
              "TN-001: tenon run: --json 'm.onnx' would overwrite --onnx 'm.onnx'");
    EXPECT_EQ(refused({"run", m, "--inputs-pb", d, "--json", at("d/input_0.pb")}),
              "TN-001: tenon run: --json 'd/input_0.pb' would overwrite --inputs-pb 'd/input_0.pb'");
    EXPECT_EQ(refused({"run", m, "--inputs", at("d/output_0.pb"), "--outputs-pb", d + "/"}),
              "TN-001: tenon run: --outputs-pb 'd/' would overwrite --inputs 'd/output_0.pb'");
    EXPECT_EQ(refused({"build", m, "-o", at("e"), "--plugins", so, "--json", so}),
              "TN-001: tenon build: --json 'l.so' would overwrite --plugins 'l.so'");
    EXPECT_EQ(refused({"plugin", "check", so, "--spec", a, "--junit", a}),
              "TN-001: tenon plugin check: --junit 'a.npz' would overwrite --spec 'a.npz'");
    for (char const* command : {"list", "migrate-check"})
        EXPECT_NE(refused({"plugin", command, so, "--json", so}).find("--json 'l.so' would overwrite "),
                  std::string::npos);
    EXPECT_EQ(refused({"plugin", "diff", a, so, "--json", so}),
              "TN-001: tenon plugin diff: --json 'l.so' would overwrite NEW 'l.so'");
}

TEST_F(GuardedFiles, NoFileIsWrittenTwice) {
    std::string const m = at("m.onnx"), f = at("f"), d = at("d");
    EXPECT_EQ(refused({"build", m, "-o", f, "--json", f}), "TN-001: tenon build: --json 'f' is what -o writes, too");
    EXPECT_EQ(refused({"build", m, "-o", f, "--timing-cache", at("d/../f")}),
              "TN-001: tenon build: --timing-cache 'd/../f' is what -o writes, too");
    EXPECT_EQ(refused({"run", m, "--outputs-pb", at("new"), "--outputs", at("new/output_3.pb")}),
              "TN-001: tenon run: --outputs 'new/output_3.pb' is what --outputs-pb writes, too");
    EXPECT_EQ(refused({"plugin", "check", "x.so", "--junit", f, "--json", f}),
              "TN-001: tenon plugin check: --json 'f' is what --junit writes, too");
}

TEST_F(GuardedFiles, LinksAreSeenThrough) {
    fs::create_symlink("m.onnx", at("soft"));
    fs::create_hard_link(at("m.onnx"), at("hard"));
    fs::create_symlink("f", at("ahead")); // f is not there yet
    EXPECT_NE(refused({"build", at("soft"), "-o", at("m.onnx")}).find("would overwrite MODEL"), std::string::npos);
    EXPECT_NE(refused({"build", at("m.onnx"), "-o", at("hard")}).find("would overwrite MODEL"), std::string::npos);
    EXPECT_NE(refused({"build", at("m.onnx"), "-o", at("f"), "--json", at("ahead")}).find("is what -o writes"),
              std::string::npos);
}

TEST_F(GuardedFiles, OnlyDocumentsGoToStandardOutput) {
    EXPECT_EQ(refused({"run", "m", "--outputs", "-"}),
              "TN-001: tenon run: --outputs writes a file, not standard output");
    EXPECT_EQ(refused({"build", "m", "-o", "-"}), "TN-001: tenon build: -o writes a file, not standard output");
    check({"build", "m", "-o", "e", "--json", "-"});
}

TEST_F(GuardedFiles, WhatIsApartIsLeftAlone) {
    check({"build", at("m.onnx"), "-o", at("e"), "--json", at("j"), "--timing-cache", at("t")});
    check({"run", at("m.onnx"), "--inputs-pb", at("d"), "--outputs-pb", at("d"), "--outputs", at("o.npz")});
    check({"build", at("m.onnx"), "-o", "/dev/null", "--json", "/dev/null"});
    check({"doctor", "--json", at("j")});
}

} // namespace
} // namespace tenon::cli
