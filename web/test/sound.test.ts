// How loud the house is: what is chosen in the settings is what the loudspeaker gets, beside a browser's audio that notes it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A node of an audio graph: whatever is asked of it, it answers with a node. */
function node(): Record<string, unknown> {
  const parameter = { value: 1, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  const made: Record<string, unknown> = { gain: parameter, frequency: parameter, Q: parameter };
  for (const act of ['start', 'stop']) made[act] = vi.fn();
  made.connect = () => made;
  return made;
}

class Audio {
  static made: Audio | null = null;
  gains: { gain: { value: number } }[] = [];
  tones = 0;
  state = 'running';
  sampleRate = 8;
  currentTime = 0;
  destination = node();
  constructor() {
    Audio.made = this;
  }
  createGain() {
    const made = node() as unknown as { gain: { value: number } };
    this.gains.push(made);
    return made;
  }
  createOscillator() {
    this.tones += 1;
    return node();
  }
  resume = () => Promise.resolve();
  createBufferSource = node;
  createBiquadFilter = node;
  createBuffer = () => ({ getChannelData: () => new Float32Array(8) });
}

describe('sound', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal('AudioContext', Audio);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is as loud as was chosen, from the next sound on', async () => {
    const { sound, wakeSound } = await import('../src/core/sound');
    const { settings } = await import('../src/core/settings.svelte');
    await wakeSound();
    const master = Audio.made!.gains[0]!;
    settings.sound = true;
    settings.volume = 0.3;
    sound('bell');
    expect(master.gain.value).toBe(0.3);
    expect(Audio.made!.tones).toBe(3);
    settings.volume = 0;
    sound('bell');
    expect(master.gain.value).toBe(0);
  });
  it('is silent once it is switched off', async () => {
    const { sound, wakeSound } = await import('../src/core/sound');
    const { settings } = await import('../src/core/settings.svelte');
    await wakeSound();
    settings.sound = false;
    sound('bell');
    expect(Audio.made!.tones).toBe(0);
  });
  it('wakes no loudspeaker before somebody wants to hear it', async () => {
    const { sound, wakeSound } = await import('../src/core/sound');
    const { settings } = await import('../src/core/settings.svelte');
    Audio.made = null;
    settings.sound = false;
    await wakeSound();
    expect(Audio.made).toBe(null);
    settings.sound = true;
    await wakeSound();
    sound('bell');
    expect(Audio.made!.tones).toBe(3);
  });
});
