sitedoor_fuzz_target(glob LINK sitedoor_crawl)
