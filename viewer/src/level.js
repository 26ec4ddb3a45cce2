// level.js - the level in 3D: faces coloured by what they are to the picked character, a metre grid, and lines on creases. Bodies that
// move hang in groups that are posed each tick; volumes are seen through.
import {
    BufferAttribute, BufferGeometry, Color, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshLambertMaterial, Quaternion,
    Vector3,
} from 'three';
import { level as palettes } from './colours.js';
import { creases } from './creases.js';
import { clamp } from './math.js';

const gridFragment = `
    {
        vec3 across = normalize(cross(dFdx(vPlace), dFdy(vPlace)));
        vec3 size = abs(across);
        vec2 flat2 = size.y > 0.6 ? vPlace.xz : size.x > size.z ? vPlace.zy : vPlace.xy;
        float lines = 0.0;
        for (int i = 0; i < 2; i++) {
            vec2 cell = i == 0 ? flat2 : flat2 / 5.0;
            vec2 wide = fwidth(cell);
            vec2 gap = abs(fract(cell - 0.5) - 0.5) / wide;
            float fade = 1.0 - smoothstep(0.08, 0.32, max(wide.x, wide.y));
            lines = max(lines, (1.0 - min(min(gap.x, gap.y), 1.0)) * fade * (i == 0 ? 0.16 : 0.3));
        }
        diffuseColor.rgb = mix(diffuseColor.rgb, uGrid, lines * uGridShown);
    }
`;

function makeMaterial(uniforms) {
    const material = new MeshLambertMaterial({ vertexColors: true, side: 2, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms);
        shader.vertexShader = shader.vertexShader
            .replace('#include <common>', '#include <common>\nvarying vec3 vPlace;')
            .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPlace = position;');
        shader.fragmentShader = shader.fragmentShader
            .replace('#include <common>', '#include <common>\nvarying vec3 vPlace;\nuniform vec3 uGrid;\nuniform float uGridShown;')
            .replace('#include <color_fragment>', `#include <color_fragment>\n${gridFragment}`);
    };
    return material;
}

// Flat normals, one for the three corners of each triangle.
function flatNormals(corners) {
    const normals = new Float32Array(corners.length);
    for (let i = 0; i < corners.length; i += 9) {
        const ux = corners[i + 3] - corners[i], uy = corners[i + 4] - corners[i + 1], uz = corners[i + 5] - corners[i + 2];
        const vx = corners[i + 6] - corners[i], vy = corners[i + 7] - corners[i + 1], vz = corners[i + 8] - corners[i + 2];
        const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
        const l = Math.hypot(x, y, z) || 1;
        for (let k = 0; k < 9; k += 3) {
            normals[i + k] = x / l;
            normals[i + k + 1] = y / l;
            normals[i + k + 2] = z / l;
        }
    }
    return normals;
}

const volumeMaterial = (water) =>
    new MeshLambertMaterial({ color: water ? '#3fa7d6' : '#9a7bd0', transparent: true, opacity: water ? 0.22 : 0.12, depthWrite: false, side: 2 });

class Part {
    constructor(run, from, to, material, volume) {
        this.volume = volume;
        this.from = from;
        this.to = to;
        const corners = run.level.corners.slice(9 * from, 9 * to);
        this.geometry = new BufferGeometry();
        this.geometry.setAttribute('position', new BufferAttribute(corners, 3));
        this.geometry.setAttribute('normal', new BufferAttribute(flatNormals(corners), 3));
        this.geometry.setAttribute('color', new BufferAttribute(new Float32Array(corners.length), 3));
        this.mesh = new Mesh(this.geometry, material);
        this.mesh.castShadow = this.mesh.receiveShadow = !volume;
        this.group = new Group();
        this.group.add(this.mesh);
    }
    paint(run, palette, up, limit) {
        if (this.volume) return;
        const normals = this.geometry.attributes.normal.array;
        const colours = this.geometry.attributes.color.array;
        const c = {};
        for (const name of ['flat', 'slope', 'steep', 'wall', 'ceiling']) c[name] = new Color(palette[name]);
        const mixed = new Color();
        for (let i = 0; i < this.to - this.from; i++) {
            const n = 9 * i;
            const rise = normals[n] * up[0] + normals[n + 1] * up[1] + normals[n + 2] * up[2];
            const body = run.head.bodies[run.level.bodies[this.from + i]] || {};
            const own = body.walkable === 'own angle' ? Math.cos(body.angle) : limit;
            const least = body.walkable === 'always' ? 0.001 : body.walkable === 'never' ? 2 : own;
            if (rise >= least) mixed.copy(c.flat).lerp(c.slope, clamp((Math.acos(Math.min(1, rise)) - 0.02) / 0.35, 0, 1));
            else if (rise > 0.06) mixed.copy(c.steep);
            else if (rise > -0.3) mixed.copy(c.wall);
            else mixed.copy(c.ceiling);
            for (let k = 0; k < 9; k += 3) colours.set([mixed.r, mixed.g, mixed.b], n + k);
        }
        this.geometry.attributes.color.needsUpdate = true;
    }
    edge(material) {
        const lines = new BufferGeometry();
        lines.setAttribute('position', new BufferAttribute(creases(this.geometry.attributes.position.array), 3));
        this.group.add(new LineSegments(lines, material));
    }
}

export class Level {
    constructor(scene, run) {
        this.run = run;
        this.uniforms = { uGrid: { value: new Color() }, uGridShown: { value: 1 } };
        const material = makeMaterial(this.uniforms);
        this.edges = new LineBasicMaterial({ transparent: true });
        this.parts = [];
        this.movers = [];
        const { bodies, count } = run.level;
        const moving = new Map(run.motion.bodies.map((body, index) => [body, index]));
        for (let from = 0, to = 0; from < count; from = to) {
            const mover = moving.get(bodies[from]);
            const volume = (run.head.bodies[bodies[from]] || {}).volume;
            to = from + 1;
            while (to < count && moving.get(bodies[to]) === mover && (run.head.bodies[bodies[to]] || {}).volume === volume) to++;
            const part = new Part(run, from, to, volume ? volumeMaterial(volume === 'water') : material, volume);
            this.parts.push(part);
            scene.add(part.group);
            if (mover !== undefined) this.addMover(part, mover);
        }
    }
    addMover(part, index) {
        part.group.matrixAutoUpdate = false;
        this.movers.push({ part, index, back: this.matrix(index, 0).invert() });
    }
    matrix(index, tick) {
        const { position, rotation } = this.run.motion.columns;
        const at = (c, p, t) => c.whole[(p * c.series + index) * c.length + t] * c.scale;
        const t = Math.min(Math.floor(tick), position.length - 1);
        const next = Math.min(t + 1, position.length - 1);
        const f = tick - Math.floor(tick);
        const p = [0, 1, 2].map((k) => at(position, k, t) * (1 - f) + at(position, k, next) * f);
        const q = (u) => new Quaternion(...[0, 1, 2, 3].map((k) => at(rotation, k, u))).normalize();
        return new Matrix4().compose(new Vector3(...p), q(t).slerp(q(next), f), new Vector3(1, 1, 1));
    }
    pose(time) {
        for (const { part, index, back } of this.movers) {
            part.group.matrix.copy(this.matrix(index, time)).multiply(back);
            part.group.matrixWorldNeedsUpdate = true;
        }
    }
    paint(dark, up, limit) {
        const palette = palettes[dark ? 'dark' : 'light'];
        for (const part of this.parts) part.paint(this.run, palette, up, limit);
        this.edges.color.set(palette.edge);
        this.edges.opacity = palette.edgeOpacity;
        this.uniforms.uGrid.value.set(palette.grid);
    }
    drawEdges() {
        for (const part of this.parts) part.edge(this.edges);
    }
    meshes() {
        return this.parts.filter((part) => !part.volume).map((part) => part.mesh);
    }
}
