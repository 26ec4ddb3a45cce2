// cmocka_all.h - cmocka with what it wants included before it.
#ifndef TESTS_SHAPE_CMOCKA_ALL_H
#define TESTS_SHAPE_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
