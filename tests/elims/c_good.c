/* Standard output is not buffered, as the document asks for, and each write is checked. */
#include <stdio.h>
#include <time.h>

int main(void) {
  const struct timespec pause = {0, 100000000};
  setbuf(stdout, NULL);
  while (printf("2 tmp2 47.5 nio 344.0\n") > 0) nanosleep(&pause, NULL);
  return 1;
}
