// SPDX-License-Identifier: Apache-2.0
// Calibrators: the user derives one to choose the ranges of 8-bit tensors from sample data (of 8.6 and 10).
#ifndef TENON_NV_CALIBRATOR_H
#define TENON_NV_CALIBRATOR_H

#include "NvInferRuntime.h"
#include "tenon/nv/level.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! How ranges follow from sample data (of 8.6 and 10).
enum class CalibrationAlgoType : int32_t {
    kLEGACY_CALIBRATION TENON_DEPRECATED_ENUM_10 = 0,    //!< IInt8LegacyCalibrator.
    kENTROPY_CALIBRATION TENON_DEPRECATED_ENUM_10 = 1,   //!< IInt8EntropyCalibrator.
    kENTROPY_CALIBRATION_2 TENON_DEPRECATED_ENUM_10 = 2, //!< IInt8EntropyCalibrator2.
    kMINMAX_CALIBRATION TENON_DEPRECATED_ENUM_10 = 3,    //!< IInt8MinMaxCalibrator.
};

namespace impl {
template <>
struct EnumMaxImpl<CalibrationAlgoType> {
    static constexpr int32_t kVALUE = 4;
};
} // namespace impl

//! What a user implements to show samples of the input data to a build with BuilderFlag::kINT8. Derive from one of the
//! classes below, which choose how ranges follow from the data. Called by the building thread only.
class TENON_DEPRECATED_10 IInt8Calibrator : public IVersionedInterface {
public:
    //! Name and version of this interface.
    InterfaceInfo getInterfaceInfo() const override { return InterfaceInfo{"IInt8Calibrator", 1, 0}; }

    //! Number of samples in a batch; 1 for a network with explicit batch.
    virtual int32_t getBatchSize() const = 0;

    //! Copies the next batch to memory of the device and writes its addresses to bindings, one for each name. False
    //! when there are no more batches.
    virtual bool getBatch(void* bindings[], char const* names[], int32_t nbBindings) = 0;

    //! Earlier results, `length` bytes that the calibrator owns until the next call; null when there are none.
    virtual void const* readCalibrationCache(std::size_t& length) = 0;

    //! Takes the results, for readCalibrationCache() of a later build.
    virtual void writeCalibrationCache(void const* ptr, std::size_t length) = 0;

    //! How ranges follow from the data.
    virtual CalibrationAlgoType getAlgorithm() = 0;

    ~IInt8Calibrator() noexcept override = default;
};

//! Ranges that lose the least information about the activations.
class TENON_DEPRECATED_10 IInt8EntropyCalibrator : public IInt8Calibrator {
public:
    InterfaceInfo getInterfaceInfo() const override { return InterfaceInfo{"IInt8EntropyCalibrator", 1, 0}; }
    CalibrationAlgoType getAlgorithm() override { return CalibrationAlgoType::kENTROPY_CALIBRATION; }
    ~IInt8EntropyCalibrator() noexcept override = default;
};

//! As IInt8EntropyCalibrator, of each tensor before layers are joined.
class TENON_DEPRECATED_10 IInt8EntropyCalibrator2 : public IInt8Calibrator {
public:
    InterfaceInfo getInterfaceInfo() const override { return InterfaceInfo{"IInt8EntropyCalibrator2", 1, 0}; }
    CalibrationAlgoType getAlgorithm() override { return CalibrationAlgoType::kENTROPY_CALIBRATION_2; }
    ~IInt8EntropyCalibrator2() noexcept override = default;
};

//! Ranges that hold the least and the greatest activation.
class TENON_DEPRECATED_10 IInt8MinMaxCalibrator : public IInt8Calibrator {
public:
    InterfaceInfo getInterfaceInfo() const override { return InterfaceInfo{"IInt8MinMaxCalibrator", 1, 0}; }
    CalibrationAlgoType getAlgorithm() override { return CalibrationAlgoType::kMINMAX_CALIBRATION; }
    ~IInt8MinMaxCalibrator() noexcept override = default;
};

//! Ranges by quantile and cut-off that the user chooses.
class TENON_DEPRECATED_10 IInt8LegacyCalibrator : public IInt8Calibrator {
public:
    InterfaceInfo getInterfaceInfo() const override { return InterfaceInfo{"IInt8Calibrator", 1, 0}; }
    CalibrationAlgoType getAlgorithm() override { return CalibrationAlgoType::kLEGACY_CALIBRATION; }

    //! Share of activations below the upper end of the range, from 0 to 1.
    virtual double getQuantile() const = 0;

    //! Share of the greatest activation beyond which the range may not be cut, from 0 to 1.
    virtual double getRegressionCutoff() const = 0;

    //! Earlier histograms, as readCalibrationCache().
    virtual void const* readHistogramCache(std::size_t& length) = 0;

    //! Takes the histograms, as writeCalibrationCache().
    virtual void writeHistogramCache(void const* ptr, std::size_t length) = 0;

    ~IInt8LegacyCalibrator() noexcept override = default;
};

namespace v_1_0 {
using nvinfer1::IInt8EntropyCalibrator;
using nvinfer1::IInt8EntropyCalibrator2;
using nvinfer1::IInt8LegacyCalibrator;
using nvinfer1::IInt8MinMaxCalibrator;
} // namespace v_1_0

//! Mask of 1U << QuantizationFlag.
using QuantizationFlags = uint32_t;

//! How calibration goes; bits of QuantizationFlags (of 8.6 and 10).
enum class QuantizationFlag : int32_t {
    //! Before layers are joined, so that more tensors get ranges.
    kCALIBRATE_BEFORE_FUSION TENON_DEPRECATED_ENUM_10 = 0,
};

namespace impl {
template <>
struct EnumMaxImpl<QuantizationFlag> {
    static constexpr int32_t kVALUE = 1;
};
} // namespace impl

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_CALIBRATOR_H
