import { Option } from 'nest-commander';
import { KeyCommand } from './key-command';

/** A command that says what a key may do. */
export abstract class ScopeCommand extends KeyCommand {
  @Option({
    flags: '--characters <a,b>',
    description: "characters that the key may use; '' allows every one",
  })
  parseCharacters(text: string): string {
    return text;
  }

  @Option({
    flags: '--workflows <a,b>',
    description: "workflows that the key may use; '' allows every one",
  })
  parseWorkflows(text: string): string {
    return text;
  }

  @Option({
    flags: '--max-concurrent <N>',
    description: 'jobs that may be queued or running at a time; 0: any number',
  })
  parseMaxConcurrent(text: string): string {
    return text;
  }
}
