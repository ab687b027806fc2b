// SPDX-License-Identifier: Apache-2.0
// Fields of plugins that own their names and elements, as a Plan keeps them and as creators are given them.
#pragma once

#include "NvInferRuntime.h"
#include "plugin/key.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tenon::plugin {

struct Field {
    std::string name;
    int32_t type = 0; ///< nvinfer1::PluginFieldType
    int64_t count = 0;
    std::vector<std::byte> data;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("type", self.type);
        visit("count", self.count);
        visit("data", self.data);
    }
};

struct Fields {
    std::vector<Field> list;

    /// Copies what a plugin or a program gives. Throws Error kPluginField, naming the field, for one without a name, of
    /// an unknown type, of a negative length, or without data.
    static Fields copy(nvinfer1::PluginFieldCollection const& from, Key const& key);
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("list", self.list);
    }
};

/// Fields as the interface has them; valid while `fields` is.
class FieldView {
public:
    explicit FieldView(Fields const& fields);
    nvinfer1::PluginFieldCollection const* collection() const noexcept { return &mCollection; }

private:
    std::vector<nvinfer1::PluginField> mFields;
    nvinfer1::PluginFieldCollection mCollection;
};

} // namespace tenon::plugin
