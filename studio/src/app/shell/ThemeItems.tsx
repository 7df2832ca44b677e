import { Menu } from '@mantine/core';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../ui/theme-choice';
import { shellWords } from '../words';

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** The choice of the theme, within a menu. */
export function ThemeItems() {
  return (
    <>
      <Menu.Label>{shellWords.theme}</Menu.Label>
      <Menu.RadioGroup
        value={useThemeChoice()}
        onChange={(choice) => chooseTheme(choice as ThemeChoice)}
      >
        {THEMES.map((choice) => (
          <Menu.RadioItem key={choice} value={choice}>
            {shellWords.themes[choice]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}
