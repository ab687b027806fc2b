// SPDX-License-Identifier: Apache-2.0
// Parts of the interface that have no code yet: weak definitions that say so, for the library to link. Whoever writes
// such a part removes its lines here.
#include "api/absent.h"
#include "api/network_state.h"
#include "api/parser.h"

namespace tenon::api {
namespace {

[[noreturn]] void notYet(char const* what) {
    throw Error(Message::kNotThereYet, what);
}

} // namespace

#define TENON_PENDING __attribute__((weak))

TENON_PENDING nvinfer1::INetworkDefinition* newNetwork(nvinfer1::IBuilder&, std::shared_ptr<Sink>,
                                                       nvinfer1::NetworkDefinitionCreationFlags,
                                                       std::shared_ptr<void>) {
    notYet("networks");
}
TENON_PENDING NetworkState& stateOf(nvinfer1::INetworkDefinition const&) noexcept {
    std::terminate(); // there is no network to ask about
}

} // namespace tenon::api
