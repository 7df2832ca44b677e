import type { Caller } from '../../../platform/access/caller';
import type { GuideFacts } from '../guide-facts';
import { adminChapter } from './admin-chapter';
import { errorsChapter } from './errors-chapter';
import { eventsChapter } from './events-chapter';
import { filmChapter } from './film-chapter';
import { libraryChapter } from './library-chapter';
import { trainingChapter } from './training-chapter';
import { workflowsChapter } from './workflows-chapter';

/** A part of the guide that agents read when they need it, at `GET /api/guide/<name>`. */
interface Chapter {
  readonly about: string;
  readonly forAdmins?: boolean;
  readonly render: (facts: GuideFacts) => string;
}

export const CHAPTERS: Readonly<Record<string, Chapter>> = {
  workflows: {
    about: 'all workflows that you may use: what they take, good values, what others lack',
    render: workflowsChapter,
  },
  film: {
    about: 'films from stories: scenes, shots, cast, takes, speech, captions, render',
    render: filmChapter,
  },
  training: {
    about: 'a LoRA of your own: pictures, training run, checkpoints, character',
    render: trainingChapter,
  },
  library: {
    about: 'many files: tags, collections, presets, contact sheets, trash, undo',
    render: libraryChapter,
  },
  events: {
    about: 'changes as they happen: by asking, as a stream, by webhook',
    render: eventsChapter,
  },
  errors: { about: 'refusals explained, with every error code', render: errorsChapter },
  admin: {
    about: 'for admins: keys and their rights, workflows of your own',
    forAdmins: true,
    render: adminChapter,
  },
};

export const mayReadChapter = (caller: Caller, { forAdmins = false }: Chapter): boolean =>
  caller.isAdmin || !forAdmins;

/** The chapters for this caller, by name. */
export const chaptersFor = (caller: Caller): readonly (readonly [name: string, Chapter])[] =>
  Object.entries(CHAPTERS).filter(([, chapter]) => mayReadChapter(caller, chapter));
