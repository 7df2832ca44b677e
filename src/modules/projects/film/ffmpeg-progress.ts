/**
 * Reads the frames that ffmpeg has made from what `-progress` writes.
 * @param onFrames called with each number
 * @returns takes the output as it comes
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
