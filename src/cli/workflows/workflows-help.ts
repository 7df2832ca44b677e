import { Injectable } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { type Program, ProgramHelp } from '../program-help';
import { Invocation } from '../invocation';

const ABOUT =
  'Imports and removes workflows of this Kinora, whether it runs or not. ' +
  'Reads config.json, .env and the environment as the server does.';

const details = (program: string): string => `
The first steps, once Kinora has started for the first time:
  ${program} import portrait.json
  ${program} list
  ${program} remove portrait

Takes a graph in API format, a file as ComfyUI's editor saves it, either of them wrapped, or a file like
the shipped ones; and pictures, videos and sounds that carry one (PNG, WebP, JPEG, MP4, MOV, M4A,
WebM, MKV, FLAC, Opus, Ogg, MP3).
Writes to the folder workflows of the data folder (data_dir of config.json, KINORA_DATA_DIR):
one file each, <id>.json.

Status: ready        requests can name it
        unchecked    no server that knows its nodes has judged it yet: it makes it ready, or finds it broken
        needs_nodes  it is converted once a node offers its classes
        broken       it can't be used; the lines below the list say why

More: docs/workflows.md

Exit codes: 0 done · 1 failed, nothing changed · 2 wrong usage · 3 no such workflow
            4 the id is taken · 6 done, but the answer could not be written · 7 the database can't be used`;

/** The help of the workflow commands. */
@Injectable()
export class WorkflowsHelp extends ProgramHelp {
  constructor(@InjectCommander() program: Program, { program: name }: Invocation) {
    super(program, { name, about: ABOUT, details: details(name) });
  }
}
