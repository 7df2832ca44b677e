import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed, type ValidationError } from '../../../platform/errors/validation-failed';
import { mediaPath } from '../../media/public/media-path';
import type { MediaReader } from '../../media/public/media-reader';
import { embeddedWorkflow } from '../embedded/embedded-workflow';
import type { JsonRecord } from '../../../platform/json';
import type { ImportWorkflowDto } from './dto/import-workflow.dto';
import type { JsonPath } from '../json/json-path';
import type { ImportFault } from './import-fault';
import { toWrapper } from './prepare-import';

/**
 * The workflow of a request: the graph in its body, or the one inside a media file of the caller's.
 * @throws ValidationFailed, MediaNotFound
 */
export async function readImportRequest(
  media: MediaReader,
  caller: Caller,
  body: ImportWorkflowDto,
): Promise<JsonRecord> {
  if (body.graph === undefined && body.media === undefined)
    throw new ValidationFailed([
      { loc: ['body', 'graph'], msg: 'Send graph, or media.', type: 'missing' },
    ]);
  if (body.graph !== undefined && body.media !== undefined)
    throw new ValidationFailed([item(['media'], 'Send either graph or media.')]);
  if (body.graph !== undefined) return body.graph;
  const reference = body.media ?? '';
  const path = mediaPath(reference) ?? reference;
  const text = await media.withBytes(caller, path, (bytes) => embeddedWorkflow(bytes));
  if (text.format === 'none')
    throw new ValidationFailed([item(['media'], `${sentence(text.reason)} ${HINT}`)]);
  return toWrapper(text);
}

const HINT =
  'Send a file as ComfyUI saved it, with its metadata, or the workflow itself as graph. ' +
  'The graph of a job of this service is GET /api/jobs/{prompt_id}/graph.';

/** With a capital letter, unless the first word is a name such as `image_1`, and a full stop. */
const sentence = (reason: string): string =>
  reason
    .replace(/^[a-z](?=[a-z]*[ :;,])/, (letter) => letter.toUpperCase())
    .replace(/[^.]$/, (last) => `${last}.`);

const item = (path: JsonPath, msg: string): ValidationError => ({
  loc: ['body', ...path],
  msg,
  type: 'value_error',
});

/** The validation errors for an import's faults, with `loc` in the request. */
export function validationFailed(
  body: ImportWorkflowDto,
  faults: readonly ImportFault[],
): ValidationFailed {
  return new ValidationFailed(
    faults.map(({ part, path, reason }) => item(pathInBody(part, path, body), sentence(reason))),
  );
}

function pathInBody(
  part: ImportFault['part'],
  path: JsonPath,
  { name, manifest, media }: ImportWorkflowDto,
): JsonPath {
  if (part === 'manifest' && path[0] === 'name' && name !== undefined) return ['name'];
  if (part === 'manifest' && manifest) return ['manifest', ...path];
  // A path inside a media file would mean nothing to the caller.
  if (media !== undefined) return ['media'];
  return part === 'manifest' ? ['graph', 'manifest', ...path] : ['graph', ...path];
}
