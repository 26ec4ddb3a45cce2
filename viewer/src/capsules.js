// capsules.js - the characters: capsules with a visor that shows where they face, the other run's as ghosts, and their trails.
import {
    BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, DoubleSide, GreaterDepth, InstancedMesh, Line, LineBasicMaterial,
    Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, NotEqualStencilFunc, Quaternion, ReplaceStencilOp, RingGeometry, Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { ghost as ghostColour, modeColour } from './colours.js';
import { Wires } from './wires.js';

const TRAIL = 6; // s of the picked character's way that is drawn thick
const TAIL = 1.5; // s of the others'

function coloured(geometry, r, g, b) {
    const count = geometry.attributes.position.count;
    const colours = new Float32Array(count * 3);
    for (let i = 0; i < count; i++) colours.set([r, g, b], 3 * i);
    geometry.setAttribute('color', new BufferAttribute(colours, 3));
    return geometry.index ? geometry.toNonIndexed() : geometry;
}

// Feet at the origin, up along y, facing -z.
export function bodyGeometry(radius, height) {
    const capsule = new CapsuleGeometry(radius, Math.max(height - 2 * radius, 0.001), 8, 24);
    capsule.translate(0, height / 2, 0);
    const visor = new BoxGeometry(radius * 1.15, radius * 0.42, radius * 0.5);
    visor.translate(0, height * 0.86, -radius * 0.72);
    const arrow = new BufferGeometry();
    const tip = [0, 0.015, -radius * 2.1], left = [-radius * 0.55, 0.015, -radius * 1.25], right = [radius * 0.55, 0.015, -radius * 1.25];
    arrow.setAttribute('position', new BufferAttribute(new Float32Array([...tip, ...left, ...right]), 3));
    arrow.setAttribute('normal', new BufferAttribute(new Float32Array([0, 1, 0, 0, 1, 0, 0, 1, 0]), 3));
    arrow.setAttribute('uv', new BufferAttribute(new Float32Array(6), 2));
    return mergeGeometries([coloured(capsule, 1, 1, 1), coloured(visor, 0.05, 0.06, 0.08), coloured(arrow, 0.8, 0.8, 0.8)]);
}

const yAxis = new Vector3(0, 1, 0);

export function poseMatrix(pose, height) {
    const tilt = new Quaternion().setFromUnitVectors(yAxis, new Vector3(...pose.up));
    const turn = new Quaternion().setFromAxisAngle(yAxis, pose.yaw);
    const scale = new Vector3(1, pose.height / height, 1);
    return new Matrix4().compose(new Vector3(...pose.feet), tilt.multiply(turn), scale);
}

// Those of one track, in one instanced mesh for each size of capsule.
class Crowd {
    constructor(scene, track, material, shadows) {
        this.track = track;
        this.groups = new Map();
        this.members = [];
        for (let i = 0; i < track.characters; i++) {
            const radius = track.get('radius', i, 0), height = track.get('height', i, 0);
            const key = `${radius.toFixed(3)}/${height.toFixed(3)}`;
            if (!this.groups.has(key)) this.groups.set(key, { radius, height, list: [] });
            const group = this.groups.get(key);
            this.members.push({ group, slot: group.list.length, height });
            group.list.push(i);
        }
        for (const group of this.groups.values()) {
            group.mesh = new InstancedMesh(bodyGeometry(group.radius, group.height), material, group.list.length);
            group.mesh.castShadow = shadows;
            group.mesh.frustumCulled = false;
            group.mesh.userData.characters = group.list;
            scene.add(group.mesh);
        }
    }
    place(character, pose, colour) {
        const { group, slot, height } = this.members[character];
        const matrix = pose.there ? poseMatrix(pose, height) : new Matrix4().makeScale(0, 0, 0);
        group.mesh.setMatrixAt(slot, matrix);
        if (colour) group.mesh.setColorAt(slot, colour);
    }
    done() {
        for (const { mesh } of this.groups.values()) {
            mesh.instanceMatrix.needsUpdate = true;
            if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
            mesh.computeBoundingSphere();
        }
    }
    set visible(shown) {
        for (const { mesh } of this.groups.values()) mesh.visible = shown;
    }
    hide(character, hidden) {
        if (!hidden) return;
        this.members[character].group.mesh.setMatrixAt(this.members[character].slot, new Matrix4().makeScale(0, 0, 0));
    }
}

export class Capsules {
    constructor(scene, run) {
        this.run = run;
        this.scene = scene;
        // The capsule leaves a mark where it is seen; what is behind walls is drawn only where there is none.
        const crowdMaterial = new MeshLambertMaterial({ vertexColors: true, stencilWrite: true, stencilRef: 1, stencilZPass: ReplaceStencilOp });
        this.crowd = new Crowd(scene, run.track, crowdMaterial, true);
        if (run.ghost) {
            const material = new MeshLambertMaterial({ color: ghostColour, transparent: true, opacity: 0.5, depthWrite: false });
            this.ghosts = new Crowd(scene, run.ghost, material, false);
        }
        const first = this.crowd.members[0];
        this.hidden = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ transparent: true, opacity: 0.22, depthFunc: GreaterDepth, depthWrite: false, stencilWrite: true, stencilRef: 1, stencilFunc: NotEqualStencilFunc }));
        this.hidden.matrixAutoUpdate = false;
        this.hidden.renderOrder = 5;
        this.ring = new Mesh(new RingGeometry(1.25, 1.5, 40).rotateX(-Math.PI / 2), new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity: 0.85 }));
        this.ring.matrixAutoUpdate = false;
        this.trail = new Wires(scene, 3, { opacity: 0.95 });
        this.tails = new Wires(scene, 1.5, { opacity: 0.6 });
        this.path = new Line(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity: 0.45 }));
        this.path.frustumCulled = false;
        scene.add(this.hidden, this.ring, this.path);
        this.hidden.visible = this.ring.visible = Boolean(first);
    }
    // The whole way of the picked character, thin.
    pick(character, dark) {
        if (!this.crowd.members[character]) return;
        const { group } = this.crowd.members[character];
        this.hidden.geometry = group.mesh.geometry;
        const { whole, scale, series, length } = this.run.track.columns.feet;
        const points = new Float32Array(3 * length);
        for (let p = 0; p < 3; p++) for (let t = 0; t < length; t++) points[3 * t + p] = whole[(p * series + character) * length + t] * scale + (p === 1 ? 0.02 : 0);
        this.path.geometry.dispose();
        this.path.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
        this.path.material.color.set(dark ? '#9fb0c0' : '#4a5a6a');
    }
    update(time, picked, shown, inside) {
        const { run } = this;
        const tick = Math.floor(time);
        const colour = new Color();
        for (let i = 0; i < run.track.characters; i++) {
            const pose = run.pose(run.track, i, time);
            colour.set(modeColour(run.mode(i, tick)));
            if (i !== picked && run.track.characters > 1) colour.lerp(new Color('#8d969f'), 0.55);
            this.crowd.place(i, pose, colour);
            if (i === picked) this.mark(pose, colour);
        }
        this.crowd.hide(picked, inside);
        this.hidden.visible = this.ring.visible = !inside && run.track.characters > 0;
        this.crowd.done();
        if (this.ghosts) {
            this.ghosts.visible = shown.ghost;
            for (let i = 0; i < run.ghost.characters; i++) this.ghosts.place(i, run.pose(run.ghost, i, time));
            this.ghosts.done();
        }
        this.drawTrails(tick, picked, shown.trails);
    }
    mark(pose, colour) {
        const { height } = this.crowd.members[0];
        this.hidden.matrix.copy(poseMatrix(pose, pose.height));
        this.hidden.material.color.copy(colour);
        this.ring.matrix.copy(poseMatrix({ ...pose, height }, height)).scale(new Vector3(pose.radius, 1, pose.radius));
        this.ring.matrix.elements[13] += 0.02;
        this.ring.material.color.copy(colour);
    }
    drawTrails(tick, picked, shown) {
        const { run } = this;
        this.trail.clear();
        this.tails.clear();
        this.path.visible = shown;
        const lift = (p) => [p[0], p[1] + 0.02, p[2]];
        if (shown) {
            for (let i = 0; i < run.track.characters; i++) {
                const long = i === picked;
                const wires = long ? this.trail : this.tails;
                const step = long ? 1 : 3;
                const from = Math.max(0, tick - Math.round((long ? TRAIL : TAIL) * run.rate));
                for (let t = from; t < tick; t += step) {
                    const next = Math.min(t + step, tick);
                    wires.line(lift(run.feet(i, t)), lift(run.feet(i, next)), modeColour(run.mode(i, next)));
                }
            }
        }
        this.trail.flush();
        this.tails.flush();
    }
    meshes() {
        return [...this.crowd.groups.values()].map((group) => group.mesh);
    }
}
