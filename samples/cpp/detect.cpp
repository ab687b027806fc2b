// SPDX-License-Identifier: Apache-2.0
// A detector of characters (ddddocr_det_yolox, a YOLOX) with what its file leaves out added to the network: places from
// cells, scores, and the plugin EfficientNMS_TRT. Each image is read by a thread with a context of its own:
//     detect model.onnx a.ppm a_boxes.ppm [b.ppm b_boxes.ppm ...]
// prints the boxes of each, corners and score, and draws them into a copy. Images are PPM files (P6).
#include "common.h"

#include <NvInferPlugin.h>
#include <NvOnnxParser.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>

using namespace nvinfer1;

namespace {

constexpr int32_t kMost = 100; ///< boxes of an image

struct Image {
    int64_t width = 0, height = 0;
    std::vector<unsigned char> pixels{}; ///< red, green, blue
    unsigned char* at(int64_t x, int64_t y) { return pixels.data() + (y * width + x) * 3; }
};

bool read(char const* path, Image& image) {
    std::ifstream file(path, std::ios::binary);
    std::string kind;
    int most = 0;
    if (!(file >> kind >> image.width >> image.height >> most) || kind != "P6" || most != 255 || image.width < 1 ||
        image.height < 1 || image.width > 16384 || image.height > 16384)
        return false;
    file.get(); // one white space before the pixels
    image.pixels.resize(static_cast<size_t>(image.width * image.height * 3));
    return static_cast<bool>(
        file.read(reinterpret_cast<char*>(image.pixels.data()), static_cast<std::streamsize>(image.pixels.size())));
}

void write(char const* path, Image const& image) {
    std::ofstream(path, std::ios::binary) << "P6\n"
                                          << image.width << " " << image.height << "\n255\n"
                                          << std::string(image.pixels.begin(), image.pixels.end());
}

/// The image at the top left of a square of this size, between pixels where it is scaled; grey elsewhere.
std::vector<float> planesOf(Image& image, int64_t size, float scale) {
    std::vector<float> out(static_cast<size_t>(3 * size * size), 114.0F);
    auto const width = std::min(size, static_cast<int64_t>(static_cast<float>(image.width) * scale));
    auto const height = std::min(size, static_cast<int64_t>(static_cast<float>(image.height) * scale));
    for (int64_t y = 0; y < height; ++y)
        for (int64_t x = 0; x < width; ++x) {
            float const fx =
                std::clamp((static_cast<float>(x) + 0.5F) / scale - 0.5F, 0.0F, static_cast<float>(image.width - 1));
            float const fy =
                std::clamp((static_cast<float>(y) + 0.5F) / scale - 0.5F, 0.0F, static_cast<float>(image.height - 1));
            auto const x0 = static_cast<int64_t>(fx), y0 = static_cast<int64_t>(fy);
            int64_t const x1 = std::min(x0 + 1, image.width - 1), y1 = std::min(y0 + 1, image.height - 1);
            float const wx = fx - static_cast<float>(x0), wy = fy - static_cast<float>(y0);
            for (int64_t c = 0; c < 3; ++c) {
                auto value = [&](int64_t px, int64_t py) { return static_cast<float>(image.at(px, py)[c]); };
                float const top = value(x0, y0) * (1 - wx) + value(x1, y0) * wx;
                float const bottom = value(x0, y1) * (1 - wx) + value(x1, y1) * wx;
                out[static_cast<size_t>((c * size + y) * size + x)] = top * (1 - wy) + bottom * wy;
            }
        }
    return out;
}

void draw(Image& image, float const* box) {
    auto clip = [](float v, int64_t extent) { return std::clamp<int64_t>(std::lround(v), 0, extent - 1); };
    int64_t const x1 = clip(box[0], image.width), y1 = clip(box[1], image.height);
    int64_t const x2 = clip(box[2], image.width), y2 = clip(box[3], image.height);
    auto mark = [&](int64_t x, int64_t y) {
        unsigned char* const p = image.at(x, y);
        p[0] = 255;
        p[1] = p[2] = 0;
    };
    for (int64_t x = x1; x <= x2; ++x) {
        mark(x, y1);
        mark(x, y2);
    }
    for (int64_t y = y1; y <= y2; ++y) {
        mark(x1, y);
        mark(x2, y);
    }
}

/// Numbers of constants; they live as long as the network is built.
using Stock = std::vector<std::vector<float>>;

/// For each place of the model's output its cell and the pixels of a cell: maps of 1/8, 1/16 and 1/32 of the image.
void addCells(INetworkDefinition& network, int64_t size, Stock& stock, ITensor*& cells, ITensor*& strides) {
    std::vector<float> places, steps;
    for (int64_t stride : {8, 16, 32})
        for (int64_t i = 0, side = size / stride; i < side * side; ++i) {
            places.push_back(static_cast<float>(i % side));
            places.push_back(static_cast<float>(i / side));
            steps.push_back(static_cast<float>(stride));
        }
    auto const count = static_cast<int64_t>(steps.size());
    stock = {std::move(places), std::move(steps)};
    cells = network.addConstant(dims({1, count, 2}), weights(stock[0]))->getOutput(0);
    strides = network.addConstant(dims({1, count, 1}), weights(stock[1]))->getOutput(0);
}

ITensor& combine(INetworkDefinition& network, ITensor& a, ElementWiseOperation how, ITensor& b) {
    return *network.addElementWise(a, b, how)->getOutput(0);
}

/// Replaces the output [1, places, 6] (centre and logarithm of the size in cells, two scores) by boxes that stay.
bool addDecoding(INetworkDefinition& network, int64_t size, Stock& stock) {
    ITensor& raw = *network.getOutput(0);
    network.unmarkOutput(raw);
    int64_t const count = raw.getDimensions().d[1];
    auto part = [&](int64_t first, int64_t width) -> ITensor& {
        return *network.addSlice(raw, dims({0, 0, first}), dims({1, count, width}), dims({1, 1, 1}))->getOutput(0);
    };
    ITensor *cells = nullptr, *strides = nullptr;
    addCells(network, size, stock, cells, strides);
    ITensor& centre = combine(network, combine(network, part(0, 2), ElementWiseOperation::kSUM, *cells),
                              ElementWiseOperation::kPROD, *strides);
    ITensor& extent = combine(network, *network.addUnary(part(2, 2), UnaryOperation::kEXP)->getOutput(0),
                              ElementWiseOperation::kPROD, *strides);
    ITensor* halves[] = {&centre, &extent};
    IConcatenationLayer* const boxes = network.addConcatenation(halves, 2);
    boxes->setAxis(2);
    ITensor& scores = combine(network, part(4, 1), ElementWiseOperation::kPROD, part(5, 1));

    auto* const creator = static_cast<IPluginCreator*>(getPluginRegistry()->getCreator("EfficientNMS_TRT", "1"));
    if (creator == nullptr)
        return false;
    float const least = 0.1F, overlap = 0.45F;
    int32_t const most = kMost, none = -1, no = 0, byCentre = 1;
    PluginField const fields[] = {{"score_threshold", &least, PluginFieldType::kFLOAT32, 1},
                                  {"iou_threshold", &overlap, PluginFieldType::kFLOAT32, 1},
                                  {"max_output_boxes", &most, PluginFieldType::kINT32, 1},
                                  {"background_class", &none, PluginFieldType::kINT32, 1},
                                  {"score_activation", &no, PluginFieldType::kINT32, 1},
                                  {"box_coding", &byCentre, PluginFieldType::kINT32, 1}};
    PluginFieldCollection const all{6, fields};
    IPluginV2* const plugin = creator->createPlugin("nms", &all);
    ITensor* inputs[] = {boxes->getOutput(0), &scores};
    IPluginV2Layer* const layer = plugin == nullptr ? nullptr : network.addPluginV2(inputs, 2, *plugin);
    if (layer == nullptr)
        return false;
    plugin->destroy(); // the network has a copy
    char const* const names[] = {"count", "boxes", "scores", "classes"};
    for (int32_t i = 0; i < 4; ++i) {
        layer->getOutput(i)->setName(names[i]);
        network.markOutput(*layer->getOutput(i));
    }
    return true;
}

struct Job {
    char const *in = nullptr, *out = nullptr;
    std::string text{}; ///< what is printed of it
    bool good = false;
};

void detect(ICudaEngine& engine, char const* input, int64_t size, Job& job) {
    std::unique_ptr<IExecutionContext> const context(engine.createExecutionContext());
    Image image;
    if (!context || !read(job.in, image))
        return;
    float const scale = std::min(static_cast<float>(size) / static_cast<float>(image.width),
                                 static_cast<float>(size) / static_cast<float>(image.height));
    std::vector<float> planes = planesOf(image, size, scale), boxes(kMost * 4), scores(kMost);
    std::vector<int32_t> classes(kMost);
    int32_t count = 0;
    context->setTensorAddress(input, planes.data());
    context->setTensorAddress("count", &count);
    context->setTensorAddress("boxes", boxes.data());
    context->setTensorAddress("scores", scores.data());
    context->setTensorAddress("classes", classes.data());
    if (!context->enqueueV3(nullptr))
        return;
    for (int32_t i = 0; i < count; ++i) {
        float* const box = boxes.data() + i * 4;
        for (int k = 0; k < 4; ++k)
            box[k] /= scale;
        draw(image, box);
        char line[120];
        std::snprintf(line, sizeof(line), "%.1f %.1f %.1f %.1f %.3f\n", static_cast<double>(box[0]),
                      static_cast<double>(box[1]), static_cast<double>(box[2]), static_cast<double>(box[3]),
                      static_cast<double>(scores[static_cast<size_t>(i)]));
        job.text += line;
    }
    write(job.out, image);
    job.good = true;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4 || argc % 2 != 0) {
        std::fprintf(stderr, "detect model.onnx image.ppm result.ppm [image.ppm result.ppm ...]\n");
        return 2;
    }
    Logger logger;
    initLibNvInferPlugins(&logger, "");
    auto const builder = own(createInferBuilder(logger));
    auto const network = own(builder->createNetworkV2(0));
    auto const parser = own(nvonnxparser::createParser(*network, logger));
    if (!parser->parseFromFile(argv[1], 2))
        return 1; // the logger has said why
    std::string const input = network->getInput(0)->getName();
    int64_t const size = network->getInput(0)->getDimensions().d[2];
    Stock stock;
    if (!addDecoding(*network, size, stock))
        return 1;
    auto const config = own(builder->createBuilderConfig());
    config->setBuilderOptimizationLevel(0); // kernels by estimate: the engine is made anew at each start
    auto const engine = own(builder->buildEngineWithConfig(*network, *config));

    std::vector<Job> jobs;
    for (int i = 2; i + 1 < argc; i += 2)
        jobs.push_back({argv[i], argv[i + 1]});
    std::vector<std::thread> threads;
    for (Job& job : jobs)
        threads.emplace_back([&] { detect(*engine, input.c_str(), size, job); });
    for (std::thread& thread : threads)
        thread.join();
    for (Job const& job : jobs) {
        std::printf("%s\n%s", job.in, job.text.c_str());
        if (!job.good)
            return 1;
    }
    return 0;
}
