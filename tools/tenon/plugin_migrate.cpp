// SPDX-License-Identifier: Apache-2.0
// tenon plugin migrate-check: in a source, the names whose meaning changes; in a library, what its creators are.
#include "commands.h"
#include "output.h"

#include "base/buffer.h"
#include "base/error.h"
#include "checker/checker.h"

#include <array>
#include <filesystem>

namespace tenon::cli {
namespace {

struct Change {
    char const* name;      ///< as a word in the source
    std::string_view step; ///< "V2 to V3" or "8 to 10"
    char const* now;
};

constexpr Change kChanges[] = {
    {"IPluginV2IOExt", "V2 to V3", "IPluginV3: dims have the batch as dim 0, and there is no batchSize"},
    {"IPluginV2Ext", "V2 to V3", "IPluginV3: dims have the batch as dim 0, and there is no batchSize"},
    {"IPluginV2DynamicExt", "V2 to V3",
     "IPluginV3 with the parts IPluginV3OneCore, IPluginV3OneBuild and IPluginV3OneRuntime"},
    {"IPluginV2", "V2 to V3", "IPluginV3: dims have the batch as dim 0, and there is no batchSize"},
    {"IPluginCreator", "V2 to V3",
     "IPluginCreatorV3One: createPlugin() also makes the plugins of loaded engines, with TensorRTPhase::kRUNTIME"},
    {"initialize", "V2 to V3", "gone: take what a run needs in attachToContext() or onShapeChange()"},
    {"terminate", "V2 to V3", "gone: give it back in the destructor of what attachToContext() made"},
    {"destroy", "V2 to V3", "gone: the engine deletes the object"},
    {"getSerializationSize", "V2 to V3", "gone: getFieldsToSerialize() names the fields, and the engine writes them"},
    {"serialize", "V2 to V3", "getFieldsToSerialize(): its arrays must live until the next call"},
    {"deserializePlugin", "V2 to V3", "createPlugin() with TensorRTPhase::kRUNTIME gets the fields that were written"},
    {"configurePlugin", "V2 to V3",
     "called at build only, and returns a status; a new shape at run time comes by onShapeChange()"},
    {"getOutputDataType", "V2 to V3", "getOutputDataTypes() fills the types of all outputs, and returns a status"},
    {"getOutputDimensions", "V2 to V3",
     "getOutputShapes() fills the shapes of all outputs; inputs of shapes come apart"},
    {"supportsFormatCombination", "V2 to V3", "takes DynamicPluginTensorDesc: a dim of desc.dims may be -1"},
    {"getWorkspaceSize", "V2 to V3", "takes DynamicPluginTensorDesc: use .max; desc.dims may hold -1"},
    {"attachToContext", "V2 to V3", "takes an IPluginResourceContext and must return a clone, never this"},
    {"detachFromContext", "V2 to V3", "gone: the destructor of the clone"},
    {"setPluginNamespace", "V2 to V3", "gone: getPluginNamespace() of creator and plugin must tell the same"},
    {"getPluginType", "V2 to V3", "getPluginName() of IPluginV3OneCore"},
    {"getTensorRTVersion", "V2 to V3", "getInterfaceInfo(), which the interface implements"},
    {"isOutputBroadcastAcrossBatch", "V2 to V3", "gone, with the implicit batch"},
    {"canBroadcastInputAcrossBatch", "V2 to V3", "gone, with the implicit batch"},
    {"getPluginCreators", "V2 to V3", "getCreators() exports creators of both generations"},
    {"addPluginV2", "V2 to V3", "addPluginV3(inputs, nbInputs, shapeInputs, nbShapeInputs, plugin)"},
    {"cudnnContext", "8 to 10", "null unless the application asks for it: make a handle of your own"},
    {"cublasContext", "8 to 10", "null unless the application asks for it: make a handle of your own"},
    {"kDIMS", "8 to 10", "a field of this type holds Dims with 64-bit elements"},
    {"setMaxBatchSize", "8 to 10", "gone: the batch is dim 0, with an optimization profile"},
    {"getMaxBatchSize", "8 to 10", "gone: the batch is dim 0"},
    {"buildEngineWithConfig", "8 to 10", "gone: buildSerializedNetwork(), then deserializeCudaEngine()"},
    {"buildCudaEngine", "8 to 10", "gone: buildSerializedNetwork(), then deserializeCudaEngine()"},
    {"enqueueV2", "8 to 10", "gone: setTensorAddress() by name, then enqueueV3()"},
    {"executeV2", "8 to 10", "bindings in the order of getIOTensorName()"},
    {"getBindingIndex", "8 to 10", "gone: tensors are known by name"},
    {"getBindingDimensions", "8 to 10", "gone: getTensorShape(name)"},
    {"getNbBindings", "8 to 10", "gone: getNbIOTensors()"},
    {"setWorkspaceSize", "8 to 10", "gone: setMemoryPoolLimit(MemoryPoolType::kWORKSPACE, bytes)"},
    {"setMaxWorkspaceSize", "8 to 10", "gone: setMemoryPoolLimit(MemoryPoolType::kWORKSPACE, bytes)"},
};

/// Lines that keep a dim in 32 bits: elements of Dims have 64 since generation 10.
bool keepsDimIn32Bits(std::string_view line) {
    bool const narrow = line.find("int ") != line.npos || line.find("int32_t ") != line.npos;
    return narrow && line.find(".d[") != line.npos && line.find('=') != line.npos && line.find(".d[") > line.find('=');
}

struct MigrateItem {
    int64_t line = 0;
    std::string name, step, now;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("line", self.line);
        visit("name", self.name);
        visit("step", self.step);
        visit("now", self.now);
    }
};

struct MigrateReport {
    std::string file;
    std::vector<MigrateItem> items;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("file", self.file);
        visit("items", self.items);
    }
};

bool isWordPart(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool hasWord(std::string_view line, std::string_view word) {
    for (size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1))
        if ((at == 0 || !isWordPart(line[at - 1])) &&
            (at + word.size() == line.size() || !isWordPart(line[at + word.size()])))
            return true;
    return false;
}

/// Many names are the same in both generations: a source that only knows IPluginV3 has nothing to migrate.
bool knowsV2(std::string_view text) {
    for (char const* name : {"IPluginV2", "IPluginV2Ext", "IPluginV2IOExt", "IPluginV2DynamicExt", "IPluginCreator"})
        if (hasWord(text, name))
            return true;
    return false;
}

std::vector<MigrateItem> itemsOfSource(std::string_view text) {
    std::vector<MigrateItem> out;
    bool const isV2 = knowsV2(text);
    std::array<bool, std::size(kChanges)> seen{}; // each name once, where it stands first
    for (int64_t number = 1; !text.empty(); ++number) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line = line.substr(0, line.find("//"));
        for (size_t i = 0; i < std::size(kChanges); ++i)
            if (!seen[i] && (isV2 || kChanges[i].step != kChanges[0].step) && hasWord(line, kChanges[i].name)) {
                seen[i] = true;
                out.push_back({number, kChanges[i].name, std::string(kChanges[i].step), kChanges[i].now});
            }
        if (keepsDimIn32Bits(line))
            out.push_back({number, "Dims::d", "8 to 10", "elements are int64_t: this keeps one in 32 bits"});
    }
    return out;
}

/// Of a file in which nothing of the interface stands, there is nothing to say.
void requireInterface(std::string_view text, std::string const& path) {
    for (char const* word : {"NvInfer", "nvinfer1", "IPlugin", "tenon/plugin"})
        if (text.find(word) != text.npos)
            return;
    throw Error(Message::kNothingChecked, fmt::format("'{}' does not use the interface of plugins", path))
        .wanted("a plugin library, or a C++ source that includes NvInfer.h or a header of tenon/")
        .tip("name the file that has the plugin's class");
}

std::vector<MigrateItem> itemsOfLibrary(std::string const& path) {
    std::vector<MigrateItem> out;
    for (checker::Target const& t : checker::targetsOf(path, 30))
        if (t.kind == plugin::CreatorKind::kV2)
            out.push_back({0, t.key.name, "V2 to V3",
                           "its creator is an IPluginCreator, deprecated since 10: see what changes with migrate-check "
                           "on its source"});
        else
            for (checker::DeclaredField const& f : t.declared)
                if (f.type == static_cast<int32_t>(nvinfer1::PluginFieldType::kDIMS))
                    out.push_back(
                        {0, t.key.name + "." + f.name, "8 to 10", "a field of Dims: 64-bit elements since 10"});
    return out;
}

} // namespace

int run(PluginMigrateArgs const& args) {
    Buffer const file = Buffer::mapFile(args.file);
    std::string_view const text{reinterpret_cast<char const*>(file.bytes().data()), file.size()};
    bool const isLibrary = text.rfind("\177ELF", 0) == 0;
    if (!isLibrary)
        requireInterface(text, args.file);
    MigrateReport const report{args.file, isLibrary ? itemsOfLibrary(std::filesystem::absolute(args.file).string())
                                                    : itemsOfSource(text)};
    Output const out(args.json);
    for (MigrateItem const& item : report.items)
        out.text("{}{}: {} ({}): {}\n", args.file, item.line > 0 ? fmt::format(":{}", item.line) : "", item.name,
                 item.step, item.now);
    if (report.items.empty())
        out.text("{}: nothing that changes meaning\n", args.file);
    out.document(report);
    return static_cast<int>(report.items.empty() ? Status::kDone : Status::kNo);
}

} // namespace tenon::cli
