// The compiled part of Asio and Beast; every other unit sees declarations only.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
