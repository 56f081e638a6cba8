// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/command/Secrets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::bench {
namespace {

std::string textOf(std::vector<std::string> words) {
    Command command;
    command.words = std::move(words);
    std::string text;
    for (const std::string &word : withoutSecrets(command).words)
        text += word + "|";
    return text;
}

TEST(SecretArguments, OfCurlTheCookieAndThePasswordOfItsCertificateGo) {
    EXPECT_EQ(textOf({"curl", "-b", "sid=Zq9", "-E", "x.pem:Zq9", "h"}),
              "curl|-b|sid=(not kept)|-E|x.pem:(not kept)|h|");
    EXPECT_EQ(textOf({"/usr/bin/curl", "-sb", "a=1; b=2", "-bsid=Zq9", "--cert", "x.pem:Zq9", "-Ey.pem:Zq9"}),
              "/usr/bin/curl|-sb|a=(not kept)|-bsid=(not kept)|--cert|x.pem:(not kept)|-Ey.pem:(not kept)|");
    EXPECT_EQ(textOf({"curl", "--cookie", "sid=Zq9", "--proxy-cert", "p.pem:Zq9", "h"}),
              "curl|--cookie|(not kept)|--proxy-cert|p.pem:(not kept)|h|");
    EXPECT_EQ(withoutSecrets("+ curl -b 'sid=Z q' --cert x.pem:Zq9 h; curl -E y.pem:Zq9 h"),
              "+ curl -b 'sid=(not kept)' --cert x.pem:(not kept) h; curl -E y.pem:(not kept) h");
    for (const char *plain :
         {"curl -b cookies.txt -E x.pem h", "all_reduce_perf -b 8 -e 1G", "all_reduce_perf -b size=8",
          "curl -s h | grep -E 'a:b' | sort -b", "curl -b", "tar -b a=1", "sed -E s:a:b:"})
        EXPECT_EQ(withoutSecrets(plain), plain);
    EXPECT_EQ(textOf({"all_reduce_perf", "-b", "8", "-E", "a:b"}), "all_reduce_perf|-b|8|-E|a:b|");
}

TEST(SecretArguments, OfSambaThePasswordBehindThePercentSignGoes) {
    EXPECT_EQ(textOf({"smbclient", "-U", "dom/me%Zq9", "--user=dom/me%Zq9", "-Ume%Zq9", "//h/s"}),
              "smbclient|-U|dom/me%(not kept)|--user=dom/me%(not kept)|-Ume%(not kept)|//h/s|");
    EXPECT_EQ(withoutSecrets("+ rpcclient -U me%Zq9 h; net ads join --user me%Zq9"),
              "+ rpcclient -U me%(not kept) h; net ads join --user me%(not kept)");
    EXPECT_EQ(withoutSecrets("+ smbclient --user=dom/me%Zq9 //h/s"),
              "+ smbclient --user=dom/me%(not kept) //h/s");
    for (const char *plain : {"psql -U me%40h db", "smbclient -U me //h/s", "ssh -U a%h"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(SecretArguments, OfCommandsWithASecretAmongTheirArgumentsItGoes) {
    EXPECT_EQ(textOf({"aws", "configure", "set", "aws_secret_access_key", "Zq9"}),
              "aws|configure|set|aws_secret_access_key|(not kept)|");
    EXPECT_EQ(textOf({"aws", "--profile", "p", "configure", "set", "region", "eu-1"}),
              "aws|--profile|p|configure|set|region|eu-1|");
    EXPECT_EQ(textOf({"mc", "alias", "set", "m", "http://h:9000", "access1", "Zq9", "--api", "S3v4"}),
              "mc|alias|set|m|http://h:9000|access1|(not kept)|--api|S3v4|");
    EXPECT_EQ(textOf({"ipmitool", "-H", "bmc", "user", "set", "password", "2", "Zq9"}),
              "ipmitool|-H|bmc|user|set|password|2|(not kept)|");
    EXPECT_EQ(textOf({"redis-cli", "config", "set", "requirepass", "Zq9"}),
              "redis-cli|config|set|requirepass|(not kept)|");
    EXPECT_EQ(textOf({"sh", "-c", "aws configure set aws_secret_access_key 'Z q'; ls x"}),
              "sh|-c|aws configure set aws_secret_access_key '(not kept)'; ls x|");
    EXPECT_EQ(
        withoutSecrets("+ aws configure set --profile p aws_secret_access_key Zq9 x\n+ mc alias set m "
                       "https://h a Zq9"),
        "+ aws configure set --profile p aws_secret_access_key (not kept) x\n+ mc alias set m https://h a "
        "(not kept)");
    for (const char *plain :
         {"aws configure list", "aws s3 cp a b", "aws configure set aws_secret_access_key $KEY",
          "mc alias list", "ipmitool user set name 2 me", "npm config set registry https://h/"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(SecretArguments, OfToolsWithAShortOptionForThePasswordItGoes) {
    for (const std::vector<std::string> &words :
         {std::vector<std::string>{"racadm", "-r", "bmc", "-u", "root", "-p"},
          {"ipmitool", "-U", "me", "-P"},
          {"ldapsearch", "-x", "-w"},
          {"ldappasswd", "-s"},
          {"redis-cli", "-a"},
          {"ipmi-sel", "-p"},
          {"az", "login", "-u", "me", "-p"},
          {"wget", "--password"},
          {"mysql", "--password"}}) {
        std::vector<std::string> with = words;
        with.emplace_back("Zq9");
        EXPECT_THAT(textOf(with), testing::EndsWith(words.back() + "|(not kept)|"));
    }
    for (const char *plain :
         {"ib_write_bw -p 18515 h", "iperf3 -p 5201", "mpirun -p 4 x", "ipmitool -p 623 x"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

} // namespace
} // namespace fabricscope::bench
