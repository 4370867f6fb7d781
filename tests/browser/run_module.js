// Runs an exported module as any host would, by its manifest alone: writes buffers, calls entries, reads buffers.
async function runModule({ module, manifest, writes, calls, reads }) {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const text = (raw) => {
    let letters = '';
    for (let at = 0; at < raw.length; at += 32768) letters += String.fromCharCode(...raw.subarray(at, at + 32768));
    return btoa(letters);
  };
  const { instance } = await WebAssembly.instantiate(bytes(module));
  const memory = new Uint8Array(instance.exports.memory.buffer);
  for (const [name, raw] of writes) memory.set(bytes(raw), manifest.buffers[name].address);
  const answers = calls.map(([name, numbers]) => {
    const kinds = manifest.entries[name].passed;
    const answer = instance.exports[name](...numbers.map((number, i) => (kinds[i] === 'int' ? BigInt(number) : number)));
    return answer === undefined ? null : String(answer);
  });
  const found = reads.map(([name, length]) => {
    const at = manifest.buffers[name].address;
    return text(memory.subarray(at, at + length));
  });
  return { bytes: memory.length, answers, found };
}
