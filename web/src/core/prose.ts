// The little Markdown of the rulebooks: emphasis, and references to paragraphs that become links.

export type Bit = { kind: 'text' | 'strong' | 'em' | 'reference'; text: string };

/** A paragraph in bits: **strong**, *emphasis*, and paragraph ids like IL-3.4. */
export function bits(text: string): Bit[] {
  const found: Bit[] = [];
  let rest = 0;
  const push = (kind: Bit['kind'], part: string) => part && found.push({ kind, text: part });
  for (const match of text.matchAll(/\*\*(.+?)\*\*|\*(.+?)\*|\b([A-Z]{2}-\d+\.\d+)\b/g)) {
    push('text', text.slice(rest, match.index));
    if (match[1]) push('strong', match[1]);
    else if (match[2]) push('em', match[2]);
    else push('reference', match[3]!);
    rest = match.index + match[0].length;
  }
  push('text', text.slice(rest));
  return found;
}

/** Does a text hold every word that is looked for? Case and accents do not matter. */
export function holds(text: string, wanted: string): boolean {
  const plain = fold(text);
  return fold(wanted)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => plain.includes(word));
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
