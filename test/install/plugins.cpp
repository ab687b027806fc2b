// SPDX-License-Identifier: Apache-2.0
// Loads each plugin library that it is given and prints the plugins that it finds then. Exits 1 when one is not loaded.
#include <NvInfer.h>

#include <cstdio>
#include <initializer_list>

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (getPluginRegistry()->loadLibrary(argv[i]) == nullptr)
            return 1;
    int32_t count = 0;
    auto* const* const creators = getPluginRegistry()->getAllCreators(&count);
    for (int32_t i = 0; i < count; ++i)
        std::printf("%s\n", creators[i]->getInterfaceInfo().kind);
    for (char const* name : {"AddOne", "CustomHardmax", "L2Norm"})
        if (getPluginRegistry()->getCreator(name, "1") != nullptr)
            std::printf("%s\n", name);
    return 0;
}
