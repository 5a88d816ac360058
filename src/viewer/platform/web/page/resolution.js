// How many pixels are drawn of a screen's: all of them, or fewer where frames take too long. Never fewer
// than one for a CSS pixel. Each change costs new letters, so there are few steps, and the way back up is
// tried rarely.
const slow = 1 / 24, fast = 1 / 45; // s a frame
const patience = 30;                // frames that must agree
const step = 0.75;
const calm = 20;                    // s without a change before more is tried again

// What makes a frame slow may be another program: after a few tries it stays where it is.
export class Resolution {
    constructor() {
        this.share = 1;
        this.slow = this.fast = 0;
        this.last = this.changed = 0;
        this.raises = 0;
    }

    // Once a frame, at `now` s; device: pixels of a CSS pixel. Returns how many of them to draw.
    frame(now, device) {
        const time = now - this.last;
        this.last = now;
        const least = Math.min(1, 1 / Math.max(device, 1));
        if (time > 0 && time < 2) {
            this.slow = time > slow ? this.slow + 1 : Math.max(0, this.slow - 1);
            this.fast = time < fast ? this.fast + 1 : 0;
        } else { // the page was hidden, or something was loaded
            this.slow = this.fast = 0;
        }
        if (this.slow >= patience && this.share > least) {
            this.set(Math.max(least, this.share * step), now);
        } else if (this.fast >= 4 * patience && this.share < 1 && this.raises < 3 && now - this.changed > calm) {
            this.raises++;
            this.set(Math.min(1, this.share / step), now);
        }
        return device * Math.max(this.share, least);
    }

    set(share, now) {
        this.share = share;
        this.slow = this.fast = 0;
        this.changed = now;
    }
}
