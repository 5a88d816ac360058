// Chooses the resolution: all pixels of the screen, or fewer when frames are too slow, but at least one per
// CSS pixel. Each change needs new fonts, so the steps are large and a higher resolution is rarely tried.
const slow = 1 / 24, fast = 1 / 45; // s per frame
const votes = 30;                   // frames that must agree
const step = 0.75;
const calm = 20;                    // s without a change before a higher resolution is tried

// Another program may be the cause of slow frames, so the resolution is raised again three times at most.
export class Resolution {
    constructor() {
        this.share = 1;
        this.slow = this.fast = 0;
        this.last = this.changed = 0;
        this.raises = 0;
    }

    // Call once a frame; now: s; device: pixels per CSS pixel. Returns the pixels per CSS pixel to draw.
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
        if (this.slow >= votes && this.share > least) {
            this.set(Math.max(least, this.share * step), now);
        } else if (this.fast >= 4 * votes && this.share < 1 && this.raises < 3 && now - this.changed > calm) {
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
