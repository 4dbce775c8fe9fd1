import { deviceStore, readJson } from './storage.ts';

/** How this device signals a message that arrives while the app is open. Off unless the user turns it on. */
export interface Signals {
  sound: boolean;
  vibration: boolean;
}

const KEY = 'signals';
const OFF: Signals = { sound: false, vibration: false };

export function readSignals(): Signals {
  return { ...OFF, ...(readJson(deviceStore, KEY) as Partial<Signals> | undefined) };
}

export function saveSignals(signals: Signals): void {
  if (signals.sound || signals.vibration) deviceStore.write(KEY, JSON.stringify(signals));
  else deviceStore.remove(KEY);
  wakeAudio();
}

export const canVibrate = (): boolean => 'vibrate' in navigator;

let audio: AudioContext | undefined;

/** Safari plays only through a context that was resumed during a tap or a key press, long before a message arrives. */
function wakeAudio(): void {
  if (!readSignals().sound) return;
  audio ??= new AudioContext();
  if (audio.state !== 'running') audio.resume().catch(() => undefined);
}

for (const gesture of ['click', 'keydown']) window.addEventListener(gesture, wakeAudio, true);

/** Plays two short notes. Before the first tap of a visit browsers play nothing, and nothing is queued for later. */
async function playSound(): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state !== 'running') await audio.resume();
  const start = audio.currentTime;
  for (const [at, frequency] of [660, 880].entries()) {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    const from = start + at * 0.12;
    note.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.11);
    note.connect(volume).connect(audio.destination);
    note.start(from);
    note.stop(from + 0.12);
  }
}

/** Signals a message in the ways the user chose. */
export function signal(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  const { sound, vibration } = readSignals();
  if (vibration && canVibrate()) navigator.vibrate(60);
  // A device without a loudspeaker is no failure.
  if (sound) playSound().catch(() => undefined);
}
