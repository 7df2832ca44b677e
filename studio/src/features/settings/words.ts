export const settingsWords = {
  title: 'Settings',
  empty: 'This page is being built.',
} as const;
