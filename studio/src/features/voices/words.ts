export const voicesWords = {
  find: 'Find a voice',
  chooseVoice: 'Choose a voice',
  nothingFound: 'No voice matches',
  removeVoice: 'Remove the voice',
  unavailable: (provider: string, detail: string) => `${provider}: ${detail}`,
  sample: 'Who lit the lantern? The tide is early tonight.',
  listenVoice: 'Listen to the voice',
  stop: 'Stop',
  voiceIdHelp: 'As its speech provider calls it.',
  voiceProvider: 'Speech provider',
  voiceName: 'Voice name',
} as const;
