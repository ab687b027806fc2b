// SPDX-License-Identifier: Apache-2.0
// Loading engines: from memory and from readers; what hostile and damaged bytes are answered with; settings of the
// runtime.
#include "engines.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace nvinfer1;
using test::Bytes;
using test::own;

namespace {

/// Gives bytes in pieces of at most `most`.
class Reader final : public IStreamReader {
public:
    Reader(Bytes bytes, int64_t most) : mBytes(std::move(bytes)), mMost(most) {}
    int64_t read(void* to, int64_t count) override {
        int64_t const got = std::min({count, mMost, static_cast<int64_t>(mBytes.size()) - at});
        std::copy_n(mBytes.begin() + at, got, static_cast<char*>(to));
        at += got;
        return got;
    }
    int64_t at = 0;

private:
    Bytes mBytes;
    int64_t mMost;
};

class Reader2 final : public IStreamReaderV2 {
public:
    explicit Reader2(Bytes bytes) : mReader(std::move(bytes), 1000) {}
    int64_t read(void* to, int64_t count, cudaStream_t) override { return mReader.read(to, count); }
    bool seek(int64_t offset, SeekPosition where) override {
        if (where != SeekPosition::kSET)
            return false;
        mReader.at = offset;
        return true;
    }

private:
    Reader mReader;
};

/// Answers every read with one number, or throws.
class BadReader final : public IStreamReader {
public:
    explicit BadReader(int64_t answer) : mAnswer(answer) {}
    int64_t read(void*, int64_t count) override {
        if (mAnswer == 0)
            throw std::runtime_error("the disk is on fire");
        return mAnswer < 0 ? mAnswer : count + mAnswer;
    }

private:
    int64_t mAnswer;
};

/// What the logger is told of bytes that do not load; empty when they do.
std::string refusal(Bytes const& bytes) {
    test::Logger logger;
    auto const runtime = test::runtimeOf(logger);
    auto const engine = test::load(*runtime, bytes);
    return engine == nullptr ? logger.text() : "";
}

bool runs(ICudaEngine& engine) {
    auto const context = own(engine.createExecutionContext());
    test::Rows rows(3);
    return context != nullptr && rows.give(*context) && context->enqueueV3(nullptr) && rows.isRight();
}

TEST(Load, FromMemory) {
    test::Session s(test::twoProfiles());
    ASSERT_NE(s.engine, nullptr) << s.logger.text();
    EXPECT_TRUE(runs(*s.engine));
    auto const old = own(s.runtime->deserializeCudaEngine(test::twoProfiles().data(), test::twoProfiles().size(),
                                                          static_cast<IPluginFactory*>(nullptr)));
    ASSERT_NE(old, nullptr);
    EXPECT_TRUE(runs(*old));
    EXPECT_EQ(s.logger.text(), "");
}

TEST(Load, TheBlobMayGo) {
    test::Logger logger;
    auto const runtime = test::runtimeOf(logger);
    auto blob = std::make_unique<Bytes>(test::twoProfiles());
    auto const engine = test::load(*runtime, *blob);
    std::fill(blob->begin(), blob->end(), '\0');
    blob.reset();
    EXPECT_TRUE(runs(*engine));
}

TEST(Load, SerializesToTheBytesThatWereLoaded) {
    for (Bytes const* bytes : {&test::twoProfiles(), &test::strippedEngine(), &test::debugEngine()}) {
        test::Session s(*bytes);
        auto const again = own(s.engine->serialize());
        ASSERT_EQ(again->size(), bytes->size());
        EXPECT_EQ(std::memcmp(again->data(), bytes->data(), bytes->size()), 0);
    }
}

TEST(Load, FromReaders) {
    test::Logger logger;
    auto const runtime = test::runtimeOf(logger);
    Bytes bytes = test::twoProfiles();
    bytes.insert(bytes.end(), {'t', 'a', 'i', 'l'}); // what follows the engine stays in the stream
    for (int64_t most : {int64_t{1}, int64_t{7}, int64_t{160}, int64_t{1} << 30}) {
        Reader reader(bytes, most);
        auto const engine = own(runtime->deserializeCudaEngine(reader));
        ASSERT_NE(engine, nullptr) << logger.text();
        EXPECT_TRUE(runs(*engine));
        EXPECT_EQ(reader.at, static_cast<int64_t>(test::twoProfiles().size()));
    }
    Reader2 second(bytes);
    auto const engine = own(runtime->deserializeCudaEngine(second));
    ASSERT_NE(engine, nullptr);
    EXPECT_TRUE(runs(*engine));
}

TEST(Load, BadReadersAreNamed) {
    for (auto const& [answer, text] :
         {std::pair<int64_t, char const*>{-1, "TN-185"}, {1, "TN-185"}, {0, "the disk is on fire"}}) {
        test::Logger logger;
        auto const runtime = test::runtimeOf(logger);
        BadReader reader(answer);
        EXPECT_EQ(runtime->deserializeCudaEngine(reader), nullptr);
        EXPECT_TRUE(logger.says(text)) << logger.text();
    }
    test::Logger logger;
    auto const runtime = test::runtimeOf(logger);
    Bytes half(test::twoProfiles().begin(), test::twoProfiles().begin() + 300);
    Reader reader(half, 100);
    EXPECT_EQ(runtime->deserializeCudaEngine(reader), nullptr);
    EXPECT_TRUE(logger.says("cut at byte 300")) << logger.text();
}

TEST(Load, NullAndEmpty) {
    test::Logger logger;
    test::Recorder recorder;
    auto const runtime = test::runtimeOf(logger);
    runtime->setErrorRecorder(&recorder);
    EXPECT_EQ(runtime->deserializeCudaEngine(nullptr, 100), nullptr);
    EXPECT_TRUE(logger.says("blob is null"));
    EXPECT_EQ(runtime->deserializeCudaEngine("", 0), nullptr);
    EXPECT_TRUE(logger.says("it is empty"));
    ASSERT_EQ(recorder.getNbErrors(), 2);
    EXPECT_EQ(recorder.getErrorCode(0), ErrorCode::kINVALID_ARGUMENT);
}

TEST(Load, AnOnnxFileIsToldWhatItNeeds) {
    Bytes const onnx{'\x08', '\x07', '\x12', '\x04', 't', 'e', 's', 't', ':', '\x00'};
    std::string const text = refusal(onnx);
    EXPECT_NE(text.find("this is an ONNX file: build it first"), std::string::npos) << text;
    EXPECT_NE(text.find("tenon build MODEL.onnx -o MODEL.engine"), std::string::npos) << text;
    EXPECT_NE(text.find("buildSerializedNetwork"), std::string::npos) << text;
}

/// The given text is part of the refusal.
void expectRefusal(Bytes const& bytes, std::string const& part) {
    std::string const text = refusal(bytes);
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(Load, DamagedFilesAreRefusedWithTheirKindOfDamage) {
    Bytes const& good = test::twoProfiles();
    auto const changed = [&](size_t at, char to) {
        Bytes out = good;
        out[at] = to;
        return out;
    };
    expectRefusal({'\x89'}, "cut at byte 1");
    for (size_t end = 64; end < good.size(); end += 64)
        expectRefusal(Bytes(good.begin(), good.begin() + static_cast<ptrdiff_t>(end)), "TN-073");
    expectRefusal(changed(1, 'X'), "TN-070");
    expectRefusal(changed(8, static_cast<char>(good[8] + 1)), "TN-072"); // the version of the file's layout
    Bytes cuda = good;
    std::memcpy(cuda.data() + 32, "cuda", 4);
    expectRefusal(cuda, "TN-077");
    Bytes longer = good;
    longer.resize(good.size() + 16);
    expectRefusal(longer, "TN-076");
    expectRefusal(Bytes(1 << 20, '\0'), "TN-070");
    Bytes text;
    for (size_t i = 0; i < good.size(); ++i)
        if (!(good[i] == '\r' && i + 1 < good.size() && good[i + 1] == '\n'))
            text.push_back(good[i]);
    expectRefusal(text, "TN-074");
    expectRefusal(Bytes(good.begin(), std::find(good.begin(), good.end(), '\x1a')), "TN-074");
    Bytes huge = good;
    huge[112 + 7] = '\x80'; // the size of a section becomes 2^63
    expectRefusal(huge, "TN-07");
    EXPECT_EQ(refusal(good), "");
}

TEST(Load, FlippedBytesNeverCrash) {
    Bytes const& good = test::twoProfiles();
    std::mt19937 random(7);
    for (int i = 0; i < 200; ++i) {
        Bytes bytes = good;
        bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
        test::Session s(bytes);
        bool const good = s.engine != nullptr ? runs(*s.engine) : s.logger.says("TN-07"); // flips in padding are good
        EXPECT_TRUE(good) << s.logger.text();
    }
    test::Session s(good);
    EXPECT_TRUE(runs(*s.engine));
}

TEST(Load, SettingsOfTheRuntime) {
    test::Logger logger;
    auto const runtime = test::runtimeOf(logger);
    EXPECT_EQ(runtime->getLogger(), &logger);
    EXPECT_EQ(runtime->getMaxThreads(), 1);
    EXPECT_TRUE(runtime->setMaxThreads(10));
    EXPECT_EQ(runtime->getMaxThreads(), 10);
    EXPECT_FALSE(runtime->setMaxThreads(0));
    EXPECT_EQ(runtime->getMaxThreads(), 10);
    EXPECT_EQ(runtime->getNbDLACores(), 0);
    EXPECT_EQ(runtime->getDLACore(), -1);
    logger.clear();
    runtime->setDLACore(0);
    EXPECT_TRUE(logger.says("TN-149")) << logger.text();
    EXPECT_EQ(runtime->getTemporaryDirectory(), nullptr);
    runtime->setTemporaryDirectory("/somewhere");
    EXPECT_STREQ(runtime->getTemporaryDirectory(), "/somewhere");
    runtime->setTemporaryDirectory(nullptr);
    EXPECT_EQ(runtime->getTemporaryDirectory(), nullptr);
    EXPECT_EQ(runtime->getTempfileControlFlags(), 3u);
    runtime->setTempfileControlFlags(1);
    EXPECT_EQ(runtime->getTempfileControlFlags(), 1u);
    runtime->setTempfileControlFlags(8);
    EXPECT_EQ(runtime->getTempfileControlFlags(), 1u);
    EXPECT_FALSE(runtime->getEngineHostCodeAllowed());
    runtime->setEngineHostCodeAllowed(true);
    EXPECT_TRUE(runtime->getEngineHostCodeAllowed());
    EXPECT_NE(&runtime->getPluginRegistry(), getPluginRegistry()) << "one of its own";
    logger.clear();
    EXPECT_EQ(runtime->loadRuntime("libother.so"), nullptr);
    EXPECT_TRUE(logger.says("IRuntime::loadRuntime")) << logger.text();
}

TEST(Load, ObjectsGoInAnyOrder) {
    std::array<int, 5> order{0, 1, 2, 3, 4};
    do {
        test::Session s(test::twoProfiles());
        auto inspector = own(s.engine->createEngineInspector());
        inspector->setExecutionContext(s.context.get());
        auto refitter = own(createInferRefitter(*s.engine, s.logger));
        for (int which : order) {
            switch (which) {
            case 0:
                s.runtime.reset();
                break;
            case 1:
                s.engine.reset();
                break;
            case 2:
                s.context.reset();
                break;
            case 3:
                inspector.reset();
                break;
            default:
                refitter.reset();
            }
            if (s.context != nullptr) {
                test::Rows rows(4);
                ASSERT_TRUE(rows.give(*s.context) && s.context->enqueueV3(nullptr) && rows.isRight());
                EXPECT_STREQ(s.context->getEngine().getName(), "two_profiles");
                EXPECT_EQ(s.context->getBindingDimensions(0).d[0], 4);
            }
            ASSERT_TRUE(s.engine == nullptr || s.engine->getNbIOTensors() == 2);
            ASSERT_TRUE(inspector == nullptr ||
                        inspector->getEngineInformation(LayerInformationFormat::kJSON) != nullptr);
            ASSERT_TRUE(refitter == nullptr || refitter->getAllWeights(0, nullptr) == 2);
        }
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Load, DestroyIsDelete) {
    test::Logger logger;
    IRuntime* const runtime = createInferRuntime(logger);
    ICudaEngine* const engine = runtime->deserializeCudaEngine(test::twoProfiles().data(), test::twoProfiles().size());
    IExecutionContext* const context = engine->createExecutionContext();
    IHostMemory* const memory = engine->serialize();
    runtime->destroy();
    engine->destroy();
    memory->destroy();
    context->destroy();
    EXPECT_EQ(logger.text(), "");
}

} // namespace
