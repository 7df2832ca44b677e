import { spotlight } from '@mantine/spotlight';

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** As it stands on the keyboard of this computer. */
export const PALETTE_SHORTCUT = isApple ? '⌘ K' : 'Ctrl K';

/** Opens search and commands. */
export const openPalette = (): void => spotlight.open();
