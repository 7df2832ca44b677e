import type { GenerateRequest } from '../../model';

/** A command that sends the request from a terminal. The key stays a variable: it is never shown. */
export function curlOf({ type, body }: GenerateRequest, origin: string, needsKey: boolean): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${origin}/api/${type}/generate`,
    ...(needsKey ? ['-H "Authorization: Bearer $KINORA_KEY"'] : []),
    "-H 'Content-Type: application/json'",
    `-d '${json}'`,
  ].join(' \\\n  ');
}
