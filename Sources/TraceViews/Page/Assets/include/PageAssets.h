// The files of a trace's page.
#pragma once

#pragma clang assume_nonnull begin

const char *hw_details_js(void);
const char *hw_editor_js(void);
const char *hw_elements_js(void);
const char *hw_gestures_js(void);
const char *hw_graph_js(void);
const char *hw_listing_js(void);
const char *hw_map_js(void);
const char *hw_marbles_js(void);
const char *hw_numbers_js(void);
const char *hw_page_css(void);
const char *hw_page_js(void);
const char *hw_parts_js(void);
const char *hw_recording_js(void);
const char *hw_repeats_js(void);
const char *hw_rows_js(void);
const char *hw_ruler_js(void);
const char *hw_search_js(void);
const char *hw_shell_html(void);
const char *hw_source_js(void);
const char *hw_stepper_js(void);
const char *hw_timeline_html(void);
const char *hw_timeline_js(void);
const char *hw_tokens_css(void);
const char *hw_tree_js(void);
const char *hw_watch_html(void);
const char *hw_watch_js(void);
const char *hw_window_js(void);

#pragma clang assume_nonnull end
