import { counted, duration, expectedDuration } from '../../ui/format';
import type { Lack, Purpose } from './model';

const LIST = new Intl.ListFormat('en-GB');

export const workflowsWords = {
  title: 'Workflows',
  search: 'Search workflows',
  purposes: {
    'picture-from-words': 'Picture from words',
    'picture-from-picture': 'Picture from picture',
    edit: 'Edit a picture with words',
    upscale: 'Enlarge a picture',
    'clip-from-words': 'Clip from words',
    'clip-from-picture': 'Clip from picture',
    'clip-from-clip': 'Clip from clip',
  } satisfies Record<Purpose, string>,
  use: 'Use',
  useNamed: (name: string) => `Use ${name}`,
  imported: 'Imported',
  needsAudio: 'takes sound',
  typical: (seconds: number) => `${expectedDuration(seconds)} here`,
  notRun: 'not run here yet',
  ready: (node: string) => `Ready on ${node}`,
  lacks: (node: string) => `${node} lacks parts of it`,
  cantRun: 'No node can run it yet.',
  noNode: { image: 'No node makes pictures yet.', video: 'No node makes clips yet.' },
  addNode: 'How to add a node',
  addNodeFor: (name: string) => `How to add a node for ${name}`,
  lacksParts: (node: string, { models, classes, values }: Omit<Lack, 'provider'>) => {
    const parts = [
      models > 0 && counted(models, 'model file'),
      classes > 0 && counted(classes, 'ComfyUI building block'),
      values > 0 && counted(values, 'value'),
    ].filter((part) => part !== false);
    return parts.length === 0 ? '' : `${node} lacks ${LIST.format(parts)}.`;
  },
  showMissing: 'Show what is missing',
  showMissingFor: (name: string) => `Show what is missing for ${name}`,
  away: (node: string) => `${node} is away`,
  empty: {
    title: 'No workflows',
    text: 'A workflow is a ComfyUI graph with named settings. Import one to make pictures with it.',
    textForOthers:
      'A workflow is a ComfyUI graph with named settings. An administrator can import one.',
  },
  none: { title: 'No workflow matches', text: 'Change the words, or look under another name.' },
  problems: {
    title: (n: number) => `${counted(n, 'file')} of the workflows folder can’t be used unchanged`,
    line: (n: number) => `line ${n}`,
    states: {
      broken: 'Broken',
      needs_nodes: 'Needs an extension that no node has',
      unread: 'Read within seconds',
    },
  },
  missing: {
    unknown: 'Not known yet: the node has never been reached.',
    model: 'Model file',
    nodeClass: 'ComfyUI building block',
    value: 'Value',
    download: 'Where to get it',
    nearest: (names: readonly string[]) => `The node has: ${names.join(', ')}`,
  },
  details: {
    title: 'Workflow',
    close: 'Close details',
    about: 'About',
    id: 'Id',
    makes: 'Makes',
    kinds: { image: 'Pictures', video: 'Clips' },
    lastUsed: 'Last used',
    memory: 'Needs',
    vram: (gb: number) => `about ${gb} GB of graphics memory`,
    loras: 'LoRAs',
    takesLoras: 'Takes LoRAs',
    timeOf: (median: number, p90: number) =>
      `${duration(median)}, nine of ten within ${duration(p90)}`,
    models: 'Model files',
    modelOn: (nodes: readonly string[]) => `on ${nodes.join(', ')}`,
    modelMissing: 'on no node',
    nodes: 'Nodes',
    canRun: 'can run it',
    cant: 'can’t run it',
    isAway: 'is away',
    notes: 'Good to know',
    params: 'Settings',
    required: 'required',
    default: (value: string) => `default ${value}`,
    binds: (targets: readonly string[]) => `sets ${targets.join(', ')}`,
    recorded: 'only recorded',
    remove: 'Remove workflow',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: 'Its jobs run on, and what it made stays. The graph is gone for good.',
    keep: 'Keep it',
    removed: (name: string) => `${name} removed`,
  },
  import: {
    open: 'Import a workflow',
    title: 'Import a workflow',
    drop: 'Drop a ComfyUI graph (JSON), or a picture made with ComfyUI',
    kinds: 'A ComfyUI graph (JSON), or a picture made with ComfyUI',
    pick: 'Choose a file',
    dropAnywhere: 'Drop to import a workflow',
    id: 'Id',
    idHelp: 'Its short name, for programs and scripts: lower-case letters, digits, - and _.',
    name: 'Name',
    submit: 'Import workflow',
    another: 'Import another one',
    done: 'Close',
    close: 'Close',
    notJson: (name: string) =>
      `${name} is not JSON. Save the graph in ComfyUI with “Export (API)”.`,
    noGraph: (name: string) =>
      `${name} is neither a graph nor a picture that was made with ComfyUI. Save the graph in ComfyUI with “Export (API)”.`,
    file: (name: string) => `File: ${name}`,
    ready: (name: string) => `${name} is ready to use.`,
    noNode: (name: string) => `${name} is imported, but no node can run it yet.`,
    needsNodes:
      'It is kept, and turns into a workflow by itself once a node has the extensions that it needs.',
    recognised: (n: number) =>
      n === 0
        ? 'No setting was recognised.'
        : `${counted(n, 'setting was', 'settings were')} recognised`,
    confidences: { high: 'sure', medium: 'likely', low: 'a guess' },
    guessHelp: 'Guesses are worth a look: try them once, or correct them with a manifest.',
    warnings: 'What could not be taken over',
    nodes: 'Where it runs',
    runsOn: (node: string) => `${node} can run it`,
    runsNotOn: (node: string) => `${node} lacks parts of it`,
    show: 'Show its details',
  },
} as const;
