import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { answerOf, api } from '../../../api/client';
import { fetchJobRequest } from '../../../api/jobs';
import type { Session, WorkflowItem } from '../../../api/types';
import { loadWorkflow } from '../../../api/workflows';
import { omit } from '../../../ui/omit';
import { notifyError } from '../../../ui/notify';
import type { GenerateSearch } from '../search';
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
  const navigate = useNavigate();
  const account = session && (session.agent?.id ?? OPEN);
  useEffect(() => {
    if (account === undefined || !workflows) return;
    const { workflow, job, remix, input, character } = search;
    const last = openDrafts(account);
    const asked = workflows.find(({ id }) => id === workflow);
    const current = workflows.find(({ id }) => id === formStore.get().workflow);
    const first = asked ?? current ?? startWorkflow(workflows, last);
    if (first) showWorkflow(first.id, first.kind);
    const request = job ?? remix;
    const done = () =>
      void navigate({ to: '/generate', search: (all) => withoutRequests(all), replace: true });
    void (async () => {
      if (request !== undefined) {
        const stored = await fetchJobRequest(request);
        await applyRequest(stored, { keepSeed: job !== undefined });
      }
      if (input !== undefined) await takeInput(input, workflows, asked?.id, last);
      if (character !== undefined) join(character);
      if (workflow ?? request ?? input ?? character) done();
    })().catch((error: unknown) => {
      notifyError(error);
      done();
    });
  }, [account, workflows, search, navigate]);
}

function withoutRequests(search: Readonly<Record<string, unknown>>): GenerateSearch {
  return omit(search, 'workflow', 'job', 'remix', 'input', 'character');
}

/** Sets a file as input of the workflow that takes it; its words come along if there are none yet. */
async function takeInput(
  path: string,
  workflows: readonly WorkflowItem[],
  asked: string | undefined,
  last: string | undefined,
): Promise<void> {
  const media = await answerOf(api.GET('/api/media/{path}', { params: { path: { path } } }));
  if (media.type === 'file') return;
  const target = workflowFor(workflows, media.type, [asked, formStore.get().workflow, last]);
  if (!target) return;
  showWorkflow(target.id, target.kind);
  const { params } = await loadWorkflow(target.id);
  const field = targetFor(params, media.type, {});
  if (field !== undefined) setParam(field, path);
  if (formStore.get().prompt === '' && media.prompt) patchForm({ prompt: media.prompt });
}

function join(id: string): void {
  const { cast } = formStore.get();
  if (!cast.some((member) => member.id === id)) patchForm({ cast: [...cast, { id }] });
}
