// client.js - the network client in wasm: ../client.c. Packets go through one buffer, numbers through one list.
import wasm from './client.wasm';

const STATS = ['joined', 'mismatch', 'tick', 'heard', 'agreed', 'roundTrip', 'jitter', 'checks', 'wrong', 'replaced', 'heals', 'reruns', 'states',
    'refused', 'undone', 'told', 'up', 'down', 'depth', 'pace'];
const OTHER = 7; // numbers of each other character
const EBADF = 8;

// What wasi-libc asks of a system: there are no files, and what is printed goes to the console.
function system(memory) {
    const view = () => new DataView(memory().buffer);
    const calls = {
        fd_write(fd, vectors, count, written) {
            let text = '', size = 0;
            for (let i = 0; i < count; i++) {
                const at = view().getUint32(vectors + 8 * i, true), length = view().getUint32(vectors + 8 * i + 4, true);
                text += new TextDecoder().decode(new Uint8Array(memory().buffer, at, length));
                size += length;
            }
            view().setUint32(written, size, true);
            console.log(text);
            return 0;
        },
        clock_time_get(id, precision, at) {
            view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        proc_exit(status) {
            throw new Error(`the client ends with ${status}`);
        },
    };
    return new Proxy({}, { get: (_, name) => calls[name] || (() => EBADF), has: () => true });
}

export class Client {
    // pack: bytes of a level. Throws where it cannot be played.
    static async open(pack) {
        const own = new Client();
        const module = await WebAssembly.compile(wasm);
        const calls = system(() => own.wasm.memory);
        const imports = {};
        for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ||= {})[name] = calls[name];
        own.wasm = (await WebAssembly.instantiate(module, imports)).exports;
        own.wasm._initialize();
        const at = own.wasm.play_memory(pack.length);
        new Uint8Array(own.wasm.memory.buffer, at, pack.length).set(pack);
        if (!own.wasm.play_create(at, pack.length)) throw new Error(own.text(own.wasm.play_fault()));
        return own;
    }
    text(at) {
        const bytes = new Uint8Array(this.wasm.memory.buffer, at);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }
    numbers(count) {
        return Array.from(new Float64Array(this.wasm.memory.buffer, this.wasm.play_numbers(), count));
    }
    receive(bytes, now) {
        if (bytes.length > 1200) return;
        new Uint8Array(this.wasm.memory.buffer, this.wasm.play_buffer(), bytes.length).set(bytes);
        this.wasm.play_receive(bytes.length, now);
    }
    // What the player wishes: { right, ahead, yaw, pitch, held, pressed }.
    advance(now, wish) {
        return this.wasm.play_advance(now, wish.right, wish.ahead, wish.yaw, wish.pitch, wish.held, wish.pressed);
    }
    // The next packet, or null.
    packet(now) {
        return this.bytes(this.wasm.play_packet(now));
    }
    // What spectators of the server are told of the prediction, or null.
    prediction() {
        return this.bytes(this.wasm.play_prediction());
    }
    bytes(size) {
        return size > 0 ? new Uint8Array(this.wasm.memory.buffer, this.wasm.play_buffer(), size).slice() : null;
    }
    own() {
        if (!this.wasm.play_own()) return null;
        const [x, y, z, yaw, height, mode, radius, speed, walked] = this.numbers(9);
        return { feet: [x, y, z], yaw, height, mode, radius, speed, walked };
    }
    ghost() {
        if (!this.wasm.play_ghost()) return null;
        const [x, y, z, yaw, height, tick] = this.numbers(6);
        return { feet: [x, y, z], yaw, height, tick };
    }
    others() {
        const count = this.wasm.play_others(), all = this.numbers(OTHER * count);
        return Array.from({ length: count }, (_, i) => {
            const [x, y, z, yaw, height, mode, holds] = all.slice(OTHER * i, OTHER * (i + 1));
            return { feet: [x, y, z], yaw, height, mode, holds };
        });
    }
    camera(yaw, pitch, seconds) {
        if (!this.wasm.play_camera(yaw, pitch, seconds)) return null;
        const all = this.numbers(7);
        return { position: all.slice(0, 3), rotation: all.slice(3) };
    }
    stats() {
        this.wasm.play_stats();
        const all = this.numbers(STATS.length);
        return Object.fromEntries(STATS.map((name, i) => [name, all[i]]));
    }
    levelName() {
        return this.text(this.wasm.play_level()).replace(/^.*\//, '').replace(/\.[a-z]+$/, '');
    }
    // The level's bodies: { corners, volume, moves } each.
    bodies() {
        return Array.from({ length: this.wasm.play_bodies() }, (_, number) => {
            const kind = this.wasm.play_body_kind(number), at = this.wasm.play_body_triangles(number), [count] = this.numbers(1);
            const corners = new Float32Array(this.wasm.memory.buffer, at, 9 * count).slice();
            return { corners, volume: [undefined, 'other', 'water'][kind & 3], moves: kind >= 4 };
        });
    }
    bodyPose(number, tick) {
        if (!this.wasm.play_body_pose(number, tick)) return null;
        const all = this.numbers(7);
        return { position: all.slice(0, 3), rotation: all.slice(3) };
    }
}
