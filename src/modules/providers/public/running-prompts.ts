import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayRead } from '../../../platform/access/scope';

/** A job that runs on a node. */
interface RunningPrompt {
  readonly provider: string;
  readonly ownerId: string | null;
}

/** Which jobs run on which node, in memory. Jobs say so; records of nodes show each caller its own. */
@Injectable()
export class RunningPrompts {
  private readonly prompts = new Map<string, RunningPrompt>();

  add(promptId: string, prompt: RunningPrompt): void {
    this.prompts.set(promptId, prompt);
  }

  remove(promptId: string): void {
    this.prompts.delete(promptId);
  }

  /** Prompt ids of the jobs that run on the node and that the caller may see. */
  on(provider: string, caller: Caller): string[] {
    return [...this.prompts]
      .filter(([, prompt]) => prompt.provider === provider && mayRead(caller, prompt.ownerId))
      .map(([promptId]) => promptId);
  }
}
