// transport.js - the row of buttons over the timeline, and the tick's number.
import { $, fixed, h, icon } from './dom.js';
import { speeds } from './player.js';
import { on, set, state } from './store.js';

export function makeTransport(run, player, events, timeline) {
    const button = (name, title, act) => h('button.icon', { title, 'aria-label': title.replace(/ \(.*/, ''), onclick: act }, icon(name));
    const play = button('play', 'Play or pause (space)', () => player.toggle());
    play.id = 'play';
    const tick = h('input.tick', { 'aria-label': 'Tick', inputmode: 'numeric', size: 6, onchange: (e) => player.goTo(Number(e.target.value) || 0) });
    const seconds = h('span.seconds');
    const station = h('span.station');
    const chosen = speeds.map((speed) => h('button', { title: `${speed} times as fast ([ and ])`, onclick: () => set({ speed }) }, speed < 1 ? String(speed).replace('0.', '.') : `${speed}\u00d7`));
    $('transport').append(
        h('div.group.buttons', {},
            button('first', 'To the start (Home)', () => player.goTo(0)),
            button('before', 'Previous event (,)', () => events.step(-1)),
            button('back', 'One tick back (\u2190)', () => player.step(-1)),
            play,
            button('forward', 'One tick on (\u2192)', () => player.step(1)),
            button('next', 'Next event (.)', () => events.step(1)),
            button('last', 'To the end (End)', () => player.goTo(run.last))),
        h('div.group.speeds', { role: 'group', 'aria-label': 'Speed' }, ...chosen),
        h('label.clock', {}, h('span.word', {}, 'tick'), tick, h('span.of', {}, `/ ${run.last}`), seconds),
        station,
        h('div.group.zooms', {},
            button('out', 'Less time in more detail: zoom out (\u2212)', () => timeline.zoom(1.6)),
            button('in', 'Zoom in (+)', () => timeline.zoom(1 / 1.6)),
            button('fit', 'The whole run (0)', () => timeline.show(0, run.last))));
    const draw = () => {
        if (document.activeElement !== tick) tick.value = String(state.tick);
        seconds.textContent = `${fixed(run.seconds(state.tick), 3)} s`;
        const here = run.station(state.tick);
        station.textContent = here ? here.name.replaceAll('_', ' ') : '';
    };
    on('tick', draw);
    on('playing', () => play.replaceChildren(icon(state.playing ? 'pause' : 'play')));
    on('speed', () => chosen.forEach((b, i) => b.setAttribute('aria-pressed', String(speeds[i] === state.speed))));
    chosen.forEach((b, i) => b.setAttribute('aria-pressed', String(speeds[i] === state.speed)));
    draw();
}
