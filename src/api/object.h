// SPDX-License-Identifier: Apache-2.0
// How a handle is made: one object that is both the public class, whose inline methods call through mImpl, and the
// table behind it.
//     class Builder final : public Object<nvinfer1::IBuilder, nvinfer1::apiv::VBuilder> { ... };
// `delete` through the public class ends it, and so does generation 8's destroy(). An object holds a
// std::shared_ptr to the state of those that it came from, so every order of destruction works.
#pragma once

namespace tenon::api {

template <class Handle, class Table>
class Object : public Handle, public Table {
protected:
    Object() noexcept { this->mImpl = this; }
};

} // namespace tenon::api
