import { isLeadingTab } from '../../api/events/events';
import { desktopAlerts, soundAlerts } from '../../ui/alert-choice';
import { endAnnouncement, type Happenings } from './model';

const VOLUME = 0.08;
const NOTE_S = 0.14;
const DONE_HZ = [660, 880];
const FAILED_HZ = [440, 330];

/** Tells of ended jobs by notification and sound, if the user wants that; in one tab only. */
export function alertOfEnds(happenings: Happenings): void {
  const text = endAnnouncement(happenings);
  if (text === '' || !isLeadingTab()) return;
  if (soundAlerts.isOn()) playNotes(happenings.failed > 0 ? FAILED_HZ : DONE_HZ);
  if (!desktopAlerts.isOn() || document.hasFocus()) return;
  if ('Notification' in globalThis && Notification.permission === 'granted')
    new Notification('Kinora', { body: text, icon: '/icon.svg', tag: 'kinora.jobs' });
}

function playNotes(frequencies: readonly number[]): void {
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.value = VOLUME;
  gain.connect(audio.destination);
  frequencies.forEach((frequency, index) => {
    const note = audio.createOscillator();
    note.frequency.value = frequency;
    note.connect(gain);
    note.start(audio.currentTime + index * NOTE_S);
    note.stop(audio.currentTime + (index + 1) * NOTE_S);
    if (index === frequencies.length - 1) note.onended = () => void audio.close();
  });
}
