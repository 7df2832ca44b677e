import { storedFlag } from './stored-flag';

/** Whether the browser shows a notification when jobs end, while the Studio is out of view. */
export const desktopAlerts = storedFlag('kinora.alerts.desktop');
/** Whether a sound is played when jobs end. */
export const soundAlerts = storedFlag('kinora.alerts.sound');
