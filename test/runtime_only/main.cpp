// SPDX-License-Identifier: Apache-2.0
// Runs an engine file with the run time and the kernels alone: `runtime_only FILE`. Inputs take their least shapes and
// are all ones. Prints each output's name, dims and first element. Exit 0, or 2 with the message.
#include "base/half.h"
#include "runtime/context.h"

#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace tenon;

namespace {

std::vector<std::byte> ones(DType type, std::vector<int64_t> const& dims) {
    int64_t const count = checkedElements(type, dims);
    std::vector<std::byte> out(static_cast<size_t>(bytesFor(type, count)) + 64);
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        std::fill_n(reinterpret_cast<T*>(out.data()), count, T(1));
    });
    return out;
}

void run(char const* path) {
    auto const engine = runtime::Engine::load(path, builtinTable());
    runtime::Context context(engine);
    auto const& io = engine->io();
    std::vector<std::vector<std::byte>> memory(io.size());
    for (size_t i = 0; i < io.size() && io[i].input; ++i) {
        if (engine->ioValue(i).isBox())
            throw Error(Message::kInputType, fmt::format("input '{}' is no plain tensor", io[i].name));
        std::vector<int64_t> dims;
        for (DimRange const& d : engine->plan().profiles[0].inputs[i].dims)
            dims.push_back(d.min);
        memory[i] = ones(engine->ioValue(i).type.dtype, dims);
        context.setInputShape(io[i].name, dims);
        context.setAddress(i, memory[i].data());
    }
    context.inferShapes();
    for (size_t i = 0; i < io.size(); ++i)
        if (!io[i].input && !engine->ioValue(i).isBox()) {
            memory[i] = ones(engine->ioValue(i).type.dtype, context.shape(io[i].name).value());
            context.setAddress(i, memory[i].data());
        }
    context.run();
    for (size_t i = 0; i < io.size(); ++i)
        if (!io[i].input) {
            double first = 0;
            withType(engine->ioValue(i).type.dtype, [&](auto sample) {
                using T = decltype(sample);
                if (memory[i].size() > 64)
                    first = static_cast<double>(*reinterpret_cast<T const*>(memory[i].data()));
            });
            fmt::print("{} [{}] {}\n", io[i].name, fmt::join(context.shape(io[i].name).value(), "x"), first);
        }
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: runtime_only FILE.engine\n");
        return 2;
    }
    try {
        run(arguments[1]);
        return 0;
    } catch (std::exception const& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 2;
    }
}
