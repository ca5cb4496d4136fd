// JSON-LD facts: reads StructuredFacts from one object (schema.org types and properties).
#pragma once

#include <boost/json/object.hpp>

#include "extract/internal/structured_facts.h"

namespace sitedoor::extract::internal {

// Adds what `object` says where it is a product, a program, an event, a recipe, an instruction, a
// job, a place with opening hours or a list of questions. Bounded time and memory.
void ReadFacts(const boost::json::object& object, StructuredFacts& facts);

}  // namespace sitedoor::extract::internal
