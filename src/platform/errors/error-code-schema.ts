/** Names of the schemas of all codes, which building the document adds once every module has registered its own. */
export const ERROR_CODES = 'ErrorCodeName';
export const JOB_ERROR_CODES = 'JobErrorCodeName';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a field that holds a code of `GET /api/errors`, or one of `others`. */
export const errorCodeSchema = (...others: readonly string[]) => ({
  anyOf: [
    reference(ERROR_CODES),
    ...(others.length === 0 ? [] : [{ type: 'string', enum: [...others] }]),
  ],
});

/** The schema of a field that holds a code of a job's `error`, a code of `GET /api/errors`, or one of `others`. */
export const anyErrorCodeSchema = (...others: readonly string[]) => ({
  anyOf: [...jobErrorCodeSchema().anyOf, ...errorCodeSchema(...others).anyOf],
});

/** The schema of a field that holds a code of a job's `error`. */
export const jobErrorCodeSchema = () => ({ anyOf: [reference(JOB_ERROR_CODES)] });
