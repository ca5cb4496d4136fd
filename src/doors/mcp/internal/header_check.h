// The headers of a 2026-07-28 request, which must say what its body says.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "doors/mcp/internal/dispatch.h"

namespace sitedoor::doors::mcp::internal {

inline constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kServerInfoKey = "io.modelcontextprotocol/serverInfo";

bool IsModernVersion(std::string_view version);
bool IsLegacyVersion(std::string_view version);
inline constexpr std::string_view kModernVersion = "2026-07-28";
inline constexpr std::string_view kNewestLegacyVersion = "2025-11-25";

// Whether this header alone says that its client is not a legacy one: a modern version, one of the
// future, or none.
bool ClaimsModern(std::string_view version_header);

// "=?base64?...?=" decoded, anything else as it is; nullopt when the Base64 is not canonical.
std::optional<std::string> DecodeHeader(std::string_view value);

// Mcp-Method and Mcp-Name against the body; the message names the header that is missing or
// different.
std::optional<std::string> HeaderMismatch(std::string_view method,
                                          const boost::json::object& params,
                                          const Envelope& envelope);

}  // namespace sitedoor::doors::mcp::internal
