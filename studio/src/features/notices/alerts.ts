import { isLeadingTab } from '../../api/events/events';
import { desktopAlerts, playSound, showDesktopAlert, soundAlerts } from '../../ui/alerts';
import { isAnyTabFocused } from './focused-tab';
import { endAnnouncement, type Happenings } from './model';

/** Tells of ended jobs by notification and sound, if the user wants that; in one tab only. */
export async function alertOfEnds(happenings: Happenings): Promise<void> {
  const text = endAnnouncement(happenings);
  if (text === '' || !isLeadingTab()) return;
  if (soundAlerts.isOn()) playSound(happenings.failed > 0 ? 'failed' : 'done');
  if (desktopAlerts.isOn() && !(await isAnyTabFocused())) showDesktopAlert(text);
}
