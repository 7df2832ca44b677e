export const playerWords = {
  play: 'Play',
  pause: 'Pause',
  previousFrame: 'Previous frame',
  nextFrame: 'Next frame',
  position: 'Position',
  loop: 'Loop',
  dontLoop: 'Stop looping',
  mute: 'Mute',
  unmute: 'Turn the sound on',
  time: (now: string, end: string) => `${now} of ${end}`,
} as const;
