# Fails if an object file that is compiled for newer machines than the rest defines a function that
# the linker may also use for other object files.
execute_process(COMMAND ${NM} -A -C ${LIBRARY}
  OUTPUT_VARIABLE symbols RESULT_VARIABLE status COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "avx[0-9]+\\.cc\\.o:[0-9a-f]+ [DR] [^\n]*facsim::kAvx" tables "${symbols}")
string(REGEX MATCHALL "avx[0-9]+\\.cc\\.o:[0-9a-f]+ [TWi] [^\n]*" functions "${symbols}")
list(LENGTH tables count)
if(CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND NOT count EQUAL KERNELS)
  message(FATAL_ERROR "expected ${KERNELS} tables of kernels, found: ${tables}")
endif()
if(functions)
  message(FATAL_ERROR "the linker may use these on machines that cannot run them:\n${functions}")
endif()
