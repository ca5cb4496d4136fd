sitedoor_fuzz_target(url LINK sitedoor_net)
