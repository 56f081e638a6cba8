// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

// Secrets that the form of a document or statement shows, without a name next to them. Each contains "k4tz";
// all but them stays.

namespace fabricscope::test {

struct SecretText {
    const char *name;
    std::string text;
};

inline std::vector<SecretText> secretTexts() {
    return {
        {"attributes", "<user name=\"fm\" password=\"k4tzeA\" roles=\"m\"/>\n<property name='db.password' "
                       "value='k4tzeB'/>\n"},
        {"propertyList",
         "<key>password</key><string>k4tzeC</string>\n<key>ApiToken</key>\n<string>k4tzeD</string>\n"},
        {"secretInYaml",
         "kind: Secret\napiVersion: v1\nmetadata:\n  name: x\nstringData:\n  plain: k4tze ein Wort\n"
         "  file: |\n    a: k4tzeE\n\n    b: k4tzeF\ntype: Opaque\n"},
        {"secretAsListItem", "items:\n- apiVersion: v1\n  kind: Secret\n  data:\n    user: \"k4tzeG\"\n"},
        {"secretWhoseKindFollows",
         "apiVersion: v1\ndata:\n  a: k4tzZWluV29ydA==\n  b: k4tzZWluZWxhbmdlWGVpY2hlbmZv\nkind: Secret\n"},
        {"secretInJson", "{\n  \"kind\": \"Secret\",\n  \"data\": {\n    \"a\": \"k4tzeH\",\n    \"b\": "
                         "\"k4tzeI\"\n  }\n}\n"},
        {"secretInOneLine",
         "x {\"apiVersion\":\"v1\",\"data\":{\"a\":\"k4tzeJ\",\"b\":\"k4tzeK\"},\"kind\":\"Secret\"} y\n"},
        {"change",
         "  ~ password = \"k4tzeL\" -> \"k4tzeM\" # forces replacement\n  - db_token = \"k4tzeN\" -> null\n"},
        {"netrc",
         "machine a.example\n  login fm\n  password k4tzeO\nmachine b.example login g password k4tzeP\n"
         "default login anonymous password k4tzeQ\n"},
        {"redis", "requirepass k4tzeR\nmasterauth \"k4tze S\"\n> CONFIG SET requirepass k4tzeT\n"},
        {"sqlUsers", "CREATE USER 'a'@'%' IDENTIFIED BY 'k4tze U';\nalter user a identified by k4tzeV;\n"
                     "CREATE USER b IDENTIFIED WITH mysql_native_password BY 'k4tzeW' PASSWORD EXPIRE;\n"},
        {"sqlRoles", "ALTER ROLE a WITH LOGIN PASSWORD 'k4tzeX' VALID UNTIL 'infinity';\n"
                     "SET PASSWORD FOR a = PASSWORD('k4tzeY');\n"},
        {"hashes", "root:$6$k4tzsalt$k4tzqwertyuiopasdfghjklzxcvbnm:19000:0:99999:7:::\n"
                   "a:$y$j9T$k4tzsalt$k4tzqwertyuiopasdfgh:1\n$2b$12$k4tzqwertyuiopasdfghjk x\n"
                   "{SSHA}k4tzqwertyuiopasdf== y\npbkdf2_sha256$k4tz$salt$qwertyuiopasdfgh=\n"},
        {"sentences",
         "A temporary password is generated for root@localhost: k4tze>6f;\nYour password is k4tze9Z.\n"
         "password for user7 was set to 'k4tz'\nUse the password k4tze8Z to log in\n"
         "the token was changed to k4tze7Z\n"},
        {"csv", "name,password,role\nalice,k4tze1,admin\nbob,\"k4tz,e2\",user\n"},
        {"semicolons", "Host;User Name;API Key\nh;u;k4tze3\n"},
        {"markdown",
         "| user | password | role |\n|------|:--------:|------|\n| a | k4tze 4 | x |\n| b | k4tze5 | y |\n"},
        {"sqlTable", "+------+-----------+\n| user | password  |\n+------+-----------+\n| a    | k4tze6    "
                     "|\n+------+---+\n"},
        {"psqlTable", " user | passwd | n\n------+--------+---\n a    | k4tze7 | 1\n(1 row)\n"},
        {"expect",
         "expect \"*assword:*\"\nsleep 1\nsend -- \"k4tze8\\r\"\nexpect {PIN} { send \"k4tze9\\n\" }\n"},
    };
}

inline std::vector<SecretText> secretCommands() {
    return {
        {"keytool", "keytool -genkeypair -storepass k4tzeA -keypass k4tzeB -keystore k.jks"},
        {"twine", "twine upload -u __token__ -p k4tzeC dist"},
        {"oracle", "sqlplus -S scott/k4tzeD@//h:1521/x @q.sql"},
        {"vault", "vault login k4tzeE"},
        {"vaultToken", "vault login -no-store token=k4tzeF"},
        {"mpich", "mpiexec -genv NCCL_DEBUG INFO -genv HF_TOKEN k4tzeG -n 2 ./a"},
        {"openMpi", "mpirun -np 2 -x DB_PASSWORD=k4tzeH -x OTHER ./a"},
        {"rabbitmq", "rabbitmqctl -n r@h change_password bob k4tzeI"},
        {"rabbitmqUser", "rabbitmqctl add_user bob k4tzeJ"},
        {"qemu", "qemu-system-x86_64 -object secret,id=s,format=raw,data=k4tzeK -m 2G"},
    };
}

/// Lines of benchmarks and logs that look like them, without a secret.
inline std::vector<SecretText> harmlessTexts() {
    return {
        {"columnsOfCounts",
         "tokens,time,loss\n512,0.25,1.5\n| model | token_count |\n|---|---|\n| a | 5000 |\n"},
        {"configMap", "apiVersion: v1\ndata:\n  level: debug\n  host: node7\nkind: ConfigMap\n"},
        {"json", "\"data\": {\n  \"x\": \"text\"\n}\n"},
        {"sentences",
         "password is required\nthe password is too short\ntoken budget 4096tokens\n"
         "password changed on 2026-01-01\nidentified by the user\nsudo: a password is required\n"},
        {"pam", "password    required   pam_unix.so\npassword  sufficient\n"},
        {"routes", "default via 10.0.0.1 dev eth0\n"},
        {"values", "$2 = 0x7fffffff\n$6$ costs\n{SSHA} is a scheme\n"},
        {"send", "send 123\nrecv 456\nexpect \"$ \"\nsend \"ls\\r\"\n"},
    };
}

} // namespace fabricscope::test
