// line.js - the WebSocket to the server, by the rules of adapters/websocket/lope_websocket.h.

const BACKED_UP = 2400; // bytes that wait to be sent: then a packet is left out, for the next one repeats what matters
const LET_IN = 1;
// 4000 and lope_transport_why
const WHY = {
    1003: 'the server takes this for no packet', 1009: 'the server takes this for no packet', 4003: 'all places are taken',
    4006: 'the server did not let this page in. A token lets in once: take another one', 4009: 'the token has expired: take a new one',
};

export class Line {
    // told: { opened(), packet(bytes), closed(why) }.
    constructor(url, token, told) {
        this.open = false;
        this.leftOut = 0;
        this.socket = new WebSocket(url, 'lope');
        this.socket.binaryType = 'arraybuffer';
        this.socket.onopen = () => this.socket.send(new TextEncoder().encode(token));
        this.socket.onmessage = ({ data }) => {
            const bytes = new Uint8Array(data);
            if (this.open) told.packet(bytes);
            else if (bytes.length === 1 && bytes[0] === LET_IN) {
                this.open = true;
                told.opened();
            }
        };
        this.socket.onclose = ({ code }) => {
            const was = this.open;
            this.open = false;
            told.closed(WHY[code] || (was ? 'the server is gone' : 'the server cannot be reached'));
        };
    }
    send(bytes) {
        if (!this.open) return;
        if (this.socket.bufferedAmount > BACKED_UP) this.leftOut++;
        else this.socket.send(bytes);
    }
}
