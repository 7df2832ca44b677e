import { Command, Option } from 'nest-commander';
import { scopeFields, type ScopeOptions } from '../agent-options';
import { type IssueOptions, keyFileOption } from '../key-output';
import { ScopeCommand } from './scope-command';

@Command({
  name: 'create',
  arguments: '<id> <name>',
  argsDescription: {
    id: 'id of the account: lower case letters, digits, _ and -',
    name: 'display name; quote it when it has spaces',
  },
  description: 'make an account and its key, which is printed once',
})
export class CreateCommand extends ScopeCommand {
  protected readonly examples = [
    'npm run keys -- create boss "The boss" --admin --key-file ~/boss.key',
    'npm run keys -- create film-crew "Film crew" --workflows sdxl-t2i,sdxl-i2i --max-concurrent 2',
    'key=$(npm run --silent keys -- create bot Bot)',
  ];

  @Option({ flags: '--admin', description: 'sees everything and manages keys' })
  parseAdmin(): boolean {
    return true;
  }

  @Option({
    flags: '--key-file <PATH>',
    description: 'write the key to this file, new or empty, readable by you only',
  })
  parseKeyFile(path: string): string {
    return keyFileOption(path);
  }

  async run([id = '', name = '']: string[], options: ScopeOptions & IssueOptions): Promise<void> {
    const fields = { id, name, ...scopeFields(options) };
    await this.context.open(async (keys) => {
      const made = await this.keys.issue(() => keys.create(this.caller, fields), options);
      await this.reportRights(made, options);
      if (made.owner_name !== id && !options.json)
        this.terminal.message(
          `There was a ${id} before. What this one makes is shown as that of ${made.owner_name}.`,
        );
    });
  }
}
