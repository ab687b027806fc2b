// SPDX-License-Identifier: Apache-2.0
#include "files.h"

#include "base/error.h"

#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>

namespace tenon::cli {
namespace {

namespace fs = std::filesystem;

/// Collects what was given; an empty path is a flag that was not.
class Lister {
public:
    explicit Lister(std::string command) { mFiles.command = std::move(command); }

    Lister& in(char const* flag, std::string const& path) { return add(mFiles.inputs, flag, path); }
    Lister& in(char const* flag, std::vector<std::string> const& paths) {
        for (std::string const& path : paths)
            in(flag, path);
        return *this;
    }
    /// DIR/input_K.pb as far as there are any.
    Lister& folderIn(char const* flag, std::string const& folder) {
        std::error_code ignored;
        for (int i = 0; !folder.empty(); ++i) {
            std::string const path = fmt::format("{}/input_{}.pb", folder, i);
            if (!fs::exists(path, ignored))
                break;
            in(flag, path);
        }
        return *this;
    }
    /// [NAME=]F: which names there are is not known yet, so each F that there may be counts.
    Lister& in(InputArgs const& args) {
        for (std::string const& file : args.files) {
            in("--inputs", file);
            if (size_t const at = file.rfind('='); at != std::string::npos)
                in("--inputs", file.substr(at + 1));
        }
        return folderIn("--inputs-pb", args.folder);
    }
    Lister& out(char const* flag, std::string const& path) { return add(mFiles.outputs, flag, path); }
    Lister& folderOut(char const* flag, std::string const& folder) {
        mFiles.outputFolder = {flag, folder};
        return *this;
    }
    Files done() { return std::move(mFiles); }

private:
    Lister& add(std::vector<NamedFile>& to, char const* flag, std::string const& path) {
        if (!path.empty())
            to.push_back({flag, path});
        return *this;
    }

    Files mFiles;
};

/// What a path names, "-" standard output.
class Place {
public:
    explicit Place(std::string const& path) {
        std::string const real = path == "-" ? "/dev/stdout" : path;
        mExists = ::stat(real.c_str(), &mInfo) == 0;
        fs::path at = fs::absolute(real);
        std::error_code failed;
        for (int i = 0; i < 40 && fs::is_symlink(at, failed); ++i) // to a file that is not there yet
            at = at.parent_path() / fs::read_symlink(at, failed);
        mPath = fs::weakly_canonical(at, failed);
        if (failed)
            mPath = at.lexically_normal();
    }

    bool is(Place const& other) const {
        if (mExists && other.mExists)
            return mInfo.st_dev == other.mInfo.st_dev && mInfo.st_ino == other.mInfo.st_ino && !S_ISCHR(mInfo.st_mode);
        return mExists == other.mExists && mPath == other.mPath;
    }
    /// DIR/output_K.pb, as the other one is.
    bool isOutputBeside(Place const& other) const {
        std::string const name = mPath.filename().string();
        return mPath.parent_path() == other.mPath.parent_path() && name.starts_with("output_") && name.ends_with(".pb");
    }

private:
    struct stat mInfo {};
    bool mExists = false;
    fs::path mPath;
};

[[noreturn]] void refuse(Files const& files, NamedFile const& output, std::string const& what) {
    throw Error(Message::kUsage, fmt::format("tenon {}: {} '{}' {}", files.command, output.flag, output.path, what))
        .tip(fmt::format("give {} another name", output.flag));
}

} // namespace

Files filesOf(BuildArgs const& a) {
    return Lister("build")
        .in("MODEL", a.model)
        .folderIn("--inputs-pb", a.inputsPb)
        .in("--plugins", a.plugins.libraries)
        .out("-o", a.engine)
        .out("--timing-cache", a.timingCache)
        .out("--json", a.json)
        .done();
}
Files filesOf(RunArgs const& a) {
    return Lister("run")
        .in("MODEL", a.model)
        .in("--onnx", a.onnx)
        .in(a.inputs)
        .in("--plugins", a.plugins.libraries)
        .out("--outputs", a.outputs)
        .folderOut("--outputs-pb", a.outputsPb)
        .out("--json", a.json)
        .done();
}
Files filesOf(BenchArgs const& a) {
    return Lister("bench")
        .in("MODEL", a.model)
        .in(a.inputs)
        .in("--plugins", a.plugins.libraries)
        .out("--json", a.json)
        .done();
}
Files filesOf(InspectArgs const& a) {
    return Lister("inspect").in("FILE", a.file).in("--plugins", a.plugins.libraries).out("--json", a.json).done();
}
Files filesOf(PluginCheckArgs const& a) {
    return Lister("plugin check")
        .in("LIB", a.library)
        .in("--spec", a.spec)
        .out("--junit", a.junit)
        .out("--json", a.json)
        .done();
}
Files filesOf(PluginListArgs const& a) {
    return Lister("plugin list").in("LIB", a.library).out("--json", a.json).done();
}
Files filesOf(PluginDiffArgs const& a) {
    return Lister("plugin diff")
        .in("OLD", a.before)
        .in("NEW", a.after)
        .in("--spec", a.spec)
        .out("--json", a.json)
        .done();
}
Files filesOf(PluginMigrateArgs const& a) {
    return Lister("plugin migrate-check").in("FILE", a.file).out("--json", a.json).done();
}

void checkFiles(Files const& files) {
    std::vector<Place> outputs;
    for (NamedFile const& output : files.outputs) {
        if (output.path == "-" && output.flag != "--json")
            throw Error(Message::kUsage,
                        fmt::format("tenon {}: {} writes a file, not standard output", files.command, output.flag))
                .given("-")
                .tip(fmt::format("{} ./- for a file of that name", output.flag));
        outputs.emplace_back(output.path);
    }
    NamedFile const& folder = files.outputFolder;
    Place const inFolder(folder.path + "/output_0.pb");
    for (NamedFile const& input : files.inputs) {
        Place const place(input.path);
        std::string const what = fmt::format("would overwrite {} '{}'", input.flag, input.path);
        for (size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i].is(place))
                refuse(files, files.outputs[i], what);
        if (!folder.path.empty() && place.isOutputBeside(inFolder))
            refuse(files, folder, what);
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
        for (size_t j = 0; j < i; ++j)
            if (outputs[i].is(outputs[j]))
                refuse(files, files.outputs[i], fmt::format("is what {} writes, too", files.outputs[j].flag));
        if (!folder.path.empty() && outputs[i].isOutputBeside(inFolder))
            refuse(files, files.outputs[i], fmt::format("is what {} writes, too", folder.flag));
    }
}

} // namespace tenon::cli
