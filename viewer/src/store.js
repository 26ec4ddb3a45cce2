// store.js - what the page shows right now, and who wants to know when it changes. Everything that can be set is set here.

const listeners = [];

export const state = {
    time: 0, // in ticks; a fraction only while playing
    tick: 0, // the whole tick that panels show
    playing: false,
    speed: 1,
    loop: false,
    character: 0,
    view: 'follow', // orbit, follow, eyes, camera
    shown: { queries: true, trails: true, grid: true, ghost: true, vectors: true, names: false, camera: true, path: true, avoid: true },
    hidden: new Set(['probe']), // purposes of queries that are not shown; 'probe': those of a search, of which only the end counts
    query: -1, // the query that is pointed at
    pinned: -1, // the query that was clicked
    theme: 'auto', // auto, light, dark
    dark: false,
};

// `keys`: names of state; the listener is called once for any change among them.
export function on(keys, listener) {
    listeners.push({ keys: keys.split(' '), listener });
}

export function set(patch) {
    const changed = Object.keys(patch).filter((key) => state[key] !== patch[key]);
    if (changed.length === 0) return;
    Object.assign(state, patch);
    for (const { keys, listener } of listeners) {
        if (keys.some((key) => changed.includes(key))) listener(changed);
    }
}

export const isShown = (q) => !state.hidden.has(q.purpose) && !(q.verdict === 'probe' && state.hidden.has('probe'));

export function toggle(name) {
    set({ shown: { ...state.shown, [name]: !state.shown[name] } });
}
