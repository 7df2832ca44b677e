import { useAllCharacters } from '../../api/characters';
import { useProviders } from '../../api/providers';
import { useWorkflow, useWorkflows } from '../../api/workflows';

/** Whether names of workflows, nodes or characters are loading. Text beside and below them would move when they arrive. */
export const useAreNamesLoading = (): boolean =>
  [useProviders(), useWorkflows(), useAllCharacters()].some(({ isLoading }) => isLoading);

/** The params of a workflow with their labels; without data once the workflow is gone. */
export function useParamsOf(workflow: string | undefined) {
  const exists = useWorkflows().data?.some(({ id }) => id === workflow) ?? false;
  const { data, isLoading } = useWorkflow(exists ? (workflow ?? '') : '');
  return { data: data?.params, isLoading };
}
