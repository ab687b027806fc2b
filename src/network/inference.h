// SPDX-License-Identifier: Apache-2.0
// Types of a network that is being written. A record is lowered into a graph of its own the first time that somebody
// asks for a type that depends on it; what changes is forgotten together with all that is computed from it. Loops and
// conditionals are looked at as they stand, without regions: a recurrence has the type of its first value, with those
// dims open that its next value changes.
#pragma once

#include "network/lower/lowering.h"

namespace tenon {

class Inference {
public:
    Inference(Network const& network, KernelTable const& table) : mNetwork(network), mLowering(network, table) {}

    /// Throws Error where the records that lead to the tensor do not fit together.
    Type type(TensorId id);
    /// Elements of a small integer tensor, as far as they are known.
    std::optional<Dims> content(TensorId id);
    /// True when shapes are made of the tensor's elements. Looks at the whole network.
    bool isShapeTensor(TensorId id);
    /// True when something other than shapes is made of the tensor's elements.
    bool isExecutionTensor(TensorId id);

    void recordChanged(size_t record); ///< its attributes or operands
    void tensorChanged(TensorId id);   ///< a declared type, or the bytes of a constant
    void recordsAdded() noexcept { mAnalysed = false; }

private:
    ir::ValueId value(TensorId id);
    void lower(size_t record);
    void settle(size_t record);
    bool isRecurrence(size_t record) const;
    void index();
    void forget(TensorId id);
    void analyse();

    Network const& mNetwork;
    Lowering mLowering;
    size_t mIndexed = 0; ///< records that the two maps know
    std::map<TensorId, size_t> mProducer;
    std::map<TensorId, std::vector<size_t>> mReaders;
    std::set<size_t> mDone;
    bool mAnalysed = false;
    std::set<ir::ValueId> mShapeValues, mDataValues;
};

} // namespace tenon
