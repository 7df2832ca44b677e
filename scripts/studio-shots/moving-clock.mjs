const RealDate = globalThis.Date;
let offset = 0;

/** Replaces `Date` in this process, so that sample data can be made "three weeks ago". Timers aren't affected. */
export function installMovingClock() {
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(RealDate.now() + offset);
      else super(...args);
    }
    static now() {
      return RealDate.now() + offset;
    }
  };
}

/** From now on the time is `milliseconds` before the real one. */
export function setTimeBefore(milliseconds) {
  offset = -milliseconds;
}
