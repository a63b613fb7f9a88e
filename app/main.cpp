#include "app/commandline/dispatch.h"
#include "app/commandline/subcommand.h"

#include <cstdio>

int main(int argc, char** argv) {
    using namespace tachograph::app;
    const std::vector<std::string> words(argv + 1, argv + argc);
    const auto outcome = dispatch(words);
    if (const auto* status = std::get_if<ExitStatus>(&outcome))
        return static_cast<int>(*status);
    std::fputs(generalHelp().c_str(), stderr);
    return static_cast<int>(ExitStatus::usage);
}
