// SPDX-License-Identifier: Apache-2.0
// A library that needs a function which nobody has.

extern "C" int tenonTestMissing();

extern "C" __attribute__((visibility("default"))) int tenonTestNeedsIt() {
    return tenonTestMissing();
}
