export const nodesWords = {
  title: 'Nodes',
  empty: 'This page is being built.',
} as const;
