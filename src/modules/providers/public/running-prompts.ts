import { Injectable } from '@nestjs/common';
import { type Observable, Subject } from 'rxjs';
import type { Caller } from '../../../platform/access/caller';
import { mayRead } from '../../../platform/access/scope';

/** A job that runs on a node. */
interface RunningPrompt {
  readonly provider: string;
  readonly ownerId: string | null;
}

/** Which jobs run on which node, in memory. The jobs module keeps it; provider records show each caller its own jobs. */
@Injectable()
export class RunningPrompts {
  private readonly prompts = new Map<string, RunningPrompt>();
  private readonly changed = new Subject<string>();
  /** Ids of nodes on which a job begins or ends to run. */
  readonly changes: Observable<string> = this.changed;

  add(promptId: string, prompt: RunningPrompt): void {
    if (this.prompts.get(promptId)?.provider === prompt.provider) return;
    this.remove(promptId);
    this.prompts.set(promptId, prompt);
    this.changed.next(prompt.provider);
  }

  remove(promptId: string): void {
    const prompt = this.prompts.get(promptId);
    if (!prompt) return;
    this.prompts.delete(promptId);
    this.changed.next(prompt.provider);
  }

  /** Prompt ids of the jobs that run on the node and that the caller may see. */
  on(provider: string, caller: Caller): string[] {
    return [...this.prompts]
      .filter(([, prompt]) => prompt.provider === provider && mayRead(caller, prompt.ownerId))
      .map(([promptId]) => promptId);
  }
}
