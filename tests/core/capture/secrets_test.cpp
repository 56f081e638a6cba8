// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/Secrets.h"
#include "core/capture/StreamSplitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricscope::capture {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Secrets, GoAndTheRestStays) {
    const std::pair<const char *, const char *> texts[] = {
        {"=-fw_cfg\n=name=opt/org.x/key,string=a,b c\n", "=-fw_cfg\n=name=opt/org.x/key,string=***\n"},
        {"=-smbios\n=type=1,manufacturer=Q,serial=ds=nocloud;s=http://h/,uuid=u-1\n",
         "=-smbios\n=type=1,manufacturer=***,serial=***,uuid=u-1\n"},
        {"=-smbios\n=type=11,value=io.systemd.credential:x=y\n", "=-smbios\n=type=11,value=***\n"},
        {"=--token\n=abc\n=--port\n=1\n", "=--token\n=***\n=--port\n=1\n"},
        {"=--auth-token=a b c\n", "=--auth-token=***\n"},
        {"=file=rbd:p/i:id=adm:key=AQBz+/==:mon_host=h,if=none\n",
         "=file=rbd:p/i:id=adm:key=***:mon_host=h,if=none\n"},
        {"=secret,id=s0,data=xyz,format=raw\n", "=secret,id=s0,data=***,format=raw\n"},
        {"=-spice\n=password=a,,REST,port=1\n", "=-spice\n=password=***,port=1\n"},
        {"qemu -object secret,id=s0,data=a,,REST,format=raw -m 1\n",
         "qemu -object secret,id=s0,data=***,format=raw -m 1\n"},
        {"ro cifspass=X netcfg/wireless_wpa=Y rd.cifs.pass=Z ipmi.pass=V rootpw=W ceph.key=K ssh_key=L q\n",
         "ro cifspass=*** netcfg/wireless_wpa=*** rd.cifs.pass=*** ipmi.pass=*** rootpw=*** ceph.key=*** "
         "ssh_key=*** q\n"},
        {"={\"qom-type\":\"secret\",\"id\":\"s\",\"data\":\"xyz\"}\n",
         "={\"qom-type\":\"secret\",\"id\":\"s\",\"data\":\"***\"}\n"},
        {"=https://bob:pw@host/path\n", "=https://***@host/path\n"},
        {"\"oem_strings\":[\"a\",\"b\"],\"uuid\":\"u\"\n", "\"oem_strings\":[***],\"uuid\":\"u\"\n"},
        {"<graphics type='vnc' passwd='x y'/>\n", "<graphics type='vnc' passwd='***'/>\n"},
        {"<sysinfo><oemStrings><entry>abc</entry></oemStrings>\n",
         "<sysinfo><oemStrings><entry>***</entry></oemStrings>\n"},
        {"<entry name='uuid'>u-1</entry>\n", "<entry name='uuid'>u-1</entry>\n"},
        {"ro k3s.token=abc quiet systemd.set_credential=a:b splash\n",
         "ro k3s.token=*** quiet systemd.set_credential=*** splash\n"},
        {"HF hf_abcdefghijklmnopqrst and AKIAIOSFODNN7EXAMPLE.\n", "HF *** and ***\n"},
        {"-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\nnext\n", "***\n***\n***\nnext\n"},
        {"Authorization: Bearer abc\n", "Authorization: ***\n"},
        {"password = hunter2\n", "password = ***\n"},
        {"token : abc\n", "token : ***\n"},
        {"\"password\" : \"abc\",\n", "\"password\" : \"***\",\n"},
        {"=sh\n=-c\n=train --token abc --port 1; x --password 'd e' -q\n",
         "=sh\n=-c\n=train --token *** --port 1; x --password '***' -q\n"},
        {"[    1.5] init: agent --auth-token abc started\n",
         "[    1.5] init: agent --auth-token *** started\n"},
        {"[\"agent\", \"--token\", \"abc\", \"--port\", \"1\"]\n",
         "[\"agent\", \"--token\", \"***\", \"--port\", \"1\"]\n"},
        {"<qemu:arg value='--token'/>\n<qemu:arg value='a b'/>\n<qemu:arg value='c'/>\n",
         "<qemu:arg value='--token'/>\n<qemu:arg value='***'/>\n<qemu:arg value='c'/>\n"},
        {"<qemu:arg value='name=opt/x,string=a,b c'/>\n", "<qemu:arg value='name=opt/x,string=***'/>\n"},
        {"qemu -fw_cfg name=opt/x,string=a,b c -m 4G\n", "qemu -fw_cfg name=opt/x,string=*** -m 4G\n"},
        {"  \"key\": \"AQBzZeus+Kx3/abcdefgh==\",\n", "  \"key\": \"***\",\n"},
        {"{\"key\": \"AQBzZeus+Kx3/abcdefgh==\", \"a\": {\"key\": \"value\"}}\n",
         "{\"key\": \"***\", \"a\": {\"key\": \"value\"}}\n"},
        {"AccountName=n;AccountKey=a+b/c==;EndpointSuffix=s\n",
         "AccountName=n;AccountKey=***;EndpointSuffix=s\n"},
        {"GET https://h/b?sv=1&sig=a%2Bb&se=2\n", "GET https://h/b?sv=1&sig=***&se=2\n"},
        {"https://h/b?X-Amz-Expires=9&X-Amz-Signature=0a1b2c\n",
         "https://h/b?X-Amz-Expires=9&X-Amz-Signature=***\n"},
        {"//h/s /mnt cifs user=a,pass=b,uid=0\n", "//h/s /mnt cifs user=a,pass=***,uid=0\n"},
        {"Server=h;Uid=a;Pwd=b;\nPWD=/root DB_PWD=c\n", "Server=h;Uid=a;Pwd=***;\nPWD=/root DB_PWD=***\n"},
        {"SSHPASS=a ID_JWT=b SENTRY_DSN=c DB_PASS=d\n",
         "SSHPASS=*** ID_JWT=*** SENTRY_DSN=*** DB_PASS=***\n"},
        {"\tID: 54 06, Signature: Type 0, Family 6\niommu.passthrough=1 pass: 3 - token-ring x\n",
         "\tID: 54 06, Signature: Type 0, Family 6\niommu.passthrough=1 pass: 3 - token-ring x\n"},
        {"password=on,password-secret=none\n", "password=on,password-secret=none\n"},
        {"0000:41:00.0/class:0x030200\nkey: value\nstring=plain\n",
         "0000:41:00.0/class:0x030200\nkey: value\nstring=plain\n"},
        {"", ""},
        {"=", "="},
    };
    for (const auto &[in, out] : texts) {
        EXPECT_EQ(withoutSecrets(in), out);
        EXPECT_EQ(withoutSecrets(withoutSecrets(in)), out) << "twice is once";
    }
}

// Whatever the collector of a host let through, redacted or not.
TEST(Secrets, DoNotGetIntoASectionThatArrives) {
    std::string text;
    StreamSplitter splitter("n", Part::Touch, {[&](Section section) { text += section.bytes(); }, {}, {}});
    splitter.feed(
        "@@fabricscope n begin touch 1\n@@fabricscope n section vmm /proc\n@pid 1\n=qemu\n=-fw_cfg\n"
        "=name=opt/x,string=hushhush\n=--TOKEN\n=alsohush\n\n@@fabricscope n end 0\n",
        1);
    EXPECT_THAT(text, HasSubstr("@pid 1\n=qemu\n=-fw_cfg\n=name=opt/x,string=***\n"));
    EXPECT_THAT(text, Not(HasSubstr("hush")));
}

// Nor into what is said about it.
TEST(Secrets, DoNotGetIntoTheOriginOrTheNotesOfAStream) {
    std::string all;
    StreamSplitter splitter(
        "n", Part::Touch,
        {[&](Section section) { all += section.meta().origin + section.meta().damageText; },
         [&](std::string_view note) { all += note; },
         {}});
    splitter.feed("no frame with token=hushhush in it\n@@fabricscope n begin touch 1\n"
                  "@@fabricscope n section vmm tool --token hushhush list\nx\n",
                  1);
    splitter.finish(Damage::Stuck, "stuck after password=hushhush", 2);
    EXPECT_THAT(all, HasSubstr("tool --token *** list"));
    EXPECT_THAT(all, HasSubstr("stuck after password=***"));
    EXPECT_THAT(all, Not(HasSubstr("hush")));
}

// A hostile text costs no more than a long one.
TEST(Secrets, AreLookedForInTimeLinearToTheText) {
    for (const std::string piece : {"string=", "data=", ">", "<x>", "a://", "key=", ":", "=\"", "token=",
                                    "-----BEGIN ", "-token ", "--token \"", "\"-token\",", "string=name="}) {
        std::string text;
        while (text.size() < (std::size_t{1} << 17U))
            text += piece;
        EXPECT_LE(withoutSecrets(text).size(), text.size() * 2);
    }
}

} // namespace
} // namespace fabricscope::capture
