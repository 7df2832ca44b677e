import { useHotkeys } from '@mantine/hooks';
import { useKeys } from '../../ui/keys';
import { lazyPart } from '../../ui/lazy-part';
import { keyName } from './model';
import { openPalette as openSearch } from './open-palette';
import { Palette } from './Palette';
import { openShortcuts as openList, useShortcutRequests } from './shortcut-requests';

/** As it stands on the keyboard of this computer. */
export const PALETTE_SHORTCUT = keyName('Ctrl K');

/** Opens search and commands. */
export const openPalette = openSearch;

/** Opens the list of keyboard shortcuts. */
export const openShortcuts = openList;

const ShortcutsDialog = lazyPart(async () => (await import('./ShortcutsDialog')).ShortcutsDialog);

/** Search and commands, and the list of shortcuts, which is loaded when it is first asked for. */
export function PaletteHost() {
  const shortcutRequests = useShortcutRequests();
  useHotkeys([['mod+K', openSearch]], [], true);
  useKeys({ '?': openList });
  return (
    <>
      <Palette />
      {shortcutRequests > 0 && <ShortcutsDialog requests={shortcutRequests} />}
    </>
  );
}
