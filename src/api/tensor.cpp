// SPDX-License-Identifier: Apache-2.0
#include "api/tensor.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace tenon::api {

using nvinfer1::DataType;
using nvinfer1::Dims64;
using nvinfer1::TensorFormats;
using nvinfer1::TensorLocation;

namespace {

constexpr TensorFormats kAllFormats = (1U << nvinfer1::EnumMax<nvinfer1::TensorFormat>()) - 1;

/// A declared type of an input: -1 is open.
Type inputType(DType type, std::vector<int64_t> const& dims) {
    return Type::tensor(type, tenon::Dims(dims.begin(), dims.end()));
}

} // namespace

void TensorHandle::setName(char const* name) noexcept {
    fence(mNetwork.sink(), "ITensor::setName", [&] { tensor().name = name == nullptr ? "" : name; });
}

char const* TensorHandle::getName() const noexcept {
    if (mName != tensor().name)
        mName = tensor().name;
    return mName.c_str();
}

void TensorHandle::setDimensions(Dims64 const& dimensions) noexcept {
    fence(mNetwork.sink(), "ITensor::setDimensions", [&] {
        if (!isNetworkInput())
            return mNetwork.sink().warning(
                fmt::format("ITensor::setDimensions: '{}' is no input; its dims follow from its layer", getName()));
        tensor().type = inputType(tensor().type->dtype, toVector(dimensions, "dimensions"));
        mNetwork.inference().tensorChanged(mId);
    });
}

Dims64 TensorHandle::getDimensions() const noexcept {
    auto const type = mNetwork.typeOf(mId, "ITensor::getDimensions");
    if (!type || !type->ranked())
        return kNoDims;
    std::vector<int64_t> dims;
    for (DimExpr const& d : *type->dims)
        dims.push_back(d.isConst() ? d.value() : -1);
    return toDims(dims);
}

void TensorHandle::setType(DataType type) noexcept {
    fence(mNetwork.sink(), "ITensor::setType", [&] {
        DType const to = toDType(type);
        if (isNetworkInput()) {
            tensor().type->dtype = to;
            mNetwork.inference().tensorChanged(mId);
        } else if (mNetwork.stronglyTyped()) {
            throw Error(Message::kStrongSetting, fmt::format("the type of '{}' follows from its layer", getName()),
                        {"", "", tensor().name, ""});
        } else {
            if (!isNetworkOutput())
                mNetwork.sink().warning(fmt::format(
                    "ITensor::setType: '{}' is neither input nor output; the type counts once it is an output",
                    getName()));
            tensor().ioType = to;
        }
    });
}

DataType TensorHandle::getType() const noexcept {
    if (tensor().ioType && isNetworkOutput())
        return static_cast<DataType>(*tensor().ioType);
    auto const type = mNetwork.typeOf(mId, "ITensor::getType");
    return type ? static_cast<DataType>(type->dtype) : DataType::kFLOAT;
}

bool TensorHandle::setDynamicRange(float min, float max) noexcept {
    return fence(mNetwork.sink(), "ITensor::setDynamicRange", false, [&] {
        if (mNetwork.stronglyTyped())
            throw Error(Message::kStrongSetting, fmt::format("tensor '{}' is given a dynamic range", getName()),
                        {"", "", tensor().name, ""});
        if (!std::isfinite(min) || !std::isfinite(max) || min > max)
            throw Error(Message::kArgument, "the ends of a dynamic range are not in order", {"", "", tensor().name, ""})
                .wanted("finite numbers, min <= max")
                .given(fmt::format("{} and {}", min, max));
        tensor().dynamicRange = NetworkTensor::Range{min, max};
        return true;
    });
}

bool TensorHandle::isNetworkInput() const noexcept {
    return mNetwork.isInput(mId);
}

bool TensorHandle::isNetworkOutput() const noexcept {
    return mNetwork.isOutput(mId);
}

void TensorHandle::setBroadcastAcrossBatch(bool broadcastAcrossBatch) noexcept {
    if (broadcastAcrossBatch)
        mNetwork.sink().warning("ITensor::setBroadcastAcrossBatch has no effect: there is no implicit batch");
}

bool TensorHandle::getBroadcastAcrossBatch() const noexcept {
    return false;
}

TensorLocation TensorHandle::getLocation() const noexcept {
    return (isNetworkInput() || isNetworkOutput()) && isShapeTensor() ? TensorLocation::kHOST : mLocation;
}

void TensorHandle::setLocation(TensorLocation location) noexcept {
    fence(mNetwork.sink(), "ITensor::setLocation", [&] {
        needEnum(location, "location", nvinfer1::EnumMax<TensorLocation>());
        if (location == TensorLocation::kHOST && !isNetworkInput())
            throw Error(Message::kArgument, "only an input can be asked for in host memory",
                        {"", "", tensor().name, ""});
        mLocation = location;
    });
}

bool TensorHandle::dynamicRangeIsSet() const noexcept {
    return tensor().dynamicRange.has_value();
}

void TensorHandle::resetDynamicRange() noexcept {
    tensor().dynamicRange.reset();
}

float TensorHandle::getDynamicRangeMin() const noexcept {
    return tensor().dynamicRange ? tensor().dynamicRange->min : std::numeric_limits<float>::quiet_NaN();
}

float TensorHandle::getDynamicRangeMax() const noexcept {
    return tensor().dynamicRange ? tensor().dynamicRange->max : std::numeric_limits<float>::quiet_NaN();
}

void TensorHandle::setAllowedFormats(TensorFormats formats) noexcept {
    fence(mNetwork.sink(), "ITensor::setAllowedFormats", [&] {
        if (formats == 0 || (formats & ~kAllFormats) != 0)
            throw Error(Message::kArgument, "the mask of formats is empty or has unknown bits")
                .wanted("bits 1U << TensorFormat")
                .given(fmt::format("{:#x}", formats));
        tensor().formats = formats;
    });
}

TensorFormats TensorHandle::getAllowedFormats() const noexcept {
    return tensor().formats == 0 ? kAllFormats : tensor().formats;
}

bool TensorHandle::isShapeTensor() const noexcept {
    return fence(mNetwork.sink(), "ITensor::isShapeTensor", false,
                 [&] { return mNetwork.inference().isShapeTensor(mId); });
}

bool TensorHandle::isExecutionTensor() const noexcept {
    return fence(mNetwork.sink(), "ITensor::isExecutionTensor", true,
                 [&] { return mNetwork.inference().isExecutionTensor(mId); });
}

void TensorHandle::setDimensionName(int32_t index, char const* name) noexcept {
    fence(mNetwork.sink(), "ITensor::setDimensionName", [&] {
        if (!isNetworkInput())
            throw Error(Message::kArgument, "only dims of inputs have names", {"", "", tensor().name, ""});
        Type& type = *tensor().type;
        needIndex(index, static_cast<int32_t>(type.rank()));
        DimExpr& d = (*type.dims)[static_cast<size_t>(index)];
        if (d.isConst() && d.value() >= 0)
            throw Error(Message::kArgument, fmt::format("dim {} is fixed, so a name says nothing of it", index),
                        {"", "", tensor().name, ""})
                .wanted("a dim of -1")
                .given(fmt::format("{}", d.value()));
        auto& names = mNetwork.edit().dimNames;
        if (name == nullptr || *name == '\0') {
            d = -1;
        } else {
            auto it = std::find(names.begin(), names.end(), name);
            if (it == names.end())
                it = names.insert(names.end(), name);
            d = DimExpr::symbol(static_cast<SymbolId>(it - names.begin()));
        }
        mNetwork.inference().tensorChanged(mId);
    });
}

char const* TensorHandle::getDimensionName(int32_t index) const noexcept {
    if (!isNetworkInput() || index < 0 || index >= tensor().type->rank())
        return nullptr;
    DimExpr const& d = (*tensor().type->dims)[static_cast<size_t>(index)];
    if (d.op() != DimOp::kSymbol)
        return nullptr;
    std::string& text = mDimNames[index];
    text = mNetwork.network().dimNames[static_cast<size_t>(d.value())];
    return text.c_str();
}

} // namespace tenon::api
