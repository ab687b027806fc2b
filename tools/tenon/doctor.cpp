// SPDX-License-Identifier: Apache-2.0
// tenon doctor: what this machine has, where it was found, and what does not fit. NVIDIA's libraries are only asked for
// their versions; their absence is no finding, since nothing needs them yet.
#include "commands.h"
#include "commit.h"
#include "output.h"
#include "probe.h"
#include "python.h"

#include "base/settings.h"
#include "base/version.h"
#include "kernel/parallel.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <sys/utsname.h>
#include <unistd.h>

namespace tenon::cli {
namespace {

/// One line of the report. `problem` is empty where all is well.
struct Item {
    std::string name, version, where, note, problem, remedy;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("version", self.version);
        visit("where", self.where);
        visit("note", self.note);
        visit("problem", self.problem);
        visit("try", self.remedy);
    }
};

struct DoctorReport {
    std::vector<Item> items;
    std::vector<std::string> cpuFeatures;
    int32_t threads = 0;
    bool ok = true;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("ok", self.ok);
        visit("threads", self.threads);
        visit("cpu_features", self.cpuFeatures);
        visit("items", self.items);
    }
};

/// Flags of the first processor in /proc/cpuinfo that kernels choose by.
std::vector<std::string> cpuFlags() {
    constexpr std::string_view kWanted[] = {"sse4_1",   "sse4_2",      "avx",         "avx2",        "fma",
                                            "f16c",     "avx_vnni",    "avx512f",     "avx512bw",    "avx512dq",
                                            "avx512vl", "avx512_vnni", "avx512_bf16", "avx512_fp16", "amx_tile",
                                            "amx_int8", "amx_bf16"};
    std::ifstream file("/proc/cpuinfo");
    std::string line;
    while (std::getline(file, line) && line.rfind("flags", 0) != 0) {
    }
    std::istringstream words(line);
    std::vector<std::string> all, found;
    for (std::string word; words >> word;)
        all.push_back(word);
    for (std::string_view wanted : kWanted)
        if (std::find(all.begin(), all.end(), wanted) != all.end())
            found.emplace_back(wanted);
    return found;
}

std::string cpuModel() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.rfind("model name", 0) == 0)
            return line.substr(std::min(line.find(": ") + 2, line.size()));
    return "unknown";
}

Item tenonItem() {
    char path[4096];
    ssize_t const length = ::readlink("/proc/self/exe", path, sizeof path);
    return {"Tenon", std::string(version()), std::string(path, static_cast<size_t>(std::max<ssize_t>(length, 0))),
            std::string("commit ") + kCommit};
}

Item systemItem() {
    utsname names{};
    ::uname(&names);
    Item item{"system", names.release, "", fmt::format("{} {}", names.sysname, names.machine)};
    if (std::string_view(names.machine) != "x86_64") {
        item.problem = "Tenon's kernels are written and tested for x86-64";
        item.remedy = "run it on an x86-64 machine";
    }
    return item;
}

Item cpuItem(std::vector<std::string> const& features) {
    Item item{"CPU", cpuModel(), "/proc/cpuinfo", fmt::format("{}", fmt::join(features, " "))};
    if (std::find(features.begin(), features.end(), "sse4_2") == features.end()) {
        item.problem = "the processor lacks SSE4.2";
        item.remedy = "Tenon needs an x86-64-v2 processor";
    }
    return item;
}

Item dnnlItem() {
    Library const dnnl = linkedDnnl();
    Item item{"oneDNN", dnnl.version, dnnl.path, "CPU kernels"};
    if (dnnl.major != 3) {
        item.problem = "Tenon is written for oneDNN 3";
        item.remedy = "build Tenon with the pinned wheel (./run build), without -DTENON_DNNL";
    }
    return item;
}

/// NVIDIA's libraries, in the order in which they depend on each other.
void gpuItems(std::vector<Item>& to) {
    int driver = 0;
    for (Library const& library : gpuLibraries()) {
        Item item{library.name, library.version, library.path,
                  library.version.empty() ? "absent: not needed" : "present, not used: there is no CUDA backend yet"};
        if (library.name == "CUDA driver")
            driver = library.major;
        else if (library.name == "CUDA runtime" && library.major > driver && driver != 0) {
            item.problem =
                fmt::format("it needs a driver for CUDA {}, the driver is for CUDA {}", library.major, driver);
            item.remedy = "install a newer driver, or an older CUDA toolkit";
        } else if (library.name == "cuDNN" && library.major != 9 && !library.version.empty()) {
            item.problem = "Tenon is written for cuDNN 9";
            item.remedy = "install cuDNN 9";
        }
        to.push_back(std::move(item));
    }
}

void pythonItems(std::vector<Item>& to) {
    std::string const program = pythonProgram();
    Finished const python =
        runProgram({program, "-c", "import sys; print(sys.version.split()[0]); print(sys.executable)"});
    std::istringstream lines(python.out);
    std::string version, path;
    std::getline(lines, version);
    std::getline(lines, path);
    Item item{"Python", version, path,
              python.status == 0 ? "" : "absent: needed by --check onnxruntime and the scripts only"};
    if (python.status != 0 && !setting("TENON_PYTHON").empty()) {
        item.problem = fmt::format("TENON_PYTHON is {}, which cannot be run", program);
        item.remedy = "unset TENON_PYTHON, or set it to an interpreter";
    }
    to.push_back(item);
    if (python.status != 0)
        return;
    Finished const ort =
        runProgram({program, "-c", "import onnxruntime as o; print(o.__version__); print(o.__file__)"});
    std::istringstream found(ort.out);
    std::string ortVersion, ortPath;
    std::getline(found, ortVersion);
    std::getline(found, ortPath);
    to.push_back({"ONNX Runtime", ortVersion, ortPath,
                  ort.status == 0
                      ? "--check onnxruntime"
                      : "absent: `" + program + " -m pip install onnxruntime` makes --check onnxruntime work"});
}

Item cacheItem() {
    std::string const folder = cacheFolder();
    Item item{"cache", "", folder, "TENON_CACHE"};
    bool const exists = ::access(folder.c_str(), F_OK) == 0;
    if (folder.empty()) {
        item.problem = "neither TENON_CACHE nor HOME is set";
        item.remedy = "set TENON_CACHE to a folder that may be written";
    } else if (exists && ::access(folder.c_str(), R_OK | X_OK) != 0) {
        item.problem = "the folder may not be read";
        item.remedy = "set TENON_CACHE to another folder, or change its permissions";
    } else if (!exists) {
        item.note = "does not exist yet";
    }
    return item;
}

void print(Output const& out, DoctorReport const& report) {
    for (Item const& item : report.items) {
        out.text("{:<13} {:<12} {}\n", item.name, item.version.empty() ? "-" : item.version, item.where);
        if (!item.note.empty())
            out.text("{:<13} {}\n", "", item.note);
        if (!item.problem.empty())
            out.text("{:<13} DOES NOT FIT: {}\n{:<13} try: {}\n", "", item.problem, "", item.remedy);
    }
    out.text("{:<13} {}\n", "threads", report.threads);
    out.text("{}\n", report.ok ? "Everything that Tenon needs is there." : "Something does not fit; see above.");
}

} // namespace

int run(DoctorArgs const& args) {
    DoctorReport report;
    report.cpuFeatures = cpuFlags();
    report.threads = threads();
    report.items = {tenonItem(), systemItem(), cpuItem(report.cpuFeatures), dnnlItem()};
    gpuItems(report.items);
    pythonItems(report.items);
    report.items.push_back(cacheItem());
    report.ok =
        std::all_of(report.items.begin(), report.items.end(), [](Item const& item) { return item.problem.empty(); });
    Output const out(args.json);
    print(out, report);
    out.document(report);
    return report.ok ? 0 : 1;
}

} // namespace tenon::cli
