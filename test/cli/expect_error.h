// SPDX-License-Identifier: Apache-2.0
// What an error says, for tests that compare the whole text.
#pragma once

#include "base/error.h"

#include <gtest/gtest.h>
#include <string>

namespace tenon::test {

/// The text of the Error that `call` throws; a failure when it throws none.
template <class F>
std::string errorText(F&& call) {
    try {
        call();
    } catch (Error const& e) {
        return e.what();
    } catch (ErrorList const& e) {
        return e.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return "";
}

} // namespace tenon::test
