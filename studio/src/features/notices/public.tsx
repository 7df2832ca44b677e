import { ConnectionBanner } from './ConnectionBanner';
import { Announcer } from './Announcer';
import { NodeStrip } from './NodeStrip';

/** The strip above every page. */
export const TopNotice = NodeStrip;

/** What lies above the page until it is over. */
export const Banners = ConnectionBanner;

/** What screen readers say, and notifications of the desktop. */
export const LiveRegion = Announcer;
