export const generateWords = {
  title: 'Generate',
  empty: 'This page is being built.',
} as const;
