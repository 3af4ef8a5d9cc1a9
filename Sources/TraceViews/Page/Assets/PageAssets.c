// The page's files as texts that end with a zero byte. Clang takes them in as they are; as arrays in Swift they would take
// the compiler six seconds.
#include "PageAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const char *hw_details_js(void) {
  static const char text[] = {
#embed "details.js" suffix(, 0)
  };
  return text;
}

const char *hw_editor_js(void) {
  static const char text[] = {
#embed "editor.js" suffix(, 0)
  };
  return text;
}

const char *hw_elements_js(void) {
  static const char text[] = {
#embed "elements.js" suffix(, 0)
  };
  return text;
}

const char *hw_gestures_js(void) {
  static const char text[] = {
#embed "gestures.js" suffix(, 0)
  };
  return text;
}

const char *hw_graph_js(void) {
  static const char text[] = {
#embed "graph.js" suffix(, 0)
  };
  return text;
}

const char *hw_listing_js(void) {
  static const char text[] = {
#embed "listing.js" suffix(, 0)
  };
  return text;
}

const char *hw_map_js(void) {
  static const char text[] = {
#embed "map.js" suffix(, 0)
  };
  return text;
}

const char *hw_marbles_js(void) {
  static const char text[] = {
#embed "marbles.js" suffix(, 0)
  };
  return text;
}

const char *hw_numbers_js(void) {
  static const char text[] = {
#embed "numbers.js" suffix(, 0)
  };
  return text;
}

const char *hw_page_css(void) {
  static const char text[] = {
#embed "page.css" suffix(, 0)
  };
  return text;
}

const char *hw_page_js(void) {
  static const char text[] = {
#embed "page.js" suffix(, 0)
  };
  return text;
}

const char *hw_parts_js(void) {
  static const char text[] = {
#embed "parts.js" suffix(, 0)
  };
  return text;
}

const char *hw_recording_js(void) {
  static const char text[] = {
#embed "recording.js" suffix(, 0)
  };
  return text;
}

const char *hw_repeats_js(void) {
  static const char text[] = {
#embed "repeats.js" suffix(, 0)
  };
  return text;
}

const char *hw_rows_js(void) {
  static const char text[] = {
#embed "rows.js" suffix(, 0)
  };
  return text;
}

const char *hw_ruler_js(void) {
  static const char text[] = {
#embed "ruler.js" suffix(, 0)
  };
  return text;
}

const char *hw_search_js(void) {
  static const char text[] = {
#embed "search.js" suffix(, 0)
  };
  return text;
}

const char *hw_shell_html(void) {
  static const char text[] = {
#embed "shell.html" suffix(, 0)
  };
  return text;
}

const char *hw_source_js(void) {
  static const char text[] = {
#embed "source.js" suffix(, 0)
  };
  return text;
}

const char *hw_stepper_js(void) {
  static const char text[] = {
#embed "stepper.js" suffix(, 0)
  };
  return text;
}

const char *hw_timeline_html(void) {
  static const char text[] = {
#embed "timeline.html" suffix(, 0)
  };
  return text;
}

const char *hw_timeline_js(void) {
  static const char text[] = {
#embed "timeline.js" suffix(, 0)
  };
  return text;
}

const char *hw_tokens_css(void) {
  static const char text[] = {
#embed "tokens.css" suffix(, 0)
  };
  return text;
}

const char *hw_tree_js(void) {
  static const char text[] = {
#embed "tree.js" suffix(, 0)
  };
  return text;
}

const char *hw_watch_html(void) {
  static const char text[] = {
#embed "watch.html" suffix(, 0)
  };
  return text;
}

const char *hw_watch_js(void) {
  static const char text[] = {
#embed "watch.js" suffix(, 0)
  };
  return text;
}

const char *hw_window_js(void) {
  static const char text[] = {
#embed "window.js" suffix(, 0)
  };
  return text;
}
