// SPDX-License-Identifier: Apache-2.0
// Definition of svm, and the check of its lists.
#include "ops/svm/svm.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace svm {
namespace {

constexpr int64_t kMostClasses = 1 << 15;

/// What a list has and what it needs; empty where they are the same.
std::string length(char const* what, size_t given, int64_t wanted) {
    return static_cast<int64_t>(given) == wanted ? "" : fmt::format("{}: {} numbers and not {}", what, given, wanted);
}

std::string faultOfVotes(Attributes const& a, int64_t vectors) {
    int64_t total = 0;
    for (int64_t n : a.perClass) {
        if (n < 0 || n > vectors)
            return fmt::format("a class has {} of {} vectors", n, vectors);
        total += n;
    }
    if (a.classes < 2 || static_cast<int64_t>(a.perClass.size()) != a.classes || total != vectors)
        return fmt::format("{} classes, whose {} counts make {} vectors and not {}", a.classes, a.perClass.size(),
                           total, vectors);
    std::string fault = length("coefficients", a.coefficients.size(), (a.classes - 1) * vectors);
    if (fault.empty() && a.offsets.size() != 1)
        fault = length("offsets (rho)", a.offsets.size(), a.pairs());
    for (auto const* list : {&a.slopes, &a.shifts})
        if (fault.empty() && !(a.slopes.empty() && a.shifts.empty()))
            fault = length("prob_a or prob_b", list->size(), a.pairs());
    return fault;
}

std::string faultOf(Attributes const& a) {
    if (a.features < 1 || a.classes < 1 || a.classes > kMostClasses || a.vectors.empty() ||
        static_cast<int64_t>(a.vectors.size()) % a.features != 0)
        return fmt::format("{} numbers are no vectors of {} features for {} classes", a.vectors.size(), a.features,
                           a.classes);
    if (a.kernel > Kernel::kSigmoid || a.mode > Mode::kVotes || a.label > Label::kOverHalf)
        return "an unknown kernel function or mode";
    auto const vectors = static_cast<int64_t>(a.vectors.size()) / a.features;
    if (a.offsets.empty())
        return "there is no offset (rho)";
    if (a.mode == Mode::kVotes)
        return faultOfVotes(a, vectors);
    return a.mode == Mode::kLinear ? length("classes", static_cast<size_t>(vectors), a.classes)
                                   : length("coefficients", a.coefficients.size(), vectors);
}

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64};
    c.requireType(0, kTypes);
    c.requireRank(0, 2, 2);
    if (std::string const fault = faultOf(a); !fault.empty())
        c.fail(Message::kClassifier, fault);
    Dims const& dims = c.dims(0);
    if (dims[1].isConst() && dims[1].value() != a.features)
        c.fail(Message::kClassifier, "the rows have another number of features than the vectors",
               fmt::format("{}", a.features), toText(dims[1]));
    c.setOut(0, DType::kF32, Dims{dims[0], a.columns()});
    if (c.outputs() > 1)
        c.setOut(1, DType::kI64, Dims{dims[0]});
}

} // namespace
} // namespace svm

void svm_op(KernelTable& table) {
    static OpDef const kOp{.name = "svm", .attrs = &attrType<svm::Attributes>(), .infer = svm::infer, .outputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops
