// colours.js - every colour that has a meaning, once, for the 3D view, the timeline and the lists. The legend is made of this.

const modes = { none: '#8a929c', walking: '#3f83d6', nav_walking: '#7fb0ea', falling: '#e3b341', swimming: '#2fa8a0', flying: '#c06fd0' };
// Modes of the game's own have these in the order of the run's table; past the last one they begin anew.
const ownModes = ['#7d6bd0', '#d9655c', '#8aa83a', '#b5793c', '#d487b4', '#4f8fa8', '#9c8f4a', '#5f6fb8', '#6bb37f', '#a85f8f'];
export function paintModes(names) {
    names.filter((name) => !(name in modes)).forEach((name, i) => (modes[name] = ownModes[i % ownModes.length]));
}
export const modeColour = (name) => modes[name] || modes.none;

export const query = {
    sweep: '#8d97a5', // the way was free
    blocked: '#f28a1e',
    penetrating: '#e23b3b',
    walkable: '#2fae62',
    unwalkable: '#a25be0',
    step: '#ffffff',
    refused: '#e23b3b',
};

export const vectors = { velocity: '#1bb0c4', input: '#d6499b', normal: '#2fae62' };
export const ghost = '#22c3d6';

// What steers and looks.
export const steering = {
    camera: '#6741d9',
    blocked: '#e23b3b',
    arm: '#b08ae0',
    path: '#2fae62',
    passed: '#9aa5b1',
    next: '#e0a800',
    link: '#d6499b',
    wanted: '#6b7684',
    chosen: '#1f9d55',
    agent: '#f28a1e',
    wall: '#c23bd0',
    most: '#9aa5b1',
    slack: '#aab3bd', // a half-plane that neither the wanted nor the chosen velocity touches
};

export const events = {
    mode: '#7b8794',
    jump: '#3f83d6',
    apex: '#e3b341',
    land: '#2fae62',
    hit: '#f28a1e',
    step_up: '#9fb3c8',
    base: '#7d6bd0',
    walk_off: '#d6499b',
    touch: '#c0a080',
    crush: '#e23b3b',
    stuck: '#e23b3b',
    teleport: '#22c3d6',
    layer: '#4fb38a',
    ability: '#8a63c8',
    ability_phase: '#b39ad9',
    ability_end: '#5d6773',
    refuse: '#e2603b',
    arrive: '#2fae62',
    blocked: '#e2603b',
    link: '#d6499b',
    lock_on: '#6741d9',
};
export const eventColour = (kind) => events[kind.replace(' ', '_')] || '#7b8794';

export const terms = {
    request: '#22c3d6',
    force: '#7d6bd0',
    gravity: '#e3b341',
    jump: '#3f83d6',
    input: '#d6499b',
    friction: '#c0804a',
    braking: '#e2603b',
    base: '#8b7be0',
    clip: '#f28a1e',
    layer: '#4fb38a',
};
export const termColour = (name) => terms[name] || '#7b8794';

// Surfaces of the level by what they are to the character that is picked.
export const level = {
    light: {
        sky: '#e9edf1',
        flat: '#cfd4d9',
        slope: '#a3ccaf',
        steep: '#c3a8dc',
        wall: '#c2c9d1',
        ceiling: '#a2aab5',
        edge: '#5d6773',
        edgeOpacity: 0.55,
        grid: '#3d4854',
        sun: 2.5,
        fill: 1.35,
        ground: '#c6cdd6',
    },
    dark: {
        sky: '#14181d',
        flat: '#5b646e',
        slope: '#4b7a5c',
        steep: '#77608f',
        wall: '#5b6570',
        ceiling: '#3d454f',
        edge: '#0c0f12',
        edgeOpacity: 0.75,
        grid: '#0a0d10',
        sun: 2.2,
        fill: 1.15,
        ground: '#4a525c',
    },
};

// A colour of its own for each thing that can be stood upon.
export function bodyColour(number) {
    if (number < 0) return 'transparent';
    const hue = (number * 137.5 + 205) % 360;
    return `hsl(${hue.toFixed(0)} 32% 55%)`;
}
