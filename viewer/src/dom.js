// dom.js - making elements, and writing numbers the same way everywhere.

// h('div.name', {attributes}, ...children)
export function h(what, attributes = {}, ...children) {
    const [tag, ...classes] = what.split('.');
    const element = document.createElement(tag || 'div');
    if (classes.length) element.className = classes.join(' ');
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
        else if (key === 'style') element.style.cssText = value;
        else if (value === true) element.setAttribute(key, '');
        else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

export const $ = (id) => document.getElementById(id);

const minus = (text) => text.replace('-', '\u2212');
// Fixed digits, a true minus sign, no minus zero.
export function fixed(value, digits) {
    const text = value.toFixed(digits);
    return minus(Number(text) === 0 ? text.replace('-', '') : text);
}
export const signed = (value, digits) => (Number(value.toFixed(digits)) > 0 ? '+' : '') + fixed(value, digits);

export const swatch = (colour) => h('i.swatch', { style: `background:${colour}` });

const paths = {
    first: 'M4 3v10M13 3 6.5 8l6.5 5z',
    last: 'M12 3v10M3 3l6.5 5L3 13z',
    back: 'M11 3 5 8l6 5z',
    forward: 'M5 3l6 5-6 5z',
    before: 'M8 4.2 11.8 8 8 11.8 4.2 8zM2 3v10',
    next: 'M8 4.2 11.8 8 8 11.8 4.2 8zM14 3v10',
    play: 'M4.5 2.5 13 8l-8.5 5.5z',
    pause: 'M5 3v10M11 3v10',
    sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8 13 13M13 3l-1.2 1.2M4.2 11.8 3 13',
    moon: 'M13 9.6A5.6 5.6 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6z',
    out: 'M3 8h10',
    in: 'M3 8h10M8 3v10',
    fit: 'M2 8h12M2 8l3-3M2 8l3 3M14 8l-3-3M14 8l-3 3',
};
export function icon(name) {
    const holder = h('span.glyph');
    holder.innerHTML = `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${paths[name]}"/></svg>`;
    return holder;
}
