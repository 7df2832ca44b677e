export const charactersWords = {
  title: 'Characters',
  empty: 'This page is being built.',
} as const;
