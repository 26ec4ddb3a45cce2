// result.c - texts of the result codes, and the version. Read next: error.h, how a refusal is filled in.
#include <lope/base.h>

const char *lope_result_text(lope_result result)
{
    switch (result) {
    case LOPE_OK:
        return "Success.";
    case LOPE_ERROR_NULL:
        return "A required pointer is NULL.";
    case LOPE_ERROR_NOT_FINITE:
        return "A number is NaN or infinite.";
    case LOPE_ERROR_RANGE:
        return "A number is outside its range.";
    case LOPE_ERROR_EMPTY:
        return "A mesh, hull or list has no content.";
    case LOPE_ERROR_INDEX:
        return "An index points outside its array.";
    case LOPE_ERROR_HANDLE:
        return "The handle is of something removed, of another world, or was never made.";
    case LOPE_ERROR_DUPLICATE:
        return "The id is already taken.";
    case LOPE_ERROR_MEMORY:
        return "The allocator returned NULL.";
    case LOPE_ERROR_UNKNOWN_NAME:
        return "There is no field, mode or ability of that name.";
    case LOPE_ERROR_FORMAT:
        return "The data is not what it says it is, or is of another version.";
    case LOPE_ERROR_STATE:
        return "The call does not fit the object's present state.";
    case LOPE_ERROR_CONTRACT:
        return "A callback of the game does not keep its contract.";
    case LOPE_RESULT_COUNT:
        break;
    }
    return "Not a result code.";
}

#define LOPE_TEXT_OF(number) #number
#define LOPE_VERSION_TEXT(major, minor, patch) LOPE_TEXT_OF(major) "." LOPE_TEXT_OF(minor) "." LOPE_TEXT_OF(patch)

const char *lope_version(void) { return LOPE_VERSION_TEXT(LOPE_VERSION_MAJOR, LOPE_VERSION_MINOR, LOPE_VERSION_PATCH); }
