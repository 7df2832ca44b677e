import { codedError } from '../../platform/errors/app-error';

const RETRY_SECONDS = 2;

export class ModelHeadersLoading extends codedError({
  code: 'model_headers_loading',
  status: 503,
  meaning:
    'The headers of model files, which name their base models, are still read from the nodes. Send it again after Retry-After seconds.',
}) {
  constructor(missing: number) {
    super(
      `The headers of ${missing} files are still being read. Send the request again in ${RETRY_SECONDS} seconds, or leave out base_model.`,
      { headers: { 'Retry-After': String(RETRY_SECONDS) } },
    );
  }
}
