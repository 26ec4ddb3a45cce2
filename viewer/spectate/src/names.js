// names.js - what players are called, and numbers as they are written.
import { fixed } from '../../src/dom.js';

export const nameOf = (player) => `${player.bot ? 'Bot' : 'Player'} ${player.number + 1}`;
export const ms = (seconds) => fixed(1e3 * seconds, 0);
export const NONE = '–';
