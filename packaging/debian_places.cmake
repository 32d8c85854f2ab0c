# What Debian has elsewhere, or compressed: run by cpack on the folders that become packages.
find_program(GZIP gzip REQUIRED)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH, if it is set

function(compress)
  execute_process(COMMAND ${GZIP} -9nf ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# add_papers FOLDER PACKAGE: who may copy it, and since when it is what it is.
function(add_papers folder package)
  set(papers ${folder}/usr/share/doc/${package})
  file(WRITE ${papers}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: mcsim

Files: *
Copyright: 2026 The mcsim authors
License: Apache-2.0
 On Debian systems, the full text of the Apache License, Version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
")
  file(WRITE ${papers}/changelog.Debian
"mcsim (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Built by cpack; what has changed is in CHANGELOG.md of mcsim.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  compress(${papers}/changelog.Debian)
endfunction()

set(tool ${CPACK_TEMPORARY_DIRECTORY}/tool)
add_papers(${tool} mcsim)
add_papers(${CPACK_TEMPORARY_DIRECTORY}/dev libmcsim-dev)
file(REMOVE ${tool}/usr/share/doc/mcsim/LICENSE)
file(GLOB pages ${tool}/usr/share/man/man1/*.1)
compress(${pages})
file(RENAME ${tool}/usr/share/zsh/site-functions ${tool}/usr/share/zsh/vendor-completions)
# Whatever the umask of who builds them is.
execute_process(COMMAND chmod -R u=rwX,go=rX ${tool} ${CPACK_TEMPORARY_DIRECTORY}/dev
  COMMAND_ERROR_IS_FATAL ANY)
