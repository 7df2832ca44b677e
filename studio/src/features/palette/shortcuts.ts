interface Shortcut {
  /** Each is one key, or keys pressed together. */
  readonly keys: readonly string[];
  readonly text: string;
}

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const key = (text: string, ...keys: string[]): Shortcut => ({ keys, text });

/** What the keyboard does where. */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      key('Search and commands', 'Ctrl K'),
      key('This list', '?'),
      key('Close what lies above', 'Esc'),
    ],
  },
  {
    title: 'Generate',
    shortcuts: [
      key('Generate', 'Ctrl Enter'),
      key('Again, while typing', 'Ctrl Shift Enter'),
      key('From the prompt to the result', 'Esc'),
      key('Back to the prompt', '/'),
      key('Stop the running job', 'Ctrl .'),
      key('Weight the selected words', 'Ctrl ↑', 'Ctrl ↓'),
      key('Lock or unlock the seed', 'L'),
      key('Make more, fewer', '+', '−'),
      key('Again with this seed', 'A'),
      key('Vary', 'V'),
      key('Edit', 'E'),
      key('Upscale', 'U'),
      key('Make a clip', 'M'),
      key('Choose the workflow of an edit, upscale or clip', 'Shift E', 'Shift U', 'Shift M'),
      key('Keep', 'S'),
      key('Compare', 'C'),
      key('Download', 'D'),
      key('Delete', 'Delete'),
      key('Another result', '← ↑ → ↓'),
    ],
  },
  {
    title: 'Gallery',
    shortcuts: [
      key('Move', '← ↑ → ↓'),
      key('Several rows at once', 'Page Up', 'Page Down'),
      key('First, last', 'Home', 'End'),
      key('Open', 'Space'),
      key('Search', '/'),
      key('Select', 'X'),
      key('Select a range', 'Shift ← ↑ → ↓'),
      key('Select all', 'Ctrl A'),
      key('Clear the selection', 'Esc'),
      key('Keep', 'S'),
      key('Rate', '0 to 5'),
      key('Use as input', 'U'),
      key('Make a clip', 'M'),
      key('Tag', 'T'),
      key('Compare', 'C'),
      key('Download', 'D'),
      key('Delete', 'Delete'),
      key('Undo', 'Ctrl Z'),
    ],
  },
  {
    title: 'Jobs',
    shortcuts: [
      key('Previous, next', '↑', '↓'),
      key('Several at once', 'Page Up', 'Page Down'),
      key('First, last', 'Home', 'End'),
      key('Open', 'Enter'),
      key('Close the details', 'Esc'),
    ],
  },
  {
    title: 'Project',
    shortcuts: [key('Move the shot', 'Shift ←', 'Shift →')],
  },
  {
    title: 'Picture viewer',
    shortcuts: [
      key('Previous, next', '←', '→'),
      key('Fit', 'F'),
      key('Actual size', 'Z'),
      key('Larger, smaller', '+', '−'),
      key('Keep', 'S'),
      key('Rate', '0 to 5'),
      key('Compare with the next one', 'C'),
      key('Use as input', 'U'),
      key('Make a clip', 'M'),
      key('Download', 'D'),
      key('Delete', 'Delete'),
      key('Details', 'I'),
    ],
  },
  {
    title: 'Clip',
    shortcuts: [
      key('Play, pause', 'Space'),
      key('One frame back, on', ',', '.'),
      key('Loop', 'L'),
      key('Sound on, off', 'Q'),
    ],
  },
  {
    title: 'Mask painter',
    shortcuts: [
      key('Smaller, larger brush', '[', ']'),
      key('Brush or eraser', 'X'),
      key('Invert', 'I'),
      key('Undo', 'Ctrl Z'),
    ],
  },
  {
    title: 'Comparison',
    shortcuts: [
      key('Keep the first, the second', '1', '2'),
      key('Swap', 'X'),
      key('Compare with the next one', 'N'),
      key('Flicker by hand', 'Space'),
      key('Fit', 'F'),
      key('Actual size', 'Z'),
      key('Larger, smaller', '+', '−'),
    ],
  },
  {
    title: 'Sample pictures of a training',
    shortcuts: [key('Earlier, later step', '←', '→'), key('Prompt above, below', '↑', '↓')],
  },
];

export const shortcutWords = {
  title: 'Keyboard shortcuts',
  singleKeys: 'Keys without Ctrl act on the page',
  singleKeysText: 'Turn them off if speech input or an unsteady hand presses them by mistake.',
} as const;
