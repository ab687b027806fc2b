// SPDX-License-Identifier: Apache-2.0
// What a child tells its parent: messages through a pipe, each 8 bytes of length, then the bytes. Length 0 says that
// the end was reached.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tenon::checker {

using Clock = std::chrono::steady_clock;

class Receiver {
public:
    /// `receive` gets each message; one that it cannot decode (DecodeError) is left out.
    explicit Receiver(std::function<void(std::vector<std::byte>)> const& receive) : mReceive(receive) {}

    /// False when the time was up.
    bool readAll(int from, Clock::time_point until);

    bool finished = false; ///< the end was reached
    bool garbled = false;  ///< some of it could not be read

private:
    static constexpr uint64_t kMost = uint64_t{1} << 40;

    void take(char const* data, size_t size);
    void receive(std::vector<std::byte> message);
    void giveUp();

    std::function<void(std::vector<std::byte>)> const& mReceive;
    std::vector<std::byte> mBytes;
};

} // namespace tenon::checker
