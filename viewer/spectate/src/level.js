// level.js - the level of the match, once, in the blocks of a replay page: tools/lope/page/spectate.c writes them.
import { Matrix4, Quaternion, Vector3 } from 'three';
import { readLevel, unpackColumns } from '../../src/data.js';
import { Level } from '../../src/level.js';

// Reads the file: { head, level, motion }, as Level takes it.
export function readLevelFile(buffer) {
    const view = new DataView(buffer), bytes = new Uint8Array(buffer);
    let at = 0;
    const block = () => {
        const size = view.getUint32(at, true);
        at += 4 + size;
        return bytes.subarray(at - size, at);
    };
    const head = JSON.parse(new TextDecoder().decode(block())), motion = block();
    return {
        head,
        motion: { bodies: head.motion.bodies, columns: unpackColumns(motion, head.motion.columns) },
        level: readLevel(bytes.subarray(at), head.level.triangles),
    };
}

// What moves is where the stream says; at 0 it is where the file has it.
export class LiveLevel extends Level {
    matrix(index, movers) {
        const pose = movers === 0 ? null : movers.get(this.run.motion.bodies[index]);
        if (!pose) return super.matrix(index, 0);
        return new Matrix4().compose(new Vector3(...pose.position), new Quaternion(...pose.rotation).normalize(), new Vector3(1, 1, 1));
    }
}
