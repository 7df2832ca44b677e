/** Keys that move or zoom: held down, they go on. */
const GOES_ON = /^(?:Arrow\w+|Page\w+|Home|End|[-+=,.])$/;

/** Whether a key is held down that acts once per press. */
export const isHeld = ({ key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>): boolean =>
  repeat && !GOES_ON.test(key);
