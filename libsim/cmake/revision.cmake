# Writes the revision of the source into a header, at each build, and touches it only if it changed.
# Needs: SOURCE, HEADER.
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-prefix
  OUTPUT_VARIABLE below OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12
  OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
# Within another repository git would answer with the revision of that one.
if(failed OR NOT below STREQUAL "" OR revision STREQUAL "")
  set(revision unknown)
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define MCSIM_REVISION \"${revision}\"\n")
