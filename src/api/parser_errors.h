// SPDX-License-Identifier: Apache-2.0
// The errors of a parser as its interface gives them.
#pragma once

#include "NvOnnxParser.h"
#include "base/error.h"
#include "onnx/reader.h"

#include <memory>
#include <vector>

namespace tenon::api {

nvonnxparser::ErrorCode parserCodeOf(Error const& error, bool aboutNode) noexcept;

class ParserErrors {
public:
    /// Adds what is in flight as an exception: one error, or all of a list.
    void addCurrent();
    void add(Error const& error, onnx::NodePlace place = {});
    void clear() noexcept;

    int size() const noexcept { return static_cast<int>(mItems.size()); }
    nvonnxparser::IParserError const* at(int index) const noexcept; ///< null outside
    std::vector<Error> const& errors() const noexcept { return mErrors; }

private:
    class Item;
    std::vector<Error> mErrors;
    std::vector<std::shared_ptr<nvonnxparser::IParserError>> mItems;
};

} // namespace tenon::api
