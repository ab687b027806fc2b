// SPDX-License-Identifier: Apache-2.0
// Reference of the pointwise operator: each row computed in double, or in 64-bit integers, and its result rounded (or
// wrapped) to the instruction's type. The elements are taken in blocks, so that a row is looked up once for many of
// them.
#include "base/half.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/pointwise/pointwise.h"
#include "ops/pointwise/scalar.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace tenon::ops {
namespace pointwise {
namespace {

constexpr int64_t kBlock = 256;

/// A number in its widest form; which member is used follows from the element type.
union Wide {
    double real;
    int64_t whole;
    uint64_t natural;
    bool truth;
};
enum class Form : uint8_t { kReal, kWhole, kNatural, kTruth };
using Block = std::vector<Wide>;

template <class T>
T get(Wide const& w) {
    if constexpr (std::is_same_v<T, double>)
        return w.real;
    else if constexpr (std::is_same_v<T, int64_t>)
        return w.whole;
    else if constexpr (std::is_same_v<T, uint64_t>)
        return w.natural;
    else
        return w.truth;
}

template <class T>
Wide wide(T value) {
    Wide w{};
    if constexpr (std::is_same_v<T, bool>)
        w.truth = value;
    else if constexpr (std::is_floating_point_v<T> || std::is_class_v<T>)
        w.real = static_cast<double>(value);
    else if constexpr (std::is_signed_v<T>)
        w.whole = value;
    else
        w.natural = value;
    return w;
}

Form formOf(DType type) {
    uint8_t const c = classOf(type);
    return c == kFloatRow ? Form::kReal
                          : (c == kSignedRow ? Form::kWhole : (c == kUnsignedRow ? Form::kNatural : Form::kTruth));
}

/// Calls fn with a value of the type that the form holds.
template <class F>
void withForm(Form form, F&& fn) {
    switch (form) {
    case Form::kReal:
        fn(double{});
        return;
    case Form::kWhole:
        fn(int64_t{});
        return;
    case Form::kNatural:
        fn(uint64_t{});
        return;
    case Form::kTruth:
        fn(bool{});
        return;
    }
}

/// A wide number as an element of type T: rounded, or wrapped.
template <class T, class From>
T narrow(From value) {
    if constexpr (std::is_class_v<T>) // half precision: by way of float, as conversions to it are defined
        return T(static_cast<float>(value));
    else
        return static_cast<T>(value);
}

using Function = void (*)(Wide const* x, Wide const* y, Wide const* z, Wide* out);
struct Functions {
    Function byForm[4] = {};
};

template <class R, class T, int kArity, bool kChoice>
void apply(Wide const* x, Wide const* y, Wide const* z, Wide* out) {
    for (int64_t i = 0; i < kBlock; ++i)
        if constexpr (kChoice)
            out[i] = wide(R::call(x[i].truth, get<T>(y[i]), get<T>(z[i])));
        else if constexpr (kArity == 1)
            out[i] = wide(R::call(get<T>(x[i])));
        else if constexpr (kArity == 2)
            out[i] = wide(R::call(get<T>(x[i]), get<T>(y[i])));
        else
            out[i] = wide(R::call(get<T>(x[i]), get<T>(y[i]), get<T>(z[i])));
}

template <class R, int kArity, RowRule kRule, uint8_t kClasses>
constexpr Functions functionsOf() {
    Functions f;
    if constexpr (kRule != RowRule::kGiven) {
        constexpr bool kChoice = kRule == RowRule::kChoice;
        if constexpr ((kClasses & kFloatRow) != 0)
            f.byForm[0] = &apply<R, double, kArity, kChoice>;
        if constexpr ((kClasses & kSignedRow) != 0)
            f.byForm[1] = &apply<R, int64_t, kArity, kChoice>;
        if constexpr ((kClasses & kUnsignedRow) != 0)
            f.byForm[2] = &apply<R, uint64_t, kArity, kChoice>;
        if constexpr ((kClasses & kBoolRow) != 0)
            f.byForm[3] = &apply<R, bool, kArity, kChoice>;
    }
    return f;
}

constexpr Functions kFunctions[] = {
#define TENON_ROW1(name, rule, classes, text) functionsOf<scalar::name##_row, 1, RowRule::rule, (classes)>(),
#define TENON_ROW2(name, rule, classes, text) functionsOf<scalar::name##_row, 2, RowRule::rule, (classes)>(),
#define TENON_ROW3(name, rule, classes, text) functionsOf<scalar::name##_row, 3, RowRule::rule, (classes)>(),
#include "ops/pointwise/table.inc"
#undef TENON_ROW1
#undef TENON_ROW2
#undef TENON_ROW3
};

/// The rule of row "cast".
void convert(DType from, DType to, Wide const* x, Wide* out) {
    withForm(formOf(from), [&](auto source) {
        withType(to, [&](auto target) {
            using S = decltype(source);
            using T = decltype(target);
            for (int64_t i = 0; i < kBlock; ++i) {
                S const value = get<S>(x[i]);
                if constexpr (std::is_class_v<T>)
                    out[i] = wide(static_cast<float>(value)); // not by way of double: a number is rounded once
                else if constexpr (std::is_floating_point_v<T>)
                    out[i] = wide(static_cast<T>(value));
                else
                    out[i] = wide(scalar::convert<T>(value));
            }
        });
    });
}

void roundTo(DType type, Wide* x) {
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        withForm(formOf(type), [&](auto form) {
            using W = decltype(form);
            for (int64_t i = 0; i < kBlock; ++i)
                x[i] = wide(narrow<T>(get<W>(x[i])));
        });
    });
}

/// The elements [begin, begin + count) of the result's order, of an operand that broadcasts to dims.
void gather(Tensor const& operand, std::span<int64_t const> dims, int64_t begin, int64_t count, Wide* to) {
    std::vector<int64_t> steps(dims.size(), 0);
    size_t const lead = dims.size() - static_cast<size_t>(operand.rank);
    int64_t step = 1;
    for (size_t i = dims.size(); i-- > lead;) {
        steps[i] = operand.dims[i - lead] == 1 ? 0 : step;
        step *= operand.dims[i - lead];
    }
    withType(operand.dtype, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t k = 0; k < count; ++k) {
            int64_t rest = begin + k, at = 0;
            for (size_t i = dims.size(); i-- > 0; rest /= dims[i])
                at += rest % dims[i] * steps[i];
            if constexpr (std::is_same_v<T, bool>) // any byte but 0 is true
                to[k] = wide(operand.as<uint8_t const>()[at] != 0);
            else
                to[k] = wide(operand.as<T const>()[at]);
        }
    });
}

void scatter(Wide const* from, int64_t begin, int64_t count, Tensor const& out) {
    withType(out.dtype, [&](auto sample) {
        using T = decltype(sample);
        withForm(formOf(out.dtype), [&](auto form) {
            for (int64_t k = 0; k < count; ++k)
                out.as<T>()[begin + k] = narrow<T>(get<decltype(form)>(from[k]));
        });
    });
}

Wide numberOf(Expression::Instr const& instr) {
    switch (formOf(instr.type)) {
    case Form::kReal:
        return wide(instr.number);
    case Form::kWhole:
        return wide(instr.integer);
    case Form::kNatural:
        return wide(static_cast<uint64_t>(instr.integer));
    case Form::kTruth:
        break;
    }
    return wide(instr.integer != 0);
}

bool run(Attributes const& a, Args const& args) {
    Expression const& e = a.expression;
    Tensor const& out = args.outputs[0];
    int64_t const total = out.elements();
    std::vector<Block> values(e.inputs.size() + e.code.size(), Block(kBlock, Wide{}));
    for (int64_t begin = 0; begin < total; begin += kBlock) {
        int64_t const count = std::min(kBlock, total - begin);
        for (size_t i = 0; i < e.inputs.size(); ++i)
            gather(args.inputs[i], out.shape(), begin, count, values[i].data());
        for (size_t i = 0; i < e.code.size(); ++i) {
            Expression::Instr const& instr = e.code[i];
            Block& to = values[e.inputs.size() + i];
            auto arg = [&](size_t k) {
                return instr.args[k] < 0 ? nullptr : values[static_cast<size_t>(instr.args[k])].data();
            };
            if (instr.row == "const") {
                std::fill(to.begin(), to.end(), numberOf(instr));
            } else if (RowId const row = rowId(instr); row == RowId::k_cast) {
                convert(e.typeOf(instr.args[0]), instr.type, arg(0), to.data());
            } else {
                size_t last = 2;
                while (instr.args[last] < 0)
                    --last;
                auto const form = static_cast<size_t>(formOf(e.typeOf(instr.args[last])));
                kFunctions[static_cast<size_t>(row)].byForm[form](arg(0), arg(1), arg(2), to.data());
            }
            roundTo(instr.type, to.data());
        }
        scatter(e.code.empty() ? values[0].data() : values.back().data(), begin, count, out);
    }
    return true;
}

} // namespace
} // namespace pointwise

void pointwise_ref(KernelTable& table) {
    table.add(referenceKernel<pointwise::Attributes>("pointwise", "pointwise.ref", pointwise::run));
}

} // namespace tenon::ops
