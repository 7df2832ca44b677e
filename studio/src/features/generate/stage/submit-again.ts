import { generate } from '../../../api/generation';
import { fetchJobRequest } from '../../../api/jobs';
import { once } from '../../../api/once';
import { queryClient } from '../../../api/query-client';
import { workflowQuery } from '../../../api/workflows';
import { addSubmitted, applyRequest } from '../form/store';
import { paramOfRole, withValue } from '../model';

/**
 * Submits the request of an earlier job again, unchanged or with another seed.
 * @returns false if some of its settings no longer exist: nothing is submitted, and the form shows the remaining ones
 * @throws KinoraError if it is refused
 */
export async function submitAgain(promptId: string, keepSeed: boolean): Promise<boolean> {
  const stored = await fetchJobRequest(promptId);
  if (stored.unavailable.length > 0) {
    await applyRequest(stored, { keepSeed });
    return false;
  }
  const request = keepSeed ? stored : await withoutSeed(stored);
  const { prompt_id: id } = await once(request, (key) => generate(stored.type, request.body, key));
  if (id !== undefined) addSubmitted([id]);
  return true;
}

async function withoutSeed(stored: Parameters<typeof withValue>[0]) {
  const workflow = await queryClient.query({
    ...workflowQuery(String(stored.body.workflow)),
    staleTime: 'static',
  });
  const seed = paramOfRole(workflow, 'seed');
  return seed === undefined ? stored : withValue(stored, seed, null);
}
