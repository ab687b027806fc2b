// SPDX-License-Identifier: Apache-2.0
// Matrix products. An einsum is folded from the left: two operands at a time become one batched matrix product, whose
// axes are those that both have and the rest needs (batch), those of one that the rest needs (rows, columns), and those
// that nothing else needs (summed).
#include "network/layers/matrix.h"

#include "network/layers/layer.h"
#include "ops/einsum/einsum.h"
#include "ops/matmul/matmul.h"
#include "ops/reduce/reduce.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::layers {
namespace {

using nvinfer1::LayerType;
using nvinfer1::MatrixOperation;
using nvinfer1::WeightsRole;

void matrixMultiply(Emitter& e) {
    auto const& m = e.attrs<MatrixMultiply>();
    ValueId a = e.in(0), b = e.in(1);
    e.unify({&a, &b});
    bool const aVector = m.a == MatrixOperation::kVECTOR, bVector = m.b == MatrixOperation::kVECTOR;
    auto require = [&](ValueId v, bool vector) {
        if (e.rank(v) < (vector ? 1 : 2))
            e.fail(Message::kRank, vector ? "a vector has an axis" : "a matrix has two axes",
                   fmt::format("rank {} or more", vector ? 1 : 2), toString(e.type(v)));
        return e.rank(v) - (vector ? 1 : 2);
    };
    if (int64_t const left = require(a, aVector), right = require(b, bVector); left != right)
        e.fail(Message::kRank, "the operands have different numbers of leading axes", fmt::format("{}", left),
               fmt::format("{}", right));
    int64_t const batch = e.rank(a) - (aVector ? 1 : 2);
    if (aVector)
        a = e.unsqueeze(a, {batch});
    if (bVector)
        b = e.unsqueeze(b, {batch + 1});
    ValueId y =
        e.emit("matmul",
               ops::matmul::Attributes{m.a == MatrixOperation::kTRANSPOSE, m.b == MatrixOperation::kTRANSPOSE}, {a, b});
    std::vector<int64_t> gone;
    if (aVector)
        gone.push_back(batch);
    if (bVector)
        gone.push_back(batch + 1);
    if (!gone.empty())
        y = e.emit("squeeze", NoAttrs{}, {y, e.ints(gone)});
    e.out(0, y);
}

void fullyConnected(Emitter& e) {
    ValueId const x = e.in(0);
    Dims const dims = e.dims(x);
    if (dims.size() < 3)
        e.fail(Message::kRank, "a fully connected layer flattens the last three axes", "rank 3 or more",
               toString(e.type(x)));
    DimExpr const length = volume(std::span(dims).last(3));
    if (!length.isConst())
        e.fail(Message::kShape, "the last three dims must be known, since weights belong to them", "numbers",
               textOfDims(dims));
    int64_t const outputs = e.attrs<FullyConnected>().outputs;
    DType const type = e.dtype(x);
    ValueId const flat = e.reshape(x, {volume(std::span(dims).first(dims.size() - 3)), length});
    ValueId const kernel = e.weightsOrTensor(1, WeightsRole::kKERNEL, {outputs, length.value()}, type);
    ValueId y = e.emit("matmul", ops::matmul::Attributes{false, true}, {flat, kernel});
    if (e.has(2))
        y = e.row("add", {y, e.weightsOrTensor(2, WeightsRole::kBIAS, {outputs}, type)});
    Dims out(dims.begin(), dims.end() - 3);
    out.insert(out.end(), {DimExpr(outputs), DimExpr(1), DimExpr(1)});
    e.out(0, e.reshape(y, out));
}

// Einsum.

/// A value with a letter for each of its axes. The axes of an ellipsis have letters from kEllipsis on, counted from the
/// last one, so that they meet as broadcasting wants it.
struct Labelled {
    ValueId value = ir::kNone;
    std::string letters;
};
constexpr char kEllipsis = '\x01';

bool holds(std::string const& text, char c) {
    return text.find(c) != std::string::npos;
}

class EinsumWriter {
public:
    explicit EinsumWriter(Emitter& e) : mEmitter(e) {}

    ValueId run(std::string const& text) {
        size_t const count = mEmitter.record().operands.size();
        ops::einsum::Equation const equation = ops::einsum::parseEquation(text, count);
        std::vector<ValueId> values;
        std::vector<ValueId*> pointers;
        for (size_t i = 0; i < count; ++i)
            values.push_back(mEmitter.in(i));
        for (ValueId& v : values)
            pointers.push_back(&v);
        mEmitter.unify(pointers);
        std::vector<Labelled> terms;
        size_t widest = 0;
        for (size_t i = 0; i < count; ++i)
            terms.push_back(label(values[i], equation.terms[i], widest));
        std::string result;
        for (char c : equation.result)
            if (c == '.')
                for (size_t k = widest; k-- > 0;)
                    result += static_cast<char>(kEllipsis + k);
            else
                result += c;
        Labelled left = diagonal(terms[0]);
        for (size_t i = 1; i < count; ++i) {
            std::string later = result;
            for (size_t k = i + 1; k < count; ++k)
                later += terms[k].letters;
            left = product(std::move(left), diagonal(terms[i]), later);
        }
        left = sumAllBut(std::move(left), result);
        return order(left, result);
    }

private:
    Labelled label(ValueId v, std::string const& term, size_t& widest) {
        auto const rank = static_cast<size_t>(mEmitter.rank(v));
        bool const dots = holds(term, '.');
        size_t const named = term.size() - (dots ? 1 : 0);
        if (dots ? named > rank : named != rank)
            mEmitter.fail(Message::kEquation, fmt::format("term '{}' does not have a letter for each axis", term),
                          fmt::format("{}{} letters", dots ? "at most " : "", rank), toString(mEmitter.type(v)));
        Labelled out{v, {}};
        for (char c : term)
            if (c == '.')
                for (size_t k = rank - named; k-- > 0;)
                    out.letters += static_cast<char>(kEllipsis + k);
            else
                out.letters += c;
        if (dots)
            widest = std::max(widest, rank - named);
        return out;
    }

    /// A letter that stands twice takes the diagonal: elements where both indices are equal are kept, the rest summed
    /// as 0.
    Labelled diagonal(Labelled t) {
        for (size_t i = 0; i < t.letters.size(); ++i)
            for (size_t k = i + 1; k < t.letters.size(); ++k)
                if (t.letters[i] == t.letters[k]) {
                    Dims const dims = mEmitter.dims(t.value);
                    auto line = [&](size_t axis) {
                        std::vector<int64_t> after;
                        for (size_t a = axis + 1; a < dims.size(); ++a)
                            after.push_back(static_cast<int64_t>(a - axis));
                        return mEmitter.unsqueeze(mEmitter.iota(dims[axis]), after);
                    };
                    ValueId const same = mEmitter.row("eq", {line(i), line(k)});
                    ValueId const zero = mEmitter.scalar(mEmitter.dtype(t.value), 0);
                    t.value = sum(mEmitter.row("select", {same, t.value, zero}), {static_cast<int64_t>(k)});
                    t.letters.erase(k, 1);
                    return diagonal(std::move(t));
                }
        return t;
    }

    ValueId sum(ValueId v, std::vector<int64_t> axes) {
        ops::reduce::Attributes a;
        a.axes = std::move(axes);
        a.keepDims = false;
        a.noAxesIsIdentity = true;
        return mEmitter.emit("reduce", a, {v});
    }

    Labelled sumAllBut(Labelled t, std::string const& kept) {
        std::vector<int64_t> axes;
        std::string letters;
        for (size_t i = 0; i < t.letters.size(); ++i)
            if (holds(kept, t.letters[i]))
                letters += t.letters[i];
            else
                axes.push_back(static_cast<int64_t>(i));
        if (!axes.empty())
            t.value = sum(t.value, std::move(axes));
        t.letters = letters;
        return t;
    }

    /// The axes in the order of `letters`; a letter that the term lacks becomes an axis of extent 1.
    ValueId order(Labelled const& t, std::string const& letters) {
        std::vector<int64_t> perm, missing;
        for (size_t i = 0; i < letters.size(); ++i)
            if (size_t const at = t.letters.find(letters[i]); at != std::string::npos)
                perm.push_back(static_cast<int64_t>(at));
            else
                missing.push_back(static_cast<int64_t>(i));
        return mEmitter.unsqueeze(mEmitter.transpose(t.value, perm), missing);
    }

    /// Dims of `letters`, one axis for all of them.
    static DimExpr joined(Dims const& dims, size_t first, size_t count) {
        return volume(std::span(dims).subspan(first, count));
    }

    Labelled product(Labelled a, Labelled b, std::string const& later) {
        a = sumAllBut(std::move(a), later + b.letters);
        b = sumAllBut(std::move(b), later + a.letters);
        std::string batch, rows, columns, inner;
        for (char c : a.letters)
            (holds(b.letters, c) ? (holds(later, c) ? batch : inner) : rows) += c;
        for (char c : b.letters)
            if (!holds(a.letters, c))
                columns += c;
        ValueId x = order(a, batch + rows + inner), y = order(b, batch + inner + columns);
        Dims const dx = mEmitter.dims(x), dy = mEmitter.dims(y);
        size_t const n = batch.size(), r = rows.size(), k = inner.size(), c = columns.size();
        for (size_t i = 0; i < k; ++i) // an extent of 1 of a summed axis broadcasts: it is summed by itself
            if (!(dx[n + r + i] == dy[n + i]) && (dx[n + r + i].is(1) || dy[n + i].is(1)))
                mEmitter.fail(Message::kShape, fmt::format("the extents of '{}' differ between two terms", inner[i]),
                              toText(dx[n + r + i]), toText(dy[n + i]));
        Dims xDims(dx.begin(), dx.begin() + static_cast<ptrdiff_t>(n)),
            yDims(dy.begin(), dy.begin() + static_cast<ptrdiff_t>(n));
        Dims out;
        for (size_t i = 0; i < n; ++i)
            out.push_back(dx[i].is(1) ? dy[i] : dx[i]);
        out.insert(out.end(), dx.begin() + static_cast<ptrdiff_t>(n), dx.begin() + static_cast<ptrdiff_t>(n + r));
        out.insert(out.end(), dy.begin() + static_cast<ptrdiff_t>(n + k), dy.end());
        xDims.push_back(joined(dx, n, r));
        xDims.push_back(joined(dx, n + r, k));
        yDims.push_back(joined(dy, n, k));
        yDims.push_back(joined(dy, n + k, c));
        x = mEmitter.dims(x) == xDims ? x : mEmitter.reshape(x, xDims);
        y = mEmitter.dims(y) == yDims ? y : mEmitter.reshape(y, yDims);
        ValueId z = mEmitter.emit("matmul", ops::matmul::Attributes{}, {x, y});
        z = mEmitter.dims(z) == out ? z : mEmitter.reshape(z, out);
        return {z, batch + rows + columns};
    }

    Emitter& mEmitter;
};

void einsum(Emitter& e) {
    e.out(0, EinsumWriter(e).run(e.attrs<Einsum>().equation));
}

} // namespace

void addMatrixLayers(LayerList& list) {
    static LayerDef const kMultiply{opOf<MatrixMultiply>("layer.matrix_multiply"), LayerType::kMATRIX_MULTIPLY,
                                    matrixMultiply};
    static LayerDef const kEinsum{opOf<Einsum>("layer.einsum"), LayerType::kEINSUM, einsum};
    static LayerDef const kConnected{opOf<FullyConnected>("layer.fully_connected"), LayerType::kFULLY_CONNECTED,
                                     fullyConnected};
    list.insert(list.end(), {&kMultiply, &kEinsum, &kConnected});
}

} // namespace tenon::layers
