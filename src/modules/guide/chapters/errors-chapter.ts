import { errorCatalogue, jobErrorCatalogue } from '../../../platform/errors/app-error';
import { blocks } from '../requests';

/** How refusals read, and every code with the first sentence of its meaning. */
export const errorsChapter = (): string => `# When a call fails

## Read a refusal

Two that fail on purpose:
${blocks(['GET /api/jobs/unknown\n→ 404', 'POST /api/plan\n\n{"type": "image", "workflow": "unknown"}\n→ 422'])}
- \`detail\` says what is wrong and what to do, \`hint\` is often the very next call, \`nearest\` lists names like the one you sent.
- A 422 has a list instead: each item of \`detail\` has \`loc\` (where), \`msg\` (what to send instead) and \`type\`. All wrong or
  unknown fields are in it: correct all of them, then send it once more. Values that the workflow doesn't take come in a second list.
- 404 also means: it isn't yours. 403: your key may not do it; another key may.
- \`Retry-After\` says in how many seconds to repeat the request, with the same \`Idempotency-Key\`. Without it, repeating changes nothing.
- 500: \`request_id\` is what the operator needs.

## Codes of refused requests
${codesByStatus()}
## Codes of jobs that ended without success

${jobErrorCatalogue().map(lineOf).join('\n')}

\`GET /api/errors\` has the whole meaning of each code.
`;

function codesByStatus(): string {
  const statuses = [...new Set(errorCatalogue().map(({ status }) => status))].sort((a, b) => a - b);
  return statuses
    .map((status) => {
      const specs = errorCatalogue().filter((spec) => spec.status === status);
      return `\n${status}:\n\n${specs.map(lineOf).join('\n')}\n`;
    })
    .join('');
}

const lineOf = ({ code, meaning }: { readonly code: string; readonly meaning: string }): string =>
  `- \`${code}\`: ${/^(?:`[^`]*`|[^`])*?[.:](?=\s|$)/.exec(meaning)?.[0].replace(/:$/, '.') ?? meaning}`;
