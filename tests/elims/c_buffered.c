/* Its reports wait in a buffer of some thousand bytes. */
#include <stdio.h>
#include <time.h>

int main(void) {
  const struct timespec pause = {0, 100000000};
  for (;;) {
    printf("1 tmp2 1\n");
    nanosleep(&pause, NULL);
  }
}
