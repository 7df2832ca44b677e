import { useSyncExternalStore } from 'react';
import { createEmitter } from './external-store';

/** What the user chose; `system` follows the operating system. theme.js reads the same key before the first paint. */
export type ThemeChoice = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

const KEY = 'kinora.theme';
const { emit, subscribe } = createEmitter();
const system = matchMedia('(prefers-color-scheme: dark)');

export function themeChoice(): ThemeChoice {
  const stored = readChoice();
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is blocked: the system decides
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Storage is blocked: the choice can't be kept.
  }
  notify();
}

function currentTheme(): Theme {
  const choice = themeChoice();
  if (choice !== 'system') return choice;
  return system.matches ? 'dark' : 'light';
}

function notify(): void {
  document.documentElement.dataset.theme = currentTheme();
  emit();
}

system.addEventListener('change', notify);
addEventListener('storage', ({ key }) => key === KEY && notify());

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice);
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
