// Geometry of the panorama: pines, ice cubes seen from the corner, a lattice of hexes in perspective.

export type Spot = readonly [number, number];

export function points(spots: readonly Spot[]): string {
  return spots.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}

/** A pine of so many units: three skirts, each with its snow. */
export function pine(x: number, y: number, height: number): { dark: string; snow: string; trunk: string } {
  const w = height * 0.3;
  const skirt = (top: number, bottom: number, half: number) => {
    const a = y - height * top;
    const b = y - height * bottom;
    return `M${x} ${a}L${x + half} ${b}Q${x} ${b - height * 0.05} ${x - half} ${b}Z`;
  };
  const cap = (top: number, bottom: number, half: number) => {
    const a = y - height * top;
    const b = y - height * bottom;
    return `M${x} ${a}L${x - half} ${b}l${half * 0.45} ${-height * 0.02}l${half * 0.2} ${height * 0.035}l${half * 0.3} ${-height * 0.05}Z`;
  };
  return {
    dark: skirt(1, 0.58, w * 0.55) + skirt(0.8, 0.32, w * 0.8) + skirt(0.56, 0.06, w),
    snow: cap(1, 0.74, w * 0.34) + cap(0.74, 0.46, w * 0.5) + cap(0.5, 0.2, w * 0.62),
    trunk: `M${x - height * 0.025} ${y - height * 0.1}h${height * 0.05}v${height * 0.1}h${-height * 0.05}Z`,
  };
}

/** A cube of ice of side s whose upper corner stands at (x, y): its three near faces and its three far edges. */
export function cube(x: number, y: number, s: number) {
  const w = s * 0.866;
  const h = s * 0.5;
  return {
    top: points([
      [x, y],
      [x + w, y + h],
      [x, y + 2 * h],
      [x - w, y + h],
    ]),
    left: points([
      [x - w, y + h],
      [x, y + 2 * h],
      [x, y + 2 * h + s],
      [x - w, y + h + s],
    ]),
    right: points([
      [x + w, y + h],
      [x, y + 2 * h],
      [x, y + 2 * h + s],
      [x + w, y + h + s],
    ]),
    far: `M${x} ${y}v${s}M${x} ${y + s}l${-w} ${h}M${x} ${y + s}l${w} ${h}`,
  };
}

/** The tiles of one arm of the temple's X, from the middle outwards. */
export function arm(x: number, y: number, dx: number, dy: number, s: number, from: number, count: number) {
  return Array.from({ length: count }, (_, i) => {
    const cx = x + dx * (from + i) * s * 0.866;
    const cy = y + dy * (from + i) * s * 0.5;
    const w = s * 0.8;
    const h = s * 0.46;
    return {
      warmth: i / (count - 1),
      points: points([
        [cx, cy - h],
        [cx + w, cy],
        [cx, cy + h],
        [cx - w, cy],
      ]),
    };
  });
}

/** Lines of a hex lattice around (0, 0), flattened as ice that lies before us. */
export function lattice(radius: number, size: number, flat: number): string {
  const strokes: string[] = [];
  for (let q = -radius; q <= radius; q++) {
    for (let r = Math.max(-radius, -q - radius); r <= Math.min(radius, -q + radius); r++) {
      const [x, y] = hex(q, r, size, flat);
      const corner = (i: number): Spot => [
        x + size * Math.cos((Math.PI / 3) * i),
        y + size * flat * Math.sin((Math.PI / 3) * i),
      ];
      // Three sides of each hex draw every line once.
      strokes.push(`M${points([corner(0), corner(1), corner(2), corner(3)]).replaceAll(' ', 'L')}`);
    }
  }
  return strokes.join('');
}

export function hex(q: number, r: number, size: number, flat: number): Spot {
  return [1.5 * q * size, Math.sqrt(3) * (r + q / 2) * size * flat];
}

/** A crack through the centres of hexes: jagged, the same at every visit. */
export function crack(cells: readonly Spot[], size: number, flat: number): string {
  const path: Spot[] = [];
  cells.forEach(([q, r], i) => {
    const here = hex(q, r, size, flat);
    const next = cells[i + 1];
    path.push(here);
    if (!next) return;
    const there = hex(next[0], next[1], size, flat);
    const sway = ((i * 7919) % 5) - 2;
    for (const [share, side] of [
      [0.3, 1],
      [0.55, -1],
      [0.8, 0.7],
    ] as const) {
      path.push([
        here[0] + (there[0] - here[0]) * share + side * (3 + sway),
        here[1] + (there[1] - here[1]) * share - side * 2.2,
      ]);
    }
  });
  return points(path);
}

/** A floe: a flat hexagon with a thick rim. */
export function floe(x: number, y: number, size: number, flat = 0.42, turn = 0): { top: string; rim: string } {
  const corner = (i: number, dy = 0): Spot => {
    const angle = (Math.PI / 3) * i + turn;
    return [x + size * Math.cos(angle), y + size * flat * Math.sin(angle) + dy];
  };
  const top = [0, 1, 2, 3, 4, 5].map((i) => corner(i));
  const thick = size * 0.16;
  return {
    top: points(top),
    rim: points([corner(0), corner(0, thick), corner(1, thick), corner(2, thick), corner(3, thick), corner(3)]),
  };
}
