// mantle_assets.h - settings and assets. Read next: mantle_assets.c.
#ifndef LOPE_ABILITY_MANTLE_ASSETS_H
#define LOPE_ABILITY_MANTLE_ASSETS_H

#include "mantle_data.h"

// Chooses the asset for a height, and how fast and from where it is played: fills in high, start, rate and
// seconds. data->kind, height and scale are set.
void lope_mantle_choose(const lope_mantle_settings *settings, lope_mantle_data *data);

// Returns the asset of the data.
const lope_mantle_asset *lope_mantle_asset_of(const lope_mantle_data *data, const lope_mantle_settings *settings);

// The table of the settings.
#define LOPE_MANTLE_FIELDS 54
extern const lope_field lope_mantle_fields[LOPE_MANTLE_FIELDS];

#endif
