import type { GuideFacts } from '../guide-facts';
import { allWorkflows } from '../workflows-section';

/** Every workflow of the caller, as far as they fit into a chapter. */
export const workflowsChapter = (facts: GuideFacts): string => `# Workflows
${allWorkflows(facts)}
\`GET /api/workflows/{workflow}\` has all params of one. Values that you leave out are the good ones, except \`guidance\`.
`;
