import type { RunSummary } from '../../api/training-runs';
import { count, counted, expectedDuration } from '../../ui/format';
import type { ListName } from './model';

export const pictures = (n: number) => counted(n, 'picture');

/** What the pages of training share, and the lists. */
export const trainingWords = {
  title: 'Training',
  list: 'What is listed',
  lists: { runs: 'Runs', datasets: 'Datasets', loras: 'LoRAs' } satisfies Record<ListName, string>,
  all: 'Show Training',
  newRun: 'Train a LoRA',
  runs: {
    empty: {
      title: 'Nothing trained yet',
      text: 'A LoRA teaches a base model one face, place or style from a handful of pictures. It begins with a dataset.',
    },
    startable: {
      title: 'Nothing trained yet',
      text: 'Your pictures are there. Choose a base model and train a LoRA on them.',
    },
    states: {
      starting: 'Starting',
      queued: 'Waiting for the GPU',
      running: 'Training',
      stopping: 'Stopping',
      stopped: 'Stopped',
      completed: 'Trained',
      failed: 'Failed',
    } satisfies Record<RunSummary['status'], string>,
    phases: {
      downloading: 'Downloading the base model',
      caching: 'Preparing the pictures',
      quantizing: 'Preparing the model',
      training: 'Training',
      sampling: 'Making sample pictures',
      saving: 'Saving a checkpoint',
    } satisfies Record<NonNullable<RunSummary['phase']>, string>,
    stalled: 'No progress',
    progress: (name: string) => `Progress of ${name}`,
    percent: (fraction: number) => `${Math.floor(fraction * 100)} %`,
    steps: (step: number, steps: number) => `${count(step)} of ${count(steps)} steps`,
    left: (seconds: number) => `${expectedDuration(seconds)} left`,
    loss: (value: number) => `loss ${value.toPrecision(3)}`,
    on: (dataset: string) => `on ${dataset}`,
  },
  datasets: {
    empty: {
      title: 'No datasets yet',
      text: 'A dataset holds the pictures of one subject, each with a caption. Ten to thirty varied ones are a good start.',
    },
    create: 'New dataset',
    pictures,
    noPicture: 'No pictures yet',
    frozen: (run: string) => `In use by ${run || 'a run of an administrator'}`,
  },
  newDataset: {
    title: 'New dataset',
    close: 'Close',
    name: 'Name',
    id: 'Id',
    idHelp: 'Name of its folder: letters, digits, . _ and -. It can’t be changed later.',
    description: 'Notes',
    submit: (name: string) => (name === '' ? 'Create dataset' : `Create ${name}`),
  },
  newCaption: {
    label: 'Caption of each',
    help: '{description} stands for the description of the picture, [trigger] for the trigger word of the run.',
  },
  loras: {
    empty: {
      title: 'No LoRAs published yet',
      text: 'Publish a checkpoint of a run, or give it to a character. Then pictures can be made with it.',
    },
    for: (model: string) => `for ${model}`,
    from: 'From',
    step: (step: number) => `step ${count(step)}`,
    published: 'Published',
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText:
      'The file is deleted from the folder of the nodes. Waiting jobs that use it fail. Its checkpoint stays.',
    inUse: 'Characters have it, or its run has not ended. Remove it anyway?',
    removeAnyway: 'Remove anyway',
    keep: 'Keep it',
    removed: (name: string) => `${name} removed`,
  },
  setUp: {
    title: 'No training toolkit is connected',
    text: 'LoRAs are trained by ostris/ai-toolkit, on a machine with a GPU.',
    ask: 'Ask whoever runs this service to connect one. Then datasets and runs appear here.',
    config: 'Connect it in config.json:',
    snippet: 'Lines for config.json',
    try: 'To try it without a GPU, start the simulated toolkit. It prints the lines to use instead:',
    command: 'Command that starts a simulated toolkit',
    read: 'The file is read again by itself, without a restart.',
    check: 'Check again',
    away: 'The training toolkit has a problem',
  },
} as const;

/** What to put into config.json. */
export const SNIPPET = `"training": {
  "base_url": "http://127.0.0.1:8675",
  "root": "/srv/ai-toolkit",
  "lora_dir": "/srv/comfyui/models/loras"
}`;
export const SIMULATOR_COMMAND = 'npm run simulator:training';
