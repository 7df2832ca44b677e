import { isLeadingTab } from '../../api/events/events';
import { desktopAlerts, playSound, showDesktopAlert, soundAlerts } from '../../ui/alerts';
import { isAnyTabFocused } from './focused-tab';
import { endAnnouncement, type Happenings } from './model';

/** Tells of ended jobs by notification and sound, if the user wants that; in one tab only. */
export async function alertOfEnds(happenings: Happenings): Promise<void> {
  const text = endAnnouncement(happenings);
  if (text === '' || !isLeadingTab()) return;
  if (soundAlerts.isOn()) playSound(hasFailed(happenings) ? 'failed' : 'done');
  if (desktopAlerts.isOn() && !(await isAnyTabFocused())) showDesktopAlert(text);
}

const hasFailed = ({ failed, runs }: Happenings): boolean =>
  failed > 0 || Object.values(runs).includes('failed');
