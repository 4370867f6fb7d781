// Starts Python in a worker: Pyodide out of the pack, the house unpacked, and `banquise_host`, by which Python runs the
// games' searches beside itself (src/banquise/kernel/wasm/browser.py).

import { openPack, type Progress } from './pack';
import type { PyodideAPI } from 'pyodide';

type Loader = { loadPyodide(options: Record<string, unknown>): Promise<PyodideAPI> };

/** Bytes of Python, as a JavaScript array that stays when Python forgets them. */
export const bytesOf = (sent: unknown): Uint8Array => {
  const found = sent as { toJs?: () => Uint8Array };
  return found.toJs ? found.toJs() : (sent as Uint8Array);
};

/** What Python calls to run a translated program. */
export const host = {
  instantiate(raw: unknown) {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytesOf(raw) as Uint8Array<ArrayBuffer>));
    const memory = new Uint8Array((instance.exports.memory as WebAssembly.Memory).buffer); // it never grows
    return {
      call(name: string, kinds: string, ...numbers: (number | bigint)[]): number | undefined {
        const entry = instance.exports[name] as (...passed: (number | bigint)[]) => number | bigint | undefined;
        const answer = entry(...numbers.map((number, i) => (kinds[i] === 'i' ? BigInt(number) : number)));
        return typeof answer === 'bigint' ? Number(answer) : answer;
      },
      read: (address: number, length: number): Uint8Array => memory.slice(address, address + length),
      write: (address: number, content: unknown): void => memory.set(bytesOf(content), address),
    };
  },
};

export async function startPython(base: string, progress: Progress): Promise<PyodideAPI> {
  const files = await openPack(base, progress);
  const house = await files.get('banquise.zip')!.arrayBuffer();
  const usual = self.fetch.bind(self);
  // Pyodide asks for its files by their addresses; they are here already.
  self.fetch = (wanted, init) => {
    const address = String(wanted instanceof Request ? wanted.url : wanted);
    const found = address.startsWith(base) ? files.get(address.slice(base.length)) : undefined;
    return found ? Promise.resolve(found.clone()) : usual(wanted, init);
  };
  try {
    const loader = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as Loader;
    const python = await loader.loadPyodide({ indexURL: base });
    python.unpackArchive(house, 'zip');
    python.registerJsModule('banquise_host', host);
    return python;
  } finally {
    self.fetch = usual;
  }
}
