// SPDX-License-Identifier: Apache-2.0
// Reference svm, in double.
#include "ops/svm/svm.h"

#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace svm {
namespace {

double kernelOf(Attributes const& a, double const* x, double const* vector) {
    double sum = 0;
    for (int64_t i = 0; i < a.features; ++i) {
        double const apart = x[i] - vector[i];
        sum += a.kernel == Kernel::kRbf ? apart * apart : x[i] * vector[i];
    }
    switch (a.kernel) {
    case Kernel::kPoly:
        return std::pow(a.gamma * sum + a.coef0, a.degree);
    case Kernel::kRbf:
        return std::exp(-a.gamma * sum);
    case Kernel::kSigmoid:
        return std::tanh(a.gamma * sum + a.coef0);
    case Kernel::kLinear:
        break;
    }
    return sum;
}

/// 1 / (1 + e^(slope * score + shift)), and not quite 0 or 1.
double shareOf(double score, double slope, double shift) {
    constexpr double kLeast = 1e-7;
    return std::clamp(1 / (1 + std::exp(slope * score + shift)), kLeast, 1 - kLeast);
}

/// Probabilities of k classes from the shares r[i * k + j] of class i against class j: the minimum of the sum of
/// (r_ji p_i - r_ij p_j)^2, found one class at a time (Wu, Lin and Weng, 2004, second method).
std::vector<double> couple(std::vector<double> const& r, size_t k) {
    std::vector<double> p(k, 1 / static_cast<double>(k)), q(k * k, 0), qp(k);
    for (size_t t = 0; t < k; ++t)
        for (size_t j = 0; j < k; ++j)
            if (j != t) {
                q[t * k + t] += r[j * k + t] * r[j * k + t];
                q[t * k + j] = -r[j * k + t] * r[t * k + j];
            }
    for (int round = 0; round < 100; ++round) {
        double total = 0, worst = 0;
        for (size_t t = 0; t < k; ++t) {
            qp[t] = 0;
            for (size_t j = 0; j < k; ++j)
                qp[t] += q[t * k + j] * p[j];
            total += p[t] * qp[t];
        }
        for (double v : qp)
            worst = std::max(worst, std::abs(v - total));
        if (worst < 0.005 / static_cast<double>(k))
            break;
        for (size_t t = 0; t < k; ++t) {
            double const diagonal = q[t * k + t], step = (total - qp[t]) / diagonal, scale = 1 + step;
            p[t] += step;
            total = (total + step * (step * diagonal + 2 * qp[t])) / scale / scale;
            for (size_t j = 0; j < k; ++j) {
                qp[j] = (qp[j] + step * q[t * k + j]) / scale;
                p[j] /= scale;
            }
        }
    }
    return p;
}

double offsetOf(Attributes const& a, size_t i) {
    return a.offsets[i < a.offsets.size() ? i : 0];
}

/// Scores of the pairs from the kernel's values; `votes` counts those for each class.
std::vector<double> pairScores(Attributes const& a, std::vector<double> const& values, std::vector<int64_t>& votes) {
    auto const k = static_cast<size_t>(a.classes);
    size_t const vectors = values.size();
    std::vector<size_t> begin{0};
    for (int64_t n : a.perClass)
        begin.push_back(begin.back() + static_cast<size_t>(n));
    std::vector<double> scores;
    votes.assign(k, 0);
    for (size_t i = 0; i < k; ++i)
        for (size_t j = i + 1; j < k; ++j) {
            double sum = offsetOf(a, scores.size());
            for (size_t v = begin[i]; v < begin[i + 1]; ++v)
                sum += a.coefficients[(j - 1) * vectors + v] * values[v];
            for (size_t v = begin[j]; v < begin[j + 1]; ++v)
                sum += a.coefficients[i * vectors + v] * values[v];
            scores.push_back(sum);
            ++votes[sum > 0 ? i : j];
        }
    return scores;
}

std::vector<double> probabilities(Attributes const& a, std::vector<double> const& scores) {
    auto const k = static_cast<size_t>(a.classes);
    std::vector<double> shares(k * k, 0);
    size_t pair = 0;
    for (size_t i = 0; i < k; ++i)
        for (size_t j = i + 1; j < k; ++j, ++pair) {
            shares[i * k + j] = shareOf(scores[pair], a.slopes[pair], a.shifts[pair]);
            shares[j * k + i] = 1 - shares[i * k + j];
        }
    return couple(shares, k);
}

template <class V>
int64_t greatestOf(V const& list) {
    return std::max_element(list.begin(), list.end()) - list.begin();
}

/// The class of a row by the scores of the classes.
int64_t classOf(Attributes const& a, std::vector<double> const& scores) {
    int64_t const best = greatestOf(scores);
    double const most = scores[static_cast<size_t>(best)];
    if (a.label == Label::kGreatest || a.classes != 2)
        return best;
    return (a.label == Label::kOverZero ? most > 0 : most >= 0.5) ? 1 : best;
}

/// Scores of a row, and its class.
std::vector<double> scoresOf(Attributes const& a, std::vector<double> const& values, int64_t& kind) {
    std::vector<double> scores;
    if (a.mode == Mode::kVotes) {
        std::vector<int64_t> votes;
        scores = pairScores(a, values, votes);
        kind = greatestOf(votes);
        return a.slopes.empty() ? scores : probabilities(a, scores);
    }
    if (a.mode == Mode::kLinear) {
        for (double v : values)
            scores.push_back(v + a.offsets[0]);
        kind = classOf(a, scores);
        return scores;
    }
    double sum = a.offsets[0];
    for (size_t v = 0; v < values.size(); ++v)
        sum += a.coefficients[v] * values[v];
    return {a.oneClass ? (sum > 0 ? 1 : -1) : sum};
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& x = args.inputs[0];
    std::vector<double> row(static_cast<size_t>(a.features)), values(a.vectors.size() / row.size());
    int64_t at = 0;
    for (int64_t n = 0; n < x.dims[0]; ++n) {
        for (int64_t i = 0; i < a.features; ++i)
            row[static_cast<size_t>(i)] = numberAt(x, n * a.features + i);
        for (size_t v = 0; v < values.size(); ++v)
            values[v] = kernelOf(a, row.data(), a.vectors.data() + v * row.size());
        int64_t kind = 0;
        for (double score : scoresOf(a, values, kind))
            setNumber(args.outputs[0], at++, score);
        if (args.outputCount > 1)
            args.outputs[1].as<int64_t>()[n] = kind;
    }
    return true;
}

} // namespace
} // namespace svm

void svm_ref(KernelTable& table) {
    table.add(referenceKernel<svm::Attributes>("svm", "svm.ref", svm::run));
}

} // namespace tenon::ops
