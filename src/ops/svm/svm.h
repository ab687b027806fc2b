// SPDX-License-Identifier: Apache-2.0
// Support vector machines of ai.onnx.ml. Each row of x [N, features] is compared with every vector by a kernel
// function; sums of that are the scores [N, columns]. Result 1, where wanted, is the number of each row's class [N].
#pragma once

#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon::ops::svm {

enum class Kernel : uint8_t { kLinear, kPoly, kRbf, kSigmoid };
enum class Mode : uint8_t {
    kRegression, ///< one score, a sum over all vectors
    kLinear,     ///< a class has one vector, and the dot product with that is its score
    kVotes       ///< each pair of classes has a score, which votes for one of them
};
/// Which class a row is of, where its classes have scores of their own.
enum class Label : uint8_t {
    kGreatest,
    kOverZero, ///< of two classes the second where the greatest score is above 0, whichever has it
    kOverHalf  ///< the same with 0.5 or more
};

struct Attributes {
    Kernel kernel = Kernel::kLinear;
    Mode mode = Mode::kRegression;
    Label label = Label::kGreatest;
    double gamma = 0, coef0 = 0, degree = 0;
    int64_t features = 1, classes = 1;
    bool oneClass = false;       ///< of a regression: 1 where the score is positive, else -1
    std::vector<double> vectors; ///< [vectors][features], class by class
    /// kRegression: of each vector. kVotes: [classes - 1][vectors]; of the pair (i, j) those of class i lie in row j -
    /// 1, those of class j in row i. Else empty.
    std::vector<double> coefficients;
    std::vector<double> offsets;        ///< of each pair, or one for all scores
    std::vector<int64_t> perClass;      ///< kVotes: vectors of each class
    std::vector<double> slopes, shifts; ///< kVotes: of each pair, which make a share of its score; empty: scores stay

    int64_t pairs() const noexcept { return classes * (classes - 1) / 2; }
    int64_t columns() const noexcept {
        if (mode == Mode::kRegression)
            return 1;
        return mode == Mode::kLinear || !slopes.empty() ? classes : pairs();
    }

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("kernel", self.kernel);
        visit("mode", self.mode);
        visit("label", self.label);
        visit("gamma", self.gamma);
        visit("coef0", self.coef0);
        visit("degree", self.degree);
        visit("features", self.features);
        visit("classes", self.classes);
        visit("oneClass", self.oneClass);
        visit("vectors", self.vectors);
        visit("coefficients", self.coefficients);
        visit("offsets", self.offsets);
        visit("perClass", self.perClass);
        visit("slopes", self.slopes);
        visit("shifts", self.shifts);
    }
};

} // namespace tenon::ops::svm
