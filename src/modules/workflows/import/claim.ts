import { type Caller, TERMINAL, UNRESTRICTED } from '../../../platform/access/caller';

/**
 * A deed on a workflow's file that is under way. It is a hidden file beside the workflows, whose name holds all that the
 * trail needs: a start finishes what a killed process left.
 */
export interface Claim {
  /** Id of the trail's row, so that it is written once whoever finishes the deed. */
  readonly deed: string;
  readonly action: 'import' | 'remove';
  /** Id of the workflow. */
  readonly workflow: string;
  /** Internal id of the account; `terminal` or `open` where there is none. */
  readonly doer: string;
}

/** Who does it, as a name holds it. */
export function doerOf(caller: Caller): string {
  return caller === TERMINAL ? 'terminal' : (caller.ownerId ?? 'open');
}

/** As much of a caller as the trail tells. */
export function callerOf({ doer }: Claim): Caller {
  if (doer === 'terminal') return TERMINAL;
  return doer === 'open' ? UNRESTRICTED : { ...UNRESTRICTED, ownerId: doer };
}

/** The file's name. */
export function nameOf({ deed, action, workflow, doer }: Claim): string {
  return `.${workflow}.${doer}.${deed}.${action}`;
}

const NAME =
  /^\.(?<workflow>[a-z0-9][a-z0-9_-]{0,63})\.(?<doer>[\w-]+)\.(?<deed>[\w-]+)\.(?<action>import|remove)$/;

/** The claim behind a file's name; `null`: it is none. */
export function claimIn(name: string): Claim | null {
  const { workflow, doer, deed, action } = NAME.exec(name)?.groups ?? {};
  if (workflow === undefined || doer === undefined || deed === undefined) return null;
  return { deed, action: action === 'import' ? action : 'remove', workflow, doer };
}
