// keys.js - the keyboard: one table that is both what the keys do and what the help says.
import { $, h } from './dom.js';
import { set, state, toggle } from './store.js';

export function makeKeys(page) {
    const { run, player, view3d, timeline, side, events } = page;
    const turn = (x, y) => view3d.camera.turn(x, y);
    const next = (way) => set({ character: (state.character + way + run.names.length) % run.names.length });
    const table = [
        ['Time'],
        [['Space'], 'play, pause', () => player.toggle(), [' ']],
        [['\u2190', '\u2192'], 'one tick back, on; with Shift ten', null],
        [[], '', (e) => player.step(e.shiftKey ? -10 : -1), ['ArrowLeft']],
        [[], '', (e) => player.step(e.shiftKey ? 10 : 1), ['ArrowRight']],
        [[',', '.'], 'previous, next event', null],
        [[], '', () => events.step(-1), [',', '<']],
        [[], '', () => events.step(1), ['.', '>']],
        [['[', ']'], 'slower, faster', null],
        [[], '', () => player.faster(-1), ['[']],
        [[], '', () => player.faster(1), [']']],
        [['Home', 'End'], 'to the start, to the end', null],
        [[], '', () => player.goTo(0), ['Home']],
        [[], '', () => player.goTo(run.last), ['End']],
        [['+', '\u2212', '0'], 'zoom the timeline in, out, whole', null],
        [[], '', () => timeline.zoom(1 / 1.6), ['+', '=']],
        [[], '', () => timeline.zoom(1.6), ['-', '_']],
        [[], '', () => timeline.show(0, run.last), ['0']],
        run.difference ? [['D'], 'to the first difference of the two runs', () => page.toDifference(), ['d', 'D']] : null,
        ['Looking'],
        [['1', '2', '3', '4'], 'orbit, follow, through the eyes, through its camera', null],
        [[], '', () => set({ view: 'orbit' }), ['1']],
        [[], '', () => set({ view: 'follow' }), ['2']],
        [[], '', () => set({ view: 'eyes' }), ['3']],
        [[], '', () => { if (run.control.hasCamera(state.character)) set({ view: 'camera' }); }, ['4']],
        [['F'], 'look at the picked character', () => page.frame(), ['f', 'F']],
        [['O'], 'look at the whole level', () => page.overview(), ['o', 'O']],
        [['W', 'A', 'S', 'X'], 'turn the eye up, left, down, right', null],
        [[], '', () => turn(0, 0.1), ['w', 'W']],
        [[], '', () => turn(-0.12, 0), ['a', 'A']],
        [[], '', () => turn(0, -0.1), ['s', 'S']],
        [[], '', () => turn(0.12, 0), ['x', 'X']],
        [['Y', 'Z'], 'nearer; with Shift farther', (e) => view3d.camera.zoom(e.shiftKey ? 1.2 : 1 / 1.2), ['y', 'z', 'Y', 'Z']],
        ['What'],
        [['C'], 'next character; with Shift the one before', (e) => next(e.shiftKey ? -1 : 1), ['c', 'C']],
        [['E', 'Q', 'P', 'T'], 'list of events, queries, people, tuning', null],
        [[], '', () => side.show('events'), ['e', 'E']],
        [[], '', () => side.show('queries'), ['q', 'Q']],
        [[], '', () => side.show('characters'), ['p', 'P']],
        [[], '', () => side.show('tuning'), ['t', 'T']],
        [['J', 'K'], 'point at the next, the previous query', null],
        [[], '', () => page.pointQuery(1), ['j', 'J']],
        [[], '', () => page.pointQuery(-1), ['k', 'K']],
        [['U'], 'queries in 3D', () => toggle('queries'), ['u', 'U']],
        [['V'], 'velocity and input arrows', () => toggle('vectors'), ['v', 'V']],
        [['R'], 'trails', () => toggle('trails'), ['r', 'R']],
        [['G'], 'metre grid', () => toggle('grid'), ['g', 'G']],
        [['N'], 'names', () => toggle('names'), ['n', 'N']],
        run.ghost ? [['H'], 'the other run\u2019s ghosts', () => toggle('ghost'), ['h', 'H']] : null,
        ['Page'],
        [['L'], 'light or dark', () => page.switchTheme(), ['l', 'L']],
        [['?'], 'this list', () => showHelp(), ['?']],
        [['Esc'], 'let go of a query, close this', () => set({ pinned: -1, query: -1 }), ['Escape']],
    ].filter(Boolean);

    const acts = new Map();
    for (const [, , act, names] of table) if (act) for (const name of names) acts.set(name, act);
    window.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select, textarea')) return;
        if ($('keys').open && event.key !== 'Escape' && event.key !== '?') return;
        // A focused button is pressed by space; the page's own meaning of space is wanted everywhere else.
        if (event.key === ' ' && event.target.matches('button') && event.target.id !== 'play') return;
        const act = acts.get(event.key);
        if (!act) return;
        event.preventDefault();
        act(event);
    });

    const dialog = $('keys');
    const rows = [];
    for (const row of table) {
        if (row.length === 1) rows.push(h('h3', {}, row[0]));
        else if (row[0].length) rows.push(h('div.key', {}, h('span', {}, ...row[0].map((k) => h('kbd', {}, k))), h('span', {}, row[1])));
    }
    dialog.append(h('header', {}, h('h2', {}, 'Keys'), h('button.icon', { 'aria-label': 'Close', onclick: () => dialog.close() }, '\u00d7')), h('div.columns', {}, ...rows),
        h('p', {}, 'Drag in the 3D view turns, right drag shifts, the wheel zooms; click picks a character. Drag in the timeline scrubs, its wheel zooms, with Shift it shifts.'));
    dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
    function showHelp() {
        if (dialog.open) dialog.close();
        else dialog.showModal();
    }
    $('help').addEventListener('click', showHelp);
}
