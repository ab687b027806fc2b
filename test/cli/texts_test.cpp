// SPDX-License-Identifier: Apache-2.0
// Texts of messages and settings: none is empty, none says only that something failed.
#include "texts.h"

#include "json.h"
#include "output.h"

#include "base/settings.h"
#include "test/cli/expect_error.h"

#include <cstdlib>
#include <fstream>
#include <set>

namespace tenon::cli {
namespace {

TEST(Texts, EveryMessageCanBeExplained) {
    std::set<int> ids;
    ASSERT_FALSE(allMessages().empty());
    for (MessageInfo const& info : allMessages()) {
        SCOPED_TRACE(info.name);
        EXPECT_TRUE(ids.insert(static_cast<int>(info.id)).second);
        std::string const text = messageText(messageBy(idText(info.id)));
        EXPECT_EQ(text, idText(info.id) + ": " + std::string(info.title) + "\n\n" + std::string(info.cause) +
                            "\n\nWhat to try: " + std::string(info.remedy) + "\n\nExit status " +
                            std::to_string(static_cast<int>(info.status)) + "\n");
        EXPECT_GT(info.title.size(), 10U);
        EXPECT_GT(info.cause.size(), 20U);
        EXPECT_GT(info.remedy.size(), 10U);
        EXPECT_NE(info.status, Status::kDone);
    }
}

TEST(Texts, AnIdMayBeWrittenShort) {
    EXPECT_EQ(&messageBy("1"), &messageBy("TN-001"));
    EXPECT_EQ(&messageBy("tn-01"), &messageBy("TN-001"));
}

TEST(Texts, AnUnknownIdIsNamed) {
    for (char const* id : {"TN-999", "TN-", "", "TN-1x", "x"})
        EXPECT_EQ(test::errorText([&] { messageBy(id); }), std::string("TN-011: there is no message '") + id +
                                                               "'\n  wanted: TN- and three digits, as in TN-001" +
                                                               (*id != 0 ? std::string("\n  given: ") + id : ""));
}

TEST(Texts, SettingsAreReadThroughTheTable) {
    ::setenv("TENON_CACHE", "somewhere", 1);
    EXPECT_EQ(setting("TENON_CACHE"), "somewhere");
    EXPECT_EQ(cacheFolder(), "somewhere");
    ::unsetenv("TENON_CACHE");
    ::setenv("HOME", "/h", 1);
    EXPECT_EQ(cacheFolder(), "/h/.cache/tenon");
    for (SettingInfo const& s : allSettings())
        EXPECT_NE(settingsText().find("\n" + std::string(s.name) + " "), std::string::npos);
}

struct Sample {
    std::string text = "a\"b\n\xff";
    std::vector<int64_t> list{1, -2};
    std::optional<int32_t> absent;
    double number = 0.5, none = std::nan("");
    std::map<std::string, std::string> user{{"k", "v"}};
    bool yes = true;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("text", self.text);
        visit("list", self.list);
        visit("absent", self.absent);
        visit("number", self.number);
        visit("none", self.none);
        visit("user", self.user);
        visit("yes", self.yes);
    }
};

TEST(Json, FollowsReflect) {
    EXPECT_EQ(jsonOf(Sample()), "{\"text\":\"a\\\"b\\n\xef\xbf\xbd\",\"list\":[1,-2],\"number\":0.5,\"none\":null,"
                                "\"user\":{\"k\":\"v\"},\"yes\":true}");
    EXPECT_EQ(indentJson("{\"b\":1,\"a\":[]}"), "{\n \"b\": 1,\n \"a\": []\n}");
}

TEST(Output, StatusesOfExceptions) {
    auto status = [](auto thrown) { return reportException(std::make_exception_ptr(thrown), true); };
    testing::internal::CaptureStderr();
    EXPECT_EQ(status(Error(Message::kUsage, "w")), 2);
    EXPECT_EQ(status(Error(Message::kNotThereYet, "w")), 3);
    EXPECT_EQ(status(ErrorList({Error(Message::kNotThereYet, "a"), Error(Message::kNoOperator, "b")})), 3);
    EXPECT_EQ(status(ErrorList({Error(Message::kNotThereYet, "a"), Error(Message::kUsage, "b")})), 2);
    EXPECT_EQ(status(std::bad_alloc()), 2);
    EXPECT_EQ(status(std::runtime_error("r")), 2);
    EXPECT_EQ(status(7), 2);
    std::string const printed = testing::internal::GetCapturedStderr();
    EXPECT_EQ(printed.substr(0, printed.find('\n')),
              "{\"id\":\"TN-001\",\"what\":\"w\",\"where\":{\"node\":\"\",\"op\":\"\",\"tensor\":\"\",\"plugin\":\"\"},"
              "\"wanted\":\"\",\"given\":\"\",\"try\":[\"Run the command with --help; the message names the argument "
              "and what it takes.\"]}");
    EXPECT_NE(printed.find("{\"id\":\"TN-012\",\"what\":\"r\""), std::string::npos);
}

} // namespace
} // namespace tenon::cli
