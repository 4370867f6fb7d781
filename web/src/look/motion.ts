/** Motion that can be followed and interrupted: a script of steps, one after the other, cut short by the next one. */

export interface Pace {
  animate: boolean;
  speed: number;
}

/** Milliseconds of a movement at the viewer's speed; 0 when nothing is to move. */
export function lasting(ms: number, pace: Pace): number {
  return pace.animate ? Math.round(ms / Math.max(0.1, pace.speed)) : 0;
}

export class Stage {
  private running = 0;

  /** Play a script. `wait` answers false once another script has begun: then the script must stop. */
  async act(script: (wait: (ms: number) => Promise<boolean>) => Promise<void>): Promise<boolean> {
    const mine = ++this.running;
    const wait = async (ms: number): Promise<boolean> => {
      if (ms > 0) await new Promise((done) => setTimeout(done, ms));
      return mine === this.running;
    };
    await script(wait);
    return mine === this.running;
  }

  cut(): void {
    this.running++;
  }
}

/** A turn that goes the short way round: the angle nearest to the present one that means the same. */
export function nearestAngle(present: number, wanted: number): number {
  return present + ((((wanted - present) % 360) + 540) % 360) - 180;
}
