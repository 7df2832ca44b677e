export const jobsWords = {
  title: 'Jobs',
  empty: 'This page is being built.',
} as const;
