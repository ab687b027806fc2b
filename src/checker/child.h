// SPDX-License-Identifier: Apache-2.0
// Runs code that may crash, hang or leave in a process of its own, and tells how that ended. What the code reports
// arrives even if it dies later; what it was doing stands in memory that both processes see.
#pragma once

#include "base/reflect_binary.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::checker {

/// What the child does at the moment; written by the child alone.
struct Mark {
    struct Zone { ///< memory that nobody may touch, round a buffer
        uintptr_t begin, end, data, dataEnd;
        char name[24];
    };
    char method[48];
    int64_t call;
    int64_t step;     ///< number of the probe's step, from 0 on
    char suspect[32]; ///< the fault that its death in this step would be; "" for none in particular
    char shape[200];
    char wanted[200];
    int32_t methods; ///< entries of `counts` in use
    struct Count {
        char method[48];
        int64_t calls;
    } counts[48];
    int32_t zones;
    Zone zone[64];
    // On a signal:
    uintptr_t address; ///< that was touched
    int32_t access;    ///< 1 read, 2 write, 0 unknown
    char place[300];   ///< in the plugin's library: path+0xoffset
    char symbol[200];
    bool isHeapDamaged;
    size_t damagedBlock; ///< as damagedBlock() of heap.h gives it
    // A method that forked came back in the new process, too:
    bool isForked;
    char forking[48]; ///< that method
    int64_t forkingCall, forkingStep;
    // What ended it without a signal:
    bool isCutOff;   ///< the file descriptor of its messages was closed
    bool isFinished; ///< the body came to its end
};
/// As much of a text as a mark has room for.
template <size_t N>
void copyText(char (&to)[N], std::string_view from) noexcept {
    size_t const n = std::min(from.size(), N - 1);
    std::memcpy(to, from.data(), n);
    to[n] = 0;
}
Mark& mark() noexcept; ///< in the child; elsewhere a page that nobody reads

enum class End : uint8_t { kDone, kSignal, kExit, kHang };

struct Ended {
    End how = End::kDone;
    int code = 0; ///< signal, or exit status
    Mark mark{};
    std::string text;       ///< what it printed
    bool isGarbled = false; ///< some of its messages could not be read
};

/// Sends bytes from the child to the parent.
void send(std::vector<std::byte> const& message);
/// The same of a reflectable value, in its binary form.
template <class T>
void sendValue(T const& value) {
    BinaryWriter out;
    out.write(value);
    send(out.bytes());
}

/// Exit status of a child whose body threw; its text has what() then.
constexpr int kThrown = 70;

/// Forks. `receive` gets each message, in the parent; one that it cannot decode is left out.
Ended inChild(double seconds, std::function<void()> const& body,
              std::function<void(std::vector<std::byte>)> const& receive);

/// Ends the process, as by abort(), where the heap is damaged; also where it is none that inChild() made, or cannot
/// send any more. In a child that is looked at before each call of a method, too, so that the mark tells in which one
/// it happened.
void needWholeHeap() noexcept;

/// While it stands, whether the heap is looked at before each call.
class HeapLooks {
public:
    explicit HeapLooks(bool on) noexcept;
    ~HeapLooks();
    HeapLooks(HeapLooks const&) = delete;
    HeapLooks& operator=(HeapLooks const&) = delete;

private:
    bool mBefore;
};

/// Code at which addresses count as the plugin's, for Mark::place.
void setPluginImage(void const* image) noexcept;

std::string signalText(int signal);
/// file:line of an address in a library (path+0xoffset), where addr2line and the library know it; else "".
std::string sourceLine(std::string const& place);

} // namespace tenon::checker
