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
        {"inst.sshpw=X otp=Y wgkey=Z root=/dev/vda1\n", "inst.sshpw=*** otp=*** wgkey=*** root=/dev/vda1\n"},
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
        {"HF hf_abcdefghijklmnopqrst and AKIAIOSFODNN7EXAMPLE.\n", "HF *** and ***.\n"},
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
        {"https://h?token=a&x=1 https://h/p?jointoken=b#c http://h/?access_token=d&sig=e; ftp://h?sig=f\n",
         "https://h?token=***&x=1 https://h/p?jointoken=*** http://h/?access_token=***&sig=***; "
         "ftp://h?sig=***\n"},
        {"https://u:p@h:443?token=a https://token.h:8080/x\n",
         "https://***@h:443?token=*** https://token.h:8080/x\n"},
        {"apikey \"a b\"; api_key 'c' x\n", "apikey \"***\"; api_key '***' x\n"},
        {"got Bearer S3cr3t9x. Bearer abcdefghijkl, Bearer of news\n",
         "got Bearer *** Bearer ***, Bearer of news\n"},
        {"MY_PW=a BEARER=b X_SIG=abcd S3_CREDS=c openssl -passin pass:d\n",
         "MY_PW=*** BEARER=*** X_SIG=*** S3_CREDS=*** openssl -passin ***\n"},
        {"Cookie: a=b; c=d\n", "Cookie: ***\n"},
        {"=curl\n=-u\n=al:pw\n=-sSbob:pw\n=-uc:p w\n=x\n", "=curl\n=-u\n=al:***\n=-sSbob:pw\n=-uc:***\n=x\n"},
        {"=curl\n=-b\n=sid=Zq9\n=-E\n=x.pem:Zq9\n=h\n", "=curl\n=-b\n=sid=***\n=-E\n=x.pem:***\n=h\n"},
        {"=smbclient\n=-U\n=dom/me%Zq9\n=--user=me%Zq9\n", "=smbclient\n=-U\n=dom/me%***\n=--user=me%***\n"},
        {"=aws\n=configure\n=set\n=aws_secret_access_key\n=Zq9\n",
         "=aws\n=configure\n=set\n=aws_secret_access_key\n=***\n"},
        {"=racadm\n=-u\n=root\n=-p\n=Zq9\n", "=racadm\n=-u\n=root\n=-p\n=***\n"},
        {"sh -c 'curl -b sid=Zq9 --cert x.pem:Zq9 h; all_reduce_perf -b 8; smbclient -U me%Zq9 //h/s'\n",
         "sh -c 'curl -b sid=*** --cert x.pem:*** h; all_reduce_perf -b 8; smbclient -U me%*** //h/s'\n"},
        {"@pid 1\n=mysql\n=-ppw\n\n=x\n=-ppw\n", "@pid 1\n=mysql\n=-p***\n\n=x\n=-ppw\n"},
        {"=sshpass\n=-p\n=a b\n=ssh\n=-p\n=22\n", "=sshpass\n=-p\n=***\n=ssh\n=-p\n=22\n"},
        {"sh -c 'curl -u al:pw http://h; wget --user=bob --password=x; mysql -ppw db; sshpass -p y ssh -p 22 "
         "h'\n",
         "sh -c 'curl -u al:*** http://h; wget --user=bob --password=***; mysql -p*** db; sshpass -p *** ssh "
         "-p "
         "22 h'\n"},
        {"[\"curl\", \"-u\", \"al:pw\", \"x\"]\n", "[\"curl\", \"-u\", \"al:***\", \"x\"]\n"},
        {"ro netroot=iscsi:al:pw@10.0.0.1::::iqn.2009-06.x:t root=cifs:al:p@w@h/s nfsroot=h:/s q\n",
         "ro netroot=iscsi:***@10.0.0.1::::iqn.2009-06.x:t root=cifs:***@h/s nfsroot=h:/s q\n"},
        {"root=cifs://al:pw@h/s netroot=nbd:al:pw@h:1 root=live:http://al:pw@h/x root=/dev/sda@1\n",
         "root=cifs://***@h/s netroot=nbd:***@h:1 root=live:http://***@h/x root=/dev/sda@1\n"},
        {"root=UUID=1 root=zfs:p/d@snap netroot=iscsi:@10.0.0.1::::iqn root=nfs:h:/s rd.iscsi.password=x\n",
         "root=UUID=1 root=zfs:p/d@snap netroot=iscsi:@10.0.0.1::::iqn root=nfs:h:/s "
         "rd.iscsi.password=***\n"},
        {"audit: type=1309 audit(1.2:3): argc=4 a0=\"curl\" a1=\"-u\" a2=\"al:pw\" a3=\"--token\" a4=\"b c\" "
         "a5=\"http://h/?token=d\"\n",
         "audit: type=1309 audit(1.2:3): argc=4 a0=\"curl\" a1=\"-u\" a2=\"al:***\" a3=\"--token\" "
         "a4=\"***\" "
         "a5=\"http://h/?token=***\"\n"},
        // "--token=a b", "x y", "sshpass", "-p", "h 1"
        {"a0=\"x\" a1=2D2D746F6B656E3D612062 a2=782079 a3=\"sshpass\" a4=\"-p\" a5=682031 sig=31\n",
         "a0=\"x\" a1=*** a2=782079 a3=\"sshpass\" a4=\"-p\" a5=*** sig=31\n"},
        // "curl", "-u", "al:pw"; "ls", "-l"
        {"audit: type=1123 msg='cwd=\"/root\" cmd=746F6F6C202D2D70617373776F72643D782079 "
         "exe=\"/usr/bin/sudo\"'\n",
         "audit: type=1123 msg='cwd=\"/root\" cmd=*** exe=\"/usr/bin/sudo\"'\n"},
        {"audit: msg='cmd=6C73202D6C terminal=pts/0'\n", "audit: msg='cmd=6C73202D6C terminal=pts/0'\n"},
        {"proctitle=6375726C002D7500616C3A7077 x\nproctitle=6C73002D6C\nproctitle=\"x --token y\"\n",
         "proctitle=*** x\nproctitle=6C73002D6C\nproctitle=\"x --token ***\"\n"},
        {"|  0  N/A  N/A  42  C  python t.py --hf-token abc  1024MiB |\n",
         "|  0  N/A  N/A  42  C  python t.py --hf-token ***  1024MiB |\n"},
        {"<process_name>python t.py --token abc</process_name>\n",
         "<process_name>python t.py --token ***</process_name>\n"},
        {"log \"{\\\"token\\\":\\\"a b\\\",\\\"n\\\":\\\"c\\\"}\"\n",
         "log \"{\\\"token\\\":\\\"***\\\",\\\"n\\\":\\\"c\\\"}\"\n"},
        {"<qemu:arg value='-u'/>\n<qemu:arg value='al:pw'/> token=x\n",
         "<qemu:arg value='-u'/>\n<qemu:arg value='al:***'/> token=***\n"},
        {"<x><qemu:arg value='-u'/><qemu:arg value='al:pw'/><qemu:arg value='--token'/><qemu:arg value='a "
         "b'/></x>\n",
         "<x><qemu:arg value='-u'/><qemu:arg value='al:***'/><qemu:arg value='--token'/><qemu:arg "
         "value='***'/></x>\n"},
        {"<qemu:env name='HF_TOKEN' value='x y'/>\n<qemu:env name='A' value='b'/>\n",
         "<qemu:env name='HF_TOKEN' value='***'/>\n<qemu:env name='A' value='b'/>\n"},
        {"- name: DB_PASSWORD\n  value: x\n- name: A\n  value: b\n{\"name\": \"A_TOKEN\", \"value\": "
         "\"x\"}\n",
         "- name: DB_PASSWORD\n  value: ***\n- name: A\n  value: b\n{\"name\": \"A_TOKEN\", \"value\": "
         "\"***\"}\n"},
        {"[{\"key\":\"API_TOKEN\",\"value\":\"x\"},{\"value\":\"y\",\"name\":\"B_TOKEN\"}]\n",
         "[{\"key\":\"API_TOKEN\",\"value\":\"***\"},{\"value\":\"***\",\"name\":\"B_TOKEN\"}]\n"},
        {"<name>DB_PASSWORD</name><value>x</value>\n<key>Password</key>\n<string>y</string>\n<name>a</name>\n"
         "<value>b</value>\n",
         "<name>DB_PASSWORD</name><value>***</value>\n<key>Password</key>\n<string>***</string>\n"
         "<name>a</name>\n<value>b</value>\n"},
        {"<env name='HF_TOKEN'>x y</env><env name='A'>b</env>\n",
         "<env name='HF_TOKEN'>***</env><env name='A'>b</env>\n"},
        {"password: |\n  x\n  y\nnext: z\ndb.password = \\\n  x\nnext\n",
         "password: ***\n  ***\n  ***\nnext: z\ndb.password = ***\n  ***\nnext\n"},
        {"\"password\":\n  \"x\"\nagent --token \\\n  x --port 1\n",
         "\"password\":\n  \"***\"\nagent --token ***\n  *** --port 1\n"},
        {"mysql -p'x y' db; ipmitool -Pz sel; ldapsearch -wz; ssh -p'22' h\n",
         "mysql -p'***' db; ipmitool -P*** sel; ldapsearch -w***; ssh -p'22' h\n"},
        {"WANDB_KEY=x --wandb-key y --ssl-key /k.pem ssl_key=/k p_key=0xffff public_key=a r_key=12 pkey=z\n",
         "WANDB_KEY=*** --wandb-key *** --ssl-key /k.pem ssl_key=/k p_key=0xffff public_key=a r_key=12 "
         "pkey=z\n"},
        {"=--wandb-key\n=x\n=--ssl-key\n=/k.pem\n=y\n", "=--wandb-key\n=***\n=--ssl-key\n=/k.pem\n=y\n"},
        {"[1.0] task sk-node-01 hf_0 docker -u 1000:1000 -p 8080:80 Bearer token a1=5 sig=9 pw 3\n",
         "[1.0] task sk-node-01 hf_0 docker -u 1000:1000 -p 8080:80 Bearer token a1=5 sig=9 pw 3\n"},
        {"", ""},
        {"=", "="},
    };
    for (const auto &[in, out] : texts) {
        EXPECT_EQ(withoutSecrets(in), out);
        EXPECT_EQ(withoutSecrets(withoutSecrets(in)), out) << "twice is once";
    }
}

TEST(Secrets, OfWebhooksWhatCallsThemGoes) {
    const std::pair<const char *, const char *> texts[] = {
        {"=curl\n=https://hooks.slack.com/services/T0/B0/xYz\n",
         "=curl\n=https://hooks.slack.com/services/***\n"},
        {"ro hook=https://discord.com/api/webhooks/12/ab-c_d quiet\n",
         "ro hook=https://discord.com/api/webhooks/*** quiet\n"},
        {"[1.0] POST canary.discord.com/api/v10/webhooks/12/abc?wait=true: 204\n",
         "[1.0] POST canary.discord.com/api/v10/webhooks/*** 204\n"},
        {"HOOK='https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d' x\n",
         "HOOK='https://acme.webhook.office.com/***' x\n"},
        {"{\"hook\": \"https:\\/\\/hooks.slack.com\\/services\\/T0\\/B0\\/x\", \"a\": 1}\n",
         "{\"hook\": \"https:\\/\\/hooks.slack.com\\/services\\/***\", \"a\": 1}\n"},
        {"<url>https://HOOKS.slack.com:443/services/T0/B0/x</url>\n",
         "<url>https://HOOKS.slack.com:443/services/***</url>\n"},
    };
    for (const auto &[in, out] : texts) {
        EXPECT_EQ(withoutSecrets(in), out);
        EXPECT_EQ(withoutSecrets(out), out) << "twice is once";
    }
    for (const char *plain :
         {"https://discord.com/channels/12/34\n", "https://nothooks.slack.com/services/T0/B0/x\n",
          "https://hooks.slack.com/services/\n", "https://office.com/webhook/abcdef\n"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(Secrets, OfAuthPinSasAndCommunityTheValueGoes) {
    const std::pair<const char *, const char *> texts[] = {
        {"=agent\n=auth=abc\n=--pin=4711\n=--pin\n=4711\n", "=agent\n=auth=***\n=--pin=***\n=--pin\n=***\n"},
        {"ro proxy_auth=a:b pin=S3cr card-pin=471100 snmp_community=pub1 community=priv quiet\n",
         "ro proxy_auth=*** pin=*** card-pin=*** snmp_community=*** community=*** quiet\n"},
        {"=-netdev\n=x,auth=abc,pin=1234,id=n0\n", "=-netdev\n=x,auth=***,pin=***,id=n0\n"},
        {"GET https://a.blob.core.windows.net/c?sv=2022&sr=b&sig=a%2Fb%3D&se=9\n",
         "GET https://a.blob.core.windows.net/c?sv=2022&sr=b&sig=***&se=9\n"},
        {"sas='sv=2022&sig=abcd' sas=sv=2022&sig=abcd AZURE_SAS=abc\n",
         "sas='***' sas=***&sig=*** AZURE_SAS=***\n"},
        {"[1.0] snmpd: rocommunity=abc AUTH=Basic YWxpY2V3OnB3 done\n",
         "[1.0] snmpd: rocommunity=*** AUTH=*** done\n"},
        {"{\"auth\": \"abc\", \"pin\": \"4711\", \"community\": \"x y\"}\n",
         "{\"auth\": \"***\", \"pin\": \"***\", \"community\": \"***\"}\n"},
        {"sent Basic YWxpY2V3OnB3 now\n", "sent Basic *** now\n"},
        {"podman pull --cred al:pw x; skopeo --creds al:pw; x --credentials al:pw\n",
         "podman pull --cred *** x; skopeo --creds ***; x --credentials ***\n"},
    };
    for (const auto &[in, out] : texts) {
        EXPECT_EQ(withoutSecrets(in), out);
        EXPECT_EQ(withoutSecrets(out), out) << "twice is once";
    }
    for (const char *plain : {"auth=none pin_memory=1 pinning=full authenticated=1 author=me authority=x "
                              "pin=2 pin=A cpu_pin=0-47\n",
                              "pin=on cpu-pin=0-7,96-103 communities=3 sas_address=0x500605b00abc1234 "
                              "sas=0x500605b00abc1234 sig=9\n",
                              "{\"auth\": {\"type\": \"x\"}, \"pin\": \"A\", \"pin_memory\": true}\n",
                              "<auth username='x'> <secret type='ceph'/></auth>\n",
                              "Basic settings, basic information of a Basic user\n"})
        EXPECT_EQ(withoutSecrets(plain), plain);
}

TEST(Secrets, PrivateKeysGoAlsoWhereTheyAreCutOff) {
    const std::string line = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZWQyNTUx";
    const std::string begin = "-----BEGIN OPENSSH PRIVATE KEY-----\n";
    EXPECT_EQ(withoutSecrets("a\n" + begin + line + "\n" + line), "a\n***\n***\n***");
    EXPECT_EQ(withoutSecrets("KEY=" + begin + line + "\n-----END OPENSSH PRIVATE KEY-----\nb\n"),
              "KEY=***\n***\n***\nb\n");
    EXPECT_EQ(withoutSecrets("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nabc\n---- END SSH2 ----\nb\n"),
              "***\n***\n***\nb\n");
    // A log that only mentions such a prefix.
    std::string log;
    for (int i = 0; i < 20; ++i)
        log += "[    1.0] eth0: link is up\n";
    const std::string out = withoutSecrets("no " + begin + log);
    EXPECT_THAT(out, testing::EndsWith(log.substr(log.size() / 5)));
}

// Regardless of what the collector of a host let through, redacted or not.
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

// Nor in the metadata.
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

// A hostile text costs no more than any text of that length.
TEST(Secrets, AreLookedForInTimeLinearToTheText) {
    for (const std::string piece : {"string=",
                                    "data=",
                                    ">",
                                    "<x>",
                                    "a://",
                                    "key=",
                                    ":",
                                    "=\"",
                                    "token=",
                                    "-----BEGIN ",
                                    "-token ",
                                    "--token \"",
                                    "\"-token\",",
                                    "string=name=",
                                    "a://?",
                                    "a://b@",
                                    "root=cifs:",
                                    "netroot=nbd://@",
                                    "-u ",
                                    "mysql -p",
                                    "\"name\":\"X_TOKEN\",\"value\":\"ab\",",
                                    "sk-",
                                    "a1=--token ",
                                    "<qemu:arg value=",
                                    "proctitle=41 ",
                                    "apikey \"",
                                    "bearer ",
                                    "basic ",
                                    "-----BEGIN PRIVATE KEY-----",
                                    "-----BEGIN PRIVATE KEY-----END ",
                                    "hooks.slack.com/services/",
                                    "webhook.office.com/",
                                    "auth=basic ",
                                    "\\/"}) {
        std::string text;
        while (text.size() < (std::size_t{1} << 17U))
            text += piece;
        EXPECT_LE(withoutSecrets(text).size(), text.size() * 2);
    }
}

TEST(Secrets, ALineOfBlanksIsPassedOnce) {
    std::string text = "x=";
    text.append(std::size_t{1} << 22U, ' '); // hours if each of them looks at all that follow
    text += 'y';
    EXPECT_EQ(withoutSecrets(text), text);
}

} // namespace
} // namespace fabricscope::capture
