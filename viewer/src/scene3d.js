// scene3d.js - the 3D view: light and shadows, what stands in it, and drawing it only when something has changed.
import { BasicShadowMap, Color, DirectionalLight, Fog, HemisphereLight, PCFShadowMap, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { Asked } from './asked.js';
import { Camera } from './camera.js';
import { Capsules } from './capsules.js';
import { ControlWires } from './control.js';
import { level as palettes, vectors } from './colours.js';
import { Level } from './level.js';
import { add, mul, sub } from './math.js';
import { quality } from './quality.js';
import { isShown, state } from './store.js';
import { Wires } from './wires.js';

const SUN = new Vector3(0.55, 1, 0.38).normalize();

export class View3d {
    constructor(canvas, run) {
        this.run = run;
        this.canvas = canvas;
        this.quality = quality();
        this.renderer = new WebGLRenderer({ canvas, antialias: this.quality.antialias, stencil: true, powerPreference: 'high-performance' });
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = this.quality.fine ? PCFShadowMap : BasicShadowMap;
        this.renderer.shadowMap.autoUpdate = false;
        this.scene = new Scene();
        this.scene.fog = new Fog(0xffffff, 60, 260);
        this.sky = new HemisphereLight();
        this.sun = new DirectionalLight();
        this.sun.castShadow = true;
        this.sun.shadow.mapSize.set(this.quality.shadowMap, this.quality.shadowMap);
        this.sun.shadow.bias = -0.0004;
        this.sun.shadow.normalBias = 0.03;
        const m = this.quality.shadowed; // round the eye's target there are shadows
        Object.assign(this.sun.shadow.camera, { left: -m, right: m, top: m, bottom: -m, near: 1, far: 240 });
        this.scene.add(this.sky, this.sun, this.sun.target);
        this.level = new Level(this.scene, run);
        this.capsules = new Capsules(this.scene, run);
        this.asked = new Asked(this.scene);
        this.arrows = new Wires(this.scene, 3, { onTop: true });
        this.control = new ControlWires(this.scene);
        this.camera = new Camera(canvas, () => this.invalidate());
        this.queries = []; // of the tick, set by whoever reads them
        this.held = true; // nothing is drawn until the page is complete: a frame may take long
        this.frames = 0;
        this.afterDraw = [];
    }
    pose() {
        return this.run.pose(this.run.track, state.character, state.time);
    }
    // Everything that depends on the tick, the pick or what is shown.
    update() {
        if (this.run.track.characters === 0) return;
        const pose = this.pose();
        this.level.pose(state.time);
        const own = this.run.control.camera(state.character, state.time);
        const inside = state.view === 'camera' && own && Math.hypot(...sub(own.position, add(pose.feet, mul(pose.up, pose.height * 0.5)))) < pose.height * 0.6;
        this.capsules.update(state.time, state.character, state.shown, state.view === 'eyes' || inside);
        const asked = state.shown.queries && state.view !== 'eyes' ? this.queries.filter(isShown) : [];
        this.asked.draw(asked, pose.up, state.query >= 0 ? state.query : state.pinned);
        this.drawArrows(pose);
        const { shown, view } = state;
        const what = { camera: shown.camera && view !== 'camera', path: shown.path && view !== 'eyes', avoid: shown.avoid && view !== 'eyes' };
        this.control.draw(this.run.control, state.character, state.time, state.tick, pose, what);
        this.camera.update(pose, view, own);
        this.shadowsStale = true;
        this.invalidate();
    }
    drawArrows(pose) {
        this.arrows.clear();
        if (state.shown.vectors && state.view !== 'eyes') {
            const chest = add(pose.feet, mul(pose.up, pose.height * 0.5));
            const v = this.run.velocity(state.character, state.tick);
            if (Math.hypot(...v) > 0.02) this.arrows.arrow(chest, add(chest, mul(v, 0.25)), vectors.velocity);
            if (this.run.track.has('move')) {
                const m = this.run.track.vector('move', state.character, state.tick);
                const knee = add(pose.feet, mul(pose.up, 0.06));
                if (Math.hypot(...m) > 0.02) this.arrows.arrow(knee, add(knee, mul(m, 1.0)), vectors.input);
            }
        }
        this.arrows.flush();
    }
    paint() {
        const palette = palettes[state.dark ? 'dark' : 'light'];
        this.scene.background = new Color(palette.sky);
        this.scene.fog.color.set(palette.sky);
        this.sky.color.set('#ffffff');
        this.sky.groundColor.set(palette.ground);
        this.sky.intensity = palette.fill;
        this.sun.intensity = palette.sun;
        const c = state.character;
        const up = this.run.track.characters > 0 ? this.run.up(c, 0) : [0, 1, 0];
        const limit = this.run.track.characters > 0 ? Math.cos(this.run.tuning(c).walkable_floor_angle) : 0.71;
        this.level.paint(state.dark, up, limit - 1e-4);
        this.level.uniforms.uGridShown.value = state.shown.grid ? 1 : 0;
        if (this.run.track.characters > 0) this.capsules.pick(c, state.dark);
        this.shadowsStale = true;
        this.invalidate();
    }
    resize() {
        const { clientWidth: w, clientHeight: h } = this.canvas.parentElement;
        if (w === 0 || h === 0) return;
        this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, this.quality.ratio));
        this.renderer.setSize(w, h, false);
        this.camera.resize(w, h);
        if (!this.held) this.draw(); // at once: a canvas that was resized is empty until then
    }
    invalidate() {
        if (this.frameAsked || this.held) return;
        this.frameAsked = true;
        requestAnimationFrame(() => this.draw());
    }
    placeSun() {
        const target = this.camera.controls.target;
        const moved = !this.sunAt || this.sunAt.distanceTo(target) > this.quality.shadowed / 6;
        if (moved) {
            this.sunAt = target.clone();
            this.sun.target.position.copy(target);
            this.sun.position.copy(target).addScaledVector(SUN, 120);
        }
        if (moved || this.shadowsStale) this.renderer.shadowMap.needsUpdate = true;
        this.shadowsStale = false;
    }
    // From here on it draws by itself whenever something has changed.
    release() {
        this.held = false;
        this.draw();
        const gl = this.renderer.getContext();
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until it is drawn
    }
    draw() {
        this.frameAsked = false;
        this.placeSun();
        this.renderer.render(this.scene, this.camera.camera);
        this.frames++;
        for (const done of this.afterDraw) done();
    }
    // Where a point of the page is on the canvas, in CSS pixels; null behind the eye.
    project(point) {
        const camera = this.camera.camera;
        camera.updateMatrixWorld();
        const p = new Vector3(...point).project(camera);
        if (p.z > 1 || p.z < -1) return null;
        return { x: ((p.x + 1) / 2) * this.canvas.clientWidth, y: ((1 - p.y) / 2) * this.canvas.clientHeight };
    }
    ray(x, y) {
        const caster = new Raycaster();
        const at = new Vector2((x / this.canvas.clientWidth) * 2 - 1, 1 - (y / this.canvas.clientHeight) * 2);
        caster.setFromCamera(at, this.camera.camera);
        return caster;
    }
    // The character under a place of the canvas; -1: none.
    pick(x, y) {
        const hit = this.ray(x, y).intersectObjects(this.capsules.meshes(), false)[0];
        return hit ? hit.object.userData.characters[hit.instanceId] : -1;
    }
}
