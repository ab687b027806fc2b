// SPDX-License-Identifier: Apache-2.0
#include "inputs.h"

#include "npy.h"

#include "base/error.h"
#include "base/half.h"
#include "base/hash.h"
#include "onnx/pb.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace tenon::cli {
namespace {

using Values = std::vector<std::optional<Box>>;

Where placeOf(InputInfo const& input) {
    return {"", "", input.name, ""};
}

std::string textOf(Box const& box) {
    return fmt::format("{}[{}]", nameOf(box.dtype), fmt::join(box.dims, "x"));
}

/// Splitmix64: a few lines that give the same numbers everywhere.
class Random {
public:
    explicit Random(uint64_t seed) : mState(seed) {}
    uint64_t next() noexcept {
        uint64_t z = mState += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    double unit() noexcept { return static_cast<double>(next() >> 11) * 0x1p-52 - 1; } ///< [-1, 1)

private:
    uint64_t mState;
};

/// Puts elements that are stored one a byte into nibbles, the low one first.
Box packed(Box const& bytes, DType type) {
    Box out;
    out.setTensor(type, bytes.dims);
    std::fill_n(out.data(), out.bytes(), std::byte{0});
    for (int64_t i = 0; i < bytes.elements(); ++i)
        out.data()[i / 2] |= (bytes.data()[i] & std::byte{15}) << (i % 2 * 4);
    return out;
}

/// The array as a value of the input's type, where NumPy has no such type of its own.
Box adapted(InputInfo const& input, Array array, std::string const& what) {
    DType const wanted = input.type.dtype;
    bool const stored =
        array.raw && bitsOf(wanted) == bitsOf(array.box.dtype) && isFloating(wanted) && wanted != DType::kF16;
    if (stored) {
        Box out;
        out.setTensor(wanted, array.box.dims);
        if (out.bytes() != 0)
            std::memcpy(out.data(), array.box.data(), static_cast<size_t>(out.bytes()));
        return out;
    }
    if ((wanted == DType::kI4 && array.box.dtype == DType::kI8) ||
        (wanted == DType::kU4 && array.box.dtype == DType::kU8))
        return packed(array.box, wanted);
    if (!input.isTensor() || wanted != array.box.dtype || array.raw)
        throw Error(Message::kInputs, fmt::format("'{}' holds another type than input '{}' takes", what, input.name),
                    placeOf(input))
            .wanted(input.text())
            .given(textOf(array.box))
            .tip("numpy: array.astype(...)");
    return std::move(array.box);
}

class Gatherer {
public:
    Gatherer(Inputs const& inputs, InputArgs const& args) : mInputs(inputs), mArgs(args), mValues(inputs.size()) {
        if (!args.shapes.empty())
            mSizes = sizesOf(inputs, args.shapes, "--shapes");
    }

    std::vector<Box> run() {
        if (!mArgs.folder.empty() && !mArgs.files.empty())
            throw Error(Message::kUsage, "--inputs and --inputs-pb do not go together");
        if (!mArgs.folder.empty())
            return readFolder(mInputs, mArgs.folder);
        for (std::string const& file : mArgs.files)
            readFile(file);
        for (size_t i = 0; i < mInputs.size(); ++i)
            if (!mValues[i])
                mValues[i] = made(mInputs[i]);
        requireAll();
        std::vector<Box> out;
        for (size_t i = 0; i < mInputs.size(); ++i) {
            checkSize(mInputs[i], *mValues[i]);
            out.push_back(std::move(*mValues[i]));
        }
        return out;
    }

private:
    size_t indexOf(std::string_view name) const {
        auto const it =
            std::find_if(mInputs.begin(), mInputs.end(), [&](InputInfo const& i) { return i.name == name; });
        return static_cast<size_t>(it - mInputs.begin());
    }

    [[noreturn]] void refuse(std::string const& name, std::string const& what) const {
        throw Error(Message::kInputs,
                    fmt::format("'{}' holds a value for '{}': {}", what, name, absenceOf(name, mInputs)))
            .wanted(listOf(mInputs))
            .given(name);
    }

    void set(std::string const& name, Array array, std::string const& what) {
        size_t const i = indexOf(name);
        if (i == mInputs.size())
            refuse(name, what);
        mValues[i] = adapted(mInputs[i], std::move(array), what);
    }

    /// F.npz, [NAME=]F.npy, [NAME=]F with raw elements. The name ends at the last '=' behind which a file's name can
    /// begin.
    void readFile(std::string const& argument) {
        size_t const at = argument.rfind('=');
        bool const named = at != std::string::npos && indexOf(argument.substr(0, at)) < mInputs.size();
        if (at != std::string::npos && mInputs.constants.contains(argument.substr(0, at)))
            refuse(argument.substr(0, at), argument.substr(at + 1));
        std::string const path = named ? argument.substr(at + 1) : argument;
        Buffer const file = Buffer::mapFile(path);
        if (path.ends_with(".npz")) {
            for (auto& [name, array] : readNpz(file, path))
                set(name, std::move(array), path);
            return;
        }
        if (!named && mInputs.size() != 1)
            throw Error(Message::kInputs, fmt::format("--inputs {}: the model has {} inputs, and none is named",
                                                      argument, mInputs.size()))
                .wanted(listOf(mInputs))
                .tip(fmt::format("--inputs NAME={}", path));
        InputInfo const& input = mInputs[named ? indexOf(argument.substr(0, at)) : 0];
        if (path.ends_with(".npy"))
            set(input.name, readNpy(file.bytes(), path), path);
        else
            mValues[indexOf(input.name)] = raw(input, file, path);
    }

    Box raw(InputInfo const& input, Buffer const& file, std::string const& path) const {
        std::optional<std::vector<int64_t>> const dims = dimsOf(input);
        if (!dims || bitsOf(input.type.dtype) == 0)
            throw Error(
                Message::kInputs,
                fmt::format("'{}' is read as raw elements, and the size of input '{}' is open", path, input.name),
                placeOf(input))
                .wanted(input.text())
                .tip("give --shapes, or an .npy or .npz file");
        Box out;
        out.setTensor(input.type.dtype, *dims);
        if (static_cast<int64_t>(file.size()) != out.bytes())
            throw Error(Message::kInputs,
                        fmt::format("'{}' does not hold as many bytes as input '{}' takes", path, input.name),
                        placeOf(input))
                .wanted(fmt::format("{} bytes for {}", out.bytes(), textOf(out)))
                .given(fmt::format("{} bytes", file.size()));
        if (!file.empty())
            std::memcpy(out.data(), file.data(), file.size());
        return out;
    }

    /// What --shapes says, else what the model or the engine's first profile does.
    std::optional<std::vector<int64_t>> dimsOf(InputInfo const& input) const {
        if (auto const it = mSizes.find(input.name); it != mSizes.end())
            return it->second.dims;
        if (!input.type.ranked() || !input.isSettled())
            return std::nullopt;
        std::vector<int64_t> out;
        for (DimRange const& d : input.dims)
            out.push_back(d.opt);
        return out;
    }

    /// A value that no file gives: the elements of --shapes or of the profile, or random numbers.
    std::optional<Box> made(InputInfo const& input) const {
        auto const size = mSizes.find(input.name);
        if (input.shapeRead && input.isTensor()) {
            std::vector<int64_t> values;
            for (DimRange const& v : input.values)
                values.push_back(v.opt);
            if (size != mSizes.end())
                values = size->second.values;
            if (values.empty()) // what shapes are made of is not made up
                return std::nullopt;
            return ofNumbers(input, *dimsOf(input), values);
        }
        if (!mArgs.seed || !input.isTensor())
            return std::nullopt;
        std::optional<std::vector<int64_t>> const dims = dimsOf(input);
        if (!dims)
            return std::nullopt;
        return randomBox(input.type.dtype, *dims, *mArgs.seed, input.name);
    }

    static Box ofNumbers(InputInfo const& input, std::vector<int64_t> const& dims,
                         std::vector<int64_t> const& numbers) {
        Box out;
        out.setTensor(input.type.dtype, dims);
        withType(input.type.dtype, [&](auto sample) {
            using T = decltype(sample);
            if constexpr (std::is_integral_v<T>)
                for (size_t i = 0; i < numbers.size(); ++i)
                    reinterpret_cast<T*>(out.data())[i] = static_cast<T>(numbers[i]);
        });
        return out;
    }

    void requireAll() const {
        std::vector<InputInfo> missing, open;
        for (size_t i = 0; i < mInputs.size(); ++i) {
            if (mValues[i])
                continue;
            missing.push_back(mInputs[i]);
            if (mInputs[i].isTensor() && (mInputs[i].shapeRead || !dimsOf(mInputs[i])))
                open.push_back(mInputs[i]);
        }
        if (missing.empty())
            return;
        if (mArgs.seed && !open.empty()) {
            Error error(Message::kNeedsShapes,
                        fmt::format("sizes are missing for {} of {} inputs", open.size(), mInputs.size()));
            error.wanted(fmt::format("sizes for {}", listOf(open)))
                .tip(fmt::format("--shapes {}", exampleShapes(open, 32)));
            explainElements(error, open);
            throw error;
        }
        throw Error(Message::kInputs, fmt::format("{} of {} inputs have no value", missing.size(), mInputs.size()))
            .wanted(listOf(missing))
            .tip("--inputs F.npz with an array of each name")
            .tip("--random 1 makes values up; --shapes gives their sizes");
    }

    /// A size that the model fixes, told before the engine is asked, since there the message is about profiles.
    void checkSize(InputInfo const& input, Box const& box) const {
        if (!input.type.ranked() || box.kind != Kind::kTensor)
            return;
        bool good = input.type.rank() == static_cast<int64_t>(box.dims.size());
        for (size_t i = 0; good && i < box.dims.size(); ++i)
            good = !(*input.type.dims)[i].isConst() || (*input.type.dims)[i].is(box.dims[i]);
        if (!good)
            throw Error(Message::kInputs, fmt::format("input '{}' does not take this size", input.name), placeOf(input))
                .wanted(input.text())
                .given(textOf(box));
    }

    Inputs const& mInputs;
    InputArgs const& mArgs;
    Values mValues;
    Sizes mSizes;
};

} // namespace

std::vector<Box> gatherInputs(Inputs const& inputs, InputArgs const& args) {
    return Gatherer(inputs, args).run();
}

std::vector<Box> readFolder(std::vector<InputInfo> const& inputs, std::string const& folder) {
    std::vector<Box> out;
    for (size_t i = 0; i < inputs.size(); ++i) {
        try {
            out.push_back(onnx::readValueFile(fmt::format("{}/input_{}.pb", folder, i), inputs[i].type));
        } catch (Error& e) {
            e.locate(placeOf(inputs[i]));
            throw;
        }
    }
    return out;
}

Box randomBox(DType type, std::vector<int64_t> const& dims, uint64_t seed, std::string_view name) {
    Random random(seed ^ hash64(std::as_bytes(std::span(name))));
    Box out;
    if (type == DType::kString) {
        out.dtype = type;
        out.dims = dims;
        out.strings.resize(static_cast<size_t>(checkedElements(type, dims)));
        for (std::string& text : out.strings)
            text = (random.next() & 1) != 0 ? "1" : "0";
        return out;
    }
    out.setTensor(type, dims);
    bool const known = withType(type, [&](auto sample) {
        using T = decltype(sample);
        auto* const to = reinterpret_cast<T*>(out.data());
        for (int64_t i = 0; i < out.elements(); ++i)
            if constexpr (std::is_integral_v<T>)
                to[i] = static_cast<T>(random.next() >> 63);
            else
                to[i] = T(static_cast<float>(random.unit()));
    });
    if (!known) // four-bit integers and eight-bit floats: bits below the sign, far from infinities
        for (int64_t i = 0; i < out.bytes(); ++i)
            out.data()[i] = static_cast<std::byte>(random.next() & (bitsOf(type) == 4 ? 0x11 : 0x3f));
    return out;
}

} // namespace tenon::cli
