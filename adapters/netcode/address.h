// address.h - addresses of servers, as tokens have them. Read next: address.c.
#ifndef LOPE_NETCODE_ADDRESS_H
#define LOPE_NETCODE_ADDRESS_H

#include "bytes.h"
#include "lope_netcode.h"

// Writes an address: its type, 4 bytes or 8 numbers of 16 bits, its port.
void netcode_put_address(netcode_writer *w, const lope_address *address);
// Reads one. An unknown type sets r->bad.
void netcode_take_address(netcode_reader *r, lope_address *address);

#endif
