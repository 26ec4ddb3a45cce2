// camera.js - four ways to look: orbit round a point, follow the picked character, through its eyes, or through its own camera.
import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { verticalFov } from './control.js';
import { eyes } from './run.js';

export class Camera {
    constructor(element, changed) {
        this.camera = new PerspectiveCamera(50, 1, 0.05, 4000);
        this.controls = new OrbitControls(this.camera, element);
        this.controls.enableDamping = false;
        this.controls.zoomToCursor = true;
        this.controls.minDistance = 0.3;
        this.controls.maxDistance = 2000;
        this.controls.maxPolarAngle = Math.PI * 0.98;
        this.controls.addEventListener('change', changed);
        this.changed = changed;
        this.last = null;
    }
    resize(width, height) {
        this.camera.aspect = width / Math.max(height, 1);
        this.usual = width < height ? 62 : 50;
        this.lens(this.usual);
    }
    lens(fov) {
        this.camera.fov = fov;
        this.camera.updateProjectionMatrix();
    }
    // Looks at a point from a distance, from behind and above where `yaw` faces.
    frame(point, distance, yaw = 0, tilt = 0.5) {
        const target = new Vector3(...point);
        const back = new Vector3(Math.sin(yaw) * Math.cos(tilt), Math.sin(tilt), Math.cos(yaw) * Math.cos(tilt));
        this.controls.target.copy(target);
        this.camera.position.copy(target).addScaledVector(back, distance);
        this.controls.update();
        this.changed();
    }
    // The middle of the capsule is what is followed.
    update(pose, view, own) {
        const middle = new Vector3(...pose.feet).addScaledVector(new Vector3(...pose.up), pose.height * 0.55);
        this.controls.enabled = view !== 'eyes' && view !== 'camera';
        if (view !== 'camera' && this.camera.fov !== this.usual) this.lens(this.usual);
        this.controls.zoomToCursor = view === 'orbit';
        if (view === 'follow') {
            const shift = middle.clone().sub(this.controls.target);
            this.controls.target.add(shift);
            this.camera.position.add(shift);
            this.camera.up.set(...pose.up);
            this.camera.lookAt(this.controls.target);
        } else if (view === 'eyes') {
            this.look(pose);
        } else if (view === 'camera' && own) {
            this.camera.position.set(...own.position);
            this.camera.quaternion.copy(own.rotation);
            this.lens(verticalFov(own, this.camera.aspect));
        }
        this.last = middle;
    }
    look(pose) {
        const up = new Vector3(...pose.up);
        const side = Math.abs(up.y) > 0.999 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0).cross(up).normalize();
        const forward = new Vector3(-Math.sin(pose.yaw), 0, -Math.cos(pose.yaw));
        if (Math.abs(up.y) <= 0.999) forward.applyAxisAngle(side, Math.acos(up.y));
        const right = forward.clone().cross(up);
        forward.applyAxisAngle(right, pose.pitch);
        this.camera.position.set(...eyes(pose)).addScaledVector(forward, pose.radius * 0.6);
        this.camera.up.copy(up);
        this.camera.lookAt(this.camera.position.clone().add(forward));
    }
    // From another view back to orbit: where the eye is now, looking at the character.
    leave(from) {
        this.camera.up.set(0, 1, 0);
        if ((from === 'eyes' || from === 'camera') && this.last) {
            const away = new Vector3(0, 0, 1).applyQuaternion(this.camera.quaternion);
            this.camera.position.copy(this.last).addScaledVector(away, 6).add(new Vector3(0, 2, 0));
            this.controls.target.copy(this.last);
        }
        this.controls.update();
    }
    turn(sideways, up) {
        const offset = this.camera.position.clone().sub(this.controls.target);
        offset.applyAxisAngle(new Vector3(0, 1, 0), sideways);
        const right = new Vector3(0, 1, 0).cross(offset).normalize();
        const turned = offset.clone().applyAxisAngle(right, up);
        if (turned.angleTo(new Vector3(0, 1, 0)) > 0.05 && turned.angleTo(new Vector3(0, -1, 0)) > 0.3) offset.copy(turned);
        this.camera.position.copy(this.controls.target).add(offset);
        this.controls.update();
        this.changed();
    }
    zoom(factor) {
        const offset = this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor);
        this.camera.position.copy(this.controls.target).add(offset);
        this.controls.update();
        this.changed();
    }
}
