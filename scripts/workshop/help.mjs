const USE = {
  start: 'serve, as config.json says (http://127.0.0.1:8190 as it comes)',
  demo: 'make one picture and stay up, on data and settings of its own; --exit ends it',
  keys: 'manage API keys; keys --help tells how',
  workflows: 'look after workflows; workflows --help tells how',
  simulator: 'run a node without models: --port N, --step-ms N',
};

const WORK = {
  dev: 'serve, and start anew on every change',
  build: 'compile',
  check: 'types, lint, fences, unused code, format, OpenAPI',
  test: "check, then every test; the arguments are Jest's",
  'test:node': 'the suite that faces a node; an address names a real one',
  'test:workflows': 'whether the node at an address accepts every shipped workflow',
  'test:postgres': 'the end-to-end suite on PostgreSQL',
  'test:faults': 'the kill tests at full size',
  bench: 'measure',
};

/** What `npx kinora --help` says, of these commands; `npm run <command>` is the same. */
export function help(commands) {
  const lines = (texts) =>
    Object.entries(texts)
      .filter(([name]) => commands.includes(name))
      .map(([name, text]) => `  ${name.padEnd(14)}  ${text}`)
      .join('\n');
  return `Kinora: a media studio on top of the ComfyUI nodes that you run.

usage: npx kinora <command> [arguments]
       npm run <command> -- [arguments]

To use it:
${lines(USE)}

To work on it:
${lines(WORK)}

Every command tells what it does and takes: npx kinora <command> --help
npx looks for kinora in this repository: type it in its folder.

More: README.md, CONTRIBUTING.md`;
}
