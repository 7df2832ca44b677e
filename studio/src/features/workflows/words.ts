export const workflowsWords = {
  title: 'Workflows',
  empty: 'This page is being built.',
} as const;
