// SPDX-License-Identifier: Apache-2.0
#include "checker/receiver.h"

#include "base/reflect.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace tenon::checker {

void Receiver::take(char const* data, size_t size) {
    auto const* from = reinterpret_cast<std::byte const*>(data);
    mBytes.insert(mBytes.end(), from, from + size);
    size_t at = 0;
    while (mBytes.size() - at >= 8) {
        uint64_t length = 0;
        std::memcpy(&length, mBytes.data() + at, 8);
        if (length > kMost)
            return giveUp();
        if (mBytes.size() - at - 8 < length)
            break;
        auto const begin = mBytes.begin() + static_cast<std::ptrdiff_t>(at + 8);
        if (length == 0)
            finished = true;
        else
            receive(std::vector<std::byte>(begin, begin + static_cast<std::ptrdiff_t>(length)));
        at += 8 + length;
    }
    mBytes.erase(mBytes.begin(), mBytes.begin() + static_cast<std::ptrdiff_t>(at));
}

void Receiver::receive(std::vector<std::byte> message) {
    try {
        mReceive(std::move(message));
    } catch (DecodeError const&) {
        garbled = true;
    }
}

/// Where the next message begins is not known.
void Receiver::giveUp() {
    garbled = true;
    mBytes.clear();
}

bool Receiver::readAll(int from, Clock::time_point until) {
    std::vector<char> buffer(1 << 16);
    for (;;) {
        auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
        if (left.count() <= 0)
            return false;
        pollfd poll{from, POLLIN, 0};
        if (::poll(&poll, 1, static_cast<int>(left.count()) + 1) <= 0)
            continue;
        ssize_t const n = ::read(from, buffer.data(), buffer.size());
        if (n == 0 || (n < 0 && errno != EINTR))
            return true;
        if (n > 0)
            take(buffer.data(), static_cast<size_t>(n));
        if (finished)
            return true;
    }
}

} // namespace tenon::checker
