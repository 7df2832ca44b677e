import { MalformedFile } from '../readable-bytes';

/** Reads the fields of a full box of ISO base media (ISO 14496-12 §4.2), one after the other. */
export class BoxReader {
  readonly version: number;
  readonly flags: number;
  private at = 0;

  constructor(private readonly bytes: Buffer) {
    this.version = this.uint(1);
    this.flags = this.uint(3);
  }

  /** An unsigned number of 0 to 8 bytes; 0 bytes are the number 0. @throws MalformedFile behind the end */
  uint(length: number): number {
    let value = 0;
    for (const byte of this.take(length)) value = value * 256 + byte;
    return value;
  }

  text(length: number): string {
    return this.take(length).toString('latin1');
  }

  /** The full box that starts here. */
  inside(): BoxReader {
    const length = this.uint(4);
    this.text(4);
    return new BoxReader(this.take(length - 8));
  }

  private take(length: number): Buffer {
    const end = this.at + length;
    if (length < 0 || end > this.bytes.length) throw new MalformedFile('a box ends too early');
    const part = this.bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }
}
