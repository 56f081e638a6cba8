// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/ContainerTarget.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::workspace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CollectTarget parsed(std::string_view target) {
    auto result = parseCollectTarget(target);
    EXPECT_TRUE(result) << target << ": " << result.error().toString();
    return result.value_or(CollectTarget());
}

TEST(ContainerTarget, AHostIsAHost) {
    for (const char *host : {"gpu-07", "root@gpu-07:22", "local:", "ssh://root@gpu-07:22", "docker",
                             "docker:2222", "[fe80::1]:22"}) {
        EXPECT_EQ(parsed(host).host, host);
        EXPECT_FALSE(parsed(host).container) << host;
        EXPECT_FALSE(namesContainer(host)) << host;
    }
    EXPECT_EQ(parsed("ssh://gpu-07/").host, "ssh://gpu-07");
}

TEST(ContainerTarget, EveryRuntimeHasItsWords) {
    const auto words = [](std::string_view target) {
        return execArguments(*parsed(target).container);
    };
    EXPECT_THAT(words("gpu-07/docker:train"), ElementsAre("docker", "exec", "-i", "train", "/bin/sh", "-s"));
    EXPECT_THAT(words("gpu-07/podman:a.b_c-1"),
                ElementsAre("podman", "exec", "-i", "a.b_c-1", "/bin/sh", "-s"));
    EXPECT_THAT(words("gpu-07/crictl:1f73f2d81bf98"),
                ElementsAre("crictl", "exec", "-i", "1f73f2d81bf98", "/bin/sh"));
    EXPECT_THAT(words("kubectl:jobs/train-0"),
                ElementsAre("kubectl", "exec", "-i", "-n", "jobs", "train-0", "--", "/bin/sh", "-s"));
    EXPECT_THAT(
        words("head/kubectl:jobs/train-0/worker"),
        ElementsAre("kubectl", "exec", "-i", "-n", "jobs", "train-0", "-c", "worker", "--", "/bin/sh", "-s"));
}

TEST(ContainerTarget, HostAndContainerAreTakenApartAndNamedTogether) {
    const CollectTarget target = parsed("ssh://root@gpu-07:2222/docker:train");
    EXPECT_EQ(target.host, "ssh://root@gpu-07:2222");
    EXPECT_EQ(toString(*target.container), "docker:train");
    EXPECT_EQ(parsed("docker:train").host, "local:");
    EXPECT_EQ(parsed("local:/docker:train").host, "local:");
    EXPECT_EQ(parsed("kubectl:jobs/train-0").host, "local:");
    EXPECT_EQ(toString(*parsed("h/kubectl:jobs/train-0/worker").container), "kubectl:jobs/train-0/worker");
    EXPECT_TRUE(namesContainer("gpu-07/docker:"));
    EXPECT_FALSE(namesContainer("captures/gpu-07.fscope"));
}

TEST(ContainerTarget, NamesThatAShellOrARuntimeWouldTakeForSomethingElseAreRefused) {
    for (const char *target : {"h/docker:",
                               "h/docker:-v",
                               "h/docker:--privileged",
                               "h/docker:a b",
                               "h/docker:$(id)",
                               "h/docker:a;b",
                               "h/docker:a'b",
                               "h/docker:a\nb",
                               "h/docker:../x",
                               "h/docker:a/b",
                               "h/lxc:a",
                               "h/",
                               "/docker:a",
                               "h/x",
                               "kubectl:pod",
                               "kubectl:/pod",
                               "kubectl:NS/pod",
                               "kubectl:ns/",
                               "kubectl:ns/-pod",
                               "kubectl:ns/pod/",
                               "kubectl:ns/pod/c/d",
                               "kubectl:ns.x/pod",
                               "kubectl:--all/pod"}) {
        const auto result = parseCollectTarget(target);
        ASSERT_FALSE(result) << target;
        EXPECT_FALSE(result.error().what.empty());
    }
    EXPECT_FALSE(parseCollectTarget("h/docker:" + std::string(300, 'a')));
}

struct EngineMessage {
    const char *target, *text, *meaning;
};

TEST(ContainerTarget, TurnsRuntimeErrorsIntoSentences) {
    for (const EngineMessage &message : {
             EngineMessage{"h/docker:train", "Error response from daemon: No such container: train",
                           "there is no container docker:train"},
             EngineMessage{"h/docker:train", "Error response from daemon: container 3f2a is not running",
                           "docker:train is not running"},
             EngineMessage{
                 "h/docker:train",
                 "Error response from daemon: Container train is paused, unpause the container before exec",
                 "docker:train is paused"},
             EngineMessage{
                 "h/docker:train",
                 "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon "
                 "running?",
                 "the docker daemon is not running there"},
             EngineMessage{"h/docker:train",
                           "permission denied while trying to connect to the Docker daemon socket at "
                           "unix:///var/run/docker.sock",
                           "this user may not use docker there"},
             EngineMessage{"h/docker:train",
                           "OCI runtime exec failed: exec failed: unable to start container process: exec: "
                           "\"/bin/sh\": stat /bin/sh: no such file or directory: unknown",
                           "docker:train has no /bin/sh"},
             EngineMessage{"h/podman:train",
                           "Error: no container with name or ID \"train\" found: no such container",
                           "there is no container podman:train"},
             EngineMessage{
                 "h/podman:train",
                 "Error: can only create exec sessions on running containers: container state improper",
                 "podman:train is not running"},
             EngineMessage{
                 "h/podman:train",
                 "Error: crun: executable file `/bin/sh` not found: No such file or directory: OCI runtime "
                 "attempted to invoke a command that was not found",
                 "podman:train has no /bin/sh"},
             EngineMessage{
                 "h/crictl:1f",
                 "FATA[0000] execing command in container: rpc error: code = NotFound desc = an error "
                 "occurred when try to find container \"1f\": not found",
                 "there is no container crictl:1f"},
             EngineMessage{
                 "h/crictl:1f",
                 "validate service connection: ... dial unix /run/containerd/containerd.sock: connect: "
                 "permission denied",
                 "this user may not use crictl there"},
             EngineMessage{"kubectl:jobs/t-0", "Error from server (NotFound): pods \"t-0\" not found",
                           "there is no pod kubectl:jobs/t-0"},
             EngineMessage{"kubectl:jobs/t-0", "Error from server (NotFound): namespaces \"jobs\" not found",
                           "there is no namespace jobs"},
             EngineMessage{
                 "kubectl:jobs/t-0",
                 "Error from server (Forbidden): pods \"t-0\" is forbidden: User \"u\" cannot create "
                 "resource \"pods/exec\"",
                 "may not run commands in pods of namespace jobs"},
             EngineMessage{
                 "kubectl:jobs/t-0",
                 "The connection to the server localhost:8080 was refused - did you specify the right host "
                 "or port?",
                 "kubectl cannot reach its cluster"},
             EngineMessage{"kubectl:jobs/t-0",
                           "error: unable to upgrade connection: container not found (\"t\")",
                           "the container of kubectl:jobs/t-0 is not running"},
             EngineMessage{"h/docker:train", "fabricscope: no runtime", "docker was not found on the host"},
             EngineMessage{"h/docker:train", "something new",
                           "docker did not run /bin/sh in docker:train (exit status 1)"},
         }) {
        const Error error = containerError(*parsed(message.target).container, 1, message.text);
        EXPECT_THAT(error.what, HasSubstr(message.meaning)) << message.text;
        EXPECT_FALSE(error.hint.empty()) << message.text;
    }
}

} // namespace
} // namespace fabricscope::workspace
