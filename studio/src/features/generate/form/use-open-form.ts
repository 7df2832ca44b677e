import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { fetchCharacter } from '../../../api/characters';
import { api } from '../../../api/client';
import { fetchJobRequest } from '../../../api/jobs';
import type { Session, WorkflowItem } from '../../../api/types';
import { loadWorkflow } from '../../../api/workflows';
import { omit } from '../../../ui/omit';
import { notifyError } from '../../../ui/notify';
import type { GenerateSearch } from '../search';
import { inputOf, preferredFollowUp } from '../stage/follow-up';
import { formWords } from '../words';
import { formStore, openDrafts, patchForm, setParam, showWorkflow } from './form-state';
import { startWorkflow, workflowFor } from './head/model';
import { targetFor } from './media/model';
import { applyRequest } from './store';

/** The account of drafts where no key is needed. */
const OPEN = 'open';

/** Opens the draft that fits, then does what the address asks for. */
export function useOpenForm(
  session: Session | undefined,
  workflows: readonly WorkflowItem[] | undefined,
): void {
  const search: GenerateSearch = useSearch({ from: '/generate' });
  const router = useRouter();
  const account = session && (session.agent?.id ?? OPEN);
  useEffect(() => {
    if (account === undefined || !workflows) return;
    const last = openDrafts(account);
    const asked = workflows.find(({ id }) => id === search.workflow);
    const current = workflows.find(({ id }) => id === formStore.get().workflow);
    const first = asked ?? current ?? startWorkflow(workflows, last);
    if (first) showWorkflow(first.id, first.kind);
    if (!asksForSomething(search)) return;
    // Another link that is opened meanwhile takes the place of this one.
    const replaced = new AbortController();
    const { signal } = replaced;
    void takeOver(search, { workflows, last, signal })
      .catch((error: unknown) => {
        if (!signal.aborted) notifyError(error);
      })
      .finally(() => {
        // The user may be navigating to another page, which must not be replaced.
        if (!signal.aborted && router.latestLocation.pathname === '/generate')
          void router.navigate({
            to: '/generate',
            search: (all) => withoutRequests(all),
            replace: true,
          });
      });
    return () => replaced.abort();
  }, [account, workflows, search, router]);
}

const asksForSomething = (search: GenerateSearch): boolean =>
  Object.values(search).some((value) => value !== undefined);

function withoutRequests(search: Readonly<Record<string, unknown>>): GenerateSearch {
  return omit(search, 'workflow', 'job', 'remix', 'input', 'clip', 'character');
}

interface OpenContext {
  readonly workflows: readonly WorkflowItem[];
  /** The workflow used last. */
  readonly last: string | undefined;
  /** Aborted once the address asks for something else. */
  readonly signal: AbortSignal;
}

/** Fills the form with what the address names. */
async function takeOver(search: GenerateSearch, context: OpenContext): Promise<void> {
  const { workflow, job, remix, input, clip, character } = search;
  const { workflows, signal } = context;
  const isGone = workflow !== undefined && !workflows.some(({ id }) => id === workflow);
  if (isGone) throw new Error(formWords.workflowGone(workflow));
  const request = job ?? remix;
  if (request !== undefined) {
    const stored = await fetchJobRequest(request, signal);
    await applyRequest(stored, { keepSeed: job !== undefined, signal });
  }
  if (input !== undefined) await takeInput(input, workflow, context);
  if (clip !== undefined) await takeFirstFrame(clip, context);
  if (character !== undefined) await join(character, signal);
}

/** Sets a file as input of the workflow that takes it; its words come along if there are none yet. */
async function takeInput(
  path: string,
  asked: string | undefined,
  { workflows, last, signal }: OpenContext,
): Promise<void> {
  const media = await api.get('/api/media/{path}', { params: { path: { path } }, signal });
  const target =
    media.type === 'file'
      ? undefined
      : workflowFor(workflows, media.type, [asked, formStore.get().workflow, last]);
  if (media.type === 'file' || !target) throw new Error(formWords.noInput);
  const { params } = await loadWorkflow(target.id);
  signal.throwIfAborted();
  showWorkflow(target.id, target.kind);
  const field = targetFor(params, media.type, {});
  if (field !== undefined) setParam(field, path);
  if (formStore.get().prompt === '' && media.prompt) patchForm({ prompt: media.prompt });
}

/** Opens the workflow for clips that was used last, with the media asset as what its clip starts with. */
async function takeFirstFrame(path: string, context: OpenContext): Promise<void> {
  const media = await api.get('/api/media/{path}', {
    params: { path: { path } },
    signal: context.signal,
  });
  const workflow = await preferredFollowUp(media, 'clip');
  await takeInput(await inputOf(media, 'clip', workflow), workflow.id, context);
}

/** @throws KinoraError if there is no such character, or the caller may not use it */
async function join(id: string, signal: AbortSignal): Promise<void> {
  await fetchCharacter(id);
  signal.throwIfAborted();
  const { cast } = formStore.get();
  if (!cast.some((member) => member.id === id)) patchForm({ cast: [...cast, { id }] });
}
