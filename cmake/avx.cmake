# The rooms of the tick a second time, for processors with AVX: faster, with the same bits (src/base/cpu_dispatch.h). The sources are compiled
# once more with -mavx and linked to one object, of which only the doors are to be seen, under names of their own.

set(lope_avx_folders base shape level motion character)
set(lope_avx_dispatch lope_move lope_move_step_run lope_moveset_make lope_level_surroundings lope_level_surroundings_at lope_avoid_run)

# Of the folders above these only what a crowd that avoids runs in every tick.
set(lope_avx_with
    control/avoidance_boundary control/avoidance_edges control/avoidance_limits control/avoidance_look control/avoidance_meet
    control/avoidance_plan
    control/avoidance_walls control/orca world/avoid world/avoid_cells world/avoid_neighbours world/grid)

# What few ticks run (getting out of solids, resizing, changes of base and of mode) and what gains little is not worth a second time. A
# function that is left out here is the library's other one, with the same bits, so this list may name too few or too many.
set(lope_avx_without
    base/convert base/result character/abilities/abilities character/abilities/asking character/abilities/conditions
    character/abilities/end character/abilities/gauges character/abilities/slots character/abilities/start character/abilities/zone
    character/base/base_change character/base/base_leave character/base/land_on_moving character/depenetration/free_character
    character/extension/mode_api character/extension/tick_api character/forces/push_bodies character/forces/radial
    character/layers/layer_displacement character/layers/layers character/layers/lift_off character/layers/root_motion
    character/modes/run_built_in character/move/lock_step character/move/moveset_abilities character/move/moveset_set character/move/others
    character/move/predict character/move/prefetch character/move/settings character/move/stand_upright character/orientation/gravity_up
    character/size/crouch character/size/resize character/state/input_check character/state/pages character/state/save
    character/state/state character/state/state_fields character/state/state_pack character/tick/ability_slots character/tick/events
    character/tick/nav_surface character/tick/velocity_log character/transition/mode_switch character/tuning/presets
    character/tuning/tuning character/tuning/tuning_unreal character/volume/overlap_events character/volume/physics_volume level/add
    level/body level/body_shape level/bvh level/cast level/cavities level/content_hash level/enclosure level/hull level/ids level/level
    level/mesh level/overlap level/parts level/pose level/query level/view level/visit level/volume motion/moving/depenetrate
    motion/moving/overlap_zones motion/moving/passing motion/moving/push_out motion/moving/squeeze motion/moving/straight_exit
    motion/moving/sweep_moving motion/moving/way_out motion/nearby/surroundings_check motion/nearby/surroundings_seen motion/query/cast_def
    motion/query/surroundings_query motion/velocity/time_to_speed shape/convex_sweep)

# Only for x86-64 with the tools for ELF, and where the compiler may not use AVX anyway. What looks at the inside of a program (sanitizers,
# coverage) sees the one set of rooms. So do builds of several configurations at once, for which the object would be one.
function(lope_wants_avx result)
    set(wants OFF)
    if(LOPE_AVX AND LOPE_SIMD AND NOT LOPE_SANITIZE AND NOT LOPE_COVERAGE AND UNIX AND NOT APPLE AND CMAKE_OBJCOPY AND
       NOT lope_multi_config AND CMAKE_C_COMPILER_ID MATCHES "^(GNU|Clang)$")
        include(CheckCSourceCompiles)
        check_c_source_compiles("
            #if !defined(__x86_64__) || !defined(__ELF__) || defined(__AVX__)
            #error no second rooms
            #endif
            int main(void) { return __builtin_cpu_supports(\"avx\") ? 0 : 1; }" LOPE_AVX_POSSIBLE)
        set(wants ${LOPE_AVX_POSSIBLE})
    endif()
    set(${result} "${wants}" PARENT_SCOPE)
endfunction()

# Whether the compiler takes its AVX header by itself, which is a fifth of the whole <immintrin.h> to read: see
# src/base/simd_config.h.
function(lope_has_lean_avx result)
    include(CheckCSourceCompiles)
    set(CMAKE_REQUIRED_FLAGS "-mavx")
    check_c_source_compiles("
        #define _IMMINTRIN_H_INCLUDED
        #include <smmintrin.h>
        #include <avxintrin.h>
        int main(void)
        {
            __m256d v = _mm256_min_pd(_mm256_set1_pd(1), _mm256_sqrt_pd(_mm256_set1_pd(4)));
            return _mm256_movemask_pd(_mm256_cmp_pd(v, v, _CMP_LT_OQ));
        }" LOPE_LEAN_AVX_POSSIBLE)
    set(${result} "${LOPE_LEAN_AVX_POSSIBLE}" PARENT_SCOPE)
endfunction()

# The object with the second rooms, made by the target lope_avx.
function(lope_make_avx object)
    set(patterns "")
    foreach(floor IN LISTS lope_avx_folders)
        list(APPEND patterns "${PROJECT_SOURCE_DIR}/src/${floor}/*.c" "${PROJECT_SOURCE_DIR}/src/${floor}/*/*.c")
    endforeach()
    file(GLOB sources CONFIGURE_DEPENDS ${patterns})
    foreach(name IN LISTS lope_avx_with)
        list(APPEND sources "${PROJECT_SOURCE_DIR}/src/${name}.c")
    endforeach()
    foreach(name IN LISTS lope_avx_without)
        list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/src/${name}.c")
    endforeach()
    add_library(lope_avx_twin OBJECT ${sources})
    lope_own_target(lope_avx_twin)
    lope_library_code(lope_avx_twin)
    lope_unite(lope_avx_twin ${sources})
    lope_has_lean_avx(lean)
    if(lean)
        target_compile_definitions(lope_avx_twin PRIVATE LOPE_LEAN_AVX)
    endif()
    # in sections, so that what no door leads to is left out; never as the linker's own code, in which names cannot be changed
    target_compile_options(lope_avx_twin PRIVATE -mavx -ffunction-sections -fdata-sections -fno-lto)

    set(keep "")
    set(rename "")
    set(show "")
    foreach(door IN LISTS lope_avx_dispatch)
        list(APPEND keep "-Wl,-u,${door}")
        list(APPEND rename "--redefine-sym=${door}=${door}_avx")
        list(APPEND show "--keep-global-symbol=${door}_avx")
    endforeach()
    separate_arguments(flags UNIX_COMMAND "${CMAKE_C_FLAGS}")
    add_custom_command(OUTPUT "${object}"
        COMMAND "${CMAKE_C_COMPILER}" ${flags} -r -nostdlib -Wl,--gc-sections ${keep} -o "${object}.rooms" $<TARGET_OBJECTS:lope_avx_twin>
        COMMAND "${CMAKE_OBJCOPY}" ${rename} "${object}.rooms" "${object}.renamed"
        COMMAND "${CMAKE_OBJCOPY}" ${show} "${object}.renamed" "${object}"
        COMMAND "${CMAKE_COMMAND}" -E remove "${object}.rooms" "${object}.renamed"
        DEPENDS lope_avx_twin $<TARGET_OBJECTS:lope_avx_twin> COMMAND_EXPAND_LISTS VERBATIM
        COMMENT "The rooms of the tick for processors with AVX")
    add_custom_target(lope_avx DEPENDS "${object}")
endfunction()

# lope_add_avx(LIBRARY ...): these get the second rooms, and doors to them. As most of a tick is spent there, a release compiles the library
# itself with -O2 then, in a tenth less time, for 0.1 % more instructions in the town and 0.5 % with avoidance.
function(lope_add_avx)
    lope_wants_avx(wants)
    if(NOT wants)
        return()
    endif()
    set(object "${PROJECT_BINARY_DIR}/lope_avx${CMAKE_C_OUTPUT_EXTENSION}")
    lope_make_avx("${object}")
    foreach(library IN LISTS ARGN)
        target_sources(${library} PRIVATE "${object}")
        target_compile_definitions(${library} PRIVATE LOPE_AVX_DISPATCH)
        target_compile_options(${library} PRIVATE $<$<CONFIG:Release>:-O2>)
        add_dependencies(${library} lope_avx)
    endforeach()
    set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endfunction()
