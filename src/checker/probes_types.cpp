// SPDX-License-Identifier: Apache-2.0
// Questions about types, formats and shapes: no data.
#include "checker/explore.h"
#include "checker/probe.h"
#include "plugin/call.h"

namespace tenon::checker {
namespace {

using nvinfer1::DataType;
using nvinfer1::TensorFormat;
using plugin::Descs;
using plugin::Generation;

/// What lies behind `position` looks like nothing that the plugin was offered.
Descs scrambled(Descs descs, size_t position) {
    for (size_t p = position + 1; p < descs.list.size(); ++p) {
        descs.list[p].desc.type = DataType::kINT8;
        descs.list[p].desc.format = TensorFormat::kCHW32;
    }
    return descs;
}

void askTwice(Steps& s, Stand& stand, plugin::Plugin& fresh, std::vector<DType> const& combo) {
    Descs const& descs = stand.descs();
    for (size_t p = 0; p < descs.list.size(); ++p) {
        auto const position = static_cast<int32_t>(p);
        Descs const other = scrambled(descs, p);
        bool const first = fresh.accepts(position, descs), second = fresh.accepts(position, descs);
        bool const behind = fresh.accepts(position, other), again = fresh.accepts(position, other);
        bool const last = fresh.accepts(position, descs), elsewhere = stand.plugin().accepts(position, descs);
        std::string const asked = fmt::format("position {} with {}", p, nameOf(combo[p]));
        if (first != second || second != last || last != elsewhere || behind != again)
            s.report("format-unstable", "supportsFormatCombination", fmt::format("one answer for {}", asked),
                     fmt::format("{}, {}, later {}; another object: {}", first, second, last, elsewhere));
        else if (behind != first)
            s.report("format-order", "supportsFormatCombination",
                     fmt::format("an answer for {} that does not depend on the positions behind it", asked),
                     fmt::format("{}, and {} when those hold int8 in kCHW32", first, behind));
    }
}

} // namespace

void probeFormats(Steps& s) {
    s.step("", "", "the types that are declared for outputs are accepted there", [&] {
        auto made = s.make();
        for (std::vector<DType> const& combo : s.setup.combos) {
            std::vector<DataType> in;
            for (size_t i = 0; i < s.setup.inputs; ++i)
                in.push_back(static_cast<DataType>(combo[i]));
            auto const declared = made->outputTypes(in);
            for (size_t o = 0; o < declared.size() && s.setup.inputs + o < combo.size(); ++o)
                if (DType const accepted = combo[s.setup.inputs + o]; accepted != static_cast<DType>(declared[o]))
                    return s.report(
                        "dtype-mismatch", "supportsFormatCombination",
                        fmt::format("output {} accepts {}, as which it is declared where the first input is {}", o,
                                    nameOf(static_cast<DType>(declared[o])), nameOf(combo[0])),
                        fmt::format("only {}", nameOf(accepted)));
        }
    });
    for (size_t c = 0; c < std::min<size_t>(s.setup.combos.size(), 8); ++c)
        s.step("", s.setup.profile().opt.text(), "answers that hold", [&] {
            Stand stand = s.stand(s.setup.profile(), s.setup.combos[c]);
            auto const fresh = s.make();
            if (fresh->generation() == Generation::kV2 || fresh->generation() == Generation::kV2Ext) {
                auto const type = static_cast<DataType>(s.setup.combos[c][0]);
                nvinfer1::IPluginV2 const& object = *fresh->v2();
                bool const first = object.supportsFormat(type, TensorFormat::kLINEAR);
                if (first != object.supportsFormat(type, TensorFormat::kLINEAR))
                    s.report("format-unstable", "supportsFormat", "one answer", "another one the second time");
                return;
            }
            askTwice(s, stand, *fresh, s.setup.combos[c]);
        });
}

void probeShapes(Steps& s) {
    for (Profile const& profile : s.setup.profiles) {
        for (Point const& point : pointsOf(profile))
            s.step("", point.text(), "the same shapes from known dims as from those that are not fixed", [&] {
                Stand const range = s.stand(profile), exact = s.stand(Profile::at(point));
                for (size_t o = 0; o < range.outputs().size(); ++o)
                    if (Shape const a = range.dimsAt(o, point), b = exact.dimsAt(o, point); a != b)
                        s.report("shape-mismatch", "",
                                 fmt::format("output {} of {} for these inputs, as promised for a range", o, textOf(a)),
                                 fmt::format("{} when it is asked with these dims", textOf(b)));
                for (size_t o = 0; o < range.outputs().size(); ++o)
                    if (range.outputs()[o].isSize && range.upperAt(o, point) < 0)
                        s.report("size-tensor", "", fmt::format("an upper bound of size tensor {}", o),
                                 fmt::format("{}", range.upperAt(o, point)));
            });
    }
}

} // namespace tenon::checker
