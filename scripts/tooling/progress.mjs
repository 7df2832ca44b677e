/** Draws a bar, again and again in the same line of a terminal, which it leaves when the work has `ended`. */
export function progressBar() {
  const width = 40;
  return (status, fraction, ended) => {
    const full = Math.round(width * fraction);
    const bar = '█'.repeat(full) + '░'.repeat(width - full);
    process.stdout.write(`\r${bar} ${Math.round(fraction * 100)} % ${status}   `);
    if (ended) process.stdout.write('\n');
  };
}

/** Prints a line for each state and each quarter of the way. */
export function progressLines() {
  let last = '';
  return (status, fraction) => {
    const line = `${status} ${Math.floor(fraction * 4) * 25} %`;
    if (line !== last) console.log(line);
    last = line;
  };
}
