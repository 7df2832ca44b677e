import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Ids } from '../clock/clock';

const CIPHER = 'aes-128-ecb';
const KEY_BYTES = 16;
/** One block: the number, and chance to fill it up. */
const NUMBER_BYTES = 8;

/**
 * Writes a place in the feed as `<boot>-<seq>` such that the word tells its reader nothing: all callers share one count,
 * and who could read it would know how much others do. A place is encrypted, together with chance, by a key of this run:
 * no two ids of it are equal, so that not even "nothing has happened" shows.
 */
export class EventIds {
  private readonly boot: string;
  private readonly form: RegExp;
  private readonly cipher;
  private readonly decipher;

  constructor(private readonly ids: Ids) {
    this.boot = ids.integer(2 ** 40).toString(36);
    this.form = new RegExp(`^${this.boot}-([0-9a-f]{32})$`);
    const key = this.chance(KEY_BYTES);
    // Single blocks without padding: each call answers its own block, and one object serves them all.
    this.cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
    this.decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
  }

  /** A new id for a place. */
  idOf(place: number): string {
    const block = Buffer.alloc(NUMBER_BYTES);
    block.writeBigUInt64BE(BigInt(place));
    const whole = Buffer.concat([block, this.chance(NUMBER_BYTES)]);
    return `${this.boot}-${this.cipher.update(whole).toString('hex')}`;
  }

  /** The place behind an id; `null` where it is of another run or none. What was made up is some number of 64 bits. */
  placeOf(id: string): number | null {
    const word = this.form.exec(id)?.[1];
    if (word === undefined) return null;
    return Number(this.decipher.update(Buffer.from(word, 'hex')).readBigUInt64BE());
  }

  private chance(bytes: number): Buffer {
    return Buffer.from(this.ids.token(bytes), 'base64url');
  }
}
