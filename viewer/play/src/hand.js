// hand.js - keyboard and mouse: what the player wishes in a frame. Buttons by include/lope/input.h.

const JUMP = 1, CROUCH = 2, SPRINT = 16, GRAB = 512;
const BUTTONS = { Space: JUMP, KeyC: CROUCH, ControlLeft: CROUCH, ShiftLeft: SPRINT, ShiftRight: SPRINT, KeyE: GRAB };
const WAYS = {
    KeyW: [0, 1], ArrowUp: [0, 1], KeyS: [0, -1], ArrowDown: [0, -1], KeyA: [-1, 0], ArrowLeft: [-1, 0], KeyD: [1, 0], ArrowRight: [1, 0],
};
const TURN = 0.0024; // rad a pixel
const HIGHEST = 1.35; // rad

export class Hand {
    constructor(canvas) {
        this.down = new Set();
        this.pressed = 0;
        this.yaw = 0;
        this.pitch = -0.22;
        this.drags = false;
        addEventListener('keydown', (event) => this.key(event, true));
        addEventListener('keyup', (event) => this.key(event, false));
        addEventListener('blur', () => this.down.clear());
        canvas.addEventListener('click', () => document.pointerLockElement !== canvas && canvas.requestPointerLock()?.catch?.(() => {}));
        canvas.addEventListener('pointerdown', () => (this.drags = true));
        addEventListener('pointerup', () => (this.drags = false));
        addEventListener('pointermove', (event) => {
            if (document.pointerLockElement !== canvas && !this.drags) return;
            this.yaw -= TURN * event.movementX;
            this.pitch = Math.min(HIGHEST, Math.max(-HIGHEST, this.pitch - TURN * event.movementY));
        });
    }
    key(event, down) {
        if (event.altKey || event.metaKey || !(event.code in BUTTONS || event.code in WAYS)) return;
        event.preventDefault();
        if (down && !event.repeat) this.pressed |= BUTTONS[event.code] || 0;
        if (down) this.down.add(event.code);
        else this.down.delete(event.code);
    }
    // Presses count once: what this gives must go to a tick, so `used` is called when one was run.
    wish() {
        let right = 0, ahead = 0, held = 0;
        for (const code of this.down) {
            right += WAYS[code]?.[0] || 0;
            ahead += WAYS[code]?.[1] || 0;
            held |= BUTTONS[code] || 0;
        }
        const long = Math.max(1, Math.hypot(right, ahead));
        return { right: right / long, ahead: ahead / long, yaw: this.yaw, pitch: this.pitch, held: held | this.pressed, pressed: this.pressed };
    }
    used() {
        this.pressed = 0;
    }
}
