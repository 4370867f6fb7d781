/**
 * What scrolls can be scrolled without a pointer. A region that is too small for its content, and in which Tab stops
 * nowhere, is a stop of its own: the arrow keys then show the rest of it.
 */

const STOPS = 'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]';

const scrolls = (region: HTMLElement): boolean => region.scrollHeight > region.clientHeight + 1;

/** For `{@attach}`. `name` says what the region is, to whoever comes to it without seeing it. */
export function reachable(name: string): (region: HTMLElement) => () => void {
  return (region) => {
    const sizes = new ResizeObserver(look);
    const changes = new MutationObserver(() => (soon ||= requestAnimationFrame(lookAgain)));
    let soon = 0;

    // With the next picture, for which the page is laid out anyway: asked at once, it would be laid out for this alone.
    function lookAgain(): void {
      soon = 0;
      look();
    }

    function look(): void {
      const stops = [...region.querySelectorAll(STOPS)].some((one) => one.getClientRects().length > 0);
      const stop = scrolls(region) && !stops;
      if (stop === region.hasAttribute('tabindex')) return;
      for (const [key, value] of [
        ['tabindex', '0'],
        ['role', 'group'],
        ['aria-label', name],
      ] as const) {
        if (stop) region.setAttribute(key, value);
        else region.removeAttribute(key);
      }
    }

    sizes.observe(region); // which looks for the first time
    changes.observe(region, { childList: true, subtree: true, characterData: true, attributeFilter: ['disabled'] });
    return () => {
      cancelAnimationFrame(soon);
      sizes.disconnect();
      changes.disconnect();
    };
  };
}
