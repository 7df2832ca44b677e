import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useKeys } from '../../ui/keys';
import { lazyPart } from '../../ui/lazy-part';
import { keyName } from './model';
import { ask, useRequests } from './requests';

const PRELOAD_AFTER_MS = 2000;
/** As it stands on the keyboard of this computer. */
export const PALETTE_SHORTCUT = keyName('Ctrl K');

/** Opens search and commands. */
export const openPalette = (): void => ask('palette');

/** Opens the list of keyboard shortcuts. */
export const openShortcuts = (): void => ask('shortcuts');

const loadPalette = async () => (await import('./Palette')).Palette;
const Palette = lazyPart(loadPalette);
const ShortcutsDialog = lazyPart(async () => (await import('./ShortcutsDialog')).ShortcutsDialog);

/** Search, commands and the list of shortcuts: loaded when they are first asked for. */
export function PaletteHost() {
  const paletteRequests = useRequests('palette');
  const shortcutRequests = useRequests('shortcuts');
  // There before it is asked for, so that what is typed right after the shortcut arrives in it.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const preload = (): void => {
      loadPalette().then(
        () => setIsReady(true),
        // The service is away: the palette is loaded when it is asked for.
        () => undefined,
      );
    };
    const timer = setTimeout(preload, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useHotkeys([['mod+K', openPalette]], [], true);
  useKeys({ '?': openShortcuts });
  return (
    <>
      {(isReady || paletteRequests > 0) && <Palette requests={paletteRequests} />}
      {shortcutRequests > 0 && <ShortcutsDialog requests={shortcutRequests} />}
    </>
  );
}
