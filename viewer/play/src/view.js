// view.js - the level and the capsules in 3D, from behind the own one.
import {
    BoxGeometry, CapsuleGeometry, Color, DirectionalLight, Fog, Group, HemisphereLight, Matrix4, Mesh,
    MeshLambertMaterial, PCFShadowMap, PerspectiveCamera, Quaternion, Scene, Vector3, WebGLRenderer,
} from 'three';
import { ghost as ghostColour, level as palettes } from '../../src/colours.js';
import { Level } from '../../src/level.js';
import { quality } from '../../src/quality.js';

const YOU = '#3f83d6', OTHER = '#e08a3c', HOLDS = '#a9a29b';
const SUN = new Vector3(0.55, 1, 0.38).normalize();
const FALLING = 2; // lope_mode_id, for the lighter colour in the air

// The level's parts, moved by the client.
class PlayLevel extends Level {
    matrix(index, tick) {
        const pose = this.run.client.bodyPose(this.run.motion.bodies[index], tick);
        return new Matrix4().compose(new Vector3(...pose.position), new Quaternion(...pose.rotation), new Vector3(1, 1, 1));
    }
}

// The level as the replay page's Level takes it: one list of triangles, with the number of the body of each.
function runOf(client) {
    const bodies = client.bodies(), count = bodies.reduce((sum, body) => sum + body.corners.length / 9, 0);
    const corners = new Float32Array(9 * count), numbers = new Uint32Array(count), moving = [];
    let at = 0;
    bodies.forEach((body, number) => {
        corners.set(body.corners, 9 * at);
        numbers.fill(number, at, at + body.corners.length / 9);
        at += body.corners.length / 9;
        if (body.moves) moving.push(number);
    });
    return { client, level: { corners, bodies: numbers, count }, head: { bodies }, motion: { bodies: moving } };
}

class Capsule {
    constructor(scene, colour, ghost) {
        this.material = new MeshLambertMaterial({ color: colour, transparent: ghost, opacity: ghost ? 0.4 : 1, depthWrite: !ghost });
        this.group = new Group();
        this.shadow = !ghost;
        this.ghost = ghost;
        this.size = '';
        scene.add(this.group);
    }
    // Feet at the origin, facing -z.
    shape(radius, height) {
        this.size = `${radius.toFixed(3)}/${height.toFixed(3)}`;
        this.group.children.forEach((mesh) => mesh.geometry.dispose());
        this.group.clear();
        const body = new Mesh(new CapsuleGeometry(radius, Math.max(height - 2 * radius, 0.001), 8, 24).translate(0, height / 2, 0), this.material);
        body.castShadow = this.shadow;
        this.group.add(body);
        if (this.ghost) return;
        const visor = new Mesh(new BoxGeometry(radius * 1.15, radius * 0.42, radius * 0.5).translate(0, height * 0.86, -radius * 0.72), new MeshLambertMaterial({ color: '#14181d' }));
        this.group.add(visor);
    }
    place(pose, radius, colour) {
        this.group.visible = Boolean(pose);
        if (!pose) return;
        if (this.size !== `${radius.toFixed(3)}/${pose.height.toFixed(3)}`) this.shape(radius, pose.height);
        this.group.position.set(...pose.feet);
        this.group.rotation.y = pose.yaw;
        if (colour) this.material.color.set(colour);
    }
}

export class View {
    constructor(canvas, client) {
        const how = quality(), dark = matchMedia('(prefers-color-scheme: dark)').matches, palette = palettes[dark ? 'dark' : 'light'];
        this.client = client;
        this.renderer = new WebGLRenderer({ canvas, antialias: how.antialias, powerPreference: 'high-performance' });
        this.renderer.shadowMap.enabled = how.fine; // without a graphics card a frame would take a second
        this.renderer.shadowMap.type = PCFShadowMap;
        this.renderer.setPixelRatio(Math.min(devicePixelRatio || 1, how.ratio));
        this.scene = new Scene();
        this.scene.background = new Color(palette.sky);
        this.scene.fog = new Fog(palette.sky, 50, 220);
        this.scene.add(new HemisphereLight('#ffffff', palette.ground, palette.fill));
        this.sun = new DirectionalLight('#ffffff', palette.sun);
        this.sun.castShadow = true;
        this.sun.shadow.mapSize.set(how.shadowMap, how.shadowMap);
        this.sun.shadow.bias = -0.0004;
        this.sun.shadow.normalBias = 0.03;
        Object.assign(this.sun.shadow.camera, { left: -22, right: 22, top: 22, bottom: -22, near: 1, far: 160 });
        this.scene.add(this.sun, this.sun.target);
        this.level = new PlayLevel(this.scene, runOf(client));
        this.level.paint(dark, [0, 1, 0], 0.7);
        this.level.drawEdges();
        this.camera = new PerspectiveCamera(65, 1, 0.08, 600);
        this.you = new Capsule(this.scene, YOU, false);
        this.ghost = new Capsule(this.scene, ghostColour, true);
        this.others = [];
        addEventListener('resize', () => this.resize());
        this.resize();
    }
    resize() {
        this.renderer.setSize(innerWidth, innerHeight, false);
        this.camera.aspect = innerWidth / innerHeight;
        this.camera.updateProjectionMatrix();
    }
    draw(hand, stats, seconds) {
        const own = this.client.own(), radius = own?.radius || 0.34;
        this.you.place(own, radius, own?.mode === FALLING ? '#e3b341' : YOU);
        this.ghost.place(this.client.ghost(), radius * 0.98);
        const others = this.client.others();
        while (this.others.length < others.length) this.others.push(new Capsule(this.scene, OTHER, false));
        this.others.forEach((capsule, i) => capsule.place(others[i], radius, others[i]?.holds ? HOLDS : OTHER));
        const eye = own && this.client.camera(hand.yaw, hand.pitch, seconds);
        if (eye) {
            this.camera.position.set(...eye.position);
            this.camera.quaternion.set(...eye.rotation);
            this.sun.target.position.set(...own.feet);
            this.sun.position.copy(this.sun.target.position).addScaledVector(SUN, 70);
        }
        this.level.pose(stats.tick);
        this.renderer.render(this.scene, this.camera);
        return others.length;
    }
}
