# SPDX-License-Identifier: Apache-2.0
# Every operator: one folder of src/ops and one line here. The build generates the tables of ops, importers and kernels.
set(TENON_OPS
  conv
  matmul
  softmax
  shape_value
)
