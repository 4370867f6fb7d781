// Addresses are fragments (#/table/abc): the server serves one page, and what stands behind the # never leaves the
// browser, so that a seat's key in an invitation is in no log on the way.

export interface Route {
  page: string;
  parts: string[];
  query: Record<string, string>;
}

/** The page that a fragment names. */
export function parse(fragment: string): Route {
  const [path = '', search = ''] = fragment.replace(/^#\/?/, '').split('?');
  const [page = '', ...parts] = path.split('/').filter(Boolean).map(decoded);
  return { page: page || 'home', parts, query: Object.fromEntries(new URLSearchParams(search)) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page. */
export function address(
  page: string,
  parts: (string | number)[] = [],
  query: Record<string, string | number> = {},
): string {
  const path = [page, ...parts].map((part) => encodeURIComponent(part)).join('/');
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return `#/${page === 'home' ? '' : path}${search ? `?${search}` : ''}`;
}

export const route: Route = $state(parse(typeof location === 'undefined' ? '' : location.hash));

export function follow(): void {
  addEventListener('hashchange', () => Object.assign(route, parse(location.hash)));
}

/** Go to a page. */
export function go(to: string): void {
  location.hash = to;
}

/** Change the query of this page without a step in the history. */
export function amend(query: Record<string, string | number>): void {
  const to = address(route.page, route.parts, query);
  history.replaceState(null, '', to);
  Object.assign(route, parse(to));
}
