import { isHeld } from './held-keys';

describe('keys that are held down', () => {
  it.each(['Delete', 'Backspace', 'Enter', ' ', 'a', 'S', '5', '?'])('%j acts once', (key) => {
    expect(isHeld({ key, repeat: true })).toBe(true);
    expect(isHeld({ key, repeat: false })).toBe(false);
  });

  it.each(['ArrowLeft', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', '+', '=', '-', ',', '.'])(
    '%s goes on',
    (key) => {
      expect(isHeld({ key, repeat: true })).toBe(false);
    },
  );
});
