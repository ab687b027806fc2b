# SPDX-License-Identifier: Apache-2.0
# Every operator: one folder of src/ops and one line here. The build generates the tables of ops, importers and kernels.
set(TENON_OPS
  batchnorm
  concat
  constant
  conv
  flatten
  gather
  l2norm
  layernorm
  matmul
  pointwise
  pool
  reduce
  reshape
  shape
  shape_value
  size
  slice
  softmax
  squeeze
  transpose
  unsqueeze
)
