/** The final count: every camp begins at nothing and is filled crate by crate, one camp after the other. */

import { untrack } from 'svelte';
import { lasting, Stage, type Pace } from '../../look/motion';

export class Counting {
  /** the camp that is counted, and the crates that are shown in each; null when nothing is counted */
  now: { camp: number; shown: number[] } | null = $state.raw(null);
  private stage = new Stage();
  private wasOver: boolean;

  constructor(
    private totals: () => number[],
    over: () => boolean,
    private pace: () => Pace,
  ) {
    this.wasOver = untrack(over);
    $effect(() => {
      const isOver = over();
      untrack(() => this.follow(isOver));
    });
    $effect(() => () => this.stage.cut());
  }

  private follow(over: boolean): void {
    if (over && !this.wasOver && this.pace().animate) void this.stage.act((wait) => this.count(wait));
    else if (!over) {
      this.stage.cut();
      this.now = null;
    }
    this.wasOver = over;
  }

  private async count(wait: (ms: number) => Promise<boolean>): Promise<void> {
    const totals = this.totals();
    const shown = totals.map(() => 0);
    for (let camp = 0; camp < totals.length; camp++) {
      this.now = { camp, shown: [...shown] };
      if (!(await wait(lasting(420, this.pace())))) return;
      while (shown[camp] < totals[camp]) {
        shown[camp]++;
        this.now = { camp, shown: [...shown] };
        if (!(await wait(lasting(130, this.pace())))) return;
      }
    }
    if (await wait(lasting(300, this.pace()))) this.now = null;
  }
}
