add_executable(search_benchmark search_benchmark.cc)
target_link_libraries(search_benchmark PRIVATE sitedoor_search CLI11::CLI11 Boost::json)
