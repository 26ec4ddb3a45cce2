// wires.js - many lines of a few pixels' width in one draw call, filled anew whenever the tick changes.
import { Color } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { add, cross, dot, mul, sub, unit } from './math.js';

const known = new Map();
function rgb(colour) {
    if (!known.has(colour)) known.set(colour, new Color(colour));
    return known.get(colour);
}

export class Wires {
    // onTop: seen through everything; through: seen through everything, but faintly.
    constructor(scene, width, { opacity = 1, onTop = false, through = 0 } = {}) {
        this.material = new LineMaterial({ linewidth: width, vertexColors: true, transparent: true, opacity, depthTest: !onTop });
        this.object = new LineSegments2(new LineSegmentsGeometry(), this.material);
        this.object.frustumCulled = false;
        this.object.renderOrder = onTop ? 20 : 10;
        this.capacity = 0;
        this.count = 0;
        if (through > 0) {
            const faint = new LineMaterial({ linewidth: width, vertexColors: true, transparent: true, opacity: through, depthTest: false });
            this.faint = new LineSegments2(this.object.geometry, faint);
            this.faint.frustumCulled = false;
            this.faint.renderOrder = 11;
            scene.add(this.faint);
        }
        this.reserve(256);
        scene.add(this.object);
    }
    reserve(capacity) {
        const positions = new Float32Array(6 * capacity);
        const colours = new Float32Array(6 * capacity);
        if (this.positions) {
            positions.set(this.positions);
            colours.set(this.colours);
        }
        this.object.geometry.dispose();
        this.object.geometry = new LineSegmentsGeometry();
        this.object.geometry.setPositions(positions);
        this.object.geometry.setColors(colours);
        if (this.faint) this.faint.geometry = this.object.geometry;
        this.positions = this.object.geometry.attributes.instanceStart.data.array;
        this.colours = this.object.geometry.attributes.instanceColorStart.data.array;
        this.capacity = capacity;
    }
    clear() {
        this.count = 0;
    }
    line(a, b, colour, endColour = colour) {
        if (this.count === this.capacity) this.reserve(this.capacity * 2);
        const i = 6 * this.count++;
        const from = rgb(colour);
        const to = rgb(endColour);
        this.positions.set(a, i);
        this.positions.set(b, i + 3);
        this.colours.set([from.r, from.g, from.b, to.r, to.g, to.b], i);
    }
    arrow(a, b, colour, head = 0.16) {
        const along = sub(b, a);
        const way = unit(along);
        const side = unit(cross(way, Math.abs(way[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
        const size = Math.min(head, Math.hypot(...along) * 0.5);
        const neck = sub(b, mul(way, size));
        this.line(a, b, colour);
        this.line(b, add(neck, mul(side, size * 0.5)), colour);
        this.line(b, sub(neck, mul(side, size * 0.5)), colour);
    }
    // Rings, four sides and the two caps of an upright capsule whose lowest point is `feet`.
    capsule(feet, up, radius, height, colour, sides = 4) {
        const x = unit(cross(up, Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1]));
        const z = cross(x, up);
        const r = Math.max(radius, 1e-4);
        const low = add(feet, mul(up, r));
        const high = add(feet, mul(up, Math.max(height - r, r)));
        const at = (center, angle, lift) =>
            add(add(center, mul(x, Math.cos(angle) * r * Math.cos(lift))),
                add(mul(z, Math.sin(angle) * r * Math.cos(lift)), mul(up, Math.sin(lift) * r)));
        const steps = 24;
        for (let i = 0; i < steps; i++) {
            const a = (i / steps) * 2 * Math.PI;
            const b = ((i + 1) / steps) * 2 * Math.PI;
            this.line(at(low, a, 0), at(low, b, 0), colour);
            this.line(at(high, a, 0), at(high, b, 0), colour);
        }
        for (let i = 0; i < sides; i++) {
            const a = (i / sides) * 2 * Math.PI;
            this.line(at(low, a, 0), at(high, a, 0), colour);
            for (let k = 0; k < 6; k++) {
                const from = (k / 6) * (Math.PI / 2);
                const to = ((k + 1) / 6) * (Math.PI / 2);
                this.line(at(low, a, -from), at(low, a, -to), colour);
                this.line(at(high, a, from), at(high, a, to), colour);
            }
        }
    }
    // A small cross at a point, and the surface's normal there.
    mark(point, normal, colour, size = 0.05, reach = 0.3) {
        for (const axis of [[1, 0, 0], [0, 1, 0], [0, 0, 1]]) {
            this.line(sub(point, mul(axis, size)), add(point, mul(axis, size)), colour);
        }
        if (dot(normal, normal) > 0.1) this.arrow(point, add(point, mul(normal, reach)), colour, 0.1);
    }
    flush() {
        const { instanceStart, instanceColorStart } = this.object.geometry.attributes;
        instanceStart.data.needsUpdate = true;
        instanceColorStart.data.needsUpdate = true;
        this.object.geometry.instanceCount = this.count;
        this.object.visible = this.count > 0;
        if (this.faint) this.faint.visible = this.count > 0;
    }
}
