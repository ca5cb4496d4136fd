add_executable(relevance_benchmark relevance_benchmark.cc)
target_link_libraries(relevance_benchmark PRIVATE sitedoor_search CLI11::CLI11 Boost::json)
