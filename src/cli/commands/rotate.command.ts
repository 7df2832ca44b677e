import { Command, Option } from 'nest-commander';
import { type IssueOptions, keyFileOption } from '../key-output';
import { KeyCommand } from './key-command';

@Command({
  name: 'rotate',
  arguments: '<id>',
  description: 'replace a lost or leaked key: the old one stops working at once',
})
export class RotateCommand extends KeyCommand {
  protected readonly examples = [
    'npm run keys -- rotate film-crew --key-file ~/film-crew-2.key',
    'npm run keys -- rotate film-crew --json',
  ];

  @Option({
    flags: '--key-file <PATH>',
    description: 'write the key to this file, new or empty, readable by you only',
  })
  parseKeyFile(path: string): string {
    return keyFileOption(path);
  }

  async run([id = '']: string[], options: IssueOptions): Promise<void> {
    await this.change(id, async (keys) => {
      const { enabled } = await this.keys.issue(() => keys.rotate(this.caller, id), options);
      if (!enabled) this.terminal.message(`${id} is still revoked: npm run keys -- enable ${id}`);
    });
  }
}
