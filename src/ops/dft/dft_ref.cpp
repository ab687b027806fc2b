// SPDX-License-Identifier: Apache-2.0
// Reference dft: the sums of the definition, in double.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/fourier.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/dft/dft.h"

#include <algorithm>

namespace tenon::ops {
namespace dft {
namespace {

using Signal = std::vector<std::complex<double>>;

/// Element j of the line that starts at `at`.
std::complex<double> read(Tensor const& x, Lines const& l, int64_t at, int64_t j) {
    int64_t const i = (at + j * l.inner) * l.partsIn;
    return {numberAt(x, i), l.partsIn == 2 ? numberAt(x, i + 1) : 0};
}

/// One line of x, cut or filled up to the length; for a one-sided inverse, with the other half of the spectrum.
Signal lineOf(Attributes const& a, Tensor const& x, Lines const& l, int64_t at) {
    Signal line(static_cast<size_t>(l.n));
    int64_t const given = a.givesReal() ? l.n / 2 + 1 : l.n;
    for (int64_t j = 0; j < std::min(given, l.in); ++j)
        line[static_cast<size_t>(j)] = read(x, l, at, j);
    if (a.givesReal()) {
        for (int64_t j = given; j < l.n; ++j)
            line[static_cast<size_t>(j)] = std::conj(line[static_cast<size_t>(l.n - j)]);
        line[0] = line[0].real(); // of a real signal, these two have no imaginary part
        if (l.n % 2 == 0)
            line[static_cast<size_t>(l.n / 2)] = line[static_cast<size_t>(l.n / 2)].real();
    }
    return line;
}

void write(Tensor const& y, int64_t i, double value) {
    withType(y.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_same_v<T, double>)
            y.as<T>()[i] = value;
        else if constexpr (!std::is_integral_v<T>)
            y.as<T>()[i] = T(static_cast<float>(value));
    });
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &x = args.inputs[0], &y = args.outputs[0];
    int64_t const given = args.has(2) ? integerAt(args.inputs[2], 0) : a.axis;
    int64_t const length = args.has(1) ? integerAt(args.inputs[1], 0) : 0;
    Lines const l(a, x, y, given, length);
    if (!l.fit || (args.has(1) && length < 1))
        return args.failure->set(Message::kRunFailed, "dft: a length of %lld along axis %lld does not fit the dims",
                                 static_cast<long long>(length), static_cast<long long>(given));
    for (int64_t o = 0; o < l.outer; ++o)
        for (int64_t i = 0; i < l.inner; ++i) {
            Signal const result =
                fourier(lineOf(a, x, l, o * l.in * l.inner + i), a.inverse, static_cast<size_t>(l.out));
            for (int64_t k = 0; k < l.out; ++k) {
                int64_t const at = ((o * l.out + k) * l.inner + i) * l.partsOut;
                write(y, at, result[static_cast<size_t>(k)].real());
                if (l.partsOut == 2)
                    write(y, at + 1, result[static_cast<size_t>(k)].imag());
            }
        }
    return true;
}

} // namespace
} // namespace dft

void dft_ref(KernelTable& table) {
    table.add(referenceKernel<dft::Attributes>("dft", "dft.ref", dft::run));
}

} // namespace tenon::ops
