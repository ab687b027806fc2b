// SPDX-License-Identifier: Apache-2.0
// Lazy constants: a constant is bytes (of a named source weight, or a literal) or an operator applied to constants. It
// is evaluated when its bytes are needed and then remembered. The expression is what refit, strip and re-packing on
// another machine replay.
#pragma once

#include "base/buffer.h"
#include "kernel/table.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tenon {

class Constant;
using ConstantPtr = std::shared_ptr<Constant const>;

class Constant {
public:
    /// A weight with a name of its own (refit finds it by that), or a literal (no name). Row-major; dims must be
    /// constant.
    static ConstantPtr leaf(std::string source, Type type, Buffer bytes);
    /// Result number `result` of the operator applied to constants; an absent operand is null. `type` is what infer
    /// gave.
    static ConstantPtr apply(OpDef const& op, Attrs attrs, std::vector<ConstantPtr> args, Type type, size_t result);

    Type const& type() const noexcept { return mType; }
    bool isLeaf() const noexcept { return mOp == nullptr; }
    std::string const& source() const noexcept { return mSource; }
    OpDef const& op() const noexcept { return *mOp; }
    Attrs const& attrs() const noexcept { return mAttrs; }
    std::vector<ConstantPtr> const& args() const noexcept { return mArgs; }
    size_t result() const noexcept { return mResult; }
    std::vector<int64_t> dims() const;
    int64_t elements() const;
    /// Bytes of a leaf.
    Buffer const& leafBytes() const noexcept { return mBytes; }

    /// Row-major bytes; evaluated once, thread-safe. Throws what evaluate() throws.
    Buffer bytes(KernelTable const& table) const;
    /// Frees what an evaluation remembered (not a leaf's bytes).
    void forget() const noexcept;

    Constant() = default; // use leaf() and apply()

private:
    Type mType;
    std::string mSource;
    Buffer mBytes;
    OpDef const* mOp = nullptr;
    Attrs mAttrs;
    std::vector<ConstantPtr> mArgs;
    size_t mResult = 0;
    mutable std::mutex mLock;
    mutable Buffer mMemo;
};

} // namespace tenon
