import { Button, SegmentedControl, Switch } from '@mantine/core';
import { singleKeys } from '../../ui/single-keys';
import { useStoredFlag } from '../../ui/stored-flag';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../ui/theme-choice';
import { openShortcuts } from '../palette/public';
import { settingsWords as words } from './words';

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** Theme and keyboard. */
export function Appearance() {
  const theme = useThemeChoice();
  const hasSingleKeys = useStoredFlag(singleKeys);
  return (
    <>
      <SegmentedControl
        aria-label={words.theme}
        value={theme}
        onChange={(value) => chooseTheme(value)}
        data={THEMES.map((value) => ({ value, label: words.themes[value] }))}
      />
      <Switch
        checked={hasSingleKeys}
        onChange={({ currentTarget }) => singleKeys.set(currentTarget.checked)}
        label={words.singleKeys}
        description={words.singleKeysText}
      />
      <Button onClick={openShortcuts}>{words.showShortcuts}</Button>
    </>
  );
}
