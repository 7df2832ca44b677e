import { Menu } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { chooseTheme, useThemeChoice } from '../../ui/theme-choice';
import { shellWords } from '../words';

const THEMES = [
  { choice: 'system', icon: IconDeviceDesktop },
  { choice: 'light', icon: IconSun },
  { choice: 'dark', icon: IconMoon },
] as const;

/** The choice of the theme, within a menu. */
export function ThemeItems() {
  const chosen = useThemeChoice();
  return (
    <>
      <Menu.Label>{shellWords.theme}</Menu.Label>
      {THEMES.map(({ choice, icon: Icon }) => (
        <Menu.Item
          key={choice}
          role="menuitemradio"
          aria-checked={chosen === choice}
          closeMenuOnClick={false}
          leftSection={<Icon size={18} stroke={1.5} />}
          rightSection={chosen === choice && <IconCheck size={16} stroke={2} />}
          onClick={() => chooseTheme(choice)}
        >
          {shellWords.themes[choice]}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}
