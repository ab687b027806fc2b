// SPDX-License-Identifier: Apache-2.0
#include "kernel/attrs.h"

#include "kernel/attr_type.h"

namespace tenon {

template AttrType const& attrType<NoAttrs>();

std::string Attrs::text() const {
    TextWriter out;
    mType->print(mValue.get(), out);
    return std::move(out.text());
}

std::vector<std::byte> Attrs::encoded() const {
    BinaryWriter out;
    mType->encode(mValue.get(), out);
    return std::move(out.bytes());
}

} // namespace tenon
