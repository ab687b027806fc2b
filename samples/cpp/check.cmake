# SPDX-License-Identifier: Apache-2.0
# Runs PROGRAM with ARGUMENT; its status must be 0 and its output what the file EXPECTED holds.
execute_process(COMMAND ${PROGRAM} ${ARGUMENT} OUTPUT_VARIABLE given ERROR_VARIABLE errors RESULT_VARIABLE status)
file(READ ${EXPECTED} wanted)
if(NOT status EQUAL 0 OR NOT given STREQUAL wanted)
  message(FATAL_ERROR "status ${status}\n--- wanted\n${wanted}--- given\n${given}${errors}")
endif()
