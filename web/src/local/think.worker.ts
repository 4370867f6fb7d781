// The worker of the bots: Python again, for deciding, and the games' searches beside it. It is asked by the worker of the
// house and answers in order; however long it thinks, neither page nor table waits.

import { STANDS, type ToThinker } from './messages';
import { bytesOf, startPython } from './python';

self.onmessage = async ({ data }: MessageEvent<ToThinker>) => {
  const python = startPython(data.base, () => {}).then((python) => python.pyimport('banquise.site.browser.thinking'));
  let last: Promise<void> = python.then(() => data.house.postMessage(STANDS));
  data.house.onmessage = ({ data: asked }: MessageEvent<Uint8Array>) => {
    last = last.then(async () => {
      data.house.postMessage(bytesOf((await python).answer(asked)).slice());
      performance.mark('banquise: answered');
    });
  };
};
