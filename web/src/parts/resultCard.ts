// The result of a match as a picture to share: drawn here, sent nowhere.

export interface Result {
  house: string;
  game: string;
  verdict: string;
  ending: string;
  seats: { name: string; colour: string; points: string; won: boolean }[];
}

const [WIDE, HIGH] = [1200, 630];

function colourOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || '#888888';
}

function ground(pen: CanvasRenderingContext2D): void {
  const sky = pen.createLinearGradient(0, 0, 0, HIGH);
  sky.addColorStop(0, '#12384f');
  sky.addColorStop(1, '#0c1f2c');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.fillStyle = '#cfe6ef';
  pen.beginPath();
  for (const [x, y] of [
    [0, 560],
    [210, 500],
    [330, 545],
    [560, 470],
    [760, 548],
    [930, 505],
    [1200, 560],
    [1200, 630],
    [0, 630],
  ] as const)
    pen.lineTo(x, y);
  pen.fill();
}

/** A shape as the house draws it, by the path of its seat. */
function shape(pen: CanvasRenderingContext2D, path: string, colour: string, x: number, y: number): void {
  pen.save();
  pen.translate(x, y);
  pen.fillStyle = colourOf(colour);
  pen.strokeStyle = '#f6fafb';
  pen.lineWidth = 4;
  const outline = new Path2D(path);
  pen.fill(outline);
  pen.stroke(outline);
  pen.restore();
}

/** Draw the card; `markOf` gives the outline of a seat's shape. */
export async function resultCard(result: Result, markOf: (colour: string, size: number) => string): Promise<Blob> {
  await document.fonts.ready;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const pen = canvas.getContext('2d')!;
  const font = (size: number, title = false): void => {
    const family = getComputedStyle(document.documentElement).getPropertyValue(title ? '--font-title' : '--font-text');
    pen.font = `${size}px ${family}`;
  };
  ground(pen);
  // Where one reads from the right, everything begins there.
  const fromRight = document.documentElement.dir === 'rtl';
  pen.direction = fromRight ? 'rtl' : 'ltr';
  const across = (x: number): number => (fromRight ? WIDE - x : x);
  pen.fillStyle = '#e9a23b';
  font(34, true);
  pen.fillText(result.game, across(70), 90);
  pen.fillStyle = '#f6fafb';
  font(64, true);
  pen.fillText(result.verdict, across(70), 175, WIDE - 140);
  font(30);
  pen.fillStyle = '#cfe6ef';
  pen.fillText(result.ending, across(70), 225, WIDE - 140);
  result.seats.forEach((seat, i) => {
    const y = 300 + i * 52;
    shape(pen, markOf(seat.colour, 19), seat.colour, across(92), y - 12);
    pen.fillStyle = seat.won ? '#e9a23b' : '#f6fafb';
    font(38, seat.won);
    pen.fillText(seat.name, across(135), y, 760);
    font(38);
    pen.textAlign = 'end';
    pen.fillText(seat.points, across(WIDE - 70), y, 170);
    pen.textAlign = 'start';
  });
  font(30, true);
  pen.fillStyle = '#14222b';
  pen.fillText(result.house, across(70), HIGH - 24);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
  );
}
