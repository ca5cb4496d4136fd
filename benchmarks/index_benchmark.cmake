add_executable(index_benchmark ${CMAKE_CURRENT_SOURCE_DIR}/index_benchmark.cc)
target_link_libraries(index_benchmark PRIVATE sitedoor_index benchmark::benchmark)
