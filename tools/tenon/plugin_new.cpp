// SPDX-License-Identifier: Apache-2.0
// tenon plugin new: a folder with a plugin, its test, CMake and CI files.
#include "commands.h"
#include "output.h"
#include "plugin_templates.h"

#include "base/error.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

namespace tenon::cli {
namespace {

namespace fs = std::filesystem;

std::string replaced(std::string text, std::string_view what, std::string const& with) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

struct Names {
    std::string name, creator, make, add, half;
};

Names namesFor(PluginNewArgs const& args) {
    if (args.api == "v2dynamic")
        return {args.name, "IPluginCreator",
                "struct Destroy { void operator()(IPluginV2* p) const { p->destroy(); } };\n"
                "    std::unique_ptr<IPluginV2, Destroy> const plugin(creator->createPlugin(\"one\", &collection));",
                "network->addPluginV2(&x, 1, *plugin)", ""};
    return {
        args.name, "IPluginCreatorV3One",
        "std::unique_ptr<IPluginV3> const plugin(creator->createPlugin(\"one\", &collection, TensorRTPhase::kBUILD));",
        "network->addPluginV3(&x, 1, nullptr, 0, *plugin)", args.api == "base" ? ", \"float16\"" : ""};
}

void write(fs::path const& path, char const* form, Names const& names) {
    std::string text = form;
    for (auto const& [what, with] :
         {std::pair{"@NAME@", &names.name}, std::pair{"@CREATOR@", &names.creator}, std::pair{"@MAKE@", &names.make},
          std::pair{"@ADD@", &names.add}, std::pair{"@HALF@", &names.half}})
        text = replaced(std::move(text), what, *with);
    std::ofstream out(path, std::ios::binary);
    out << text;
    if (!out.flush())
        throw Error(Message::kFileWrite, fmt::format("cannot write '{}'", path.string()));
}

} // namespace

int run(PluginNewArgs const& args) {
    bool const good = !args.name.empty() && std::isalpha(static_cast<unsigned char>(args.name[0])) != 0 &&
                      std::all_of(args.name.begin(), args.name.end(),
                                  [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
    if (!good)
        throw Error(Message::kUsage, fmt::format("tenon plugin new: '{}' is no name of a class", args.name))
            .wanted("letters, digits and _, a letter first");
    fs::path const folder = fs::path(args.folder) / args.name;
    if (fs::exists(folder))
        throw Error(Message::kFileWrite, fmt::format("'{}' is there already", folder.string()));
    std::error_code failed;
    fs::create_directories(folder / ".github" / "workflows", failed);
    Names const names = namesFor(args);
    write(folder / (args.name + ".cpp"),
          args.api == "v3"     ? kPluginV3
          : args.api == "base" ? kPluginBase
                               : kPluginV2,
          names);
    write(folder / (args.name + "_test.cpp"), kPluginTest, names);
    write(folder / "CMakeLists.txt", kPluginCMake, names);
    write(folder / "spec.json", kPluginSpec, names);
    write(folder / "reference.py", kPluginReference, names);
    write(folder / ".github" / "workflows" / "ci.yml", kPluginCi, names);
    Output const out("");
    out.text("wrote {}: {}.cpp, {}_test.cpp, CMakeLists.txt, spec.json, reference.py, .github/workflows/ci.yml\n",
             folder.string(), args.name, args.name);
    return 0;
}

} // namespace tenon::cli
