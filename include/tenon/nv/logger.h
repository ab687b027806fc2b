// SPDX-License-Identifier: Apache-2.0
// The logger that every create function takes, and the finder that lets a plugin library have one.
// Included by NvInferRuntimeBase.h.
#ifndef TENON_NV_LOGGER_H
#define TENON_NV_LOGGER_H

#include "NvInferRuntimeBase.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! Receives the library's messages. Users implement it; it must outlive every object made with it.
//! The library calls it from any of its threads, so it must be safe to call concurrently.
class ILogger {
public:
    //! Weight of a message; a smaller number is more severe.
    enum class Severity : int32_t {
        kINTERNAL_ERROR = 0, //!< The library broke a promise of its own.
        kERROR = 1,          //!< The requested operation failed.
        kWARNING = 2,        //!< It went on, in a way that may surprise.
        kINFO = 3,           //!< Progress.
        kVERBOSE = 4,        //!< Details for debugging.
    };

    //! Takes one message; the text is valid during the call only.
    virtual void log(Severity severity, AsciiChar const* msg) = 0;

    ILogger() = default;
    virtual ~ILogger() = default;

    // extra slots (Tenon)
    //! The language that the object is written in; generation 11.
    virtual APILanguage getAPILanguage() const { return APILanguage::kCPP; }
    //! The kind and version of interface that the object implements; generation 11.
    virtual InterfaceInfo getInterfaceInfo() const { return {"ILogger", 1, 0}; }

protected:
    ILogger(ILogger const&) = default;
    ILogger(ILogger&&) = default;
    ILogger& operator=(ILogger const&) & = default;
    ILogger& operator=(ILogger&&) & = default;
};

namespace impl {
template <>
struct EnumMaxImpl<ILogger::Severity> {
    static constexpr int32_t kVALUE = 5;
};
} // namespace impl

namespace v_1_0 {
using nvinfer1::ILogger;
} // namespace v_1_0

//! Finds the logger for code that was given none. A plugin library that exports setLoggerFinder receives one on
//! loading.
class ILoggerFinder {
public:
    //! The logger to use at this moment, or null.
    virtual ILogger* findLogger() = 0;

    virtual ~ILoggerFinder() = default;

    // extra slots (Tenon)
    //! The language that the object is written in; generation 11.
    virtual APILanguage getAPILanguage() const { return APILanguage::kCPP; }
    //! The kind and version of interface that the object implements; generation 11.
    virtual InterfaceInfo getInterfaceInfo() const { return {"ILoggerFinder", 1, 0}; }
};

namespace v_1_0 {
using nvinfer1::ILoggerFinder;
} // namespace v_1_0

} // namespace nvinfer1

#endif // TENON_NV_LOGGER_H
