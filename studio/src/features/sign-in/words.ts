export const signInWords = {
  title: 'Sign in',
  again: 'Sign in again',
  text: 'Whoever runs this Kinora gives you a key. It begins with “kin_”.',
  againText: 'Your key is no longer accepted here. What you were doing is still there.',
  key: 'Key',
  show: 'Show the key',
  submit: 'Sign in',
} as const;
