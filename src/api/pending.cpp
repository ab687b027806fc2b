// SPDX-License-Identifier: Apache-2.0
// Parts of the interface that have no code yet: weak definitions that say so, for the library to link. Whoever writes
// such a part removes its lines here.
#include "api/absent.h"
#include "api/engine_state.h"
#include "api/parser.h"

namespace tenon::api {
namespace {

[[noreturn]] void notYet(char const* what) {
    throw Error(Message::kNotThereYet, what);
}

} // namespace

#define TENON_PENDING __attribute__((weak))

TENON_PENDING nvinfer1::IRuntime* makeRuntime(std::shared_ptr<Sink>) {
    notYet("runtimes");
}
TENON_PENDING nvinfer1::IRefitter* makeRefitter(nvinfer1::ICudaEngine&, std::shared_ptr<Sink>) {
    notYet("refitters");
}
TENON_PENDING nvinfer1::ICudaEngine* makeEngine(Buffer, EngineParent) {
    notYet("engines");
}
TENON_PENDING nvinfer1::ICudaEngine* makeEngine(plan::Plan, EngineParent) {
    notYet("engines");
}

} // namespace tenon::api
