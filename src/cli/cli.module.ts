import { type DynamicModule, Module } from '@nestjs/common';
import { CreateCommand } from './commands/create.command';
import { DeleteCommand } from './commands/delete.command';
import { EnableCommand } from './commands/enable.command';
import { ListCommand } from './commands/list.command';
import { RevokeCommand } from './commands/revoke.command';
import { RotateCommand } from './commands/rotate.command';
import { UpdateCommand } from './commands/update.command';
import { KeyDesk } from './key-desk';
import { KeyIssue } from './key-issue';
import { KeysHelp } from './keys-help';
import { Terminal } from './terminal';
import { TypedIn } from './typed-in';

/** The commands of the terminal. What they work on is opened when one of them runs. */
@Module({})
export class CliModule {
  static from(terminal: Terminal, typedIn: TypedIn): DynamicModule {
    return {
      module: CliModule,
      providers: [
        { provide: Terminal, useValue: terminal },
        { provide: TypedIn, useValue: typedIn },
        KeyDesk,
        KeyIssue,
        KeysHelp,
        // In the order of the help.
        ListCommand,
        CreateCommand,
        UpdateCommand,
        RotateCommand,
        RevokeCommand,
        EnableCommand,
        DeleteCommand,
      ],
    };
  }
}
