// level_names.h - the real levels that tests load and live in. Read next: lives.h, ../level/test_levels.c.
#ifndef LOPE_TESTS_LEVEL_NAMES_H
#define LOPE_TESTS_LEVEL_NAMES_H

#define LEVELS 15
extern const char *const level_names[LEVELS]; // in ../shared/levels, a folder each

#endif
