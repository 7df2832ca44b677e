/**
 * Reads the number of encoded frames from the output of ffmpeg's option `-progress`.
 * @param onFrames called with each number
 * @returns a function to call with each chunk of the output
 */
export function progressReader(onFrames: (frames: number) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const frames = /^frame=\s*(\d+)/.exec(line)?.[1];
      if (frames !== undefined) onFrames(Number(frames));
    }
  };
}
