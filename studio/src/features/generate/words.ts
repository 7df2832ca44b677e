export const generateWords = {
  title: 'Generate',
  form: 'Settings',
  result: 'Result',
  recent: 'Recent results',
} as const;
