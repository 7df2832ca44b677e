/** Reproducible random numbers: a random test prints its seed, and KINORA_TEST_SEED sets it. */
export class SeededRandom {
  private state: number;

  private constructor(readonly seed: number) {
    this.state = seed >>> 0;
  }

  /** A new generator; `what` names the test in the printed line. */
  static for(what: string): SeededRandom {
    const wanted = Number(process.env['KINORA_TEST_SEED'] ?? '');
    const seed = wanted > 0 ? wanted : Math.floor(Math.random() * 2 ** 31) + 1;
    process.stdout.write(`${what}: KINORA_TEST_SEED=${String(seed)}\n`);
    return new SeededRandom(seed);
  }

  /** A whole number in [0, below). The generator is mulberry32. */
  below(below: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  flag(): boolean {
    return this.below(2) === 1;
  }
}
