# SPDX-License-Identifier: Apache-2.0
# Writes FILE, a header with the commit of SOURCE, unless it says so already. "+" at the end: with changes that are not committed.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  set(commit unknown)
else()
  execute_process(COMMAND git -C ${SOURCE} diff --quiet HEAD RESULT_VARIABLE changed ERROR_QUIET)
  if(changed)
    string(APPEND commit +)
  endif()
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT [[// Generated at build time.
#pragma once

inline constexpr char kCommit[] = "@commit@";
]] @ONLY)
