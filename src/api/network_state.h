// SPDX-License-Identifier: Apache-2.0
// What stands behind an INetworkDefinition: the tenon::Network that its calls write, and the handles of its tensors and
// layers. The builder lowers network(); a parser gives what it read to adopt(). Not safe under concurrent calls, as the
// interface says.
#pragma once

#include "NvInfer.h"
#include "base/error.h"
#include "network/network.h"
#include "plugin/registry.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tenon::api {

class Sink;

class NetworkState {
public:
    virtual ~NetworkState() = default;

    /// The first error of a parser that wrote into the network and did not come to its end: such a network is not
    /// built.
    std::optional<Error> failedParse;

    virtual tenon::Network const& network() const noexcept = 0;
    virtual Sink& sink() const noexcept = 0;
    /// Bits of level 10's NetworkDefinitionCreationFlag.
    virtual nvinfer1::NetworkDefinitionCreationFlags flags() const noexcept = 0;

    /// The registry of its builder.
    virtual plugin::Registry const& plugins() const noexcept = 0;

    /// Appends what a reader made. Its inputs and outputs follow those that are there; names of inputs must differ.
    virtual void adopt(tenon::Network&& model) = 0;

    virtual nvinfer1::ITensor* tensor(TensorId id) = 0;
    /// The tensor of that name, the last one when several have it; null when none has.
    virtual nvinfer1::ITensor* findTensor(std::string const& name) = 0;
};

/// The state of a network that newNetwork() made.
NetworkState& stateOf(nvinfer1::INetworkDefinition const& network) noexcept;

/// `flags` are bits of level 10's NetworkDefinitionCreationFlag; at level 11 kSTRONGLY_TYPED is added to them. `parent`
/// is kept alive as long as the network, and holds `plugins`.
nvinfer1::INetworkDefinition* newNetwork(nvinfer1::IBuilder& builder, std::shared_ptr<Sink> sink,
                                         nvinfer1::NetworkDefinitionCreationFlags flags,
                                         plugin::Registry const& plugins, std::shared_ptr<void> parent);

} // namespace tenon::api
