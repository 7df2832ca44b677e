import { jobErrorSpecs } from '../../../platform/errors/app-error';

/** Codes of `error` in a job's record. */
export const JOB_ERRORS = jobErrorSpecs({
  cancelled: {
    status: 'cancelled',
    meaning: 'A caller cancelled it. Rerun it if you still want it.',
  },
  interrupted_on_node: {
    status: 'cancelled',
    meaning: 'Somebody interrupted it on the node itself. Run it again.',
  },
  node_refused: {
    status: 'failed',
    meaning:
      'The node refused the graph; node_errors says why, per node of the graph. Correct that and submit again.',
  },
  node_error: {
    status: 'failed',
    meaning:
      'A node of the graph failed; node_id and node_class name it. Rerun it once; then take another workflow.',
  },
  out_of_memory: {
    status: 'failed',
    meaning: 'The node ran out of memory. Request less, or another node.',
  },
  node_lost: {
    status: 'failed',
    meaning:
      "A node that answers forgot the job jobs.max_attempts times. Look at that node's log. Rerun it with provider auto.",
  },
  input_missing: {
    status: 'failed',
    meaning:
      'An input file was deleted before the job was submitted to its node. Upload it again and submit with its new path.',
  },
  input_refused: {
    status: 'failed',
    meaning: 'The node refused an input file. Upload it again and submit with its new path.',
  },
  no_output: {
    status: 'failed',
    meaning: 'The node finished without any output. Rerun it once; then take another workflow.',
  },
  output_missing: {
    status: 'failed',
    meaning: 'The node no longer has a file that it made. Rerun it.',
  },
  output_unreadable: {
    status: 'failed',
    meaning:
      'A file that the node sent is damaged, empty or not what its name says, or never arrived completely. Rerun it.',
  },
  output_too_large: {
    status: 'failed',
    meaning: 'An output is larger than limits.output_bytes. Make less, or tell the operator.',
  },
  not_storable: {
    status: 'failed',
    meaning: "The database refused what the node answered. The service's log says why.",
  },
  timeout: {
    status: 'failed',
    meaning: 'The job did not end within jobs.run_timeout. Rerun it with provider auto.',
  },
  provider_removed: {
    status: 'failed',
    meaning:
      'The node left the configuration and did not come back within a day. Rerun it with provider auto.',
  },
});

export type JobErrorCode = keyof typeof JOB_ERRORS;

/** Why an output can't be kept. */
const OUTPUT_FAILURE_CODES = [
  'output_missing',
  'output_unreadable',
  'output_too_large',
  'not_storable',
] as const satisfies readonly JobErrorCode[];
export type OutputFailureCode = (typeof OUTPUT_FAILURE_CODES)[number];

/** Codes of `warnings` in a job's record; the last one counts further outputs. */
export const WARNING_CODES = [...OUTPUT_FAILURE_CODES, 'outputs_omitted'] as const;
export type JobWarningCode = (typeof WARNING_CODES)[number];
