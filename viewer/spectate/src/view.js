// view.js - the match in 3D: each player's predicted capsule, the ghost of the server's beside it, trails and names.
import { Color, DirectionalLight, Fog, HemisphereLight, InstancedMesh, Matrix4, MeshLambertMaterial, PCFShadowMap, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { Camera } from '../../src/camera.js';
import { bodyGeometry, poseMatrix } from '../../src/capsules.js';
import { ghost as ghostColour, level as palettes, modeColour } from '../../src/colours.js';
import { h } from '../../src/dom.js';
import { add, mul, sub } from '../../src/math.js';
import { quality } from '../../src/quality.js';
import { Wires } from '../../src/wires.js';
import { LiveLevel } from './level.js';
import { nameOf } from './names.js';

const PLAYERS = 64;
const SUN = new Vector3(0.55, 1, 0.38).normalize();
const TRAIL = 1.5; // s
const NOWHERE = new Matrix4().makeScale(0, 0, 0);
const middle = (pose) => add(pose.feet, mul(pose.up, pose.height * 0.5));

// Many capsules in one mesh. `thin`: a little smaller, so that equal places do not flicker.
class Crowd {
    constructor(scene, material, player, thin, shadows) {
        this.height = player.height * thin;
        this.mesh = new InstancedMesh(bodyGeometry(player.radius * thin, this.height), material, PLAYERS);
        this.mesh.castShadow = shadows;
        this.mesh.frustumCulled = false;
        this.thin = thin;
        this.numbers = [];
        scene.add(this.mesh);
    }
    begin() {
        this.numbers = [];
    }
    add(number, pose, colour) {
        const slot = this.numbers.push(number) - 1;
        this.mesh.setMatrixAt(slot, poseMatrix({ ...pose, height: pose.height * this.thin }, this.height));
        if (colour) this.mesh.setColorAt(slot, colour);
    }
    done() {
        for (let i = this.numbers.length; i < PLAYERS; i++) this.mesh.setMatrixAt(i, NOWHERE);
        this.mesh.instanceMatrix.needsUpdate = true;
        if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
        this.mesh.computeBoundingSphere();
    }
}

export class View {
    constructor(canvas, labels, run) {
        this.run = run;
        this.canvas = canvas;
        this.labels = labels;
        this.names = new Map();
        const how = (this.quality = quality());
        this.renderer = new WebGLRenderer({ canvas, antialias: how.antialias, powerPreference: 'high-performance' });
        this.renderer.shadowMap.enabled = how.fine; // without a graphics card a frame would take a second
        this.renderer.shadowMap.type = PCFShadowMap;
        this.scene = new Scene();
        this.scene.fog = new Fog(0xffffff, 60, 260);
        this.sky = new HemisphereLight();
        this.sun = new DirectionalLight();
        this.sun.castShadow = true;
        this.sun.shadow.mapSize.set(how.shadowMap, how.shadowMap);
        this.sun.shadow.bias = -0.0004;
        this.sun.shadow.normalBias = 0.03;
        Object.assign(this.sun.shadow.camera, { left: -how.shadowed, right: how.shadowed, top: how.shadowed, bottom: -how.shadowed, near: 1, far: 240 });
        this.scene.add(this.sky, this.sun, this.sun.target);
        this.level = new LiveLevel(this.scene, run);
        this.lowest = run.level.corners.reduce((low, y, i) => (i % 3 === 1 ? Math.min(low, y) : low), 0) - 3;
        this.level.drawEdges();
        this.trails = new Wires(this.scene, 2, { opacity: 0.75 });
        this.apart = new Wires(this.scene, 2, { onTop: true });
        this.camera = new Camera(canvas, () => {});
        this.paint(false);
        this.resize();
    }
    paint(dark) {
        const palette = palettes[dark ? 'dark' : 'light'];
        this.scene.background = new Color(palette.sky);
        this.scene.fog.color.set(palette.sky);
        this.sky.groundColor.set(palette.ground);
        this.sky.intensity = palette.fill;
        this.sun.intensity = palette.sun;
        this.level.paint(dark, [0, 1, 0], Math.cos(this.run.head.walkable_floor_angle) - 1e-4);
    }
    resize() {
        const { clientWidth: w, clientHeight: h } = this.canvas.parentElement;
        if (w === 0 || h === 0) return;
        this.renderer.setPixelRatio(Math.min(devicePixelRatio || 1, this.quality.ratio));
        this.renderer.setSize(w, h, false);
        this.camera.resize(w, h);
    }
    // Looks at all players from above, far enough for every one that has not fallen out of the level.
    frameAll(all) {
        const players = all.filter((player) => player.feet[1] > this.lowest);
        if (players.length === 0) return;
        const low = [0, 1, 2].map((k) => Math.min(...players.map((p) => p.feet[k]))), high = [0, 1, 2].map((k) => Math.max(...players.map((p) => p.feet[k])));
        const size = Math.hypot(...sub(high, low));
        this.camera.frame(low.map((x, k) => (x + high[k]) / 2), Math.max(9, size * 0.9 + 4), 0.7, 0.62);
    }
    makeCrowds(player) {
        this.solid = new Crowd(this.scene, new MeshLambertMaterial({ vertexColors: true }), player, 1, true);
        const ghost = new MeshLambertMaterial({ color: ghostColour, emissive: ghostColour, emissiveIntensity: 0.25, transparent: true, opacity: 0.5, depthWrite: false });
        this.ghosts = new Crowd(this.scene, ghost, player, 0.97, false);
    }
    drawPlayers(players, picked) {
        const colour = new Color();
        this.solid.begin();
        this.ghosts.begin();
        this.apart.clear();
        for (const player of players) {
            const { predicted } = player;
            colour.set(modeColour(this.run.head.modes[player.mode]));
            if (player.number !== picked) colour.lerp(new Color('#8d969f'), 0.25);
            this.solid.add(player.number, predicted ? { ...predicted, up: player.up } : player, colour);
            if (!predicted) continue;
            this.ghosts.add(player.number, player);
            const from = middle(player), to = middle({ ...predicted, up: player.up });
            if (Math.hypot(...sub(to, from)) > 0.05) this.apart.line(from, to, ghostColour);
        }
        this.solid.done();
        this.ghosts.done();
        this.apart.flush();
    }
    drawTrails(frames, tick, rate) {
        this.trails.clear();
        const last = new Map();
        for (const frame of frames) {
            if (frame.tick > tick || frame.tick < tick - TRAIL * rate) continue;
            for (const player of frame.players) {
                const foot = [player.feet[0], player.feet[1] + 0.03, player.feet[2]], before = last.get(player.number);
                if (before && Math.hypot(...sub(foot, before)) < 3) this.trails.line(before, foot, ghostColour);
                last.set(player.number, foot);
            }
        }
        this.trails.flush();
    }
    // Names over the capsules, where they are in sight of the eye.
    drawNames(players, picked) {
        const here = new Set(players.map((player) => player.number));
        for (const [number, label] of this.names) {
            if (here.has(number)) continue;
            label.remove();
            this.names.delete(number);
        }
        for (const player of players) {
            if (!this.names.has(player.number)) {
                const label = h('span', {}, nameOf(player));
                this.names.set(player.number, label);
                this.labels.append(label);
            }
            const label = this.names.get(player.number), pose = player.predicted || player;
            const at = this.project(add(pose.feet, mul(player.up, pose.height + 0.22)));
            label.hidden = !at;
            label.classList.toggle('picked', player.number === picked);
            if (at) label.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) translate(-50%, -100%)`;
        }
    }
    project(point) {
        const camera = this.camera.camera, p = new Vector3(...point).project(camera);
        if (p.z > 1 || p.z < -1) return null;
        return { x: ((p.x + 1) / 2) * this.canvas.clientWidth, y: ((1 - p.y) / 2) * this.canvas.clientHeight };
    }
    draw(picture, frames, rate, picked, follows) {
        const { players } = picture;
        if (!this.solid && players.length > 0) {
            this.makeCrowds(players[0]);
            this.frameAll(players);
        }
        if (this.solid) this.drawPlayers(players, picked);
        this.drawTrails(frames, picture.tick, rate);
        this.level.pose(picture.movers);
        const player = players.find((one) => one.number === picked);
        if (player) this.camera.update({ ...(player.predicted || player), up: player.up, pitch: 0, radius: player.radius }, follows ? 'follow' : 'orbit');
        this.sun.target.position.copy(this.camera.controls.target);
        this.sun.position.copy(this.sun.target.position).addScaledVector(SUN, 120);
        this.camera.camera.updateMatrixWorld();
        this.drawNames(players, picked);
        this.renderer.render(this.scene, this.camera.camera);
    }
    // The number of the player under a place of the canvas; -1: none.
    pick(x, y) {
        if (!this.solid) return -1;
        const caster = new Raycaster();
        caster.setFromCamera(new Vector2((x / this.canvas.clientWidth) * 2 - 1, 1 - (y / this.canvas.clientHeight) * 2), this.camera.camera);
        const hit = caster.intersectObject(this.solid.mesh, false)[0];
        return hit ? this.solid.numbers[hit.instanceId] : -1;
    }
}
