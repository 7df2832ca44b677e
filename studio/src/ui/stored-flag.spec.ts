import { storedFlag } from './stored-flag';

const blockedStorage = {
  get: (): never => {
    throw new DOMException('storage is blocked', 'SecurityError');
  },
  configurable: true,
};

describe('a flag that the browser remembers', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  beforeEach(() => Object.defineProperty(globalThis, 'localStorage', blockedStorage));
  afterEach(() => {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  });

  it.each([true, false])('can be changed while storage is blocked, at first %s', (isOnAtFirst) => {
    const flag = storedFlag('a flag', { isOnAtFirst });
    expect(flag.isOn()).toBe(isOnAtFirst);
    flag.set(!isOnAtFirst);
    expect(flag.isOn()).toBe(!isOnAtFirst);
  });
});
