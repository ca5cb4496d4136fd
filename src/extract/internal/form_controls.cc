#include "extract/internal/form_controls.h"

#include <string>
#include <string_view>

#include "base/ascii.h"

namespace sitedoor::extract::internal {

using html::Node;

bool IsSingleControl(html::Tag tag) {
  return tag == LXB_TAG_BUTTON || tag == LXB_TAG_INPUT || tag == LXB_TAG_SELECT ||
         tag == LXB_TAG_TEXTAREA || tag == LXB_TAG_OPTION || tag == LXB_TAG_PROGRESS ||
         tag == LXB_TAG_METER;
}

bool IsFilledIn(Node control) {
  if (control.HasAttribute("disabled")) return false;
  if (control.IsElement(LXB_TAG_SELECT) || control.IsElement(LXB_TAG_TEXTAREA)) return true;
  if (!control.IsElement(LXB_TAG_INPUT)) return false;
  const std::string_view type = control.Attribute("type");
  return type != "hidden" && type != "submit" && type != "button" && type != "image" &&
         type != "reset";
}

bool IsForAddress(Node control) {
  return control.IsElement(LXB_TAG_INPUT) &&
         (control.Attribute("type") == "email" ||
          AsciiLowered(control.Attribute("name").substr(0, 64)).find("mail") != std::string::npos);
}

}  // namespace sitedoor::extract::internal
