import { useProviders } from '../../api/providers';
import { useWorkflows } from '../../api/workflows';

/** The name of a workflow; its id while names load, or once it is gone. */
export const useWorkflowName = (id: string): string =>
  useWorkflows().data?.find((workflow) => workflow.id === id)?.name ?? id;

/** The name of a node, alike. */
export const useProviderName = (id: string): string =>
  useProviders().data?.find((provider) => provider.id === id)?.name ?? id;
