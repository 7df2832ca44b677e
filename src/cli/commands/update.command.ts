import { Command, Option } from 'nest-commander';
import { scopeFields, type ScopeOptions, checkedValue } from '../agent-options';
import { UsageError } from '../command-failure';
import { escapeForTerminal } from '../terminal-escape';
import type { Program } from '../program-help';
import type { JsonOption } from '../terminal-command';
import { ScopeCommand } from './scope-command';

@Command({
  name: 'update',
  arguments: '<id>',
  description: 'change what a key may do; holds from the next request on',
})
export class UpdateCommand extends ScopeCommand {
  protected readonly examples = [
    'npm run keys -- update film-crew --workflows sdxl-t2i --max-concurrent 4',
    "npm run keys -- update film-crew --workflows '' --max-concurrent 0",
    'npm run keys -- update boss --no-admin',
  ];

  // Must come before --no-admin, which alone would default to true in commander.
  @Option({ flags: '--admin', description: 'sees everything and manages keys' })
  parseAdmin(): boolean {
    return true;
  }

  @Option({ flags: '--no-admin', description: 'sees only its own things' })
  parseNoAdmin(): boolean {
    return false;
  }

  /** Refuses both options together, where commander would use the last one. */
  override setCommand(command: Program): this {
    const used = new Set<string>();
    for (const option of ['admin', 'no-admin'])
      command.on(`option:${option}`, () => {
        if (used.add(option).size === 2)
          throw new UsageError('--admin, --no-admin: Choose one of the two.');
      });
    return super.setCommand(command);
  }

  @Option({ flags: '--name <name>', description: 'display name' })
  parseName(name: string): string {
    return checkedValue('--name', name);
  }

  async run(
    [id = '']: string[],
    options: ScopeOptions & JsonOption & { readonly name?: string },
  ): Promise<void> {
    const { name, json } = options;
    const fields = { ...scopeFields(options), ...(name === undefined ? {} : { name }) };
    if (Object.keys(fields).length === 0)
      throw new UsageError('Say what to change. See: npm run keys -- update --help');
    await this.change(id, async (keys) => {
      const record = await keys.update(this.caller, id, fields);
      this.show(record, `${id} (${escapeForTerminal(record.name)}) is changed.`, json);
      await this.reportRights(record, options);
    });
  }
}
