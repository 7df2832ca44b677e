import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Command, Option } from 'nest-commander';
import type { JsonOption } from '../terminal-command';
import { checkedValue } from '../agent-options';
import { verdictLines } from './verdict-lines';
import { withWorkflows } from '../with-workflows';
import { rethrowWithCommands, WorkflowCommand } from './workflow-command';
import { UsageError } from '../command-failure';

interface ImportOptions extends JsonOption {
  readonly id?: string;
  readonly name?: string;
  readonly manifest?: string;
}

const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** As large as an upload may be. */
const MAX_BYTES = 512 * 1024 * 1024;

@Command({
  name: 'import',
  arguments: '<file>',
  argsDescription: {
    file: 'a graph in API format, a file of the editor, or a picture, video or sound that carries one',
  },
  description: 'import a workflow; a running server picks it up within a second',
})
export class ImportCommand extends WorkflowCommand {
  protected readonly examples = this.lines(
    'import portrait.json',
    'import ComfyUI_00042_.png --id sunset --name "Sunset"',
    'import portrait.json --manifest portrait.manifest.json',
  );

  @Option({
    flags: '--id <ID>',
    description: 'id for requests; by default made from the file name',
  })
  parseId(id: string): string {
    return id;
  }

  @Option({ flags: '--name <NAME>', description: 'display name' })
  parseName(name: string): string {
    return checkedValue('--name', name);
  }

  @Option({
    flags: '--manifest <FILE>',
    description: 'file with fields that override the derived ones',
  })
  parseManifest(file: string): string {
    return file;
  }

  async run([file = '']: string[], options: ImportOptions): Promise<void> {
    const { name, manifest, json } = options;
    const id = options.id ?? idFrom(file);
    if (!ID.test(id))
      throw new UsageError('--id: Send lower-case letters, digits, - and _, at most 64.');
    const input = {
      id,
      content: this.contentOf(file),
      ...(name === undefined ? {} : { name }),
      ...(manifest === undefined
        ? {}
        : { manifest: { file: basename(manifest), text: this.contentOf(manifest).toString() } }),
    };
    const verdict = await withWorkflows((workflows) => workflows.import(this.caller, input)).catch(
      rethrowWithCommands('id_taken', () => this.idTakenMessage(id)),
    );
    if (json) this.terminal.answerChange({ ok: true, id, ...verdict });
    else this.terminal.message(verdictLines(id, verdict, this.program).join('\n'));
  }

  private idTakenMessage(id: string): string {
    const remove = `${this.program} remove ${id}`;
    return `The id ${id} is taken. Choose another one with --id, or remove it first: ${remove}`;
  }

  private contentOf(file: string): Buffer {
    const path = this.invocation.absolute(file);
    try {
      const state = statSync(path, { throwIfNoEntry: false });
      if (!state) throw new UsageError(`There is no file ${file}.`);
      if (!state.isFile() || state.size > MAX_BYTES)
        throw new UsageError(`${file} is not a file, or too large to be one.`);
      return readFileSync(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw code === undefined ? error : new UsageError(`${file} can't be read (${code}).`);
    }
  }
}

/** `My Portrait (2).json` becomes `my-portrait-2`. */
function idFrom(file: string): string {
  return basename(file)
    .replace(/\.[A-Za-z0-9]+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|-$/g, '')
    .slice(0, 64);
}
