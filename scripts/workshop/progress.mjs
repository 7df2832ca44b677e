/** One line per step, with its seconds: `built in 6.1 s`. Quiet where nothing is to do. */
export async function timed(label, work) {
  const start = performance.now();
  process.stderr.write(`${label}… `);
  try {
    const result = await work();
    process.stderr.write(`${seconds(start)}\n`);
    return result;
  } catch (error) {
    process.stderr.write('failed\n');
    throw error;
  }
}

/** Seconds since `start` (of performance.now), for people. */
export const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Something that its reader can mend: printed as it is, without a stack. */
export class Advice extends Error {
  constructor(message) {
    super(message);
    this.name = 'Advice';
  }
}
