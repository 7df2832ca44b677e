import { storedFlag } from './stored-flag';

/** Whether the browser shows a notification when jobs end, while the Studio is out of view. */
export const desktopAlerts = storedFlag('kinora.alerts.desktop');
/** Whether a sound is played when jobs end. */
export const soundAlerts = storedFlag('kinora.alerts.sound');

const VOLUME = 0.08;
const NOTE_S = 0.14;
const NOTES_HZ = { done: [660, 880], failed: [440, 330] } as const;

/**
 * Shows a notification of the desktop; a click on it leads to this tab.
 * @returns false where the browser lets no page show one, as on Android
 */
export function showDesktopAlert(text: string): boolean {
  try {
    const alert = new Notification('Kinora', { body: text, icon: '/icon.svg', tag: 'kinora.jobs' });
    alert.onclick = () => {
      window.focus();
      alert.close();
    };
    return true;
  } catch {
    return false;
  }
}

/** Plays two notes. A browser plays none before somebody has used the page. */
export function playSound(kind: keyof typeof NOTES_HZ): void {
  if (!navigator.userActivation.hasBeenActive) return;
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.value = VOLUME;
  gain.connect(audio.destination);
  const frequencies = NOTES_HZ[kind];
  frequencies.forEach((frequency, index) => {
    const note = audio.createOscillator();
    note.frequency.value = frequency;
    note.connect(gain);
    note.start(audio.currentTime + index * NOTE_S);
    note.stop(audio.currentTime + (index + 1) * NOTE_S);
    if (index === frequencies.length - 1) note.onended = () => void audio.close();
  });
}
