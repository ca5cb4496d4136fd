#include "html/internal/name_tables.h"

#include <lexbor/core/hash.h>
#include <lexbor/core/lexbor.h>

namespace sitedoor::html::internal {
namespace {

// The shortest name takes three bytes (" a>"): chains of 20 names at worst.
constexpr std::size_t kBytesAChain = 64;

void SizeTable(lexbor_hash_t* hash, std::size_t chains) {
  if (hash == nullptr || hash->table_size >= chains) return;
  void* const table = lexbor_calloc(chains, sizeof(lexbor_hash_entry_t*));
  if (table == nullptr) return;
  lexbor_free(hash->table);
  hash->table = static_cast<lexbor_hash_entry_t**>(table);
  hash->table_size = chains;
}

}  // namespace

void SizeNameTables(lxb_dom_document_t& document, std::size_t html_bytes) {
  SizeTable(document.tags, html_bytes / kBytesAChain);
  SizeTable(document.attrs, html_bytes / kBytesAChain);
}

}  // namespace sitedoor::html::internal
