// SPDX-License-Identifier: Apache-2.0
// The fields of a Plan are reached through `reflect`, so a new field is changed without a line here.
#include "fuzz/engine_mutator.h"
#include "base/reflect_binary.h"

#include "fuzz/plugin_seed.h"

#include "base/hash.h"
#include "kernel/table.h"
#include "plan/codec.h"
#include "plan/header.h"
#include "plans/make.h"

#include <cstring>
#include <random>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace tenon::fuzz {
namespace {

/// Walks over a Plan and counts what can be changed; changes number `target` of it.
class Changer {
public:
    Changer(std::mt19937& random, int64_t target) : mRandom(random), mTarget(target) {}

    template <class T>
    void operator()(char const*, T& value) {
        visit(value);
    }

    int64_t count() const noexcept { return mCount; }

    template <class T>
    void visit(T& value) {
        using namespace reflection;
        if constexpr (std::is_same_v<T, DimExpr>) {
            if (hit())
                value = DimExpr(number());
        } else if constexpr (std::is_same_v<T, bool>) {
            if (hit())
                value = !value;
        } else if constexpr (std::is_floating_point_v<T>) {
            if (hit())
                value = static_cast<T>(below(100)) - 50;
        } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
            if (hit())
                value = static_cast<T>(near(static_cast<int64_t>(value)));
        } else if constexpr (std::is_same_v<T, std::string>) {
            if (hit())
                value = name();
        } else if constexpr (IsVector<T>::value) {
            if (hit())
                changeList(value);
            for (auto& item : value)
                visit(item);
        } else if constexpr (IsArray<T>::value) {
            for (auto& item : value)
                visit(item);
        } else if constexpr (IsOptional<T>::value) {
            if (hit()) {
                if (value)
                    value.reset();
                else
                    value.emplace();
            }
            if (value)
                visit(*value);
        } else {
            T::reflect(value, *this);
        }
    }

private:
    bool hit() { return mCount++ == mTarget; }
    int64_t below(int64_t limit) { return std::uniform_int_distribution<int64_t>(0, limit - 1)(mRandom); }

    int64_t number() {
        constexpr int64_t kEdges[] = {
            0, 1, -1, 2, 3, 7, 64, 255, 1 << 20, INT32_MAX, INT32_MIN, int64_t{1} << 40, INT64_MAX, INT64_MIN};
        return kEdges[below(std::size(kEdges))];
    }

    int64_t near(int64_t value) {
        switch (below(3)) {
        case 0:
            return number();
        case 1:
            return static_cast<int64_t>(static_cast<uint64_t>(value) + static_cast<uint64_t>(below(9)) - 4);
        default:
            return below(16);
        }
    }

    template <class List>
    auto const& oneOf(List const& list) {
        return list[static_cast<size_t>(below(static_cast<int64_t>(list.size())))];
    }

    /// Mostly names that mean something.
    std::string name() {
        auto const ops = builtinTable().ops();
        std::string_view const op = oneOf(ops)->name;
        auto const kernels = builtinTable().kernels(op);
        switch (below(4)) {
        case 0:
            return std::string(op);
        case 1:
            return kernels.empty() ? "" : std::string(oneOf(kernels)->name());
        case 2:
            return "x";
        default:
            return std::string(static_cast<size_t>(below(40)), 'a');
        }
    }

    template <class T>
    void changeList(std::vector<T>& list) {
        if (list.empty() || (list.size() < 64 && below(3) == 0)) {
            list.push_back(list.empty() ? T{} : T(oneOf(list)));
            return;
        }
        auto const at = static_cast<size_t>(below(static_cast<int64_t>(list.size())));
        if (below(2) == 0)
            list.erase(list.begin() + static_cast<ptrdiff_t>(at));
        else
            std::swap(list[at], list[static_cast<size_t>(below(static_cast<int64_t>(list.size())))]);
    }

    std::mt19937& mRandom;
    int64_t mTarget;
    int64_t mCount = 0;
};

/// A file's sections. Throws Error when it is no engine.
struct Sections {
    explicit Sections(std::span<std::byte const> file) {
        plan::Header const header = plan::readHeader(file, {});
        for (size_t i = 0; i < plan::kSections; ++i) {
            auto const s = file.subspan(header.sections[i].offset, header.sections[i].size);
            parts[i].assign(s.begin(), s.end());
        }
    }

    /// The file with right offsets and checksums.
    Bytes join() const {
        plan::Header header = plan::makeHeader("cpu");
        Bytes out(sizeof header);
        for (size_t i = 0; i < plan::kSections; ++i) {
            out.resize(plan::alignSection(i, out.size()));
            header.sections[i] = {i, out.size(), parts[i].size(), hash64(parts[i])};
            out.insert(out.end(), parts[i].begin(), parts[i].end());
        }
        header.fileBytes = out.size();
        header.hash = plan::hashOf(header);
        std::memcpy(out.data(), &header, sizeof header);
        return out;
    }

    Bytes parts[plan::kSections];
};

void changeBytes(Bytes& bytes) {
    constexpr size_t kRoom = 64;
    size_t const size = bytes.size();
    bytes.resize(size + kRoom);
    bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(bytes.data()), size, bytes.size()));
}

Bytes mutate(std::span<std::byte const> file, std::mt19937& random) {
    Sections sections(file);
    if (random() % 4 == 0) {
        changeBytes(sections.parts[random() % plan::kSections]);
        return sections.join();
    }
    plan::Plan p;
    BinaryReader in(sections.parts[1].data(), sections.parts[1].size());
    in.read(p);
    for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes) {
        Changer counter(random, -1);
        counter.visit(p);
        Changer(random, static_cast<int64_t>(random() % static_cast<uint64_t>(counter.count() + 1))).visit(p);
    }
    sections.parts[1] = bytesOf(p);
    return sections.join();
}

} // namespace

std::vector<Bytes> const& seedFiles() {
    static std::vector<Bytes> const made = [] {
        std::vector<Bytes> out;
        for (plan::Plan const& p :
             {test::softmaxPlan(), test::richPlan(), test::ifPlan(), test::loopPlan(true), test::loopPlan(false),
              test::scanPlan(), test::sequenceMapPlan(), test::sequencePlan(), test::reshapePlan(), pluginPlan()})
            out.push_back(plan::encodePlan(p));
        plan::Plan large = test::softmaxPlan(); // libFuzzer makes no file longer than the longest seed
        std::byte* bytes = nullptr;
        large.weightBytes = Buffer::allocate(size_t{1} << 14, &bytes);
        std::memset(bytes, 1, large.weightBytes.size());
        out.push_back(plan::encodePlan(large));
        return out;
    }();
    return made;
}

size_t mutateFile(uint8_t* data, size_t size, size_t maxSize, unsigned seed) {
    std::mt19937 random(seed);
    if (random() % 32 == 0)
        return LLVMFuzzerMutate(data, size, maxSize); // wrong checksums are a case, too
    Bytes next;
    try {
        next = mutate({reinterpret_cast<std::byte const*>(data), size}, random);
    } catch (std::exception const&) { // no engine yet, or no longer one
        next = seedFiles()[random() % seedFiles().size()];
    }
    if (next.size() > maxSize)
        return LLVMFuzzerMutate(data, size, maxSize);
    std::memcpy(data, next.data(), next.size());
    return next.size();
}

} // namespace tenon::fuzz
