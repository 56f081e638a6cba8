// SPDX-FileCopyrightText: 2026 The fabricscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tools/ToolFaults.h"
#include "tests/core/formats/tools/ToolHosts.h"

#include <gmock/gmock.h>

namespace fabricscope::formats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> faults(const std::string &text) {
    return faultsOf(hostOfText(text));
}

TEST(RdmaCounters, OfSendersThatGaveUp) {
    EXPECT_THAT(faults("link bnxt_re2/1 active_pds 2 active_qps 5 max_retry_exceeded 6 missing_resp 3 "
                       "dup_req 8 oos_drop_count 4 seq_err_naks_rcvd 0\n"),
                ElementsAre("bnxt_re2/1 counters_lost max_retry_exceeded 6, missing_resp 3, dup_req 8, "
                            "oos_drop_count 4"));
    EXPECT_THAT(faults("link mlx5_3/1 rx_write_requests 9 duplicate_request 5 "
                       "req_transport_retries_exceeded 2 roce_slow_restart 7\n"),
                ElementsAre("mlx5_3/1 counters_lost duplicate_request 5, req_transport_retries_exceeded 2"));
}

TEST(ModuleFlags, OfLanes) {
    const std::string begin = "\tIdentifier                                : 0x18 (QSFP-DD)\n"
                              "\tVendor name                               : ACME\n"
                              "\tVendor PN                                 : A1-400\n";
    EXPECT_THAT(faults(begin + "\tRx loss of signal                         : [ No, Yes, Yes, No ]\n"
                               "\tTx loss of signal                         : None\n"
                               "\tTx fault                                  : [ No, No, No, Yes ]\n"),
                ElementsAre(" module_alarm Rx loss of signal (lanes 2-3), Tx fault (lane 4)"));
    EXPECT_THAT(
        faults(begin +
               "\tRx loss of lock                           : [ Yes, No, No, Yes, No, No, No, No ]\n"),
        ElementsAre(" module_alarm Rx loss of lock (lanes 1,4)"));
    EXPECT_THAT(faults(begin + "\tRx loss of signal                         : [ No, No, No, No ]\n"
                               "\tTx fault                                  : Not supported\n"),
                IsEmpty());
}

std::string port(const std::string &device, const std::string &lid, const std::string &manager,
                 const std::string &state = "Active", const std::string &layer = "InfiniBand") {
    return "CA '" + device + "'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: " + state +
           "\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tBase lid: " + lid + "\n\t\tSM lid: " + manager +
           "\n\t\tLink layer: " + layer + "\n";
}

TEST(PortLids, OfTwoPortsThatAreEqual) {
    EXPECT_THAT(faults(port("mlx5_0", "31", "4") + port("mlx5_1", "32", "4") + port("mlx5_4", "31", "4")),
                ElementsAre(" lid_shared 1 mlx5_4/1 and mlx5_0/1 have LID 31"));
    EXPECT_THAT(
        faults(port("mlx5_0", "31", "4") + port("mlx5_1", "32", "4") + port("mlx5_2", "32", "4") +
               port("mlx5_3", "32", "4")),
        ElementsAre(" lid_shared 2 mlx5_2/1 and mlx5_1/1 have LID 32, mlx5_3/1 and mlx5_1/1 have LID 32"));
    EXPECT_THAT(faults(port("mlx5_0", "31", "4") + port("mlx5_1", "31", "6")), IsEmpty()) << "two subnets";
    EXPECT_THAT(faults(port("mlx5_0", "65535", "0") + port("mlx5_1", "65535", "0")), IsEmpty());
    EXPECT_THAT(faults(port("mlx5_0", "31", "4") + port("mlx5_1", "31", "4", "Down")), IsEmpty());
    EXPECT_THAT(faults(port("mlx5_0", "31", "4") + port("mlx5_1", "31", "4", "Active", "Ethernet")),
                IsEmpty());
    EXPECT_THAT(faults(port("mlx5_0", "31", "4") + port("mlx5_0", "31", "4")), IsEmpty()) << "twice the same";
}

TEST(PortLids, OfVirtualFunctionsAreThoseOfTheirPort) {
    std::string text = port("mlx5_0", "31", "4");
    for (const char *name : {"mlx5_1", "mlx5_2", "mlx5_3"}) {
        text += port(name, "31", "4");
        text.replace(text.rfind("MT4129"), 6, "MT4126");
    }
    EXPECT_THAT(faults(text), IsEmpty());
    const auto verbs = [](const std::string &name, const std::string &part) {
        return "hca_id:\t" + name +
               "\n\ttransport:\t\t\tInfiniBand (0)\n\tfw_ver:\t\t\t\t28.41.1000\n"
               "\tvendor_part_id:\t\t\t" +
               part +
               "\n\tphys_port_cnt:\t\t\t1\n\t\tport:\t1\n\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n"
               "\t\t\tsm_lid:\t\t\t4\n\t\t\tport_lid:\t\t31\n\t\t\tlink_layer:\t\tInfiniBand\n";
    };
    EXPECT_THAT(faults(verbs("mlx5_0", "4129") + verbs("mlx5_1", "4126")), IsEmpty());
    EXPECT_THAT(faults(verbs("mlx5_0", "4129") + verbs("mlx5_1", "4129")),
                ElementsAre(" lid_shared 1 mlx5_1/1 and mlx5_0/1 have LID 31"));
}

} // namespace
} // namespace fabricscope::formats
