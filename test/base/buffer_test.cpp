// SPDX-License-Identifier: Apache-2.0
// Files as buffers read and write them: what a path may point at besides a regular file, permissions, and the order in
// which bytes and names reach the disk. Every node is one of a temporary folder.
#include "base/buffer.h"

#include "base/error.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <thread>
#include <unistd.h>

namespace {

std::function<void(int)> gOnSync; ///< told of each fsync() before it is made

} // namespace

/// In place of the C library's, so that a test sees when it is called.
extern "C" int fsync(int fd) {
    if (gOnSync)
        gOnSync(fd);
    return static_cast<int>(::syscall(SYS_fsync, fd));
}

namespace tenon {
namespace {

namespace fs = std::filesystem;

std::span<std::byte const> bytesOf(std::string_view s) {
    return std::as_bytes(std::span(s.data(), s.size()));
}

class Files : public ::testing::Test {
protected:
    Files() {
        std::string pattern = (fs::temp_directory_path() / "tenon-files-XXXXXX").string();
        mFolder = ::mkdtemp(pattern.data());
    }
    ~Files() override {
        gOnSync = {};
        fs::remove_all(mFolder);
    }
    std::string at(char const* name) const { return (mFolder / name).string(); }
    static std::string read(std::string const& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static mode_t modeOf(std::string const& path) {
        struct stat info {};
        EXPECT_EQ(::lstat(path.c_str(), &info), 0) << path;
        return info.st_mode;
    }
    /// What is in the folder, which no temporary file stays in.
    size_t count() const { return static_cast<size_t>(std::distance(fs::directory_iterator(mFolder), {})); }

    fs::path mFolder;
};

TEST_F(Files, AFailedWriteLeavesTheOldFile) {
    writeFile(at("f"), bytesOf("first"));
    EXPECT_THROW(writeFile(at("missing/f"), bytesOf("x")), Error);
    EXPECT_THROW(writeFile(mFolder.string(), bytesOf("x")), Error);
    Buffer const back = Buffer::mapFile(at("f"));
    EXPECT_EQ(std::string_view(back.as<char>(), back.size()), "first");
    EXPECT_THROW(Buffer::mapFile(mFolder.string()), Error);
    EXPECT_THROW(Buffer::mapFile(at("none")), Error);
    EXPECT_EQ(count(), 1U);
}

TEST_F(Files, AFifoStaysAFifoAndIsReadToItsEnd) {
    ASSERT_EQ(::mkfifo(at("fifo").c_str(), 0600), 0);
    std::string const text(300'000, 'a');                            // more than a pipe holds, and than one step reads
    int const held = ::open(at("fifo").c_str(), O_RDWR | O_CLOEXEC); // so that a reader never waits for a writer
    ASSERT_GE(held, 0);
    std::thread writer([&] {
        writeFile(at("fifo"), bytesOf(text));
        ::close(held);
    });
    Buffer const back = Buffer::mapFile(at("fifo"));
    writer.join();
    EXPECT_EQ(std::string_view(back.as<char>(), back.size()), text);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(back.data()) % 64, 0U) << "weights are read in place";
    EXPECT_TRUE(S_ISFIFO(modeOf(at("fifo"))));
    EXPECT_EQ(count(), 1U);
}

TEST_F(Files, ADeviceStaysADevice) {
    if (::mknod(at("full").c_str(), S_IFCHR | 0666, makedev(1, 7)) != 0) // what /dev/full is, under another name
        GTEST_SKIP() << "only root makes device nodes";
    int const probe = ::open(at("full").c_str(), O_WRONLY | O_CLOEXEC);
    if (probe < 0)
        GTEST_SKIP() << "the folder is on a file system without devices";
    ::close(probe);
    EXPECT_THROW(writeFile(at("full"), bytesOf("x")), Error);
    EXPECT_TRUE(S_ISCHR(modeOf(at("full"))));
    EXPECT_EQ(count(), 1U);
}

TEST_F(Files, LinksAreFollowed) {
    fs::create_directory(at("real"));
    writeFile(at("real/f"), bytesOf("old"));
    fs::create_symlink("real/f", at("link"));
    fs::create_symlink("link", at("second"));
    writeFile(at("second"), bytesOf("new"));
    EXPECT_EQ(read(at("real/f")), "new");
    EXPECT_TRUE(fs::is_symlink(at("link")) && fs::is_symlink(at("second")));
    fs::create_symlink("real/g", at("ahead"));
    writeFile(at("ahead"), bytesOf("made"));
    EXPECT_EQ(read(at("real/g")), "made");
    EXPECT_TRUE(fs::is_symlink(at("ahead")));
    fs::create_symlink("loop", at("loop"));
    EXPECT_THROW(writeFile(at("loop"), bytesOf("x")), Error);
}

TEST_F(Files, TheUmaskDecidesAndAnOlderModeStays) {
    mode_t const before = ::umask(077);
    writeFile(at("private"), bytesOf("x"));
    ::umask(022);
    writeFile(at("usual"), bytesOf("x"));
    writeFile(at("private"), bytesOf("y"));
    ::chmod(at("usual").c_str(), 0664);
    writeFile(at("usual"), bytesOf("y"));
    ::umask(before);
    EXPECT_EQ(modeOf(at("private")) & 07777, 0600U);
    EXPECT_EQ(modeOf(at("usual")) & 07777, 0664U);
}

TEST_F(Files, BytesReachTheDiskBeforeTheName) {
    writeFile(at("f"), bytesOf("old"));
    std::vector<std::string> seen;
    gOnSync = [&](int fd) {
        struct stat info {};
        ::fstat(fd, &info);
        seen.push_back(std::to_string(info.st_size) + " bytes beside " + read(at("f")));
    };
    writeFile(at("f"), bytesOf("newer"));
    EXPECT_EQ(seen, std::vector<std::string>{"5 bytes beside old"});
    EXPECT_EQ(read(at("f")), "newer");
}

TEST_F(Files, WhatStandardOutputGoesToIsWrittenWhereItStands) {
    int const out = ::open(at("log").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600), saved = ::dup(STDOUT_FILENO);
    std::fflush(stdout);
    ::dup2(out, STDOUT_FILENO);
    std::fputs("before ", stdout);
    writeFile(at("log"), bytesOf("between"));
    std::fputs(" after", stdout);
    std::fflush(stdout);
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    ::close(out);
    EXPECT_EQ(read(at("log")), "before between after");
}

} // namespace
} // namespace tenon
