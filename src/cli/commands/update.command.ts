import { Command, Option } from 'nest-commander';
import { scopeFields, type ScopeOptions } from '../agent-options';
import { UsageFault } from '../failure';
import type { JsonOption } from './key-command';
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

  // Before --no-admin: commander gives one that stands alone the default true.
  @Option({ flags: '--admin', description: 'sees everything and manages keys' })
  parseAdmin(): boolean {
    return true;
  }

  @Option({ flags: '--no-admin', description: 'sees only its own things' })
  parseNoAdmin(): boolean {
    return false;
  }

  @Option({ flags: '--name <name>', description: 'what people read' })
  parseName(name: string): string {
    return name;
  }

  async run(
    [id = '']: string[],
    options: ScopeOptions & JsonOption & { readonly name?: string },
  ): Promise<void> {
    const { name, json } = options;
    const fields = { ...scopeFields(options), ...(name === undefined ? {} : { name }) };
    if (Object.keys(fields).length === 0)
      throw new UsageFault('Say what to change. See: npm run keys -- update --help');
    const record = await this.desk.open((keys) => keys.update(this.caller, id, fields));
    this.show(record, `${record.id} is changed. See: npm run keys -- list`, json);
  }
}
