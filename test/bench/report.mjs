import { cpus, loadavg, totalmem } from 'node:os';

/** The machine and versions that were measured, to compare two reports. */
export function machine() {
  const processors = cpus();
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    load: loadavg()[0],
  };
}

/** Was the aim met? `null` where there is none. */
export function met({ figure, ratio, aim }) {
  if (!aim) return null;
  if (aim.atLeast !== undefined) return figure >= aim.atLeast;
  if (aim.ratioAtLeast !== undefined) return ratio >= aim.ratioAtLeast;
  if (aim.ratioAtMost !== undefined) return ratio <= aim.ratioAtMost;
  return figure <= aim.figure;
}

const COLUMNS = ['figure', 'measured', 'reference', 'ratio', 'aim', 'met'];

export function table({ machine, seconds, figures }) {
  const lines = [COLUMNS, ...figures.map(cells)];
  const widths = COLUMNS.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  const text = lines.map((line) => line.map((cell, at) => cell.padEnd(widths[at])).join('  '));
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  const { cpu, cores, memory_gb, node, platform, load } = machine;
  return [
    ...[text[0], rule, ...text.slice(1), ''],
    `${cpu}, ${cores} cores, ${memory_gb} GB, ${platform}, Node ${node}, load ${load.toFixed(1)}; ${seconds} s`,
    '',
  ]
    .map((line) => line.trimEnd())
    .join('\n');
}

function cells(row) {
  const { name, unit, figure, reference, against, ratio } = row;
  const verdict = { true: 'yes', false: 'NO', null: '' }[met(row)];
  return [
    name,
    amount(figure, unit),
    reference === undefined ? '' : `${amount(reference, unit)} ${against}`,
    ratio === undefined ? '' : `${rounded(ratio)} ×`,
    aimText(row),
    verdict,
  ];
}

function aimText({ aim, unit }) {
  if (!aim) return '';
  if (aim.text) return aim.text;
  if (aim.atLeast !== undefined) return `≥ ${amount(aim.atLeast, unit)}`;
  if (aim.ratioAtLeast !== undefined) return `≥ ${aim.ratioAtLeast} ×`;
  if (aim.ratioAtMost !== undefined) return `≤ ${aim.ratioAtMost} ×`;
  return `≤ ${amount(aim.figure, unit)}`;
}

const amount = (value, unit) => `${rounded(value)} ${unit}`.trimEnd();

function rounded(value) {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  if (Math.abs(value) >= 10) return value.toFixed(1);
  return String(Number(value.toFixed(2)));
}
