export const signInWords = {
  title: 'Sign in',
  again: 'Sign in again',
  text: 'Whoever runs this Kinora gives you a key. It begins with “kin_”.',
  againText: 'Your key is no longer accepted here. What you were doing is still there.',
  key: 'Key',
  show: 'Show the key',
  submit: 'Sign in',
  operator: {
    title: 'You run this Kinora and have no key',
    text: 'Open a terminal in the folder of Kinora, on the computer that runs it. This makes you an administrator and prints your key, once:',
    create: 'npm run keys -- create boss "The boss" --admin',
    createLabel: 'Command that creates a key',
    lost: 'If there is a “boss” already, this replaces the key of that account:',
    replace: 'npm run keys -- rotate boss',
    replaceLabel: 'Command that replaces a key',
    variables: 'Set the KINORA_… variables of the service there too, if it has any.',
  },
} as const;
