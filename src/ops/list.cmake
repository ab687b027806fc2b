# SPDX-License-Identifier: Apache-2.0
# Every operator: one folder of src/ops and one line here. The build generates the tables of ops, importers and kernels.
set(TENON_OPS
  batchnorm
  conv
  l2norm
  layernorm
  matmul
  pool
  reduce
  softmax
  shape_value
  reshape
  squeeze
  unsqueeze
  flatten
  shape
  size
  constant
  gather
  concat
  slice
  transpose
)
