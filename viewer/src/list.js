// list.js - a long list of which only what can be seen is in the document. Rows are all of one height.

export class LongList {
    constructor(element, rowHeight, makeRow) {
        this.element = element;
        this.rowHeight = rowHeight;
        this.makeRow = makeRow;
        this.items = [];
        this.inner = document.createElement('div');
        this.inner.className = 'rows';
        element.append(this.inner);
        element.addEventListener('scroll', () => this.draw(), { passive: true });
        new ResizeObserver(() => this.draw()).observe(element);
    }
    fill(items) {
        this.items = items;
        this.inner.style.height = `${items.length * this.rowHeight}px`;
        this.draw();
    }
    draw() {
        const { scrollTop, clientHeight } = this.element;
        if (clientHeight === 0) return;
        const from = Math.max(0, Math.floor(scrollTop / this.rowHeight) - 4);
        const to = Math.min(this.items.length, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + 4);
        const rows = [];
        for (let i = from; i < to; i++) {
            const row = this.makeRow(this.items[i], i);
            row.style.position = 'absolute';
            row.style.top = `${i * this.rowHeight}px`;
            rows.push(row);
        }
        this.inner.replaceChildren(...rows);
    }
    reveal(index) {
        const { scrollTop, clientHeight } = this.element;
        const y = index * this.rowHeight;
        if (y < scrollTop || y + this.rowHeight > scrollTop + clientHeight) this.element.scrollTop = y - clientHeight / 2;
    }
}
