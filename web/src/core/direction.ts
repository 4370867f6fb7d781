// Which way a sentence is read. The page's own way, as long as the sentence has a letter of its script: a name in the
// other script at its beginning, by which `dir="auto"` would go, turns nothing round. What has none is of a language
// that the page is not in: a game from elsewhere, say, that has no Persian.

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const LETTER = /\p{L}/u;

const pageIsRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

/** For the `dir` of whatever holds this text. */
export function towards(text: string, rightToLeft = pageIsRightToLeft()): 'ltr' | 'rtl' {
  const letters = [...text].filter((one) => LETTER.test(one));
  const other = (one: string): boolean => RIGHT_TO_LEFT.test(one) !== rightToLeft;
  return (letters.length > 0 && letters.every(other)) !== rightToLeft ? 'rtl' : 'ltr';
}
