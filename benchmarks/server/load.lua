-- wrk's script: each connection asks the next of the questions in the file QUESTIONS, as MCP tools/call search over
-- POST, in the protocol revision REVISION. Prints one line of JSON at the end.
local revision = os.getenv("REVISION")
local modern = revision >= "2026"
local headers = {
  ["content-type"] = "application/json",
  accept = "application/json, text/event-stream",
  ["mcp-protocol-version"] = revision,
}
local meta = ""
if modern then
  headers["mcp-method"] = "tools/call"
  headers["mcp-name"] = "search"
  meta = ',"_meta":{"io.modelcontextprotocol/protocolVersion":"' .. revision ..
    '","io.modelcontextprotocol/clientCapabilities":{}}'
end

local requests, next_request = {}, 0

function init()
  for question in io.lines(os.getenv("QUESTIONS")) do
    local query = question:gsub('[\\"]', "\\%0")
    requests[#requests + 1] = wrk.format("POST", "/mcp", headers,
      '{"jsonrpc":"2.0","id":' .. #requests + 1 ..
      ',"method":"tools/call","params":{"name":"search","arguments":{"query":"' .. query .. '"}' .. meta .. "}}")
  end
end

function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"seconds":%.6f,"bytes":%d,"p50_ms":%.4f,"p90_ms":%.4f,"p99_ms":%.4f,"max_ms":%.4f,"errors":%d}',
    summary.requests, summary.duration / 1e6, summary.bytes, latency:percentile(50) / 1e3,
    latency:percentile(90) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
